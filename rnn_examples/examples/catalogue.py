"""Every worked example: what it shows, and where its source has it (`list`)."""

from rnn_examples.record import Record
from rnn_examples.tables.table import Column, Document, table

CHAPTER = "chapter"
LESSON = "lesson"
NOTEBOOK = "notebook"
SOURCES = (CHAPTER, LESSON, NOTEBOOK)
TITLE = "The worked examples"


class Entry(Record):
    """`place` is the section of the source; `trains`: it takes longer than a glance."""

    name: str
    source: str
    place: str
    summary: str
    trains: bool = False


EXAMPLES = (
    Entry("unroll", CHAPTER, "a network, unrolled", "A hidden state, word by word."),
    Entry("activations", CHAPTER, "why tanh", "Four activations, their derivatives, dead units."),
    Entry("loss", CHAPTER, "the language model's loss", "Cross-entropy a word; perplexity."),
    Entry("params", CHAPTER, "parameter count", "What each array holds; where two models cross."),
    Entry("bptt", CHAPTER, "backpropagation through time", "Where each gradient comes from."),
    Entry("vanish", CHAPTER, "how fast, in numbers", "A factor to the power of the distance."),
    Entry("clip", CHAPTER, "gradient clipping", "Gradients, before and after clipping."),
    Entry("truncate", CHAPTER, "truncated BPTT", "What gradients cut into segments lose."),
    Entry("bidirectional", CHAPTER, "bidirectional networks", "A reading each way, side by side."),
    Entry("blame", LESSON, "blame through time", "What the last state feels of each word."),
    Entry("spectrum", LESSON, "blame through time", "When a product of Jacobians must vanish."),
    Entry("influence", LESSON, "in code", "How far a nudge of the first state is felt."),
    Entry("lstm-cell", LESSON, "in code", "A scalar LSTM cell reads seven words."),
    Entry("task", NOTEBOOK, "step 3", "Sequences that test a memory, and their answers."),
    Entry("train", NOTEBOOK, "step 5", "A small network learns the task.", trains=True),
    Entry("fade", NOTEBOOK, "step 6", "A gradient's size at every position.", trains=True),
    Entry("gates", NOTEBOOK, "step 7", "What a forget gate keeps; its half-life."),
    Entry("remember", NOTEBOOK, "step 8", "How far back networks remember.", trains=True),
)


# What --table completes, by command; the tables of a model file and of other options with them.
TABLES = {
    "unroll": "trace outputs",
    "activations": "values derivatives largest ceilings units",
    "loss": "steps total",
    "params": "shapes contexts crossings cells parts",
    "bptt": "signals contributions gradients check",
    "vanish": "decay forty_seven passage",
    "clip": "clipping",
    "truncate": "segments dependencies gradients training",
    "bidirectional": "states concatenation sees",
    "blame": "blame sentences",
    "spectrum": "spectrum sizes",
    "influence": "influence",
    "lstm-cell": "answers trace belt",
    "task": "sequences",
    "train": "history clipping",
    "fade": "gradients summary",
    "gates": "gates kept units",
    "remember": "accuracy success",
}


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
        TITLE,
        {},
        (table("examples", TITLE, columns, rows),),
    )
