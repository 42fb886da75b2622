"""Arithmetic in a terminal narrower than its lines."""

import re
import shlex

import pytest

from rnn_examples.cli.app import invoke
from rnn_examples.output import Surroundings
from rnn_examples.tables.folding import folded
from rnn_examples.tables.formats import Look, render

LINES = (
    "loss",
    "bptt",
    "truncate",
    "blame --sentences 5",
    "lstm-cell",
    "spectrum",
    "clip",
    "gates",
)


def test_a_fold_stands_below_what_follows_the_sign() -> None:
    assert list(folded(["  lost = 1.25 + 2.5 - 3.75 + 4"], 20)) == [
        "  lost = 1.25 + 2.5",
        "         - 3.75 + 4",
    ]


def test_a_sign_leads_its_line_and_a_comma_ends_one() -> None:
    assert list(folded(["  z = (0.7·0.3 + 1, -0.4·0.3 + 2, 0.1·0.3)"], 32)) == [
        "  z = (0.7·0.3 + 1,",
        "      -0.4·0.3 + 2, 0.1·0.3)",
    ]


def test_a_product_without_blanks_is_broken_before_a_sign() -> None:
    assert list(folded(["  f = 0.97·0.97·0.97"], 14)) == [
        "  f = 0.97",
        "      ·0.97",
        "      ·0.97",
    ]


def test_where_the_left_side_takes_half_the_room_folds_are_indented() -> None:
    assert list(folded(["  a long left side = 1 + 2 + 3"], 24)) == [
        "  a long left side = 1",
        "    + 2 + 3",
    ]


def test_a_left_side_of_exactly_half_the_room_is_too_long() -> None:
    """21 columns with its sign, of 42 or 43 and of 44."""
    line = f"  a long left side = 1{' + 1' * 6}"
    for width in (42, 43):
        assert list(folded([line], width)) == [f"  a long left side = 1{' + 1' * 5}", "    + 1"]
    assert list(folded([line], 44)) == [f"  a long left side = 1{' + 1' * 5}", f"{' ' * 21}+ 1"]


def test_all_lines_of_an_equation_have_their_signs_below_each_other() -> None:
    lines = ["  a long left side = 1.5", f"{' ' * 18} = 1 + 2 + 3 + 4 + 5", f"{' ' * 18} = 15"]
    assert list(folded(lines, 24)) == [
        "  a long left side = 1.5",
        "    = 1 + 2 + 3 + 4 + 5",
        "    = 15",
    ]
    assert list(folded(lines, 60)) == lines


def test_a_vector_is_broken_only_where_no_break_outside_of_it_would_do() -> None:
    assert list(folded(["  h = tanh((0.27, 0.15) + (0.125, 0.5) + (1, 2))"], 36)) == [
        "  h = tanh((0.27, 0.15)",
        "      + (0.125, 0.5) + (1, 2))",
    ]


@pytest.mark.parametrize(
    ("terms", "first"),
    [
        ("(2.5, 0.1) + x·(0.5, 4)", "  h = (2.5, 0.1)"),  # 16 columns of 27
        ("5 + 1.25 + X·(12, 3456)", "  h = 5 + 1.25"),
        ("2.5·5 + 1 + X + 2.5 + 12", "  h = 2.5·5 + 1 + X + 2.5"),
        ("1·(12, 345, 1234567890)", "  h = 1·(12, 345,"),  # outside it would be 7
        ("b + 1.5 + (125, 1234567)", "  h = b + 1.5"),  # 13, exactly half of 27
        ("b + 1. + (1250, 1234567)", "  h = b + 1. + (1250,"),  # one less
        ("1234567 + 1234567 + 1 + 2", "  h = 1234567 + 1234567 + 1"),  # 27
        ("[b + (12, 0.5) + (1, 34)]", "  h = [b + (12, 0.5)"),
        ("(1, 2) + (3, 4)·5 + 6·x", "  h = (1, 2) + (3, 4)·5"),
    ],
)
def test_a_break_outside_of_brackets_is_best_where_half_the_room_is_used(
    terms: str, first: str
) -> None:
    """Of those the last that fits: 27 columns are the room."""
    whole = f"  h = {terms}"
    assert len(whole) > 27
    assert next(folded([whole], 27)) == first


def test_a_term_wider_than_the_room_stands_on_a_line_of_its_own() -> None:
    """A letter, a sign or a factor beside it goes on a line of its own too."""
    assert list(folded(["  y = 0.1234567, x + 0.1234567890·0.12345678901"], 18)) == [
        "  y = 0.1234567,",
        "      x",
        "      +",
        "      0.1234567890",
        "      ·0.12345678901",
    ]


@pytest.mark.parametrize("line", ["  f^123456789", "  ab = 1", "  f = 1.25"])
def test_what_cannot_be_broken_is_left_whole(line: str) -> None:
    assert list(folded([line], 8)) == [line]


def test_wide_letters_take_two_columns() -> None:
    assert list(folded(["  h_日本 + h_日本"], 12)) == ["  h_日本", "    + h_日本"]


def test_without_a_width_nothing_is_folded() -> None:
    line = "  z = " + " + ".join(["0.5"] * 100)
    assert list(folded([line], None)) == [line]


@pytest.mark.parametrize("width", [80, 60, 40])
@pytest.mark.parametrize("command", LINES)
def test_every_digit_of_an_example_s_arithmetic_stands_within_the_terminal(
    command: str, width: int
) -> None:
    document = invoke([*shlex.split(command), "--work"], Surroundings()).document
    assert document is not None
    arithmetic = document.but(tables=(), notes=())
    whole, narrow = (
        "".join(render(arithmetic, "table", Look(width=columns))) for columns in (None, width)
    )
    assert max(map(len, narrow.splitlines())) <= width
    numbers = re.compile(r"[0-9.,]+")
    assert numbers.findall(narrow) == numbers.findall(whole)
