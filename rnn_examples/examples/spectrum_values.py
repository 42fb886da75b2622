"""What `spectrum` finds of a matrix: its two values, what they promise, and what happens.

Letters: n steps, H hidden, W recurrent matrix, lambda largest |eigenvalue|, sigma largest singular
value, gamma steepest slope of the activation.
"""

from dataclasses import dataclass
from decimal import Decimal

from rnn_examples.network.arrays import Array
from rnn_examples.network.scaled import Size
from rnn_examples.network.spectrum import Norms, Run

# Within so much of 1 a float64 does not tell on which side it lies.
CLOSE = 1e-12


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """A matrix W (H, H) of a plain cell, and what the cell reads."""

    name: str
    W: Array
    run: Run
    activation: str = "tanh"


@dataclass(frozen=True, slots=True, eq=False)
class Values:
    """One recurrent matrix. gamma is None of a gate: the conditions are those of a plain cell."""

    name: str
    W: Array
    eigenvalue: Size
    singular: Size
    gamma: float | None

    @property
    def by_eigenvalue(self) -> str:
        """The condition as it is quoted, of a plain cell: gamma lambda < 1 vanishes."""
        return self._side(self.eigenvalue, "may explode")

    @property
    def by_singular(self) -> str:
        """What is promised: gamma sigma < 1 vanishes, whatever is read."""
        return self._side(self.singular, "nothing")

    def _side(self, size: Size, above: str) -> str:
        assert self.gamma is not None
        factor = float(size.times(self.gamma).value)
        if abs(factor - 1) <= CLOSE:
            return "undecided"
        return "vanishes" if factor < 1 else above


@dataclass(frozen=True, slots=True)
class Measured:
    """After n steps: (gamma W)^n and (gamma sigma)^n, None of a gated cell, and P_n."""

    name: str
    n: int
    power: Norms | None
    bound: Decimal | None
    product: Norms
