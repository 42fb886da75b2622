"""Parameters counted: every array, two kinds of model by context, three kinds of cell (`params`).

V words, d embedding size, H hidden size, n words of context
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

from rnn_examples.equations.expression import power, product, quotient, relate, total
from rnn_examples.network.counts import (
    GATES,
    Kind,
    NamedShape,
    Sizes,
    embedding_array,
    output_arrays,
    recurrent_arrays,
)
from rnn_examples.record import Record
from rnn_examples.tables.numbers import shortest
from rnn_examples.tables.prose import Prose, about, prose
from rnn_examples.tables.table import Cell, Column, Document, Table, table

VOCABULARY = 10_000
BOOK = Sizes(inputs=100, hidden=500)
CONTEXTS = (1, 2, 3, 4, 5, 6, 7, 10, 20, 50)
KINDS: tuple[Kind, ...] = ("rnn", "gru", "lstm")
NAMES: dict[Kind, str] = {"rnn": "RNN", "gru": "GRU", "lstm": "LSTM"}

Which = Literal["rnn", "gru", "lstm", "all"]


class Context(Record):
    """The hidden layers' matrices at a context of n words; their biases are the same size."""

    context: int
    feed_forward: int
    recurrent: int

    @property
    def smaller(self) -> str:
        if self.feed_forward == self.recurrent:
            return "equal"
        return "feed-forward" if self.feed_forward < self.recurrent else "recurrent"


class Crossing(Record):
    """One reading of the comparison: the context at which both models are of one size."""

    reading: str
    recurrent: int
    context: Fraction


class CellCount(Record):
    """One kind of cell, its recurrent layers alone."""

    kind: Kind
    gates: int
    parameters: int
    ratio: Fraction


class Result(Record):
    """`shapes` holds, for each kind asked for, every array of the language model."""

    vocabulary: int
    sizes: Sizes
    shapes: dict[Kind, tuple[NamedShape, ...]]
    contexts: tuple[Context, ...]
    crossings: tuple[Crossing, ...]
    cells: tuple[CellCount, ...]


def compute(
    vocabulary: int = VOCABULARY,
    sizes: Sizes = BOOK,
    contexts: Sequence[int] = CONTEXTS,
    which: Which = "rnn",
) -> Result:
    """The chapter's tables, in exact integers. Source: chapter, "Parameters".

    The feed-forward model's hidden matrix has shape (n d, H). Raises InputError for a projection
    that a kind of cell does not have.
    """
    d, H = sizes.inputs, sizes.hidden
    kinds: tuple[Kind, ...] = KINDS if which == "all" else (which,)
    every = {kind: recurrent_arrays(kind, sizes) for kind in kinds}
    compared = KINDS if sizes.projection is None else kinds
    plain = sizes.but(projection=None)
    rnn = sum(array.count for array in recurrent_arrays("rnn", plain))
    both = H * d + H * H
    return Result(
        vocabulary=vocabulary,
        sizes=sizes,
        shapes={
            kind: (
                embedding_array(vocabulary, d, sizes.convention),
                *arrays,
                *output_arrays(vocabulary, sizes.width, sizes.bias, sizes.convention),
            )
            for kind, arrays in every.items()
        },
        contexts=tuple(Context(n, n * d * H, both) for n in contexts),
        crossings=(
            Crossing("recurrent matrix alone", H * H, Fraction(H, d)),
            Crossing("recurrent and input matrices", both, 1 + Fraction(H, d)),
        ),
        cells=tuple(_cell(kind, sizes, rnn) for kind in compared),
    )


def _cell(kind: Kind, sizes: Sizes, rnn: int) -> CellCount:
    count = sum(array.count for array in recurrent_arrays(kind, sizes))
    return CellCount(kind, GATES[kind], count, Fraction(count, rnn))


def document(result: Result) -> Document:
    """The tables: `shapes` (one a kind if all are asked for), `contexts`, `crossings`, `cells`."""
    sizes = result.sizes
    inputs: dict[str, Cell] = {
        "vocabulary": result.vocabulary,
        "embedding": sizes.inputs,
        "hidden": sizes.hidden,
        "contexts": tuple(row.context for row in result.contexts),
        "cell": "all" if len(result.shapes) > 1 else next(iter(result.shapes)),
        "bias": sizes.bias,
        "layers": sizes.layers,
        "bidirectional": sizes.bidirectional,
        "projection": sizes.projection,
        "convention": sizes.convention,
    }
    tables = (*_shapes(result), _contexts(result), _crossings(result), _cells(result))
    return Document("params", "Parameters counted", inputs, tables, _notes(result))


