"""`--work --table NAME`: the arithmetic of that table and of no other."""

import re
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

UNITS = "activations --pre=1,-1"
# A command, one of its tables, and how each piece of its arithmetic is headed.
CASES = [
    (UNITS, "values", ["Values and derivatives"]),
    (UNITS, "derivatives", ["Values and derivatives"]),
    (UNITS, "largest", []),
    (UNITS, "ceilings", ["What the sigmoid's ceiling leaves"]),
    (UNITS, "units", ["Inputs of the units"]),
    ("blame", "blame", ["g = 0.9: from word 8 back to 7", "g = 0.9: from word 8 back to 6"]),
    ("blame", "sentences", []),
    ("bptt", "signals", ["Signals, from the last step back"]),
    (
        "bptt",
        "gradients",
        ["Signals", "The gradient of U", "The gradient of W", "The gradient of V"],
    ),
    ("gates", "gates", ["Each gate and its half-life"]),
    ("gates", "kept", ["What is left after k steps"]),
    ("loss", "steps", ["Logits, prediction and loss"]),
    ("loss", "total", ["The sum, and the perplexity"]),
    ("lstm-cell", "answers", ["Cell 1, word by word", "Cell 2, word by word"]),
    ("lstm-cell", "trace", ["Cell 1, word by word", "Cell 2, word by word"]),
    ("lstm-cell", "belt", ["The blame along the belt"]),
    ("params", "shapes", ["RNN: each array's count"]),
    ("params", "contexts", ["Feed-forward against recurrent"]),
    ("params", "crossings", ["The crossing"]),
    ("params", "cells", ["Kinds of cell, counted"]),
    ("params --cell all", "shapes_gru", ["GRU: each array's count"]),
    ("params --model chapter", "shapes", ["Each array's count"]),
    ("params --model chapter", "parts", []),
    ("vanish", "decay", ["Each power, and its logarithm", "The forty-seven words"]),
    ("vanish", "forty_seven", ["The forty-seven words"]),
]


@pytest.mark.parametrize(("line", "name", "headings"), CASES)
def test_only_its_own_arithmetic(
    printed: Callable[..., str], line: str, name: str, headings: list[str]
) -> None:
    text = printed(*line.split(), "--work", "--table", name, "-f", "markdown")
    _, *found = re.findall(r"^\*\*(.*)\*\*$", text, re.MULTILINE)
    assert len(found) == len(headings)
    for heading, beginning in zip(found, headings, strict=True):
        assert heading.startswith(beginning)


@pytest.mark.parametrize("format_name", ["table", "plain", "markdown", "latex", "html", "json"])
@pytest.mark.parametrize("line", ["lstm-cell", "unroll", "bptt --table gradients", "vanish"])
def test_that_numbers_are_rounded_is_said_once(
    printed: Callable[..., str], line: str, format_name: str
) -> None:
    """Before the arithmetic, in no heading; nothing is rounded where parameters are counted."""
    shown = printed(*line.split(), "--work", "-f", format_name)
    assert shown.count("rounded by itself") == 1
    assert "rounded" not in printed(*line.split(), "-f", format_name)
    assert "rounded" not in printed("params", "--work", "-f", format_name)


def test_a_word_in_a_heading_is_quoted_and_escaped(
    printed: Callable[..., str], tmp_path: Path
) -> None:
    model = tmp_path / "m.toml"
    model.write_text(
        '[vocabulary]\n"the" = [1]\n"a_<b>" = [2]\n[weights]\nW_xh = [[1]]\nW_hh = [[1]]\n'
        "b_h = [0]\n"
    )
    line = ("unroll", "--model", str(model), "--sentence", "the a_<b>", "--work")
    assert "\nStep 1, 'the'\n" in printed(*line)
    assert "\nStep 2, 'a_<b>'\n" in printed(*line)
    assert "<strong>Step 2, &#x27;a_&lt;b&gt;&#x27;</strong>" in printed(*line, "-f", "html")
    assert "a\\_" in printed(*line, "-f", "latex").partition("Step 2")[2].splitlines()[0]


def test_a_passage_s_powers_are_those_of_its_table(
    printed: Callable[..., str], tmp_path: Path
) -> None:
    text = tmp_path / "passage"
    text.write_text("the drug was given a while ago by ____")
    line = ("vanish", "--passage", str(text), "--evidence", "drug", "--work")
    assert "Each power" in printed(*line, "--table", "passage")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("activations", "Values and derivatives, the first 4 of 9 points\n"),
        ("activations --points 1,2,3", "Values and derivatives\n"),
        ("gates --bias 0,1,2,3,4,5,6,7", "half-life, the first 6 of 8 biases\n"),
        ("gates", "half-life"),
        ("loss --sentence 'the dog'", "step by step\n"),
        ("loss --sentence 'the dog ran the dog'", "step by step, the first 4 of 5 steps\n"),
        ("truncate --distances 1,2,3,4,5,6,7,8,9,10,11", "the first 10 of 11 distances\n"),
        (
            "influence --gains 1,2 --steps 3",
            "; the steps after it and the other gains go",
        ),
        ("influence --gains 1,2 --steps 2", "step 2 of 2; the other gains go the same way\n"),
    ],
)
def test_how_much_of_the_table_is_worked_out_is_said(
    printed: Callable[..., str], line: str, said: str
) -> None:
    text = printed(*shlex.split(line), "--work", "-f", "plain")
    assert said in text
    if "first" not in said:
        assert f"{said.rstrip()}, the first" not in text
