"""Exact numbers and their chains, as the arithmetic of an example is written."""

from collections.abc import Sequence

from rnn_examples.equations.expression import (
    Expression,
    Item,
    number,
    parse,
    relate,
    symbol,
)
from rnn_examples.examples.notation import below
from rnn_examples.network.decimals import Exact
from rnn_examples.tables.numbers import grouped, shortest, show
from rnn_examples.tables.table import Column, Work

LONGEST_TEXT = 9
LONGEST_LIST = 8
FIRST_SHOWN = 3
# How a board shows a number that is too long to stand in full.
SHOWN = Column("shown", "shown", decimals=4, significant=2)


def written(title: str, lines: tuple[Expression, ...], tables: tuple[str, ...] = ()) -> Work:
    """Arithmetic whose lines start from full numbers, not from the rounded ones that they show."""
    return Work(title, lines, tables, rounded=True)


def given(value: float | Exact, column: Column = SHOWN) -> Expression:
    """The number itself where its text is short, 1/3 too; else as the column shows it."""
    text = shortest(value)
    is_short = len(text.removeprefix("-")) <= LONGEST_TEXT
    return parse(grouped(text)) if is_short else computed(value, column)


def computed(value: float | Exact, column: Column = SHOWN) -> Expression:
    """The number as the column shows it."""
    return parse(show(value, column))


def at(letter: str, t: int) -> Expression:
    """h_2: a letter at a step."""
    return symbol(f"{letter}_{below(t)}")


def count(value: int) -> Expression:
    """A count with its digits grouped: 10,000."""
    return number(f"{value:,}")


def first_of(shown: int, whole: int, things: str) -> str:
    """For a title: ", the first 4 of 9 steps" where not all of them are written."""
    return "" if shown >= whole else f", the first {shown:,} of {whole:,} {things}"


def left_out(*what: str) -> str:
    """For a title: "; the other gains go the same way", of whatever is not blank."""
    named = " and ".join(filter(None, what))
    return f"; {named} go the same way" if named else ""


def some(items: Sequence[Item]) -> Sequence[Item]:
    """The items; of many, the first few, dots and the last."""
    if len(items) <= LONGEST_LIST:
        return items
    return [*items[:FIRST_SHOWN], symbol("…"), items[-1]]


def chained(first: Item, *others: Item, then: Sequence[Item] = ()) -> Expression:
    """first = a = b = c, without what only repeats the item before it, and a sign and an item
    after the chain."""
    parts: list[Item] = []
    for item in map(parse, others):
        if not parts or item != parts[-1]:
            parts += ["=", item]
    return relate(first, *parts, *then)
