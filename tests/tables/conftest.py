"""A document of the words that formats break on, and the measure that its lines are held to."""

import unicodedata
from collections.abc import Callable, Iterator

import pytest

from rnn_examples.equations.expression import symbol
from rnn_examples.tables.formats import Look, render
from rnn_examples.tables.table import Column, Document, Row, Table, table

WORDS = (
    "[bold] a[/] [x] :cat:",
    "a|b",
    "`c|d`",
    "x\\|y",
    "50%_done & $5 #1 {x} ~ ^ \\",
    "<LOQ </td> &amp;",
    "日本 👍 cafe",
    "1E10 007 8.10",
    "20200407_2",
    "=1+1",
    "",
    "two\nlines",
    "re\rturn",
    "\x1b[31mred\x1b[0m",
    "left\u202eright\u2066",
    "\"quoted\", 'so' -- **b** *i* ~~s~~ <!-- x --> ![i](j) @me #1",
)


@pytest.fixture
def words() -> tuple[str, ...]:
    return WORDS


@pytest.fixture
def document() -> Document:
    """A row a word, with a number, a missing one and a vector; a total row; everything awkward
    again in the title, the headings, the unit and the note."""
    columns = (
        Column("t", "t", key=True),
        Column("word", "50%_done & $5", unit="a|b", text=True),
        Column("h", symbol("h_t"), decimals=2),
        Column("value", "[bold]value[/]", decimals=4),
        Column("again", "<b>", text=True),
    )
    rows: list[Row] = [
        (place, word, (0.5 * place, -0.25), None if place == 1 else -0.125 * place, word)
        for place, word in enumerate(WORDS)
    ]
    everything = " ".join(WORDS)
    awkward = table("trace", f"Title {everything}", columns, rows, total=True)
    second = table("second", "Second", columns[:2], [(1, "a|b")])
    return Document(
        "awkward", everything, {"words": WORDS}, (awkward, second), (f"Note {everything}",)
    )


@pytest.fixture
def stream() -> Callable[[], Document]:
    """A document whose rows come in three batches, each made when it is asked for."""

    def batches() -> Iterator[list[Row]]:
        for first in (1, 3, 5):
            yield [(t, f"word{t}", t / 3) for t in (first, first + 1)]

    columns = (
        Column("t", "t", key=True),
        Column("word", "word", text=True),
        Column("third", "third", decimals=3),
    )
    return lambda: Document("flow", "Flow", {}, (Table("flow", "Flow", columns, batches()),))


@pytest.fixture
def rendered() -> Callable[..., str]:
    """rendered(document, "csv", digits=3): the whole text."""

    def text(document: Document, format_name: str, **look: object) -> str:
        return "".join(render(document, format_name, Look(**look)))

    return text


@pytest.fixture
def columns_of() -> Callable[[str], int]:
    """How many columns of a screen a text takes, by the Unicode tables alone."""

    def measure(text: str) -> int:
        return sum(
            0
            if unicodedata.combining(letter)
            else 2
            if unicodedata.east_asian_width(letter) in "WF"
            else 1
            for letter in text
        )

    return measure
