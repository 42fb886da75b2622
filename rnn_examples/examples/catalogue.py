"""Every worked example: what it shows, and where its source has it (`list`)."""

from typing import NamedTuple

from rnn_examples.tables.table import Column, Document, table

CHAPTER = "chapter"
LESSON = "lesson"
NOTEBOOK = "notebook"
TITLE = "The worked examples"


class Entry(NamedTuple):
    """`place` is the section of the source."""

    name: str
    source: str
    place: str
    summary: str


EXAMPLES = (
    Entry("unroll", CHAPTER, "a network, unrolled", "A hidden state, word by word."),
    Entry("params", CHAPTER, "parameter count", "What each array holds; where two models cross."),
    Entry("vanish", CHAPTER, "how fast, in numbers", "A factor to the power of the distance."),
    Entry("clip", CHAPTER, "gradient clipping", "Gradients, before and after clipping."),
    Entry("influence", LESSON, "in code", "How far a nudge of the first state is felt."),
    Entry("lstm-cell", LESSON, "in code", "A scalar LSTM cell reads seven words."),
)


def compute(source: str | None = None) -> tuple[Entry, ...]:
    """The examples of one source, or of all."""
    return tuple(entry for entry in EXAMPLES if source in (None, entry.source))


def document(result: tuple[Entry, ...]) -> Document:
    """The table `examples`."""
    columns = (
        Column("example", "example", key=True, text=True),
        Column("shows", "shows", text=True),
        Column("source", "source", text=True),
        Column("place", "place", text=True),
    )
    rows = [(entry.name, entry.summary, entry.source, entry.place) for entry in result]
    return Document(
        "list",
        "The worked examples",
        {},
        (table("examples", "The worked examples", columns, rows),),
    )
