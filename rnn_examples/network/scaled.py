"""Products of any number of matrices, each row with a power of two kept apart: none over- or
underflows.

Letters: H hidden, R rows, C columns, M mantissas, e exponents, a pre-activation.
"""

import math
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from rnn_examples.errors import InputError
from rnn_examples.network.activations import activation
from rnn_examples.network.arrays import Array, Ids
from rnn_examples.network.decimals import exact, working

LN2 = math.log(2)
LOWEST = -(2**62)
# Beyond these a float64 is zero whatever its mantissa.
FARTHEST = 5000
# Rows whose exponents lie so near each other are multiplied as they are.
NEAR = 200
LARGEST_PLAIN = 2.0**500
# Of a pre-activation: e^-2|a| still has two right digits.
LARGEST_SATURATION = 1e12
DIGITS = 30


class Size(NamedTuple):
    """m 2^e, m >= 0."""

    m: float
    e: int = 0

    @property
    def value(self) -> float | Decimal:
        """A float where one holds it in full, else a Decimal."""
        m, e = math.frexp(self.m)
        if -1021 <= e + self.e <= 1024 or m == 0:
            return math.ldexp(m, e + self.e)
        with working(DIGITS):
            return Decimal(m) * Decimal(2) ** (e + self.e)

    @property
    def log10(self) -> float | None:
        """None where the size is 0."""
        value = self.value
        if isinstance(value, float):
            return math.log10(value) if value else None
        return math.log10(self.m) + self.e * math.log10(2)

    @property
    def order(self) -> float:
        """What sizes are sorted by."""
        return -math.inf if self.m == 0 else math.log2(self.m) + self.e

    def times(self, factor: float) -> "Size":
        return Size(self.m * factor, self.e)


class Scaled(NamedTuple):
    """diag(2^e) M: M (R, C) of entries up to 1 in size, e (R,)."""

    M: Array
    e: Ids


class Slopes(NamedTuple):
    """f'(a) = m 2^e of each unit: m in [1/2, 1) or 0; both (H,), or (T, H) of many steps."""

    m: Array
    e: Ids

    def at(self, t: int) -> "Slopes":
        return Slopes(self.m[t], self.e[t])


def scaled(A: Array) -> Scaled:
    """A matrix (R, C) as it is."""
    return _normalised(A, np.zeros(len(A), np.int64))


def multiply(A: Array, Q: Scaled) -> Scaled:
    """A Q, of a plain matrix A (R, S) and Q (S, C)."""
    top, low = int(Q.e.max()), int(Q.e.min())
    if top - low <= NEAR and np.abs(A).max() <= LARGEST_PLAIN:
        with np.errstate(under="ignore"):
            return _normalised(A @ _ldexp(Q.M, (Q.e - top)[:, None]), np.full(len(A), top))
    M, e = np.frexp(A)
    exponents = np.where((M != 0) & Q.M.any(axis=1), e + Q.e, LOWEST)
    top = exponents.max(axis=1)
    with np.errstate(under="ignore"):
        return _normalised(_ldexp(M, exponents - top[:, None]) @ Q.M, top)


def scale_rows(s: Slopes, Q: Scaled) -> Scaled:
    """diag(s) Q."""
    with np.errstate(under="ignore"):
        return Scaled(Q.M * s.m[:, None], Q.e + s.e)


def plus(P: Scaled, Q: Scaled) -> Scaled:
    """P + Q, row by row."""
    e = [np.where(part.M.any(axis=1), part.e, LOWEST) for part in (P, Q)]
    top = np.maximum(*e)
    P_M, Q_M = (_ldexp(part.M, (own - top)[:, None]) for part, own in zip((P, Q), e, strict=True))
    return _normalised(P_M + Q_M, top)


def frobenius(Q: Scaled, over: int = 1) -> Size:
    """||Q||_F / sqrt(over)."""
    M, e = _aligned(Q)
    with np.errstate(under="ignore"):
        return Size(float(np.sqrt(np.sum(np.square(M)) / over)), e)


def two_norm(Q: Scaled) -> Size:
    """||Q||_2, the largest singular value."""
    M, e = _aligned(Q)
    if not M.any():
        return Size(0.0)
    return Size(float(np.linalg.svd(M, compute_uv=False)[0]), e)


def spectral_radius(W: Array) -> Size:
    """The largest |eigenvalue| of W (H, H)."""
    e = int(np.frexp(np.abs(W).max(initial=0.0))[1])
    with np.errstate(under="ignore"):
        return Size(float(np.abs(np.linalg.eigvals(_ldexp(W, np.array(-e)))).max(initial=0.0)), e)


def slopes(name: str, a: Array) -> Slopes:
    """The activation's derivative at pre-activations a, right however far it is saturated.

    1 - tanh^2 a = 4 e^-2|a| / (1 + e^-2|a|)^2. Raises InputError for |a| above 1e12, and
    where a is not finite.
    """
    if not np.isfinite(a).all():
        raise InputError(
            "a unit's pre-activation leaves the range of floats; "
            "expected smaller weights, smaller inputs or fewer steps"
        )
    if name not in ("tanh", "sigmoid"):
        found = activation(name)
        return Slopes(*np.frexp(found.derivative(found.function(a))))
    if np.abs(a).max(initial=0.0) > LARGEST_SATURATION:
        raise InputError(
            f"a unit's pre-activation is beyond {LARGEST_SATURATION:.0e}, where its slope is below "
            "every number shown; expected smaller weights or inputs"
        )
    x, factor = (2 * np.abs(a), 4.0) if name == "tanh" else (np.abs(a), 1.0)
    with np.errstate(under="ignore"):
        halvings = np.rint(x / LN2)
        near_one = np.exp(halvings * LN2 - x)
        m, e = np.frexp(factor * near_one / np.square(1 + np.exp(-x)))
    return Slopes(m, e - halvings.astype(np.int64))


def power_of(stretch: Fraction, n: int) -> Decimal:
    """stretch^n to 30 digits, n >= 0; 0^0 = 1."""
    with working(DIGITS + len(str(n))):
        value = exact(stretch) ** n if n else Decimal(1)
    with working(DIGITS):
        return +value


def _normalised(M: Array, e: Ids) -> Scaled:
    """The same rows with entries of at most 1."""
    largest = np.abs(M).max(axis=1)
    shift = np.frexp(largest)[1]
    return Scaled(_ldexp(M, -shift[:, None]), np.where(largest > 0, e + shift, 0))


def _aligned(Q: Scaled) -> tuple[Array, int]:
    """M and e with Q = 2^e M."""
    there = Q.M.any(axis=1)
    if not there.any():
        return Q.M, 0
    top = int(Q.e[there].max())
    return _ldexp(Q.M, (Q.e - top)[:, None]), top


def _ldexp(M: Array, e: Ids) -> Array:
    with np.errstate(under="ignore"):
        return np.asarray(np.ldexp(M, np.maximum(e, -FARTHEST).astype(np.int32)))
