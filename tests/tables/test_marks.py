"""The whole texts of two small documents in every format for people."""

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from rnn_examples.equations.expression import equals, power, symbol
from rnn_examples.tables.prose import Figure, prose
from rnn_examples.tables.table import Column, Document, Row, Work, table

COLUMNS = (
    Column("name", "name", key=True, text=True),
    Column("size", symbol("W"), unit="em", decimals=1),
)
ROWS: list[Row] = [("a", 0.25), ("sum", -10.0)]
SUMS = table("sums", "Sums", COLUMNS, ROWS, total=True, equation=equals("W", power("x", 2)))
SHARES = table(
    "shares",
    "Shares",
    (Column("share", "share", key=True), Column("h", symbol("h"), decimals=1)),
    [(Fraction(1, 3), (1.5,) * 9), (Fraction(-2, 3), 0.25)],
)
LEFT, SMALL = (Column("left", "left", decimals=4).but(significant=n) for n in (None, 2))
NOTE = prose(
    "Of ", Figure(-0.375, LEFT), ", ", Figure(0.5, LEFT), " and ", Figure(-7e-15, SMALL), "."
)
WORK = Work("Powers", (equals(power(2, 3), 8), equals("x", 1)))
DOCUMENT = Document("one", "One", {}, (SUMS, SHARES), (NOTE, "As told."), (WORK,))

N = table("n", "Count", (Column("n", "n"),), [(1,)])
PARTS = (
    Document("first", "First & [last]", {}, (N,), ("A note.",)),
    Document("a&b", "日本", {}, (N.but(title="Again"),)),
)
BOOK = Document("book", "A [bold] book", {}, (), (), (), PARTS)
FILES = {
    "table": "-table.txt",
    "plain": ".txt",
    "markdown": ".md",
    "latex": ".tex",
    "html": ".html",
}


def stored(stem: str, name: str) -> str:
    path = Path(__file__).parent / "marks" / f"{stem}{FILES[name]}"
    return path.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", FILES)
def test_the_document_is_as_it_is_stored(rendered: Callable[..., str], name: str) -> None:
    """The caption, the label and a float go to the first table; the digits to every number."""
    look = {"caption": "Mine", "label": "tab:a", "equations": True, "digits": 2}
    assert rendered(DOCUMENT, name, **look) == stored("document", name)


@pytest.mark.parametrize("name", FILES)
def test_a_book_is_its_documents_under_their_titles(
    rendered: Callable[..., str], name: str
) -> None:
    assert rendered(BOOK, name) == stored("book", name)


def test_where_the_encoding_has_no_lines_titles_are_underlined_in_ascii(
    rendered: Callable[..., str],
) -> None:
    in_ascii = stored("book", "table").translate({0x2550: "=", 0x2500: "-"})
    assert rendered(BOOK, "table", ascii=True) == in_ascii
