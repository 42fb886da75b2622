"""The parameters of a network as it is: every array, its shape, its count (`params --model`).

V words, D input (embedding) size, H hidden size
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rnn_examples.examples.notation import LETTERS
from rnn_examples.examples.params import SHAPES
from rnn_examples.examples.remarks import of_model
from rnn_examples.network.counts import NamedShape
from rnn_examples.network.network import Network
from rnn_examples.tables.numbers import fixed
from rnn_examples.tables.prose import Prose, about
from rnn_examples.tables.table import Column, Document, Row, Table, table

# Parts of a network, in the order of its arrays.
EMBEDDING, OUTPUT = "embedding", "output"
# How people read of it: beside the output gate's arrays the layer has its whole name.
OUTPUT_LAYER = "output layer"


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """The arrays by their names in the source's letters, and the counts of the parts they make."""

    network: Network
    arrays: tuple[NamedShape, ...]
    parts: Mapping[str, int]


def compute(network: Network) -> Result:
    """Every array of the network, as it was read: gates apart, one bias vector a gate."""
    letters = LETTERS[network.notation]
    arrays, parts = [], dict[str, int]()
    for name, array in network.arrays().items():
        arrays.append(NamedShape(letters.name(name), letters.oriented(array).shape))
        part = _part(network, name)
        parts[part] = parts.get(part, 0) + array.size
    return Result(network, tuple(arrays), parts)


def _part(network: Network, name: str) -> str:
    """embedding, output, or the layer and direction that an array belongs to."""
    if name in ("embedding", "W_hy", "b_y"):
        return EMBEDDING if name == "embedding" else OUTPUT
    layer = name.removeprefix("layer").partition(".")[0] if name.startswith("layer") else "1"
    several = len(network.layers) > 1
    direction = " reverse" if "reverse." in name else " forward" if network.bidirectional else ""
    return f"layer {layer}{direction}" if several or direction else "recurrent layer"


def document(result: Result) -> Document:
    """The tables `shapes`, a row an array, and `parts`, each with its total."""
    network = result.network
    total = sum(array.count for array in result.arrays)
    shapes = [(array.name, array.shape, array.count) for array in result.arrays]
    parts = [(part, count, 100 * count / total) for part, count in result.parts.items()]
    kind = network.kind.upper()
    inputs = of_model(network)
    tables = (
        table(
            "shapes",
            f"The {kind} of {network.source}, array by array",
            SHAPES,
            [*shapes, ("total", None, total)],
            total=True,
        ),
        _parts([*parts, ("total", total, 100.0)]),
    )
    return Document("params", "Parameters counted", inputs, tables, _notes(result))


def _parts(rows: Sequence[Row]) -> Table:
    every = table("parts", "Its parts", PARTS, rows, total=True)
    named = [(OUTPUT_LAYER if row[0] == OUTPUT else row[0], *row[1:]) for row in rows]
    return every.but(summary=table("parts", "Its parts", PARTS, named, total=True))


def _notes(result: Result) -> tuple[str | Prose, ...]:
    network = result.network
    found: list[str | Prose] = []
    if network.source not in LETTERS:
        used = "Counted are the arrays as they are used: each gate's apart" + (
            ", and the two bias vectors of a file that keeps two as the one that they add up to."
            if any(weights.has_bias for weights in network.directions)
            else ". The recurrent layers have no bias."
        )
        found.append(about("shapes", used))
    if network.one_hot:
        one_hot = "The words are one-hot vectors, which have no parameters."
        found.append(about("shapes", one_hot))
    if network.W_hy is None:
        found.append("The network has no output layer.")
    mebibytes = sum(array.count for array in result.arrays) * 8 / (1 << 20)
    if mebibytes >= 1:
        found.append(f"In float64 they take {fixed(mebibytes, 1)} MiB.")
    return (*found, *network.notes)


PARTS = (
    Column("part", "part", key=True, text=True),
    Column("count", "count", unit="parameters"),
    Column("share", "share", unit="%", decimals=1),
)
