"""A network as a TOML file that a person can write.

cell = "rnn"                    # or lstm, gru: may be left out, the gates tell
[vocabulary]                    # word = vector; or, above all tables, vocabulary = ["a", "b"]
the = [0.5, 0.1]                #   for one-hot words; or neither, where inputs are vectors
[weights]                       # W_xh, W_hh, b_h of an RNN, its activation; W_hy and b_y
[gates.forget]                  # W_xh, W_hh, b_h of each gate of an LSTM or GRU
[reverse.weights]               # the direction that reads backward: weights or gates
[[layer]]                       # more than one layer: each with weights or gates, reverse
"""

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from rnn_examples.counted import counted
from rnn_examples.errors import InputError
from rnn_examples.network.activations import ACTIVATIONS
from rnn_examples.network.arrays import Array
from rnn_examples.network.cells.gate import Gate
from rnn_examples.network.cells.gru import GRUWeights
from rnn_examples.network.cells.lstm import LSTMWeights
from rnn_examples.network.cells.rnn import RNNWeights
from rnn_examples.network.load.files import read_text
from rnn_examples.network.load.names import article, expect_shape, listed, missing
from rnn_examples.network.load.toml_values import only, read_array, read_table
from rnn_examples.network.network import Layer, Network
from rnn_examples.network.weights import Weights

MOST_BYTES = 1 << 28
GATES = {"lstm": LSTMWeights.gate_names, "gru": GRUWeights.gate_names}
CELLS = ("rnn", *GATES)
TOP = ("cell", "vocabulary", "embedding", "weights", "gates", "reverse", "layer")
LAYER = ("weights", "gates", "reverse")
ARRAYS = ("W_xh", "W_hh", "b_h")


def read_toml(path: Path) -> Network:
    """The network. Raises InputError: the file, the key or line, what was found and expected."""
    try:
        top = tomllib.loads(read_text(path, MOST_BYTES))
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        raise InputError(f"{path}: not TOML: {error}") from None
    only(path, "", top, TOP)
    if "cell" in top and top["cell"] not in CELLS:
        known = f"{', '.join(CELLS[:-1])} or {CELLS[-1]}"
        raise InputError(f"{path}: cell: found {top['cell']!r:.40}; expected {known}")
    layers = _layers(path, top)
    words, embedding = _words(path, top, layers[0].forward.inputs)
    head = read_table(path, "weights", top.get("weights", {}))
    width = layers[-1].width
    W_hy = read_array(path, "weights", head, "W_hy", 2) if "W_hy" in head else None
    if W_hy is None and "b_y" in head:
        raise missing(path, "weights.W_hy", [f"weights.{key}" for key in head])
    if W_hy is not None:
        expect_shape(path, "weights.W_hy", W_hy, (len(W_hy), width))
    b_y = None
    if W_hy is not None and "b_y" in head:
        b_y = read_array(path, "weights", head, "b_y", 1)
        expect_shape(path, "weights.b_y", b_y, (len(W_hy),))
    return Network(
        layers=layers,
        vocabulary=words,
        embedding=embedding,
        W_hy=W_hy,
        b_y=b_y,
        source=str(path),
    )


def _layers(path: Path, top: dict[str, Any]) -> tuple[Layer, ...]:
    given = top.get("layer")
    if given is None:
        layers = [_layer(path, "", top, ("W_hy", "b_y"), top.get("cell"))]
    else:
        for key in ("gates", "reverse"):
            if key in top:
                raise InputError(f"{path}: {key}: found beside [[layer]]; expected in a layer")
        only(path, "weights.", read_table(path, "weights", top.get("weights", {})), ("W_hy", "b_y"))
        if not isinstance(given, list) or not given:
            raise InputError(f"{path}: layer: expected [[layer]] tables")
        layers = []
        for number, each in enumerate(given, 1):
            where = f"layer {number}: "
            only(path, where, read_table(path, f"layer {number}", each), LAYER)
            layers.append(_layer(path, where, each, (), top.get("cell")))
    cells = {weights.kind for layer in layers for weights in layer.directions}
    if len(cells) > 1:
        raise InputError(f"{path}: found {' and '.join(sorted(cells))} cells; expected one kind")
    told = top.get("cell", layers[0].forward.kind)
    if cells != {told}:
        raise InputError(f"{path}: cell: found {told!r}; expected {', '.join(cells)}")
    for number, (layer, before) in enumerate(zip(layers[1:], layers, strict=False), 2):
        for weights in layer.directions:
            if weights.inputs != before.width:
                raise InputError(
                    f"{path}: layer {number}: W_xh: found {counted(weights.inputs, 'column')}; "
                    f"expected {before.width}, the states of layer {number - 1}"
                )
    return tuple(layers)


