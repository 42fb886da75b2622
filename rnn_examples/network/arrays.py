"""The array type of the mathematics, and norms that neither overflow nor underflow."""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

# float64 in all that is shown; float32 where speed is asked for; complex128 in a complex step.
Array: TypeAlias = NDArray[Any]
Ids: TypeAlias = NDArray[np.int64]


def norm(x: Array) -> float:
    """The Euclidean (of a matrix: Frobenius) norm: 3e200, 4e200 gives 5e200; nothing gives 0."""
    largest = float(np.abs(x).max(initial=0.0))
    if largest == 0.0 or not np.isfinite(largest):
        return largest
    # A power of two scales exactly.
    exponent = int(np.frexp(largest)[1])
    with np.errstate(under="ignore"):
        scaled = np.ldexp(np.ravel(x), -exponent)
        return float(np.ldexp(np.sqrt(np.dot(scaled, scaled)), exponent))
