"""Gradients without calculus: the complex step and the central difference."""

from collections.abc import Callable, Mapping
from typing import Literal, TypeAlias

import numpy as np

from rnn_examples.network.arrays import Array, Ids

Index: TypeAlias = tuple[np.intp, ...]
Method: TypeAlias = Literal["complex", "central"]
Loss: TypeAlias = Callable[[Mapping[str, Array]], complex | Array]

# So small that its square vanishes beside 1, and no digit is lost: nothing is subtracted.
COMPLEX_STEP = 1e-100
# Balances a fourth-order formula's own error with float64's rounding.
CENTRAL_STEP = 2.0**-10


def numeric_gradients(
    loss: Loss,
    arrays: Mapping[str, Array],
    *,
    method: Method = "complex",
) -> dict[str, Array]:
    """dloss/d of every entry of the arrays, one evaluation or four each.

    complex: Im loss(w + ih) / h, right to rounding for every activation here: one with a kink
    branches on the real part, which does not move. central: five points, right to about 1e-11,
    for a loss that is smooth within 2^-9 of the point. Arrays are widened to float64 first.
    """
    every = {name: np.arange(array.size) for name, array in arrays.items()}
    found = numeric_entries(loss, arrays, every, method=method)
    return {name: values.reshape(arrays[name].shape) for name, values in found.items()}


def numeric_entries(
    loss: Loss,
    arrays: Mapping[str, Array],
    places: Mapping[str, Ids],
    *,
    method: Method = "complex",
) -> dict[str, Array]:
    """The same for some entries of each array, by their places in row order (n,): (n,)."""
    wide = {name: np.array(array, np.float64) for name, array in arrays.items()}
    partial = _complex_step if method == "complex" else _central_difference
    return {
        name: np.array(
            [
                partial(loss, wide, name, np.unravel_index(place, wide[name].shape))
                for place in chosen.tolist()
            ]
        )
        for name, chosen in places.items()
    }


def _complex_step(loss: Loss, arrays: Mapping[str, Array], name: str, index: Index) -> float:
    moved = arrays[name].astype(np.complex128)
    moved[index] += 1j * COMPLEX_STEP
    return complex(loss({**arrays, name: moved})).imag / COMPLEX_STEP


def _central_difference(loss: Loss, arrays: Mapping[str, Array], name: str, index: Index) -> float:
    at = float(arrays[name][index])
    # A power of two times a power of two: at + step is exact for most numbers.
    step = CENTRAL_STEP * 2.0 ** max(0, int(np.frexp(at)[1]))

    def value(steps: int) -> float:
        moved = arrays[name].copy()
        moved[index] = at + steps * step
        return complex(loss({**arrays, name: moved})).real

    return (8.0 * (value(1) - value(-1)) - (value(2) - value(-2))) / (12.0 * step)
