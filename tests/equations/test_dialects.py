"""What each expression looks like in each dialect, and that LaTeX and XML readers take it."""

import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

import pytest

from rnn_examples.equations.expression import (
    Expression,
    Number,
    Symbol,
    Words,
    absolute,
    call,
    difference,
    elementwise,
    equals,
    matrix,
    norm,
    power,
    product,
    product_over,
    quotient,
    relate,
    root,
    row,
    summation,
    times,
    total,
    transpose,
    vector,
)
from rnn_examples.equations.latex import to_latex
from rnn_examples.equations.mathml import to_mathml
from rnn_examples.equations.text import to_text, to_text_lines


class Case(NamedTuple):
    expression: Expression
    text: str
    latex: str
    mathml: str  # inside <math>


def sub(base: str, script: str) -> str:
    return f"<msub><mi>{base}</mi>{script}</msub>"


OPEN = '<mo form="prefix" stretchy="false">(</mo>'
CLOSE = '<mo form="postfix" stretchy="false">)</mo>'
MINUS = '<mo form="prefix">−</mo>'
CASES = {
    "letter": Case(Symbol("h", "t"), "h_t", "h_{t}", sub("h", "<mi>t</mi>")),
    "step before": Case(
        Symbol("h", "t-1"),
        "h_{t-1}",
        "h_{t-1}",
        sub("h", "<mrow><mi>t</mi><mo>−</mo><mn>1</mn></mrow>"),
    ),
    "matrix letters": Case(
        Symbol("W", "hh"), "W_hh", "W_{hh}", sub("W", "<mrow><mi>h</mi><mi>h</mi></mrow>")
    ),
    "Greek scripts": Case(
        Symbol("γ", "τh"),
        "γ_τh",
        "\\gamma_{\\tau h}",
        sub("γ", "<mrow><mi>τ</mi><mi>h</mi></mrow>"),
    ),
    "number in a script": Case(Symbol("h", "12"), "h_12", "h_{12}", sub("h", "<mn>12</mn>")),
    "word in a script": Case(
        Symbol("x", Words("a_b c")),
        "x_{a_b c}",
        "x_{{\\text{a}\\_\\text{b c}}}",
        sub("x", "<mtext>a_b&#xa0;c</mtext>"),
    ),
    "hat": Case(
        Symbol("ŷ"),
        "ŷ",
        "\\hat{y}",
        '<mover accent="true"><mi>y</mi><mo stretchy="false">^</mo></mover>',
    ),
    "partial": Case(Symbol("∂E"), "∂E", "\\partial E", "<mrow><mi>∂</mi><mi>E</mi></mrow>"),
    "prime": Case(
        call("σ′", "z"),
        "σ′(z)",
        "\\sigma'(z)",
        "<mrow><msup><mi>σ</mi><mo>′</mo></msup><mo>&#x2061;</mo>"
        f"<mrow>{OPEN}<mi>z</mi>{CLOSE}</mrow></mrow>",
    ),
    "upright name": Case(Symbol("dog"), "dog", "\\text{dog}", "<mi>dog</mi>"),
    "negative": Case(Number("-0.5"), "-0.5", "-0.5", f"<mrow>{MINUS}<mn>0.5</mn></mrow>"),
    "thousands": Case(Number("10,000"), "10,000", "10{,}000", "<mn>10,000</mn>"),
    "scientific": Case(
        Number("-7.1e-1506"),
        "-7.1e-1506",
        "-7.1 \\times 10^{-1506}",
        f"<mrow>{MINUS}<mrow><mn>7.1</mn><mo>×</mo><msup><mn>10</mn>"
        f"<mrow>{MINUS}<mn>1506</mn></mrow></msup></mrow></mrow>",
    ),
    "scientific plus": Case(
        Number("5e+09"),
        "5e+09",
        "5 \\times 10^{9}",
        "<mrow><mn>5</mn><mo>×</mo><msup><mn>10</mn><mn>9</mn></msup></mrow>",
    ),
    "subtracted": Case(
        total("0.3", "-0.06"),
        "0.3 - 0.06",
        "0.3 - 0.06",
        '<mrow><mn>0.3</mn><mo form="infix">−</mo><mn>0.06</mn></mrow>',
    ),
    "times a negative": Case(
        times("0.5", "-0.3"),
        "0.5·(-0.3)",
        "0.5 \\cdot (-0.3)",
        f'<mrow><mn>0.5</mn><mo form="infix">·</mo><mrow>{OPEN}'
        f"<mrow>{MINUS}<mn>0.3</mn></mrow>{CLOSE}</mrow></mrow>",
    ),
    "side by side": Case(
        product("W", "x"), "W x", "W x", "<mrow><mi>W</mi><mo>&#x2062;</mo><mi>x</mi></mrow>"
    ),
    "words side by side": Case(
        product(2, Words("a b")),
        "2 a b",
        "2 \\, \\text{a b}",
        '<mrow><mn>2</mn><mo lspace="0.17em">&#x2062;</mo><mtext>a&#xa0;b</mtext></mrow>',
    ),
    "entry by entry": Case(
        elementwise("f", "c"),
        "f ⊙ c",
        "f \\odot c",
        '<mrow><mi>f</mi><mo form="infix">⊙</mo><mi>c</mi></mrow>',
    ),
    "squared letter": Case(
        difference(1, power("h_t", 2)),
        "1 - h_t^2",
        "1 - h_{t}^{2}",
        '<mrow><mn>1</mn><mo form="infix">−</mo>'
        "<msubsup><mi>h</mi><mi>t</mi><mn>2</mn></msubsup></mrow>",
    ),
    "transpose": Case(
        transpose("W_hy"),
        "W_hyᵀ",
        "W_{hy}^{\\top}",
        "<msubsup><mi>W</mi><mrow><mi>h</mi><mi>y</mi></mrow><mi>⊤</mi></msubsup>",
    ),
    "exponent": Case(
        power("g", difference("T", "k")),
        "g^(T - k)",
        "g^{T - k}",
        '<msup><mi>g</mi><mrow><mi>T</mi><mo form="infix">−</mo><mi>k</mi></mrow></msup>',
    ),
    "column": Case(
        vector("0.6", "-0.3"),
        "(0.6, -0.3)",
        "\\begin{bmatrix} 0.6 \\\\ -0.3 \\end{bmatrix}",
        "<mrow><mo>[</mo><mtable><mtr><mtd><mn>0.6</mn></mtd></mtr><mtr><mtd>"
        f"<mrow>{MINUS}<mn>0.3</mn></mrow></mtd></mtr></mtable><mo>]</mo></mrow>",
    ),
    "row": Case(
        row(3, 4),
        "(3, 4)",
        "(3, 4)",
        f"<mrow>{OPEN}<mrow><mn>3</mn><mo>,</mo><mn>4</mn></mrow>{CLOSE}</mrow>",
    ),
    "matrix": Case(
        matrix((1, 2), (3, 4)),
        "[[1, 2], [3, 4]]",
        "\\begin{bmatrix} 1 & 2 \\\\ 3 & 4 \\end{bmatrix}",
        "<mrow><mo>[</mo><mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr>"
        "<mtr><mtd><mn>3</mn></mtd><mtd><mn>4</mn></mtd></mtr></mtable><mo>]</mo></mrow>",
    ),
    "function of a vector": Case(
        call("diag", vector(1, 2)),
        "diag(1, 2)",
        "\\operatorname{diag}\\begin{bmatrix} 1 \\\\ 2 \\end{bmatrix}",
        "<mrow><mi>diag</mi><mo>&#x2061;</mo><mrow><mo>[</mo><mtable><mtr><mtd><mn>1</mn></mtd>"
        "</mtr><mtr><mtd><mn>2</mn></mtd></mtr></mtable><mo>]</mo></mrow></mrow>",
    ),
    "gain": Case(
        quotient(norm("P", "F"), root(2)),
        "‖P‖_F/√2",
        "\\frac{\\lVert P \\rVert_{F}}{\\sqrt{2}}",
        '<mfrac><msub><mrow><mo form="prefix" stretchy="false">‖</mo><mi>P</mi>'
        '<mo form="postfix" stretchy="false">‖</mo></mrow><mi>F</mi></msub>'
        "<msqrt><mn>2</mn></msqrt></mfrac>",
    ),
    "bound": Case(
        relate(absolute("λ_1"), "<", quotient(1, "γ")),
        "|λ_1| < 1/γ",
        "\\lvert \\lambda_{1} \\rvert < \\frac{1}{\\gamma}",
        '<mrow><mrow><mo form="prefix" stretchy="false">|</mo>'
        f"{sub('λ', '<mn>1</mn>')}"
        '<mo form="postfix" stretchy="false">|</mo></mrow>'
        '<mo form="infix">&lt;</mo><mfrac><mn>1</mn><mi>γ</mi></mfrac></mrow>',
    ),
    "product over steps": Case(
        product_over("t=k+1", "T", call("diag", "h_t")),
        "∏_{t=k+1}^T diag(h_t)",
        "\\prod_{t=k+1}^{T} \\operatorname{diag}(h_{t})",
        '<mrow><munderover><mo form="prefix">∏</mo><mrow><mi>t</mi><mo>=</mo><mi>k</mi><mo>+</mo>'
        "<mn>1</mn></mrow><mi>T</mi></munderover><mrow><mi>diag</mi><mo>&#x2061;</mo><mrow>"
        f"{OPEN}{sub('h', '<mi>t</mi>')}{CLOSE}</mrow></mrow></mrow>",
    ),
    "sum over words": Case(
        summation("k", None, "y_{tk}"),
        "∑_k y_tk",
        "\\sum_{k} y_{tk}",
        '<mrow><munder><mo form="prefix">∑</mo><mi>k</mi></munder>'
        f"{sub('y', '<mrow><mi>t</mi><mi>k</mi></mrow>')}</mrow>",
    ),
    "sum without limits": Case(
        summation(None, None, "a"),
        "∑ a",
        "\\sum a",
        '<mrow><mo form="prefix">∑</mo><mi>a</mi></mrow>',
    ),
    "chain": Case(
        relate("a", "=", "b", "≈", "0.5"),
        "a = b ≈ 0.5",
        "a = b \\approx 0.5",
        '<mrow><mi>a</mi><mo form="infix">=</mo><mi>b</mi><mo form="infix">≈</mo>'
        "<mn>0.5</mn></mrow>",
    ),
    "special characters": Case(
        Words("50%_done & $5 #1 {x} ~ ^ \\ [bold] <i>|"),
        "50%_done & $5 #1 {x} ~ ^ \\ [bold] <i>|",
        "{\\text{50}\\%\\_\\text{done }\\&\\text{ }\\$\\text{5 }\\#\\text{1 }\\{\\text{x}\\}"
        "\\text{ }{\\sim}\\text{ }\\hat{\\ }\\text{ }\\backslash\\text{ [bold] }"
        "{<}\\text{i}{>}{\\vert}}",
        "<mtext>50%_done&#xa0;&amp;&#xa0;$5&#xa0;#1&#xa0;{x}&#xa0;~&#xa0;^&#xa0;\\&#xa0;[bold]"
        "&#xa0;&lt;i&gt;|</mtext>",
    ),
    "entity in a name": Case(Symbol("&amp;"), "&amp;", "{\\&\\text{amp;}}", "<mi>&amp;amp;</mi>"),
    "what looks like a number": Case(
        Words("1E10--007"), "1E10--007", "{\\text{1E10-}\\text{-007}}", "<mtext>1E10--007</mtext>"
    ),
    "controls": Case(
        Words("a\nb\x1b[31m\0"),
        "a b\ufffd[31m\ufffd",
        "\\text{a b\ufffd[31m\ufffd}",
        "<mtext>a&#xa0;b\ufffd[31m\ufffd</mtext>",
    ),
    "accented word": Case(
        Words("cafe\u0301"), "cafe\u0301", "\\text{café}", "<mtext>cafe\u0301</mtext>"
    ),
}

