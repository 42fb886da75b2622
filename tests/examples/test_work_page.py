"""No line of arithmetic runs off an article's page, whatever the example."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

PDFLATEX = shutil.which("pdflatex")
LINES = (
    "unroll", "unroll --model notebook", "loss", "params", "bptt", "vanish", "clip", "truncate",
    "bidirectional", "blame", "blame --hidden 5 --input 3", "spectrum", "influence", "lstm-cell",
    "gates",
)  # fmt: skip


@pytest.mark.skipif(PDFLATEX is None, reason="no pdflatex is installed")
@pytest.mark.parametrize("line", LINES)
def test_arithmetic_stays_on_the_page(
    line: str, printed: Callable[..., str], tmp_path: Path
) -> None:
    body = printed(*line.split(), "--work", "--format", "latex")
    (tmp_path / "page.tex").write_text(
        "\\documentclass{article}\\usepackage{amsmath,booktabs,graphicx}\\begin{document}\n"
        f"{body}\\end{{document}}\n",
        encoding="utf-8",
    )
    assert PDFLATEX is not None
    subprocess.run(
        [PDFLATEX, "-interaction=nonstopmode", "-halt-on-error", "page.tex"],
        cwd=tmp_path,
        capture_output=True,
        timeout=60,
        check=True,
    )
    assert "Overfull \\hbox" not in (tmp_path / "page.log").read_text(errors="replace")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("clip --threshold 1/3 --gradient 1,1", "((1/3)/1.4142)·(1, 1)"),
        ("clip --threshold 1/3 --gradient=-1/3,2", "((-1/3)·(-0.0548) + 2·0.3288)"),
        ("influence --gains 2 --steps 1 --input=-1/3,2/3", "·0 - 1/3 = -0.3333"),
        ("lstm-cell --forget 1/3 --input 2/3 --output=1 --cues 1,-1/3 --key 1", "(2/3)·tanh(-1/3)"),
        ("vanish --factors=-1/3 --distances 3", "(-1/3)·(-1/3)·(-1/3) = -0.037"),
    ],
)
def test_a_fraction_that_was_given_is_in_brackets_where_it_needs_them(
    printed: Callable[..., str], line: str, told: str
) -> None:
    assert told in printed(*line.split(), "--work")
