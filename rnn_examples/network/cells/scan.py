"""What the three cells' scans share: the state they carry and the arrays they write.

Letters: T steps, H hidden, G gates.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np

from rnn_examples.network.arrays import Array


class State(NamedTuple):
    """What one step hands to the next: h (H,), and of an LSTM the memory c (H,)."""

    h: Array
    c: Array | None = None


@dataclass(frozen=True, slots=True)
class Recording:
    """Where a scan writes: h (T, H); c (T, H) and gates (T, G, H), where they are asked for."""

    h: Array
    c: Array | None = None
    gates: Array | None = None

    def __getitem__(self, rows: slice) -> "Recording":
        return Recording(
            self.h[rows],
            None if self.c is None else self.c[rows],
            None if self.gates is None else self.gates[rows],
        )

    def reversed(self) -> "Recording":
        """The same arrays, seen from the last step to the first."""
        return self[::-1]


class Packed(Protocol):
    """A cell's weights laid out for speed. The input side of many steps is x @ W_x.T + b."""

    @property
    def W_x(self) -> Array: ...

    @property
    def b(self) -> Array: ...

    def scan(self, pre: Array, start: State, out: Recording) -> State:
        """Run the steps of pre (T, G H), write each to `out`, return the last state."""
        ...


def sigmoid_of_negated(dtype: np.dtype[np.generic]) -> Callable[[Array], None]:
    """An in-place x -> 1 / (1 + e^x): the sigmoid of a pre-activation packed with its sign turned.

    Call it under np.errstate(over="ignore", under="ignore"): e^x = infinity gives the right 0.
    """

    def by_exp(x: Array) -> None:
        np.exp(x, out=x)
        np.add(x, 1.0, out=x)
        np.reciprocal(x, out=x)

    def by_tanh(x: Array) -> None:
        # A complex infinity would become NaN.
        np.multiply(x, -0.5, out=x)
        np.tanh(x, out=x)
        np.multiply(x, 0.5, out=x)
        np.add(x, 0.5, out=x)

    return by_tanh if dtype.kind == "c" else by_exp
