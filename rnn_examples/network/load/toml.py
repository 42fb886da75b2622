"""A network as a TOML file that a person can write.

cell = "rnn"                    # or lstm, gru: may be left out, the gates tell
bias = false                    # of a network without any b_h; true may be left out
embedding = [[0.5, 0.1]]        # a row a word, in place of vocabulary: words are numbers from 0
[vocabulary]                    # word = vector; or, above all tables, vocabulary = ["a", "b"]
the = [0.5, 0.1]                #   for one-hot words; or neither, where inputs are vectors
[weights]                       # W_xh, W_hh, b_h of an RNN, its activation; W_hy and b_y
[gates.forget]                  # W_xh, W_hh, b_h of each gate of an LSTM or GRU
[gates.candidate]               # of a GRU also b_hn, where the reset gate multiplies W_hh h + b_hn
                                #   and not h; reset_after = true says so where bias = false
[reverse.weights]               # the direction that reads backward: weights or gates
[[layer]]                       # more than one layer: each with weights or gates, reverse
"""

import tomllib
from pathlib import Path
from typing import Any

import numpy as np

from rnn_examples.counted import counted
from rnn_examples.errors import InputError
from rnn_examples.network.arrays import Array
from rnn_examples.network.load.files import read_text
from rnn_examples.network.load.names import expect_shape, missing
from rnn_examples.network.load.toml_cells import GATES, expect_gates, read_cell
from rnn_examples.network.load.toml_values import as_table, only_known, read_array
from rnn_examples.network.network import Layer, Network

MOST_BYTES = 1 << 28
CELLS = ("rnn", *GATES)
TOP = ("cell", "bias", "vocabulary", "embedding", "weights", "gates", "reverse", "layer")
LAYER = ("weights", "gates", "reverse")


def read_toml(path: Path) -> Network:
    """The network. Raises InputError: the file, the key or line, what was found and expected."""
    try:
        top = tomllib.loads(read_text(path, MOST_BYTES))
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        raise InputError(f"{path}: not TOML: {error}") from None
    only_known(path, "", top, TOP)
    if "cell" in top and top["cell"] not in CELLS:
        known = f"{', '.join(CELLS[:-1])} or {CELLS[-1]}"
        raise InputError(f"{path}: cell: found {top['cell']!r:.40}; expected {known}")
    layers = _layers(path, top)
    words, embedding = _words(path, top, layers[0].forward.inputs)
    head = top.get("weights", {})  # a table, as `_layers` has seen
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
    bias = top.get("bias", True)
    if not isinstance(bias, bool):
        raise InputError(f"{path}: bias: found {bias!r:.40}; expected true or false")
    given = top.get("layer")
    if given is None:
        layers = [_layer(path, "", top, ("W_hy", "b_y"), top.get("cell"), bias)]
    else:
        for key in ("gates", "reverse"):
            if key in top:
                raise InputError(f"{path}: {key}: found beside [[layer]]; expected in a layer")
        only_known(
            path, "weights.", as_table(path, "weights", top.get("weights", {})), ("W_hy", "b_y")
        )
        if not isinstance(given, list) or not given:
            raise InputError(f"{path}: layer: expected [[layer]] tables")
        layers = []
        for number, each in enumerate(given, 1):
            where = f"layer {number}: "
            only_known(path, where, as_table(path, f"layer {number}", each), LAYER)
            layers.append(_layer(path, where, each, (), top.get("cell"), bias))
    cells = {weights.kind for layer in layers for weights in layer.directions}
    if len(cells) > 1:
        raise InputError(f"{path}: found {' and '.join(sorted(cells))} cells; expected one kind")
    kind = layers[0].forward.kind
    told = top.get("cell", kind)
    if told != kind:
        raise InputError(f"{path}: cell: found {told!r}; expected {kind}")
    for number, (layer, before) in enumerate(zip(layers[1:], layers, strict=False), 2):
        for weights in layer.directions:
            if weights.inputs != before.width:
                raise InputError(
                    f"{path}: layer {number}: W_xh: found {counted(weights.inputs, 'column')}; "
                    f"expected {before.width}, the states of layer {number - 1}"
                )
    return tuple(layers)


def _layer(
    path: Path, where: str, given: dict[str, Any], also: tuple[str, ...], told: Any, bias: bool
) -> Layer:
    expect_gates(path, where, given, told)
    forward = read_cell(path, where, given, also, bias)
    if "reverse" not in given:
        return Layer(forward)
    reverse = as_table(path, f"{where}reverse", given["reverse"])
    only_known(path, f"{where}reverse.", reverse, ("weights", "gates"))
    expect_gates(path, f"{where}reverse.", reverse, told)
    backward = read_cell(path, f"{where}reverse.", reverse, (), bias)
    if (backward.inputs, backward.hidden) != (forward.inputs, forward.hidden):
        raise InputError(
            f"{path}: {where}reverse: found {counted(backward.inputs, 'input')} and "
            f"{counted(backward.hidden, 'hidden unit')}; "
            f"expected {forward.inputs} and {forward.hidden}"
        )
    return Layer(forward, backward)


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
    table = as_table(path, "vocabulary", given)
    if not table:
        raise InputError(f"{path}: vocabulary: found no word; expected word = vector")
    rows = [
        expect_shape(
            path, f"vocabulary.{word}", read_array(path, "vocabulary", table, word, 1), (D,)
        )
        for word in table
    ]
    return tuple(table), np.stack(rows)
