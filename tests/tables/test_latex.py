"""LaTeX that a real TeX compiles, with one separator fewer than columns in every row."""

import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from rnn_examples.equations.expression import equals, norm, power, quotient, root
from rnn_examples.tables.latex import escape
from rnn_examples.tables.prose import prose
from rnn_examples.tables.table import Bar, Column, Document, Work, table

PDFLATEX = shutil.which("pdflatex")
PREAMBLE = "\\documentclass{article}\n\\usepackage{amsmath,booktabs,graphicx,longtable}\n"


def compiled(preamble: str, body: str, folder: Path) -> Path:
    """The page that pdfLaTeX makes of it, without an error."""
    source = folder / "page.tex"
    source.write_text(
        f"{preamble}\\begin{{document}}\n{body}\n\\end{{document}}\n", encoding="utf-8"
    )
    assert PDFLATEX is not None
    done = subprocess.run(
        [PDFLATEX, "-interaction=nonstopmode", "-halt-on-error", source.name],
        cwd=folder,
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stdout.decode(errors="replace")[-2000:]
    return folder / "page.pdf"


def rows_of(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.endswith((" \\\\", " \\tabularnewline"))]


def test_separators(
    document: Document, rendered: Callable[..., str], words: tuple[str, ...]
) -> None:
    rows = rows_of(rendered(document.only("trace"), "latex"))
    assert len(rows) == len(words) + 1
    assert {len(re.findall(r"(?<!\\)&", row)) for row in rows} == {4}


def test_words_headings_and_captions_are_escaped(
    document: Document, rendered: Callable[..., str]
) -> None:
    text = rendered(document, "latex", caption="50% & _")
    escaped = (
        "50\\%\\_done \\& \\$5 \\#1 \\{x\\} \\textasciitilde{} \\textasciicircum{} "
        "\\textbackslash{}"
    )
    assert text.count(escaped) == 3
    assert "\\caption{50\\% \\& \\_}" in text
    assert "50\\%\\_done \\& \\$5 (a\\textbar{}b)" in text


@pytest.mark.skipif(PDFLATEX is None, reason="no pdflatex is installed")
def test_every_letter_is_set_in_the_oldest_encoding(tmp_path: Path) -> None:
    """Without a package or an error: those that are left as they are, and the others."""
    letters = [chr(code) for code in (*range(0xA1, 0x180), *range(0x1E00, 0x1F00), 0x2260, 0x226E)]
    letters += "‘’“”†‡•–—…"
    body = "\n\n".join(escape(letter) for letter in letters)
    compiled("\\documentclass{article}", body, tmp_path)


def test_numbers_are_mathematics(rendered: Callable[..., str]) -> None:
    columns = (
        Column("a", "a", decimals=2, significant=2),
        Column("b", "b", decimals=1),
        Column("c", "c"),
    )
    rows = [(-7.1e-15, (0.5, -0.25), 12345), (None, (float("nan"), 1.0), float("inf"))]
    text = rendered(Document("n", "N", {}, (table("n", "N", columns, rows),)), "latex")
    first, second = rows_of(text)[1:]
    assert first == "$-7.1 \\times 10^{-15}$ & $(0.5, -0.2)$ & $12{,}345$ \\\\"
    assert second == " & (nan, 1.0) & inf \\\\"


def test_a_float_where_a_caption_or_label_is_given(
    document: Document, rendered: Callable[..., str]
) -> None:
    bare = rendered(document.only("second"), "latex")
    assert "\\begin{table}" not in bare
    assert "\\begin{center}\n\\textbf{Second}" in bare
    captioned = rendered(document.only("second"), "latex", caption="C")
    assert "\\begin{table}[htbp]\n\\centering\n\\caption{C}\n\\begin{tabular}{rl}\n" in captioned
    labelled = rendered(document, "latex", label="tab:x")
    assert labelled.count("\\label{tab:x}") == 1
    assert labelled.count("\\begin{table}") == labelled.count("\\end{table}") == 1


@pytest.mark.skipif(PDFLATEX is None, reason="no pdflatex is installed")
def test_tex_compiles_it(
    document: Document,
    stream: Callable[[], Document],
    rendered: Callable[..., str],
    tmp_path: Path,
) -> None:
    work = (Work("Powers & more", (equals(power(2, 3), 8, "8.0"),)),)
    parts = [
        rendered(document, "latex"),
        rendered(document, "latex", caption="50% & _ # ~ ^", label="tab:one"),
        rendered(stream(), "latex", label="tab:two"),
        rendered(Document("w", "W", {}, (), (), work), "latex"),
    ]
    page = compiled(PREAMBLE, "\n\\clearpage\n".join(parts), tmp_path)
    assert page.stat().st_size > 10_000


def test_a_bar_is_a_rule_of_its_length(rendered: Callable[..., str]) -> None:
    columns = (Column("k", "k", decimals=3), Column("bar", "", bar=Bar("k", 1e-3, 1)))
    rows = [(1.0, None), (0.01, None), (0.001, None), (None, None)]
    lines = rows_of(rendered(Document("b", "B", {}, (table("b", "", columns, rows),)), "latex"))
    # Three decades are six em.
    assert [line.split("& ")[1] for line in lines[1:]] == [
        "\\rule{6.00em}{1.5ex} \\\\",
        "\\rule{2.00em}{1.5ex} \\\\",
        " \\\\",
        " \\\\",
    ]


def test_quotients_in_a_line_are_slashed(rendered: Callable[..., str]) -> None:
    column = Column("s", quotient(norm("h", "F"), root("H")))
    shares = table("s", "", [column], [(0.5,)], equation=equals("s", quotient("a", "b")))
    document = Document("q", "Q", {}, (shares,), (prose("Below ", quotient(1, "γ"), "."),))
    for name in ("latex", "markdown"):
        text = rendered(document, name, equations=True)
        assert "\\lVert h \\rVert_{F} / \\sqrt{H}" in text
        assert "Below $1 / \\gamma$." in text
        assert text.count("\\frac") == 1
        assert "s = \\frac{a}{b}" in text


def test_notes_stand_apart(rendered: Callable[..., str]) -> None:
    text = rendered(Document("n", "N", {}, (), ("One.", "Two.")), "latex")
    assert text.endswith("\\noindent One.\\par\\smallskip\n\n\\noindent Two.\\par\\smallskip\n")


def shown(rendered: Callable[..., str], *rows: tuple[str | float, ...]) -> str:
    columns = [
        Column(f"c{place}", f"c{place}", text=isinstance(cell, str))
        for place, cell in enumerate(rows[0])
    ]
    return rendered(Document("n", "N", {}, (table("n", "N", columns, rows),)), "latex")


def test_a_table_that_fits_is_set_as_it_is(rendered: Callable[..., str]) -> None:
    text = shown(rendered, ("word", 0.25, 1000))
    assert text.startswith("% needs \\usepackage{amsmath,booktabs}\n")
    assert "[1ex]\n\\begin{tabular}{lrr}\n" in text


def test_long_words_are_folded(rendered: Callable[..., str]) -> None:
    text = shown(rendered, ("a sentence " * 12, 0.25, "another one " * 8))
    sides = re.search(r"tabular\}\{p\{([0-9.]+)em\}rp\{([0-9.]+)em\}\}", text)
    assert sides is not None
    assert 20 < float(sides[1]) + float(sides[2]) < 34
    assert rows_of(text)[1].startswith("\\raggedright a sentence")
    assert rows_of(text)[1].endswith("\\tabularnewline")
    assert "resizebox" not in text


def test_many_columns_are_smaller_then_shrunk(rendered: Callable[..., str]) -> None:
    number = 1.23456
    sizes = [shown(rendered, (number,) * count) for count in (7, 8, 9, 10)]
    assert "tabcolsep" not in sizes[0]
    assert "\n\\small\\setlength{\\tabcolsep}{4pt}\n" in sizes[1]
    assert "\n\\footnotesize\\setlength{\\tabcolsep}{3pt}\n" in sizes[2]
    never_larger = "\\resizebox{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}{!}"
    setting = "\n\\footnotesize\\setlength{\\tabcolsep}{3pt}\n"
    assert f"{setting}{never_larger}{{%\n\\begin{{tabular}}{{rrrrrrrrrr}}\n" in sizes[3]
    assert "\\end{tabular}}\n" in sizes[3]
    needs = [text.split("\n")[0] for text in sizes]
    assert needs == [
        f"% needs \\usepackage{{amsmath,booktabs{more}}}" for more in ("", "", "", ",graphicx")
    ]


def test_a_stream_may_need_every_package(
    stream: Callable[[], Document], rendered: Callable[..., str]
) -> None:
    assert rendered(stream(), "latex").startswith(
        "% needs \\usepackage{amsmath,booktabs,graphicx,longtable}\n"
    )


def numbered(count: int, columns: int = 2, cell: object = 0.25) -> Document:
    """Rows 1 to count."""
    text = isinstance(cell, str)
    heads = (Column("n", "n"), *(Column(f"c{n}", f"c{n}", text=text) for n in range(1, columns)))
    rows = [(n, *[cell] * (columns - 1)) for n in range(1, count + 1)]
    return Document("n", "N", {}, (table("n", "N", heads, rows),))


def test_a_table_longer_than_a_page_goes_over_several(rendered: Callable[..., str]) -> None:
    assert "longtable" not in rendered(numbered(39), "latex")
    text = rendered(numbered(40), "latex")
    heads = "\\toprule\nn & c1 \\\\\n\\midrule\n"
    assert text == (
        "% needs \\usepackage{amsmath,booktabs,longtable}\n"
        "\\begin{center}\n\\textbf{N}\n\\end{center}\n{\\begin{longtable}{rr}\n"
        f"{heads}\\endfirsthead\n{heads}\\endhead\n"  # on its first page, and on the others
        "\\midrule\n\\endfoot\n\\bottomrule\n\\endlastfoot\n"
        + "".join(f"${n}$ & $0.25$ \\\\\n" for n in range(1, 41))
        + "\\end{longtable}}\n"
    )
    captioned = rendered(numbered(40), "latex", caption="C", label="tab:c")
    assert captioned.startswith(
        "% needs \\usepackage{amsmath,booktabs,longtable}\n"
        "{\\begin{longtable}{rr}\n\\caption{C}\\label{tab:c}\\\\\n\\toprule\n"
    )


def test_a_long_table_is_set_smaller_and_never_shrunk(rendered: Callable[..., str]) -> None:
    texts = [rendered(numbered(50, columns, 1.23456), "latex") for columns in (2, 11, 15, 40)]
    sizes = [re.search(r"\n\{(\\[a-z]*)", text) for text in texts]
    assert [size and size[1] for size in sizes] == ["\\begin", "\\scriptsize", "\\tiny", "\\tiny"]
    assert not any("resizebox" in text for text in texts)


def test_a_long_table_of_words_is_folded_in_columns_of_any_length(
    rendered: Callable[..., str],
) -> None:
    """None of them is long by itself, and together they are wider than the page."""
    columns = [Column(f"c{place}", f"column {place}", text=True) for place in range(5)]
    rows = [tuple("a few words, not long" for _ in columns)] * 50
    text = rendered(Document("d", "D", {}, (table("t", "T", columns, rows),)), "latex")
    assert re.search(r"\\begin\{longtable\}\{(p\{[0-9.]+em\}){5}\}", text)


@pytest.mark.skipif(PDFLATEX is None, reason="no pdflatex is installed")
def test_no_table_runs_off_the_page(rendered: Callable[..., str], tmp_path: Path) -> None:
    """Numbers, powers of ten, vectors and words in one to twelve columns; long tables."""
    kinds = (1234.5678, 1e-100, (0.25, -0.75), "vanishes", "a sentence of several words " * 3)
    parts = []
    for cell in kinds:
        for count in range(1, 13):
            columns = [Column(f"c{n}", f"c{n}", text=isinstance(cell, str)) for n in range(count)]
            wide = table("n", "N", columns, [(cell,) * count])
            parts.append(rendered(Document("n", "N", {}, (wide,)), "latex"))
        parts += [rendered(numbered(100, count, cell), "latex") for count in (2, 3, 5)]
    log = compiled(PREAMBLE, "\n".join(parts), tmp_path).with_suffix(".log")
    assert "Overfull" not in log.read_text(errors="replace")