# The defining equations and worked lines, whole.
RNN = equals(
    "h_1",
    call("tanh", total(product("W_xh", "x_1"), product("W_hh", "h_0"), "b_h")),
    call("tanh", total(vector("0.27", "0.15"), vector(0, 0), vector("0.05", "-0.05"))),
    vector("0.309507", "0.099668"),
)
BPTT = equals(
    quotient("∂E_t", "∂W_hh"),
    product(
        elementwise(
            product(transpose("W_hy"), difference("ŷ_t", "y_t")), difference(1, power("h_t", 2))
        ),
        transpose("h_{t-1}"),
    ),
)
WIDE = matrix(list(range(12)), list(range(12)))
WHOLE = {
    "rnn": RNN,
    "bptt": BPTT,
    "wide matrix": WIDE,
    "tall brackets": call("exp", quotient(absolute(quotient("a", "b")), norm(vector("c̃_t", "h⃗")))),
    "powers": power(power(Symbol("σ′", None, "(1)"), 2), total(1, Symbol("∞"))),
    "all accents": total("x̂", "x̃", "x̄", "ẋ", "x⃗", "x⃖", "∇L", "Δt", Symbol("…")),
    "signs": relate("a", "≠", "b", "≤", "c", "≥", "d", "≪", "e", "≫", "f", "←", "g", "→", "k"),
    "more signs": relate(
        "a", "∈", "b", "≡", "c", "∝", times("λ", "-1"), ">", product(1, 2, sign="×")
    ),
    "every printable": Words("".join(map(chr, range(32, 127)))),
    "words for letters": Words("σ ∂ × − ``x'' ,, naïve"),
}


