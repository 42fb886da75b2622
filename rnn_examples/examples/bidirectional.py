"""Two recurrences, one each way, their states side by side (`bidirectional`).

Letters: t step, T steps, H hidden, D input.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from rnn_examples.errors import InputError
from rnn_examples.examples.bidirectional_tables import (
    concatenation_table,
    notes,
    sees_table,
    states_table,
)
from rnn_examples.examples.remarks import of_model, typed_matrix
from rnn_examples.examples.sentence import Sentence, check_kept
from rnn_examples.network.arrays import Array
from rnn_examples.network.cells.rnn import RNNWeights
from rnn_examples.network.exact import exact_steps, is_hand_sized
from rnn_examples.network.forward import forward
from rnn_examples.network.network import Layer, Network
from rnn_examples.network.weights import Weights
from rnn_examples.tables.table import Cell, Document, Vector

# The chapter's reading from the end is ours: it gives numbers for one direction alone.
W_REVERSE = ((0.5, 0.2), (-0.3, 0.6))
U_REVERSE = ((0.3, -0.2), (0.1, 0.5))
B_REVERSE = (-0.05, 0.05)
# Of a network of any size: each word is a row.
MOST_WORDS = 100_000

Reverse = tuple[Sequence[Sequence[float]], Sequence[Sequence[float]], Sequence[float]]


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """forward, reverse: the last layer's states word by word, each (H,).

    added: how the network got its reverse direction: own, ours, given, shared.
    """

    network: Network
    given: Mapping[str, Cell]
    sentence: Sentence
    added: str
    forward: tuple[Vector, ...]
    reverse: tuple[Vector, ...]
    units: range | None

    @property
    def sees_all(self) -> bool:
        """Whether each direction of the last layer sees every word, through a layer below it."""
        return any(layer.reverse is not None for layer in self.network.layers[:-1])


def compute(
    network: Network,
    sentence: Sentence,
    *,
    reverse: Reverse | None = None,
    units: range | None = None,
    given: Mapping[str, Cell] | None = None,
) -> Result:
    """Both passes' states; a network that reads forward alone gets a second direction.

    reverse: W_xh (H, D), W_hh (H, H), b_h (H,) of that direction; without them the chapter's model
    takes ours, another the weights it has. Raises InputError for a reverse direction of a wrong
    shape or beside one of the file's own, and for a sentence too long. Source: chapter,
    "Bidirectional".
    """
    both, added = _both_ways(network, reverse)
    check_kept(both, len(sentence.inputs), MOST_WORDS)
    onward, back = _states(both, sentence.inputs)
    words = {} if sentence.words is None else {"sentence": " ".join(sentence.words)}
    return Result(both, dict(given or words), sentence, added, onward, back, units)


def _both_ways(network: Network, reverse: Reverse | None) -> tuple[Network, str]:
    """The network with a last layer that reads both ways, and whence its second direction is."""
    last = network.layers[-1]
    if last.reverse is not None:
        if reverse is not None:
            raise InputError(
                f"model {network.source} has a reverse direction of its own. "
                "Leave out --reverse-input, --reverse-recurrent and --reverse-bias"
            )
        return network, "own"
    if reverse is not None:
        return _with_reverse(network, _given(last.forward, reverse)), "given"
    if network.source == network.notation == "chapter":
        own = _given(last.forward, (W_REVERSE, U_REVERSE, B_REVERSE))
        return _with_reverse(network, own), "ours"
    return _with_reverse(network, last.forward), "shared"


def _given(weights: Weights, reverse: Reverse) -> RNNWeights:
    """A plain cell of these arrays, shaped as the forward one."""
    if not isinstance(weights, RNNWeights):
        raise InputError(
            "--reverse-input: only a plain RNN takes its reverse direction from the command line. "
            "Put an LSTM's or GRU's into its file"
        )
    W_xh, W_hh, b_h = (np.array(numbers, np.float64) for numbers in reverse)
    arrays = (W_xh, W_hh, b_h)
    options = ("--reverse-input", "--reverse-recurrent", "--reverse-bias")
    shapes = (weights.W_xh.shape, weights.W_hh.shape, weights.b_h.shape)
    for option, array, expected in zip(options, arrays, shapes, strict=True):
        if array.shape != expected:
            there, wanted = (" by ".join(map(str, shape)) for shape in (array.shape, expected))
            raise InputError(
                f"{option}: found {there} number{'' if there == '1' else 's'}. Expected {wanted}"
            )
    return RNNWeights(W_xh, W_hh, b_h, weights.activation)


def _with_reverse(network: Network, reverse: Weights) -> Network:
    """Without its outputs, which fit states of one direction."""
    layers = (*network.layers[:-1], Layer(network.layers[-1].forward, reverse))
    return replace(network, layers=layers, W_hy=None, b_y=None)


def _states(both: Network, inputs: Array) -> tuple[tuple[Vector, ...], tuple[Vector, ...]]:
    """Of the last layer; a small tanh network's are exact to every digit shown."""
    last = both.layers[-1]
    if len(both.layers) == 1:
        alone = [replace(both, layers=(Layer(weights),)) for weights in last.directions]
        if all(is_hand_sized(one, inputs, False) for one in alone):
            onward = exact_steps(alone[0], inputs)
            back = exact_steps(alone[1], inputs[::-1])[::-1]
            return tuple(tuple(s.h) for s in onward), tuple(tuple(s.h) for s in back)
    traces = forward(both, inputs, hidden_only=True).layers[-1]
    onward_h, back_h = (tuple(map(tuple, trace.h.tolist())) for trace in traces)
    return onward_h, back_h


def _second(result: Result) -> dict[str, Cell]:
    """The second direction's arrays, where neither the model nor its forward direction has them."""
    weights = result.network.layers[-1].reverse
    if result.added not in ("ours", "given") or not isinstance(weights, RNNWeights):
        return {}
    return {
        "reverse_input": typed_matrix(weights.W_xh.tolist()),
        "reverse_recurrent": typed_matrix(weights.W_hh.tolist()),
        "reverse_bias": tuple(weights.b_h.tolist()),
    }


def document(result: Result) -> Document:
    """The tables `states`, both passes; `concatenation`; `sees`, which words each state sees."""
    inputs: dict[str, Cell] = {
        **of_model(result.network, result.units),
        **result.given,
        "reverse": result.added,
        **_second(result),
    }
    tables = (states_table(result), concatenation_table(result), sees_table(result))
    return Document("bidirectional", "Both ways", inputs, tables, notes(result))
