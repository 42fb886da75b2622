"""A small tanh network word by word in decimal arithmetic: every digit shown is the right one.

Letters: t step, T steps, H hidden, D input, V words, a pre-activation.
"""

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from rnn_examples.network.arrays import Array
from rnn_examples.network.decimals import Vector, exact, matvec, softmax, tanh
from rnn_examples.network.network import Network
from rnn_examples.network.settled import settled_rows

MOST_UNITS = 16
# In products of two decimals, at about 5 microseconds each.
MOST_WORK = 400_000
TANH = 20  # one tanh costs as much as so many products
AGREED = 25


class Step(NamedTuple):
    """Of one word: W_xh x_t, W_hh h_{t-1} and h_t, each (H,), and y_t (V,) where asked for."""

    input: Vector
    recurrent: Vector
    h: Vector
    y: Vector | None = None


def is_hand_sized(network: Network, inputs: Array, outputs: bool) -> bool:
    """Whether the words are few and the network small enough to be computed exactly in time.

    Rounding errors can grow by the norm of W_hh a step, and cost twice the digits to outrun.
    """
    if len(network.directions) > 1 or network.hidden > MOST_UNITS:
        return False
    if network.activation != "tanh":
        return False
    T, H = len(inputs), network.hidden
    different = min(T, network.words or T)
    products = T * H * (H + TANH) + different * H * network.inputs
    if outputs and network.W_hy is not None:
        products += T * len(network.W_hy) * (H + TANH)
    growth = math.hypot(*network.arrays()["W_hh"].ravel().tolist())
    return products * _runs(T * math.log10(max(1.0, growth))) <= MOST_WORK


def _runs(lost: float) -> float:
    """The cost of `settled` in runs at 60 digits where so many digits are lost on the way."""
    precision, cost = 60, 1.0
    while True:
        cost += max(1.0, (precision / 60) ** 2)
        if precision - AGREED >= lost or cost > MOST_WORK:
            return cost
        precision *= 2


def exact_steps(
    network: Network,
    inputs: Array,
    h0: Sequence[Fraction] | None = None,
    outputs: bool = False,
) -> tuple[Step, ...]:
    """h_t = tanh(W_xh x_t + W_hh h_{t-1} + b_h), y_t = softmax(W_hy h_t + b_y).

    A weight of the network stands for its shortest decimal: 0.6 is six tenths. `inputs` are
    words' numbers (T,) or vectors (T, D). Right to 25 significant digits. Raises InputError where
    rounding errors outgrow every precision (see `is_hand_sized`).
    """
    vectors = [tuple(map(exact, x)) for x in _vectors(network, inputs)]
    arrays = {name: _exact(array) for name, array in network.arrays().items()}
    zeros = (exact(0.0),) * network.hidden
    (b_h,) = arrays.get("b_h", [zeros])
    start = h0 if h0 is not None else [Fraction(0)] * network.hidden

    def recurrence() -> list[Vector]:
        found: list[Vector] = []
        known: dict[Vector, Vector] = {}
        h = tuple(map(exact, start))
        for x in vectors:
            if x not in known:
                known[x] = matvec(arrays["W_xh"], x)
            recurrent = matvec(arrays["W_hh"], h)
            a = zip(known[x], recurrent, b_h, strict=True)
            h = tuple(tanh(i + r + b) for i, r, b in a)
            found += [known[x], recurrent, h]
            if outputs:
                found.append(_output(arrays, h))
        return found

    rows, size = settled_rows(recurrence, AGREED), 4 if outputs else 3
    return tuple(Step(*rows[first : first + size]) for first in range(0, len(rows), size))


def _vectors(network: Network, inputs: Array) -> list[list[float]]:
    found: list[list[float]] = network.vectors(inputs).tolist()
    return found


def _exact(array: Array) -> list[Vector]:
    """The matrix's rows; a vector as one row."""
    rows: list[list[float]] = (array if array.ndim == 2 else array[None]).tolist()
    return [tuple(map(exact, row)) for row in rows]


def _output(arrays: dict[str, list[Vector]], h: Vector) -> Vector:
    logits = matvec(arrays["W_hy"], h)
    if "b_y" in arrays:
        (b_y,) = arrays["b_y"]
        logits = tuple(z + b for z, b in zip(logits, b_y, strict=True))
    return softmax(logits)