@pytest.mark.parametrize("name", CASES)
def test_text(name: str) -> None:
    assert to_text(CASES[name].expression) == CASES[name].text


@pytest.mark.parametrize("name", CASES)
def test_latex(name: str) -> None:
    assert to_latex(CASES[name].expression) == CASES[name].latex


@pytest.mark.parametrize("name", CASES)
def test_mathml(name: str) -> None:
    content = to_mathml(CASES[name].expression)
    assert content == (
        f'<math xmlns="http://www.w3.org/1998/Math/MathML">{CASES[name].mathml}</math>'
    )


ARITY = {"msub": 2, "msup": 2, "msubsup": 3, "mfrac": 2, "mover": 2, "munder": 2, "munderover": 3}


@pytest.mark.parametrize("name", [*CASES, *WHOLE])
def test_mathml_is_xml_with_as_many_children_as_each_element_takes(name: str) -> None:
    expression = WHOLE[name] if name in WHOLE else CASES[name].expression
    for aligned in (False, True):
        math = ElementTree.fromstring(to_mathml(expression, display=True, aligned=aligned))
        assert math.get("display") == "block"
        for element in math.iter():
            kind = element.tag.partition("}")[2]
            assert len(element) == ARITY.get(kind, len(element)), kind
            assert (kind in ("mi", "mn", "mo", "mtext")) == bool(element.text), kind


