"""LaTeX that a real TeX compiles, with one separator fewer than columns in every row."""

import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from rnn_examples.equations.expression import equals, power
from rnn_examples.tables.table import Bar, Column, Document, Work, table

PDFLATEX = shutil.which("pdflatex")
PREAMBLE = "\\documentclass{article}\n\\usepackage{amsmath,booktabs}\n"


def rows_of(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.endswith(" \\\\")]


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
    body = "\n\\clearpage\n".join(parts)
    source = tmp_path / "page.tex"
    source.write_text(
        f"{PREAMBLE}\\begin{{document}}\n{body}\n\\end{{document}}\n", encoding="utf-8"
    )
    assert PDFLATEX is not None
    done = subprocess.run(
        [PDFLATEX, "-interaction=nonstopmode", "-halt-on-error", source.name],
        cwd=tmp_path,
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stdout.decode(errors="replace")[-2000:]
    assert (tmp_path / "page.pdf").stat().st_size > 10_000


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
