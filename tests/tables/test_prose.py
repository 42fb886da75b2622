"""What a sentence under a table says of its figures: with the table's digits, never as zeros."""

import shlex
from collections.abc import Callable
from decimal import Decimal

import pytest

from rnn_examples.equations.expression import equals, symbol
from rnn_examples.tables.formats import MODULES
from rnn_examples.tables.prose import Figure, Zeros, lines, plain, prose
from rnn_examples.tables.table import Column, Document, table

Printed = Callable[..., str]
LEFT = Column("left", "left", decimals=4)


@pytest.mark.parametrize(
    ("value", "digits", "told"),
    [
        (Decimal("1.35741"), None, "1.3574"),
        (Decimal("1.35741"), 2, "1.36"),
        (Decimal("4.63e-9"), None, "4.6e-09"),
        (Decimal("-4.63e-9"), None, "-4.6e-09"),
        (Decimal("4.63e-9"), 3, "4.63e-09"),
        (Decimal("0.004"), 2, "0.0040"),
        (Decimal("0.4"), 0, "0.40"),
        (Decimal(0), None, "0.0000"),
    ],
)
def test_a_figure_has_the_digits_asked_for_and_no_other_s_zeros(
    value: Decimal, digits: int | None, told: str
) -> None:
    """What is exactly 0 alone is told as zeros."""
    assert plain(prose("it is ", Figure(value, LEFT), "."), digits) == f"it is {told}."


def test_a_figure_s_letter_stands_before_it() -> None:
    assert plain(prose(Figure(1.5, LEFT, symbol("L")), "."), 1) == "L = 1.5."


@pytest.mark.parametrize(
    ("values", "digits", "told"),
    [
        (("1.5", "0.00004"), None, "0.0000 stands for less than 0.00005."),
        (("1.5", "0.00004"), 2, "0.00 stands for less than 0.005."),
        (("0.0000004",), 6, "0.000000 stands for less than 0.0000005."),
        (("0.4",), 0, "0 stands for less than 0.5."),
        (("1.5", "0.00004"), 5, ""),
        (("0", "1.5"), None, ""),
    ],
)
def test_zeros_are_explained_where_a_size_is_shown_as_zeros(
    values: tuple[str, ...], digits: int | None, told: str
) -> None:
    assert plain(prose(Zeros(tuple(map(Decimal, values)), LEFT)), digits) == told


@pytest.mark.parametrize("name", MODULES)
def test_a_note_that_has_nothing_to_say_is_not_there(
    rendered: Callable[..., str], name: str
) -> None:
    document = Document("d", "D", {}, (table("d", "D", (LEFT,), [(1.5,)]),))
    assert rendered(document.but(notes=(prose(Zeros((1.5,), LEFT)),)), name) == rendered(
        document, name
    )


@pytest.mark.parametrize("format_name", ["table", "plain", "markdown", "latex", "html"])
def test_the_notes_of_every_format_follow_the_digits(printed: Printed, format_name: str) -> None:
    shown = printed("influence", "--digits", "2", "-f", format_name)
    assert "0.00 stands for less than 0.005." in shown
    assert "with them it is 1.36." in shown
    assert "0.0000" not in shown
    assert "stands for" not in printed("influence", "--digits", "12", "-f", format_name)


def test_json_keeps_its_own_digits(printed: Printed) -> None:
    """Its numbers are not rounded, so no digits can be asked for."""
    shown = printed("influence", "--digits", "2", "-f", "json")
    assert "0.0000 stands for less than 0.00005." in shown


def test_a_size_in_a_note_is_never_zeros(printed: Printed) -> None:
    """0.5^20 beside what the slopes of tanh make of it (mpmath, 30 digits: 4.62926e-9)."""
    shown = printed("influence", "--gains", "0.5")
    assert "9.5e-07 would be left at g = 0.5 after 20 steps; with them it is 4.6e-09." in shown


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("activations", "0.25^47 = 5.05e-29"),
        ("bptt", "53.246 % of ∂E/∂W and 18.114 % of ∂E/∂U"),
        ("gates", "where that takes 14.266."),
        ("loss", "ln(3) = 1.099 nats"),
        ("spectrum", "λ_1 = 0.894"),
        ("truncate --model chapter --sentence 'the dog ran'", " % of itself"),
    ],
)
def test_every_example_s_figures_follow_the_digits(
    printed: Printed, command: str, told: str
) -> None:
    shown = printed(*shlex.split(command), "--digits", "3")
    assert told in shown, shown


def test_a_chain_wider_than_72_columns_is_broken_before_its_second_sign() -> None:
    """x = 1 = takes eight of them."""
    assert lines(equals("x", 1, "2" * 64)) == [f"x = 1 = {'2' * 64}"]
    assert lines(equals("x", 1, "2" * 65)) == ["x = 1", f"  = {'2' * 65}"]