def test_full_equations_in_text() -> None:
    assert to_text(BPTT) == "∂E_t/∂W_hh = ((W_hyᵀ (ŷ_t - y_t)) ⊙ (1 - h_t^2)) h_{t-1}ᵀ"
    assert to_text_lines(RNN) == [
        "h_1 = tanh(W_xh x_1 + W_hh h_0 + b_h)",
        "    = tanh((0.27, 0.15) + (0, 0) + (0.05, -0.05))",
        "    = (0.309507, 0.099668)",
    ]


def test_text_lines_align_under_accents_and_wide_words() -> None:
    # c̃ is two code points in one column, 日本 two in four.
    assert to_text_lines(equals("c̃", 1, 2)) == ["c̃ = 1", "  = 2"]
    assert to_text_lines(equals(Words("日本"), 1, 2)) == ["日本 = 1", "     = 2"]
    assert to_text_lines(Symbol("h", "t")) == ["h_t"]
    assert to_text_lines(equals("a")) == ["a"]


def test_aligned_latex_breaks_at_each_sign() -> None:
    assert to_latex(relate("a", "=", "b", "≈", "0.5"), aligned=True) == (
        "\\begin{aligned}\na &= b \\\\\n&\\approx 0.5\n\\end{aligned}"
    )
    assert to_latex(Symbol("h", "t"), aligned=True) == "h_{t}"


def test_aligned_mathml_has_a_row_a_sign() -> None:
    math = ElementTree.fromstring(to_mathml(RNN, aligned=True))
    rows = math.findall("*/{*}mtr")
    assert len(math.findall("{*}mtable")) == 1
    assert [len(row.findall("{*}mtd")) for row in rows] == [2, 2, 2]
    signs = [row.findall("{*}mtd/{*}mrow/{*}mo")[0].text for row in rows]
    assert signs == ["=", "=", "="]


def test_fences_grow_only_around_what_is_high() -> None:
    assert 'stretchy="true"' in to_mathml(call("exp", quotient("a", "b")))
    assert 'stretchy="true"' in to_mathml(call("exp", total(vector(1, 2), vector(3, 4))))
    assert 'stretchy="true"' not in to_mathml(call("exp", total("a", "ŷ_t")))


def test_a_matrix_of_more_than_ten_columns_leaves_bmatrix() -> None:
    assert to_latex(WIDE).startswith("\\left[ \\begin{array}{cccccccccccc} 0 & 1 &")
    assert "bmatrix" in to_latex(matrix(list(range(10))))


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed")
def test_latex_compiles(tmp_path: Path) -> None:
    expressions = [case.expression for case in CASES.values()] + list(WHOLE.values())
    lines = [to_latex(expression, aligned=True) for expression in expressions]
    body = "\n".join(f"\\[ {line} \\]" for line in lines).replace("\ufffd", "?")  # in no TeX font
    (tmp_path / "all.tex").write_text(
        "\\documentclass{article}\\usepackage{amsmath}\\begin{document}\n"
        f"{body}\n\\end{{document}}\n",
        encoding="utf-8",
    )
    run = subprocess.run(
        ["pdflatex", "-halt-on-error", "-interaction=nonstopmode", "all.tex"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
    assert run.returncode == 0, run.stdout[-2000:]
    assert "Missing character" not in run.stdout
