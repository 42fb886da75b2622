"""All weights of a network in one flat vector, seen array by array.

Optimizer and clipping then work on one vector, whatever the network.
"""

from dataclasses import dataclass
from math import prod

import numpy as np
from numpy.typing import DTypeLike, NDArray

Array = NDArray[np.floating]


@dataclass(frozen=True, slots=True)
class Layout:
    """Names and shapes, in the order in which they lie in the vector."""

    shapes: tuple[tuple[str, tuple[int, ...]], ...]

    @property
    def size(self) -> int:
        return sum(prod(shape) for _, shape in self.shapes)

    def views(self, flat: Array) -> dict[str, Array]:
        """Each array by name, sharing the vector's memory."""
        found, start = {}, 0
        for name, shape in self.shapes:
            end = start + prod(shape)
            found[name] = flat[start:end].reshape(shape)
            start = end
        return found

    def flatten(self, arrays: dict[str, Array], dtype: DTypeLike) -> Array:
        """One new vector that holds the arrays."""
        flat = np.empty(self.size, dtype)
        for name, view in self.views(flat).items():
            view[...] = arrays[name]
        return flat
