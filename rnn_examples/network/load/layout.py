"""How a file packs its gates: along rows or columns, in which order, and of which cell.

Letters: H hidden, D input, G gates.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from rnn_examples.errors import InputError
from rnn_examples.network.arrays import Array
from rnn_examples.network.load.names import article, expect_shape

# PyTorch's W is (G H, D), to be multiplied with a column; Keras' is (D, G H), the transpose.
LAYOUTS = ("pytorch", "keras")
KINDS = {1: "rnn", 3: "gru", 4: "lstm"}
# i input, f forget, g candidate, o output: ifgo PyTorch and Keras, igfo TF1, iofg ONNX, ifog
# CoreML. r reset, z update, n candidate: rzn PyTorch, zrn Keras and ONNX.
GATE_ORDERS = {"lstm": ("ifgo", "igfo", "iofg", "ifog"), "gru": ("rzn", "zrn")}


@dataclass(frozen=True, slots=True, eq=False)
class Direction:
    """One direction's arrays as the file has them, and their keys by role.

    Roles: W_ih, W_hh, b_ih, b_hh of PyTorch; b of Keras.
    """

    arrays: Mapping[str, Array]
    keys: Mapping[str, str]


def check_matrices(path: Path, directions: Iterable[Direction]) -> None:
    """Raises InputError for a W_ih or W_hh that is no matrix, or an empty one."""
    for direction in directions:
        for role in ("W_ih", "W_hh"):
            W = direction.arrays[role]
            if W.ndim != 2 or 0 in W.shape:
                raise InputError(
                    f"{path}: {direction.keys[role]}: found shape {W.shape}; expected a matrix"
                )


def find_layout(
    path: Path, directions: Iterable[Direction], keras: bool, asked: str | None
) -> tuple[str, bool]:
    """pytorch or keras, as asked for, as the shapes tell, or as the names do where W_ih and W_hh
    are square (keras: the names are Keras'); and whether the names had to.

    What else the file holds is no witness: an embedding under any name has the shape of a head.
    """
    if asked is not None:
        if asked not in LAYOUTS:
            raise InputError(f"layout {asked!r}: expected {' or '.join(LAYOUTS)}")
        return asked, False
    for direction in directions:
        W_ih, W_hh = direction.arrays["W_ih"], direction.arrays["W_hh"]
        H = min(W_hh.shape)
        rows, columns = W_ih.shape[0] == max(W_hh.shape), W_ih.shape[1] == max(W_hh.shape)
        if W_hh.shape[0] != W_hh.shape[1]:
            # W_ih is the second witness: where the two disagree, its rows are believed, and the
            # check of W_hh's shape tells the rest.
            tall = W_hh.shape[0] > H
            return "pytorch" if (rows if rows != columns else tall) else "keras", False
        if rows != columns:
            return "pytorch" if rows else "keras", False
        if not rows:
            raise InputError(
                f"{path}: {direction.keys['W_ih']}: found shape {W_ih.shape}; expected "
                f"({H}, inputs), for {direction.keys['W_hh']} has shape {W_hh.shape}"
            )
    return "keras" if keras else "pytorch", True


def by_rows(direction: Direction, layout: str) -> tuple[Array, Array]:
    """W_ih (G H, D) and W_hh (G H, H), whichever way the file has them."""
    W_ih, W_hh = direction.arrays["W_ih"], direction.arrays["W_hh"]
    return (W_ih.T, W_hh.T) if layout == "keras" else (W_ih, W_hh)


def find_kind(path: Path, direction: Direction, layout: str) -> str:
    """rnn, gru or lstm, from how many times W_hh holds an H by H matrix; its shape is checked."""
    W_ih, W_hh = direction.arrays["W_ih"], direction.arrays["W_hh"]
    rows = W_ih.shape[1] if layout == "keras" else W_ih.shape[0]
    long, short = W_hh.shape[::-1] if layout == "keras" else W_hh.shape
    key = direction.keys["W_hh"]
    gates, rest = divmod(long, short)
    if long == rows and not rest and gates in KINDS:
        return KINDS[gates]
    expected = [
        (rows // G, rows) if layout == "keras" else (rows, rows // G)
        for G in (4, 3, 1)
        if rows % G == 0
    ]
    likely = [shape for shape in expected if shape == W_hh.shape[::-1]]
    known = likely or expected
    raise InputError(
        f"{path}: {key}: found shape {W_hh.shape}; expected "
        f"{' or '.join(str(shape) for shape in known)}"
        f"{'; it looks transposed' if likely else ''}"
    )


def gate_order(kind: str, asked: str | None, keras: bool) -> str:
    """The letters of the packed gates in order. Raises InputError for those of another cell."""
    if kind == "rnn":
        if asked is not None:
            raise InputError(f"gate order {asked!r}: the file holds a plain RNN, without gates")
        return ""
    if asked is None:
        return "ifgo" if kind == "lstm" else "zrn" if keras else "rzn"
    if asked not in GATE_ORDERS[kind]:
        raise InputError(
            f"gate order {asked!r}: the file holds {article(kind)}; expected "
            f"{', '.join(GATE_ORDERS[kind])}"
        )
    return asked


def split(packed: Array, order: str) -> dict[str, Array]:
    """The gates' own arrays by letter, of an array packed along its first axis."""
    return dict(zip(order, np.split(packed, len(order)), strict=True))


def bias(path: Path, direction: Direction, role: str, size: int) -> Array:
    """A bias vector, or zeros where the file has none."""
    found = direction.arrays.get(role)
    if found is None:
        return np.zeros(size)
    return expect_shape(path, direction.keys[role], found, (size,))
