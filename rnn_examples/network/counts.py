"""What a recurrent network's arrays are called, their shapes and their counts, by convention.

V words, D input (embedding) size, H hidden size, P projected size, G gates (1, 3 or 4)

textbook  one bias vector a layer: the lesson's H(H+D)+H and 4H(H+D)+4H
pytorch   two bias vectors, input's and hidden's, gates packed one above another
keras     one bias vector, but two for the GRU (reset_after); matrices transposed
"""

from math import prod
from typing import Literal

from rnn_examples.errors import InputError
from rnn_examples.record import Record

Kind = Literal["rnn", "gru", "lstm"]
Convention = Literal["textbook", "pytorch", "keras"]

GATES: dict[Kind, int] = {"rnn": 1, "gru": 3, "lstm": 4}
CONVENTIONS: tuple[Convention, ...] = ("textbook", "pytorch", "keras")


class NamedShape(Record):
    """An array of weights, by its name and shape."""

    name: str
    shape: tuple[int, ...]

    @property
    def count(self) -> int:
        return prod(self.shape)


class Sizes(Record):
    """The sizes of a stack of recurrent layers."""

    inputs: int
    hidden: int
    layers: int = 1
    bidirectional: bool = False
    projection: int | None = None
    bias: bool = True
    convention: Convention = "textbook"

    @property
    def width(self) -> int:
        """How wide the stack's output is: what a second layer, or the output layer, gets."""
        return (self.projection or self.hidden) * (2 if self.bidirectional else 1)


def recurrent_arrays(kind: Kind, sizes: Sizes) -> tuple[NamedShape, ...]:
    """Every array of the recurrent layers. Raises InputError for a projection that none has."""
    if sizes.projection is not None:
        _check_projection(kind, sizes)
    arrays: list[NamedShape] = []
    for layer in range(sizes.layers):
        inputs = sizes.inputs if layer == 0 else sizes.width
        for reverse in (False, True) if sizes.bidirectional else (False,):
            arrays += _layer(kind, sizes, inputs, layer, reverse)
    return tuple(arrays)


def _check_projection(kind: Kind, sizes: Sizes) -> None:
    P = sizes.projection
    if kind != "lstm":
        raise InputError(f"--projection: only an LSTM has one, not {kind}. Add --kind lstm")
    if sizes.convention == "keras":
        raise InputError("--projection: Keras has none. Use --convention textbook or pytorch")
    if P is not None and sizes.hidden <= P:
        raise InputError(
            f"--projection: {P} is not below the hidden size {sizes.hidden}. Expected a smaller one"
        )


def _layer(kind: Kind, sizes: Sizes, D: int, layer: int, reverse: bool) -> list[NamedShape]:
    G, H, P = GATES[kind], sizes.hidden, sizes.projection
    back = P or H
    if sizes.convention == "pytorch":
        suffix = f"_l{layer}{'_reverse' if reverse else ''}"
        shapes: dict[str, tuple[int, ...]] = {"weight_ih": (G * H, D), "weight_hh": (G * H, back)}
        if sizes.bias:
            shapes |= {"bias_ih": (G * H,), "bias_hh": (G * H,)}
        if P:
            shapes["weight_hr"] = (P, H)
        return [NamedShape(f"{name}{suffix}", shape) for name, shape in shapes.items()]
    prefix = f"layer {layer + 1} " if sizes.layers > 1 else ""
    if sizes.bidirectional:
        prefix += "backward " if reverse else "forward "
    if sizes.convention == "keras":
        named: dict[str, tuple[int, ...]] = {"kernel": (D, G * H), "recurrent_kernel": (H, G * H)}
        if sizes.bias:
            named["bias"] = (2, G * H) if kind == "gru" else (G * H,)
    else:
        gates = (G,) if G > 1 else ()
        named = {"W": (*gates, H, D), "U": (*gates, H, back)}
        if sizes.bias:
            named["b_h"] = (*gates, H)
        if P:
            named["projection"] = (P, H)
    return [NamedShape(f"{prefix}{name}", shape) for name, shape in named.items()]


def embedding_array(V: int, D: int, convention: Convention) -> NamedShape:
    """The table of word vectors."""
    name = {"textbook": "embeddings", "pytorch": "embedding.weight", "keras": "embeddings"}
    return NamedShape(name[convention], (V, D))


def output_arrays(V: int, width: int, bias: bool, convention: Convention) -> tuple[NamedShape, ...]:
    """The output layer that scores every word."""
    named: dict[Convention, tuple[NamedShape, NamedShape]] = {
        "textbook": (NamedShape("V", (V, width)), NamedShape("b_y", (V,))),
        "pytorch": (NamedShape("linear.weight", (V, width)), NamedShape("linear.bias", (V,))),
        "keras": (NamedShape("dense kernel", (width, V)), NamedShape("dense bias", (V,))),
    }
    return named[convention] if bias else named[convention][:1]
