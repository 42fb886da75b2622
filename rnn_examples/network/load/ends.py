"""What stands before and after the recurrent layers in a file: the embedding, the linear head.

Letters: D input, V words.
"""

import re
from pathlib import Path

from rnn_examples.counted import counted
from rnn_examples.errors import InputError
from rnn_examples.network.arrays import Array
from rnn_examples.network.load.names import expect_shape, listed

EMBEDDING = re.compile(
    r"(.*[./_])?(\w*emb\w*|encoder|wte|lookup\w*)[./](weight|embeddings)(:0)?", re.DOTALL
)
HEAD = re.compile(r"(?P<layer>.*?)(weight|kernel)(?P<end>(:0)?)", re.DOTALL)


def find_embedding(path: Path, others: dict[str, Array], D: int) -> Array | None:
    """The embedding (V, D), taken out of `others`; None where there is none."""
    keys = [key for key in others if EMBEDDING.fullmatch(key)]
    if not keys:
        return None
    if len(keys) > 1:
        raise InputError(f"{path}: found embeddings {listed(keys)}; expected one")
    embedding = others.pop(keys[0])
    if embedding.ndim != 2 or len(embedding) == 0:
        raise InputError(f"{path}: {keys[0]}: found shape {embedding.shape}; expected (words, {D})")
    return expect_shape(path, keys[0], embedding, (len(embedding), D))


def find_head(
    path: Path, others: dict[str, Array], width: int, layout: str, by_names: bool
) -> tuple[Array | None, Array | None]:
    """The linear layer's W_hy (V, width) and b_y (V,), taken out of `others`; b_y may be absent.

    by_names: the layout was told by the names alone, and a head that does not fit may deny it.
    """
    linear = {
        key: match
        for key, array in others.items()
        if array.ndim == 2 and (match := HEAD.fullmatch(key))
    }
    inner = 0 if layout == "keras" else 1
    fitting = [key for key in linear if others[key].shape[inner] == width]
    if len(fitting) > 1:
        raise InputError(
            f"{path}: {listed(fitting)}: each could be the output layer; expected one "
            f"of {counted(width, 'input')}"
        )
    if not fitting:
        if linear:
            key = next(iter(linear))
            shape = f"({width}, outputs)" if layout == "keras" else f"(outputs, {width})"
            raise InputError(
                f"{path}: {key}: found shape {others[key].shape}; expected {shape}, the output "
                f"layer's{_other_layout(layout) if by_names else ''}"
            )
        return None, None
    key = fitting[0]
    match = linear[key]
    W = others.pop(key)
    W_hy = W.T.copy() if layout == "keras" else W
    bias = f"{match['layer']}bias{match['end']}"
    b_y = others.pop(bias, None)
    if b_y is not None:
        expect_shape(path, bias, b_y, (len(W_hy),))
    return W_hy, b_y


def _other_layout(layout: str) -> str:
    """What to say of a head that does not fit, where square matrices left the layout open."""
    other, told = ("pytorch", "Keras'") if layout == "keras" else ("keras", "PyTorch's")
    return (
        f"; the names are {told}, the recurrent matrices square: if they are stored as "
        f"{'W x' if other == 'pytorch' else 'x W'}, add --layout {other}"
    )
