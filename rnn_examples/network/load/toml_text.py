"""A network written as TOML: it reads back to the same numbers."""

import json
import re
from collections.abc import Iterator, Mapping

from rnn_examples.errors import InputError
from rnn_examples.network.arrays import Array
from rnn_examples.network.cells.gru import GRUWeights
from rnn_examples.network.cells.rnn import RNNWeights
from rnn_examples.network.network import Network
from rnn_examples.network.weights import Weights

BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


def write_toml(network: Network) -> str:
    """The file's text, each number as the shortest that reads back to the same float64.

    Raises InputError for a word that UTF-8 cannot carry.
    """
    return "\n".join(_lines(network)) + "\n"


def _lines(network: Network) -> Iterator[str]:
    yield "# Vectors are columns: W_xh has a row per hidden unit and a column per input."
    yield f"cell = {_text(network.kind)}"
    if not any(weights.has_bias for weights in network.directions):
        yield "bias = false"
    words, embedding = network.vocabulary, network.embedding
    if words is not None and embedding is None:
        yield "# One-hot: word n is the vector with a one at place n."
        yield f"vocabulary = [{', '.join(_text(word) for word in words)}]"
    elif words is None and embedding is not None:
        yield from _array("embedding", embedding)
    elif words is not None and embedding is not None:
        yield from ("", "[vocabulary]")
        for word, vector in zip(words, embedding, strict=True):
            yield f"{_key(word)} = {_row(vector)}"
    outputs = {
        name: array
        for name, array in (("W_hy", network.W_hy), ("b_y", network.b_y))
        if array is not None
    }
    first = network.layers[0]
    if len(network.layers) == 1:
        yield from _cell("", first.forward, outputs)
        if first.reverse is not None:
            yield from _cell("reverse.", first.reverse, {})
        return
    if outputs:
        yield from _table("weights", outputs)
    for layer in network.layers:
        yield from ("", "[[layer]]")
        yield from _cell("layer.", layer.forward, {})
        if layer.reverse is not None:
            yield from _cell("layer.reverse.", layer.reverse, {})


def _cell(prefix: str, weights: Weights, outputs: Mapping[str, Array]) -> Iterator[str]:
    if isinstance(weights, RNNWeights):
        yield from ("", f"[{prefix}weights]", f"activation = {_text(weights.activation)}")
        for name, array in {**weights.arrays(), **outputs}.items():
            yield from _array(name, array)
        return
    arrays = weights.arrays()
    for gate in weights.gates_as_shown:
        own = {
            name.removeprefix(f"{gate}."): array
            for name, array in arrays.items()
            if name.startswith(f"{gate}.")
        }
        yield from _table(f"{prefix}gates.{gate}", own)
        if gate == "candidate" and isinstance(weights, GRUWeights):
            yield from _form(weights)
    if outputs:
        yield from _table("weights", outputs)


def _form(weights: GRUWeights) -> Iterator[str]:
    """Where no b_hn tells that the reset gate multiplies the product."""
    if weights.b_hn is not None and not weights.has_bias:
        yield "reset_after = true"


def _table(name: str, arrays: Mapping[str, Array]) -> Iterator[str]:
    yield from ("", f"[{name}]")
    for key, array in arrays.items():
        yield from _array(key, array)


def _array(name: str, array: Array) -> Iterator[str]:
    if array.ndim == 1:
        yield f"{name} = {_row(array)}"
        return
    yield f"{name} = ["
    for row in array:
        yield f"  {_row(row)},"
    yield "]"


def _row(row: Array) -> str:
    return f"[{', '.join(repr(float(number)) for number in row)}]"


def _key(word: str) -> str:
    return word if BARE_KEY.fullmatch(word) else _text(word)


def _text(word: str) -> str:
    try:
        word.encode()
    except UnicodeEncodeError:
        raise InputError(f"word {word!r} cannot be written as UTF-8") from None
    # JSON's escapes are TOML's, but TOML wants the delete character escaped too.
    return json.dumps(word, ensure_ascii=False).replace("\x7f", "\\u007f")
