"""Numbers of any size for the products of Jacobians on a board: nothing over- or underflows.

Letters: H hidden, s slopes, J = diag(s) W (H, H).
"""

from collections.abc import Iterable
from decimal import Decimal

from rnn_examples.equations.expression import Expression, matrix, vector
from rnn_examples.examples.work.exact import computed
from rnn_examples.network.arrays import Array
from rnn_examples.network.decimals import Matrix, Vector, dot, exact
from rnn_examples.network.scaled import Size, slopes

# Digits that are carried: the squares of four float64 products are exact.
PRECISION = 80


def computed_vector(values: Iterable[float | Decimal]) -> Expression:
    """(0.27, 1.5e-200)."""
    return vector(*map(computed, values))


def computed_matrix(W: Matrix) -> Expression:
    """Its rows."""
    return matrix(*(tuple(map(computed, line)) for line in W))


def in_full(W: Array) -> Matrix:
    """The matrix's entries as they were typed."""
    return [tuple(map(exact, line)) for line in W.tolist()]


def slopes_of(name: str, a: Array) -> Vector:
    """f'(a) of each unit (H,), however far it is saturated."""
    found = slopes(name, a)
    pairs = zip(found.m.tolist(), found.e.tolist(), strict=True)
    return tuple(Decimal(Size(m, e).value) for m, e in pairs)


def scaled_rows(s: Vector, W: Matrix) -> Matrix:
    """diag(s) W."""
    return [tuple(slope * w for w in line) for slope, line in zip(s, W, strict=True)]


def multiplied(P: Matrix, J: Matrix) -> Matrix:
    """P J."""
    columns = list(zip(*J, strict=True))
    return [tuple(dot(line, column) for column in columns) for line in P]
