"""Arrays with PyTorch's or Keras' names, made a network.

Letters: H hidden, D input, V words, G gates.
"""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from rnn_examples.errors import InputError
from rnn_examples.network.arrays import Array
from rnn_examples.network.cells.gate import Gate
from rnn_examples.network.cells.gru import GRUWeights
from rnn_examples.network.cells.lstm import LSTMWeights
from rnn_examples.network.cells.rnn import RNNWeights
from rnn_examples.network.load.ends import find_embedding, find_head
from rnn_examples.network.load.keys import Keys, find_keys
from rnn_examples.network.load.layout import (
    Direction,
    bias,
    by_rows,
    check_matrices,
    find_kind,
    find_layout,
    gate_order,
    split,
)
from rnn_examples.network.load.names import article, expect_shape, listed
from rnn_examples.network.network import Layer, Network
from rnn_examples.network.weights import Weights

SQUARE = {
    "pytorch": "Square matrices do not tell rows from columns; the names are PyTorch's: W x.",
    "keras": "Square matrices do not tell rows from columns; the names are Keras': x W, and they "
    "were transposed.",
}


@dataclass(frozen=True, slots=True)
class Reading:
    """What a file of named arrays cannot tell, and its reader may.

    gate_order: packed gates' letters. layout: pytorch or keras. prefix: which of several recurrent
    layers. activation: of a plain RNN, tanh unless told. forget_bias: added to the forget gate's
    pre-activation, as TF1 adds 1 when it runs.
    """

    gate_order: str | None = None
    layout: str | None = None
    prefix: str | None = None
    activation: str | None = None
    forget_bias: float | None = None


def from_named(path: Path, arrays: dict[str, Array], reading: Reading) -> Network:
    """The network. Raises InputError: the file, the key, what was found and what was expected."""
    keys = find_keys(path, arrays, reading.prefix)
    directions = [direction for layer in keys.layers for direction in layer]
    check_matrices(path, directions)
    layout, by_names = find_layout(path, directions, keys.keras, reading.layout)
    kind = find_kind(path, directions[0], layout)
    order = gate_order(kind, reading.gate_order, keys.keras)
    biased = [any(role.startswith("b") for role in each.arrays) for each in directions]
    has_bias = any(biased)
    notes: list[str] = []
    layers: list[Layer] = []
    D: int | None = None
    for found in keys.layers:
        cells = [_cell(path, d, kind, layout, order, keys, reading, D, has_bias) for d in found]
        layers.append(Layer(*cells))
        D = layers[-1].width
    if reading.activation is not None and kind != "rnn":
        raise InputError(
            f"activation {reading.activation!r}: {path} holds {article(kind)}, whose activations "
            "are fixed; expected no such option"
        )
    if reading.forget_bias is not None and kind != "lstm":
        raise InputError(
            f"forget bias {reading.forget_bias}: {path} holds {article(kind)}; expected an LSTM"
        )
    if by_names:
        notes.append(SQUARE["keras" if keys.keras else "pytorch"])
    elif layout == "keras":
        notes.append("The matrices are stored as x W and were transposed.")
    if kind == "rnn":
        notes.append(f"The file does not name the activation: {reading.activation or 'tanh'}.")
    if kind in ("lstm", "gru"):
        letters = "; g is the candidate" if "g" in order else "; n is the candidate"
        notes.append(f"The gates are packed in the order {order}{letters}.")
    if has_bias and not all(biased):
        notes.append("A direction without a bias in the file has one of zeros.")
    if kind == "gru" and keys.keras and not has_bias:
        notes.append("Without biases no file tells Keras' reset_after; it is taken to be True.")
    if reading.forget_bias:
        notes.append(f"{reading.forget_bias} was added to the forget gate's bias.")
    others = dict(keys.others)
    embedding = find_embedding(path, others, layers[0].forward.inputs)
    W_hy, b_y = find_head(path, others, layers[-1].width, layout, by_names)
    if others:
        notes.append(f"Not read: {listed(others)}.")
    return Network(
        layers=tuple(layers),
        embedding=embedding,
        W_hy=W_hy,
        b_y=b_y,
        source=str(path),
        notes=tuple(notes),
        reading={
            "gate_order": order or None,
            "layout": layout,
            "prefix": reading.prefix,
            "activation": (reading.activation or "tanh") if kind == "rnn" else None,
            "forget_bias": reading.forget_bias,
        },
    )


def _cell(
    path: Path,
    direction: Direction,
    kind: str,
    layout: str,
    order: str,
    keys: Keys,
    reading: Reading,
    D: int | None,
    has_bias: bool,
) -> Weights:
    if find_kind(path, direction, layout) != kind:
        W_hh = direction.arrays["W_hh"]
        raise InputError(
            f"{path}: {direction.keys['W_hh']}: found shape {W_hh.shape}; "
            f"expected {article(kind)}'s as in the first layer"
        )
    W_ih, W_hh = by_rows(direction, layout)
    rows = len(W_hh)
    if D is not None and W_ih.shape[1] != D:
        expected = (D, rows) if layout == "keras" else (rows, D)
        expect_shape(path, direction.keys["W_ih"], direction.arrays["W_ih"], expected)
    W_x, W_h = np.ascontiguousarray(W_ih), np.ascontiguousarray(W_hh)
    if kind == "gru":
        return _gru(path, direction, W_x, W_h, order, keys.keras, has_bias)
    b = _sum_of_biases(path, direction, rows)
    if kind == "rnn":
        return RNNWeights(W_x, W_h, b, reading.activation or "tanh", has_bias)
    x, h, biases = (split(packed, order) for packed in (W_x, W_h, b))
    if reading.forget_bias:
        biases["f"], has_bias = biases["f"] + reading.forget_bias, True
    i, f, o, g = (Gate(x[letter], h[letter], biases[letter], has_bias) for letter in "ifog")
    return LSTMWeights(i, f, o, g)


def _gru(
    path: Path,
    direction: Direction,
    W_x: Array,
    W_h: Array,
    order: str,
    keras: bool,
    has_bias: bool,
) -> GRUWeights:
    rows = len(W_h)
    packed = direction.arrays.get("b")
    if keras and packed is not None and packed.ndim == 1:
        # Keras' reset_after=False: the textbook's cell has one bias vector.
        b = split(bias(path, direction, "b", rows), order)
        b_hn = None
    elif keras and packed is not None:
        both = expect_shape(path, direction.keys["b"], packed, (2, rows))
        b, b_hn = _folded(split(both[0], order), split(both[1], order))
    else:
        b, b_hn = _folded(
            split(bias(path, direction, "b_ih", rows), order),
            split(bias(path, direction, "b_hh", rows), order),
        )
    x, h = split(W_x, order), split(W_h, order)
    r, z, n = (Gate(x[letter], h[letter], b[letter], has_bias) for letter in "rzn")
    return GRUWeights(r, z, n, b_hn)


def _folded(b_ih: dict[str, Array], b_hh: dict[str, Array]) -> tuple[dict[str, Array], Array]:
    """One bias for reset and update; the candidate's two stay apart, r multiplies the second."""
    b = {"r": b_ih["r"] + b_hh["r"], "z": b_ih["z"] + b_hh["z"], "n": b_ih["n"]}
    return b, b_hh["n"]


def _sum_of_biases(path: Path, direction: Direction, rows: int) -> Array:
    return np.asarray(
        bias(path, direction, "b_ih", rows)
        + bias(path, direction, "b_hh", rows)
        + bias(path, direction, "b", rows)
    )
