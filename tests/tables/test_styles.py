"""What stands out in a terminal with colours: titles, headings, bars and words, each in its own."""

import re
from collections.abc import Callable

import pytest

from rnn_examples.equations.expression import equals
from rnn_examples.tables.table import Bar, Column, Document, Work, table

BOLD, DIM, RED, CYAN, TITLE = "1", "2", "31", "36", "1;36"
COLUMNS = (
    Column("k", "key", key=True),
    Column("w", "word", text=True, styles={"bad": "red"}),
    Column("v", "value", decimals=1),
    Column("bar", "bar", bar=Bar("v", 1e-1, 1)),
)
ONE = table("one", "One", COLUMNS, [(1, "bad", 1.0, None), (2, "fine", 0.1, None)])
PART = Document("p", "Part", {}, (ONE,), ("A note.",), (Work("Work", (equals("x", 1),)),))
BOOK = Document("b", "Book", {}, (), parts=(PART,))


@pytest.fixture
def styled(rendered: Callable[..., str]) -> Callable[..., list[tuple[str, str]]]:
    """The pieces of a text that are in a style, each with the numbers of its style in ANSI."""

    def pieces(document: Document, **look: object) -> list[tuple[str, str]]:
        text = rendered(document, "table", colour=True, **look)
        found = re.findall(r"\x1b\[([0-9;]+)m(.*?)\x1b\[0m", text)
        return [(style, words.strip()) for style, words in found if words.strip()]

    return pieces


def test_every_part_of_a_document_has_its_style(
    styled: Callable[..., list[tuple[str, str]]],
) -> None:
    assert styled(BOOK) == [
        (BOLD, "Book"),
        (TITLE, "Part"),
        (TITLE, "════"),
        (BOLD, "One"),
        *[(BOLD, heading) for heading in ("key", "word", "value", "bar")],
        (RED, "bad"),
        (CYAN, "█" * 24),
        (DIM, "A note."),
        (BOLD, "Work"),
    ]


def test_a_part_that_goes_on_is_headed_in_bold(
    styled: Callable[..., list[tuple[str, str]]],
) -> None:
    numbers = table("n", "", (COLUMNS[0], COLUMNS[2], COLUMNS[2]), [(1, 1234.5, 6789.5)])
    assert styled(Document("n", "N", {}, (numbers,)), width=12) == [
        (BOLD, "key"),
        (BOLD, "value"),
        (BOLD, "(continued)"),
        (BOLD, "key"),
        (BOLD, "value"),
    ]


def test_a_row_on_lines_of_its_own_has_its_headings_in_bold(
    styled: Callable[..., list[tuple[str, str]]],
) -> None:
    """A blank cell has no line."""
    numbers = table("n", "", COLUMNS[:3], [(1, "bad", 123456.5), (2, "fine", None)])
    assert styled(Document("n", "N", {}, (numbers,)), width=9) == [
        (BOLD, "key:"),
        (BOLD, "word:"),
        (RED, "bad"),
        (BOLD, "value:"),
        (BOLD, "key:"),
        (BOLD, "word:"),
    ]


def test_no_surroundings_reach_it(
    rendered: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether there is colour, and how wide the terminal is, is decided before."""
    note = BOOK.but(notes=("A note of several words. " * 5,))
    looks = [{"colour": colour, "width": 100} for colour in (True, False)]
    texts = [rendered(note, "table", **look) for look in looks]
    surroundings = {"NO_COLOR": "1", "FORCE_COLOR": "1", "TERM": "dumb", "COLUMNS": "20"}
    for name, value in surroundings.items():
        monkeypatch.setenv(name, value)
    assert [rendered(note, "table", **look) for look in looks] == texts
