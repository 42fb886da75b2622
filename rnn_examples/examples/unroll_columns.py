"""The tables of `unroll`: their columns in the letters of the model's source, their equations."""

from collections.abc import Iterable, Sequence

from rnn_examples.equations.expression import (
    Expression,
    call,
    difference,
    elementwise,
    equals,
    symbol,
    total,
)
from rnn_examples.examples.notation import LETTERS, gate_value
from rnn_examples.network.network import Network
from rnn_examples.tables.table import Column, Row, Table

KINDS = {"rnn": "network", "lstm": "LSTM", "gru": "GRU"}
BOOK = {"chapter": "The chapter's", "notebook": "The notebook's", "lesson": "The lesson's"}
# The notebook prints three decimals; the chapter's trace is missing in our copy.
DECIMALS = {"notebook": 3}


def trace_table(
    network: Network, batches: Iterable[Sequence[Row]], named: bool, units: range | None
) -> Table:
    """A row a word (of several layers or directions, one for each)."""
    decimals = DECIMALS.get(network.notation, 4)
    several = len(network.directions) > 1
    columns = _heads(network, named)
    if several:
        columns += [
            Column("layer", "layer", key=True),
            Column("direction", "direction", key=True, text=True),
        ]
    columns += [
        Column(name, label, decimals=decimals, picked=units) for name, label in _vectors(network)
    ]
    return Table("trace", _title(network), tuple(columns), batches, equation=_state(network))


def outputs_table(network: Network, batches: Iterable[Sequence[Row]], named: bool) -> Table:
    """A row a word: y_t, and the word that it makes most likely."""
    letters = LETTERS[network.notation]
    logits = letters.applied(letters.W_hy, "h_t")
    if network.b_y is not None:
        logits = total(logits, letters.b_y)
    columns = (
        *_heads(network, named),
        Column("y", letters.prediction("t"), decimals=4),
        Column("next", "most likely next", text=network.vocabulary is not None),
    )
    equation = equals(letters.prediction("t"), call("softmax", logits))
    return Table("outputs", "What each state predicts", columns, batches, equation=equation)


def _heads(network: Network, named: bool) -> list[Column]:
    """t, and the word, which names a row too unless it is a number like t or has several rows."""
    key = network.vocabulary is not None and len(network.directions) == 1
    words = [Column("word", "word", key=key, text=True)] if named else []
    return [Column("t", symbol("t"), key=True), *words]


def _title(network: Network) -> str:
    kind = KINDS[network.kind]
    if network.notation in BOOK and network.source == network.notation:
        return f"{BOOK[network.source]} {kind}, word by word"
    return f"The {kind} of {network.source}, word by word"


def _vectors(network: Network) -> list[tuple[str, Expression]]:
    """The names and labels of a row's vectors."""
    letters = LETTERS[network.notation]
    if network.kind == "rnn":
        return [
            ("input", letters.input("t")),
            ("recurrent", letters.recurrent("t-1")),
            ("h", symbol("h_t")),
        ]
    found = []
    for gate in network.layers[0].forward.gates_as_shown:
        name = gate if gate == "candidate" else f"{gate}_gate"
        found.append((name, symbol(f"{gate_value(network.kind, gate)}_t")))
    memory = [("c", symbol("c_t"))] if network.kind == "lstm" else []
    return [*found, *memory, ("h", symbol("h_t"))]


def _state(network: Network) -> Expression:
    """h_t as its cell computes it."""
    if network.kind == "lstm":
        memory = total(elementwise("f_t", "c_{t-1}"), elementwise("i_t", "c̃_t"))
        return equals("h_t", elementwise("o_t", call("tanh", memory)))
    if network.kind == "gru":
        kept = elementwise("z_t", "h_{t-1}")
        written = elementwise(difference(1, "z_t"), "n_t")
        return equals("h_t", total(written, kept))
    letters = LETTERS[network.notation]
    bias = [letters.b_h] if network.layers[0].forward.has_bias else []
    inside = total(letters.input("t"), letters.recurrent("t-1"), *bias)
    return equals("h_t", call(str(network.activation), inside))