def _shapes(result: Result) -> list[Table]:
    several = len(result.shapes) > 1
    tables = []
    for kind, arrays in result.shapes.items():
        rows = [(array.name, array.shape, array.count) for array in arrays]
        tables.append(
            table(
                f"shapes_{kind}" if several else "shapes",
                f"{NAMES[kind]} language model, array by array",
                SHAPES,
                [*rows, ("total", None, sum(count for _, _, count in rows))],
                total=True,
            )
        )
    return tables


def _contexts(result: Result) -> Table:
    rows = [
        (
            row.context,
            row.feed_forward,
            row.recurrent,
            row.feed_forward - row.recurrent,
            row.smaller,
        )
        for row in result.contexts
    ]
    return table(
        "contexts",
        "The hidden layers' matrices, by context",
        CONTEXT_COLUMNS,
        rows,
        equation=relate(product("n", "d", "H"), "=", total(product("H", "d"), power("H", 2))),
    )


def _crossings(result: Result) -> Table:
    rows = [(row.reading, row.recurrent, row.context) for row in result.crossings]
    return table("crossings", "Where the two models cross", CROSSINGS, rows)


def _cells(result: Result) -> Table:
    rows = [(row.kind, row.gates, row.parameters, row.ratio) for row in result.cells]
    return table("cells", "Kinds of cell, the recurrent layers alone", CELLS, rows)


def _notes(result: Result) -> tuple[str | Prose, ...]:
    alone, both = (shortest(row.context) for row in result.crossings)
    notes: list[str | Prose] = [
        about("contexts crossings", _compared(result)),
        about(
            "contexts crossings",
            prose(
                f"Counting the recurrent matrix alone the models cross at {alone} words of "
                "context (",
                quotient("H", "d"),
                f"); counting the input matrix too, as a like-for-like comparison must, "
                f"at {both} (",
                total(1, quotient("H", "d")),
                ").",
            ),
        ),
    ]
    if (result.sizes.inputs, result.sizes.hidden) == (BOOK.inputs, BOOK.hidden):
        five = "The chapter's five is the first of the two readings."
        notes.append(about("contexts crossings", five))
    of_counts = " ".join((*(shapes.name for shapes in _shapes(result)), "cells"))
    if result.sizes.convention == "pytorch" and result.sizes.bias:
        two = "PyTorch keeps two bias vectors a layer; their sum acts as one."
        notes.append(about(of_counts, two))
    if result.sizes.convention == "keras" and result.sizes.bias and "gru" in result.shapes:
        two = "Keras gives its GRU two bias vectors (reset_after), the other cells one."
        notes.append(about(of_counts, two))
    return tuple(notes)


def _compared(result: Result) -> str:
    """Which recurrent model stands in the comparison, and what both models have alike."""
    sizes = result.sizes
    alike = f"output layer{', embeddings and hidden bias' if sizes.bias else ' and embeddings'}"
    several = sizes.layers > 1 or sizes.bidirectional or sizes.projection is not None
    if several or "rnn" not in result.shapes:
        return (
            "Compared is one forward layer of a plain RNN, whatever the other tables count. It has "
            f"the same {alike} as the feed-forward model, so the comparison leaves these out."
        )
    return f"Both models have the same {alike}, so the comparison leaves these out."


SHAPES = (
    Column("array", "array", key=True, text=True),
    Column("shape", "shape", between=" × "),
    Column("count", "count", unit="parameters"),
)
CONTEXT_COLUMNS = (
    Column("context", "context", unit="words", key=True),
    Column("feed_forward", "feed-forward"),
    Column("recurrent", "recurrent"),
    Column("difference", "difference"),
    Column("smaller", "smaller", text=True),
)
CROSSINGS = (
    Column("reading", "recurrent side counts", key=True, text=True),
    Column("recurrent", "parameters"),
    Column("context", "equal at a context of", unit="words"),
)
CELLS = (
    Column("cell", "cell", key=True, text=True),
    Column("gates", "blocks"),
    Column("parameters", "parameters"),
    Column("ratio", "times the RNN", decimals=3),
)