def _layer(
    path: Path, where: str, table: dict[str, Any], also: tuple[str, ...], told: Any
) -> Layer:
    _expect_gates(path, where, table, told)
    forward = _cell(path, where, table, also)
    if "reverse" not in table:
        return Layer(forward)
    reverse = read_table(path, f"{where}reverse", table["reverse"])
    only(path, f"{where}reverse.", reverse, ("weights", "gates"))
    _expect_gates(path, f"{where}reverse.", reverse, told)
    backward = _cell(path, f"{where}reverse.", reverse, ())
    if (backward.inputs, backward.hidden) != (forward.inputs, forward.hidden):
        raise InputError(
            f"{path}: {where}reverse: found {counted(backward.inputs, 'input')} and "
            f"{counted(backward.hidden, 'hidden unit')}; "
            f"expected {forward.inputs} and {forward.hidden}"
        )
    return Layer(forward, backward)


def _expect_gates(path: Path, where: str, table: dict[str, Any], told: Any) -> None:
    names = GATES.get(told) if isinstance(told, str) else None
    if names is not None and "gates" not in table:
        tables = ", ".join(f"[{'' if ':' in where else where}gates.{name}]" for name in names)
        raise InputError(
            f"{path}: {where}gates: found none; expected, of {article(told)}, {tables}, each with "
            f"{', '.join(ARRAYS)}. To print one to start from:",
            f"rnn-examples model show {told}",
        )


def _cell(path: Path, where: str, table: dict[str, Any], also: tuple[str, ...]) -> Weights:
    weights = read_table(path, f"{where}weights", table.get("weights", {}))
    if "gates" not in table:
        only(path, f"{where}weights.", weights, (*ARRAYS, "activation", *also))
        gate = _gate(path, f"{where}weights", weights)
        name = weights.get("activation", "tanh")
        if name not in ACTIVATIONS:
            raise InputError(
                f"{path}: {where}weights.activation: found {name!r}; expected {listed(ACTIVATIONS)}"
            )
        return RNNWeights(gate.W_xh, gate.W_hh, gate.b_h, name)
    only(path, f"{where}weights.", weights, also)
    gates = read_table(path, f"{where}gates", table["gates"])
    names = GATES["gru"] if {"reset", "update"} & set(gates) else GATES["lstm"]
    only(path, f"{where}gates.", gates, names)
    read = {}
    for name in names:
        key = f"{where}gates.{name}"
        if name not in gates:
            raise missing(path, key, [f"{where}gates.{found}" for found in gates])
        extra = ("b_hn",) if names == GATES["gru"] and name == "candidate" else ()
        only(path, f"{key}.", read_table(path, key, gates[name]), (*ARRAYS, *extra))
        read[name] = _gate(path, key, gates[name])
    for array in ARRAYS:
        shapes = [getattr(gate, array).shape for gate in read.values()]
        expected = _most(shapes)
        for name, gate in read.items():
            expect_shape(path, f"{where}gates.{name}.{array}", getattr(gate, array), expected)
    if names == GATES["lstm"]:
        return LSTMWeights(**read)
    b_hn = None
    if "b_hn" in gates["candidate"]:
        key = f"{where}gates.candidate"
        b_hn = read_array(path, key, gates["candidate"], "b_hn", 1)
        expect_shape(path, f"{key}.b_hn", b_hn, read["candidate"].b_h.shape)
    return GRUWeights(**read, b_hn=b_hn)


def _gate(path: Path, where: str, table: dict[str, Any]) -> Gate:
    W_xh, W_hh, b_h = (
        read_array(path, where, table, key, axes)
        for key, axes in zip(ARRAYS, (2, 2, 1), strict=True)
    )
    H = _most([len(b_h), *W_hh.shape, W_xh.shape[0]])
    expect_shape(path, f"{where}.W_hh", W_hh, (H, H))
    D = W_xh.shape[0 if W_xh.shape[0] != H and W_xh.shape[1] == H else 1]
    expect_shape(path, f"{where}.W_xh", W_xh, (H, D))
    expect_shape(path, f"{where}.b_h", b_h, (H,))
    return Gate(W_xh, W_hh, b_h)


def _most(found: Sequence[Any]) -> Any:
    """What most of them say, the first of equals: the odd one out is the wrong one."""
    return max(found, key=found.count)


def _words(path: Path, top: dict[str, Any], D: int) -> tuple[tuple[str, ...] | None, Array | None]:
    given = top.get("vocabulary")
    if "embedding" in top:
        if given is not None:
            raise InputError(f"{path}: embedding: found beside vocabulary; expected one of them")
        embedding = read_array(path, "", top, "embedding", 2)
        return None, expect_shape(path, "embedding", embedding, (len(embedding), D))
    if given is None:
        return None, None
    if isinstance(given, list):
        seen: set[str] = set()
        for word in given:
            if not isinstance(word, str) or word in seen:
                raise InputError(f"{path}: vocabulary: found {word!r}; expected each word once")
            seen.add(word)
        if len(given) != D:
            raise InputError(
                f"{path}: vocabulary: found {counted(len(given), 'one-hot word')}; expected {D}, "
                "the columns of W_xh"
            )
        return tuple(given), None
    table = read_table(path, "vocabulary", given)
    if not table:
        raise InputError(f"{path}: vocabulary: found no word; expected word = vector")
    rows = [
        expect_shape(
            path, f"vocabulary.{word}", read_array(path, "vocabulary", table, word, 1), (D,)
        )
        for word in table
    ]
    return tuple(table), np.stack(rows)
