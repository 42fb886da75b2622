"""The gates that a network really opens: each unit's mean forget gate, and its half-life (`gates`).

f gate (of a GRU the update gate z), k distance in steps, T steps, H hidden
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

import numpy as np

from rnn_examples.errors import InputError
from rnn_examples.examples.gates import DISTANCES
from rnn_examples.examples.gates_measured_tables import kept_table, notes, units_table
from rnn_examples.examples.remarks import of_model
from rnn_examples.examples.sentence import Sentence, check_kept, empty, name_of, of_text
from rnn_examples.network.activations import sigmoid
from rnn_examples.network.arrays import Array
from rnn_examples.network.decimals import working
from rnn_examples.network.forward import stream
from rnn_examples.network.network import Network
from rnn_examples.tables.table import Cell, Document

# The gate that holds on to the memory: c_t = f c_{t-1} + ..., h_t = z h_{t-1} + ...
KEEPERS = {"lstm": "forget", "gru": "update"}
# Steps that are read at once: about so many numbers.
PIECE = 1 << 18
# e to this is about the smallest float.
SMALLEST_LOG = -700.0


@dataclass(frozen=True, slots=True, eq=False)
class Unit:
    """One unit's gate over the steps: its mean, least and largest, and the mean of its ln.

    By the bias alone, the first three are sigma(b).
    """

    layer: int
    direction: str
    unit: int
    mean: float
    least: float
    largest: float
    log: float

    @property
    def root(self) -> float:
        """The T-th root of the product of the gate's values: what a step keeps."""
        return math.exp(self.log)

    @property
    def half_life(self) -> float | None:
        """Of the mean gate, ln 0.5 / ln f, in steps; None where nothing is lost."""
        return None if self.mean >= 1.0 else math.log(0.5) / _log(self.mean)

    @property
    def root_half_life(self) -> float | None:
        """The same of `root`: of what the belt really keeps."""
        return math.log(0.5) / self.log if self.log else None

    def kept(self, k: int) -> float | Decimal:
        """root^k; a Decimal below the smallest float."""
        log = k * self.log if k else 0.0
        if log > SMALLEST_LOG or log == -math.inf:
            return math.exp(log)
        with working(17):
            return Decimal(log).exp()


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """`units` has a row a unit, layer by layer; steps is None where the biases alone are told."""

    network: Network
    given: Mapping[str, Cell]
    gate: str
    distances: tuple[int, ...]
    steps: int | None
    units: tuple[Unit, ...]
    picked: range | None


def _log(f: float) -> float:
    """ln f, minus infinity at 0."""
    return math.log(f) if f else -math.inf


def compute(
    network: Network,
    sentence: Sentence | None = None,
    distances: Sequence[int] = DISTANCES,
    *,
    units: range | None = None,
    given: Mapping[str, Cell] | None = None,
) -> Result:
    """The gates over a sentence, or without one at the biases alone, sigma(b).

    Raises InputError for a network without such a gate, and for a sentence too long for one that
    reads it from its end too.
    """
    gate = keeper(network)
    if sentence is None:
        found = _at_bias(network, gate, units)
        return Result(network, dict(given or {}), gate, tuple(distances), None, found, units)
    if network.bidirectional:
        check_kept(network, len(sentence.inputs))
        pieces = [sentence.inputs]
    else:
        pieces = [piece.inputs for piece in sentence.pieces(_size(network))]
    read = {} if sentence.words is None else {"sentence": " ".join(sentence.words)}
    return _measured(network, gate, pieces, distances, units, dict(given or read))


def compute_text(
    network: Network,
    text: Iterable[Sequence[str]],
    distances: Sequence[int] = DISTANCES,
    *,
    units: range | None = None,
    given: Mapping[str, Cell] | None = None,
) -> Result:
    """The same over a text of any length, in one pass.

    Raises InputError as `compute` does, for an empty text, and for a network that reads in reverse.
    """
    gate = keeper(network)
    pieces = (piece.inputs for piece in of_text(network, text, _size(network), name_of(given)))
    return _measured(network, gate, pieces, distances, units, dict(given or {}))


def keeper(network: Network) -> str:
    """The name of the gate that holds on to the memory. Raises InputError for a plain RNN."""
    if network.kind not in KEEPERS:
        raise InputError(
            f"model {network.source} is a plain RNN and has no gates. Expected an LSTM or a GRU"
        )
    return KEEPERS[network.kind]


def _size(network: Network) -> int:
    return max(1, PIECE // network.kept_a_step)


def _measured(
    network: Network,
    gate: str,
    pieces: Iterable[Array],
    distances: Sequence[int],
    units: range | None,
    given: Mapping[str, Cell],
) -> Result:
    sums, logs, least, largest = (
        [np.full(w.hidden, start) for w in network.directions] for start in (0.0, 0.0, 1.0, 0.0)
    )
    T = 0
    for states in stream(network, pieces, hidden_only=False):
        T += len(states.inputs)
        for place, trace in enumerate(states.traces):
            f = trace.gate(gate)
            with np.errstate(divide="ignore"):  # a gate that underflows to 0 keeps nothing
                logs[place] += np.log(f).sum(axis=0)
            sums[place] += f.sum(axis=0)
            least[place] = np.minimum(least[place], f.min(axis=0, initial=1.0))
            largest[place] = np.maximum(largest[place], f.max(axis=0, initial=0.0))
    if T == 0:
        raise empty(name_of(given))
    columns = [
        np.stack([total / T, lo, hi, log / T], axis=1)
        for total, lo, hi, log in zip(sums, least, largest, logs, strict=True)
    ]
    found = _units(network, columns, units)
    return Result(network, given, gate, tuple(distances), T, found, units)


def _at_bias(network: Network, gate: str, units: range | None) -> tuple[Unit, ...]:
    values = [sigmoid(getattr(weights, gate).b_h) for weights in network.directions]
    with np.errstate(divide="ignore"):
        columns = [np.stack([f, f, f, np.log(f)], axis=1) for f in values]
    return _units(network, columns, units)


def _units(network: Network, columns: Sequence[Array], units: range | None) -> tuple[Unit, ...]:
    """The units of every direction from their four figures (H, 4)."""
    places = [
        (number, way)
        for number, layer in enumerate(network.layers, 1)
        for way in ("forward", "reverse")[: len(layer.directions)]
    ]
    return tuple(
        Unit(layer, way, unit + 1, *figures[unit].tolist())
        for (layer, way), figures in zip(places, columns, strict=True)
        for unit in (units or range(len(figures)))
    )


def document(result: Result) -> Document:
    """The tables `units`, a row a unit, and `kept`, a row a unit and distance."""
    inputs: dict[str, Cell] = {
        **of_model(result.network, result.picked),
        **result.given,
        "distances": result.distances,
    }
    tables = (units_table(result), kept_table(result))
    return Document("gates", "What its gates keep", inputs, tables, notes(result))
