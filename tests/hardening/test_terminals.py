"""Terminals of any width: every number whole and in its order, or at width 1 every digit."""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from rnn_examples.output import Surroundings

NUMBER = re.compile(r"(?<![\w.])[-−]?\d[\d,]*(?:\.\d+)?(?:e[-+]?\d+)?")


def upright(text: str) -> str:
    """Without the marks above letters, which take no column: all others here take one."""
    return "".join(letter for letter in text if not unicodedata.combining(letter))


def numbers(text: str) -> list[str]:
    return NUMBER.findall(text)


def columns(table: str) -> Iterator[str]:
    """The cells of each column of a wide table, one below another: three blanks part them."""
    rows = [line for line in table.splitlines() if not line.startswith("─")]
    blank = "".join(" " if {*letters} == {" "} else "x" for letters in zip(*rows, strict=True))
    for place in re.finditer("x(?:x| {1,2}(?=x))*", blank):
        yield "\n".join(row[place.start() : place.end()] for row in rows)


def tables(text: str) -> Iterator[str]:
    """The blocks with a rule below their headings, their titles left out."""
    for block in text.split("\n\n"):
        lines = block.splitlines()
        rules = [at for at, line in enumerate(lines) if line.startswith("──")]
        if rules:
            yield "\n".join(lines[rules[0] - 1 :])


def in_order(some: list[str], text: list[str]) -> bool:
    """Whether all of them stand in the text, one after another."""
    rest = iter(text)
    return all(one in rest for one in some)


def test_the_columns_of_a_table_are_told_apart() -> None:
    rows = ("t   word          h_t", "─" * 21, "1   the    ( 0.5,  1)", "2   a      (-0.5, 10)")
    text = "\n".join(("A title", *rows))
    (table,) = tables(text)
    assert [numbers(column) for column in columns(table)] == [
        ["1", "2"],
        [],
        ["0.5", "1", "-0.5", "10"],
    ]


def on(width: int, leaf: Any, printed: Callable[..., str]) -> str:
    return upright(printed(*leaf.line, surroundings=Surroundings(width=width)))


@pytest.mark.usefixtures("here")
def test_a_narrow_terminal_shows_every_number_whole_and_in_order(
    leaf: Any, printed: Callable[..., str]
) -> None:
    """On 20 columns as on 200; keys are repeated where a table is shown in parts. On one column,
    every digit."""
    wide, narrow, one = (on(width, leaf, printed) for width in (200, 20, 1))
    if not any(option.name == "--format" for option in leaf.options):
        assert narrow == one == wide  # a file of TOML, a document's diff
        return
    assert max(map(len, narrow.splitlines())) <= 20
    found = numbers(narrow)
    missing = Counter(numbers(wide)) - Counter(found)
    assert not missing
    for table in tables(wide):
        for column in columns(table):
            assert in_order(numbers(column), found), column
    assert not Counter(filter(str.isdigit, wide)) - Counter(filter(str.isdigit, one))
