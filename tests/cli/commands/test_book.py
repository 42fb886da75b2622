"""`book`: every example in its order, as one document that stands alone."""

import json
import re
import shutil
import subprocess
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

import pytest
from typer import TyperException

from rnn_examples.cli.app import invoke
from rnn_examples.examples.catalogue import EXAMPLES
from rnn_examples.output import Surroundings

Printed = Callable[..., str]
FAST = [entry.name for entry in EXAMPLES if not entry.trains]


def test_every_example_stands_in_its_order(printed: Printed) -> None:
    found = json.loads(printed("book", "--fast", "-f", "json"))
    names = [part["example"] for part in found["documents"]]
    assert names[: len(FAST)] == FAST


def test_one_source(printed: Printed) -> None:
    found = json.loads(printed("book", "--source", "lesson", "--fast", "-f", "json"))
    names = [part["example"] for part in found["documents"]]
    lesson = [entry.name for entry in EXAMPLES if entry.source == "lesson"]
    assert [name for name in names if name != "verify"] == lesson


def test_the_equation_stands_above_its_table(printed: Printed) -> None:
    text = printed("book", "--source", "chapter", "--fast", "-f", "markdown")
    equation = "$$\nh_{t} = \\tanh(W x_{t} + U h_{t-1} + b_{h})\n$$"
    assert equation in text
    assert text.index(equation) < text.index("The chapter's network, word by word")
    assert "$$" not in printed("unroll", "-f", "markdown")


def test_html_is_well_nested_and_fetches_nothing(printed: Printed) -> None:
    page = printed("book", "--fast", "-f", "html")
    assert page.startswith("<!doctype html>")
    assert not re.search(r"""(?:src|href)=["']?(?:https?:)?//|@import|url\((?!#)""", page)

    class Nesting(HTMLParser):
        open: list[str]

        def handle_starttag(self, tag: str, attrs: object) -> None:
            if tag not in ("meta", "link", "br", "hr", "input", "img"):
                self.open.append(tag)

        def handle_endtag(self, tag: str) -> None:
            assert self.open.pop() == tag

    parser = Nesting()
    parser.open = []
    parser.feed(page)
    assert parser.open == []


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed")
def test_latex_compiles(printed: Printed, tmp_path: Path) -> None:
    (tmp_path / "book.tex").write_text(printed("book", "--fast", "-f", "latex"), encoding="utf-8")
    found = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "book.tex"],
        cwd=tmp_path,
        capture_output=True,
        check=False,
    )
    assert found.returncode == 0, found.stdout[-2000:].decode(errors="replace")


EQUATIONS = {
    "chapter": """\
h_t = tanh(W x_t + U h_{t-1} + b_h)
leaky(x) = max(a x, x)
σ′(x) = σ(x) (1 - σ(x))
E_t = -∑_k y_tk ln(ŷ_tk)
perplexity = exp(E/T)
n d H = H d + H^2
∂E/∂h_t = Vᵀ (ŷ_t - y_t) + (Uᵀ diag(1 - h_{t+1}^2)) (∂E/∂h_{t+1})
∂E/∂U = ∑_t ∑_k^t ∂E_t/∂U^((k))
remaining = f^k
share = (n max(0, S - k) + max(0, r - k))/(L - k)
h_t = (h⃗_t, h⃖_t)""",
    "lesson": """\
∂h_T/∂h_k = ∏_{t=k+1}^T diag(1 - h_t^2) W_h
P_n = ∏_{t=1}^n diag(1 - h_t^2) W
P = ∏_{t=1}^T diag(1 - h_t^2) W_h
c_t = f·c_{t-1} + i_t·tanh(v_t)
∂c_T/∂c_t = f^(T - t)""",
    "notebook": """\
f = σ(a + b)
kept = f^k""",
}


@pytest.mark.parametrize("source", EQUATIONS)
def test_the_equations_are_the_source_s(printed: Printed, source: str) -> None:
    """In its letters, in the order of its tables."""
    text = printed("book", "--source", source, "--fast", "-f", "plain")
    found = [line[2:] for line in text.splitlines() if re.match(r"  \S.* = ", line)]
    assert [line for line in found if "  " not in line] == EQUATIONS[source].splitlines()


@pytest.mark.parametrize("option", ["--table", "--cell", "--caption", "--label"])
def test_what_is_said_of_one_table_is_no_option_of_the_book(option: str) -> None:
    """A label would be printed once a table, and of so many tables none can be told by a name."""
    with pytest.raises(TyperException, match=f"No such option: {option}"):
        invoke(["book", option, "x", "-f", "latex"], Surroundings())
