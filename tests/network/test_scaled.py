"""Products and slopes that no float64 holds, against mpmath."""

import math
from decimal import Decimal
from fractions import Fraction

import mpmath
import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rnn_examples.errors import InputError
from rnn_examples.network.scaled import (
    Scaled,
    Size,
    frobenius,
    multiply,
    plus,
    power_of,
    scale_rows,
    scaled,
    slopes,
    spectral_radius,
    two_norm,
)

ENTRY = st.sampled_from((0.0, 1.0, -0.5, 3e-200, -7e150, 1.3))


@settings(max_examples=40, deadline=None)
@given(st.lists(st.lists(ENTRY, min_size=4, max_size=4), min_size=1, max_size=12))
@example([[0, -7e150, 1, 0], [-0.5, 0, 1, 1], [-7e150, 0, -0.5, -0.5], [0, 0, -0.5, -7e150]])
@example([[0, 3e-200, 0, 0], [-0.5, 0, 1, 0], [3e-200, 0, -0.5, -0.5], [0, 0, -0.5, 3e-200]])
@example([[3e-200, 0, 0, 1], [3e-200, 0, 0, 0]])
def test_a_product_of_matrices_is_mpmath_s(factors: list[list[float]]) -> None:
    """To a part of 1e-13 of what no sum cancels: of a product of the entries' sizes."""
    P, right, sizes = scaled(np.eye(2)), mpmath.eye(2), mpmath.eye(2)
    with mpmath.workdps(60):
        for a, b, c, d in factors:
            P = multiply(np.array([[a, b], [c, d]]), P)
            right = mpmath.matrix([[a, b], [c, d]]) * right
            sizes = mpmath.matrix([[abs(a), abs(b)], [abs(c), abs(d)]]) * sizes
        size, most = (mpmath.sqrt(mpmath.fsum(x**2 for x in each)) for each in (right, sizes))
        found = frobenius(P)
        if most == 0:
            assert found.value == 0
        else:
            ours = mpmath.ldexp(mpmath.mpf(found.m), found.e)
            assert abs(ours - size) < 1e-13 * most


def test_rows_far_apart_are_both_kept() -> None:
    """The small row is all that is left once the large one meets a zero."""
    far = multiply(np.diag([1e300, 1e-300]), multiply(np.diag([1e300, 1e-300]), scaled(np.eye(2))))
    left = multiply(np.array([[0.0, 1.0], [0.0, 0.0]]), far)
    assert f"{frobenius(left).value:.6e}" == "1.000000e-600"
    assert f"{frobenius(plus(far, far)).value:.6e}" == "2.000000e+600"
    assert f"{two_norm(far).value:.6e}" == "1.000000e+600"


def test_a_row_of_zeros_beside_a_small_one_hides_nothing() -> None:
    """1e-1200 in one row and nothing in the other, whatever power of two nothing is kept at."""
    small = scaled(np.eye(2))
    for _ in range(4):
        small = multiply(np.diag([0.0, 1e-300]), small)
    both = multiply(np.ones((2, 2)), small)
    assert f"{frobenius(both).value:.6e}" == "1.414214e-1200"
    assert f"{frobenius(plus(scaled(np.diag([1.0, 0.0])), small)).value:.6e}" == "1.000000e+00"
    last = multiply(np.array([[0.0, 1.0]]), plus(scaled(np.diag([1.0, 0.0])), small))
    assert f"{two_norm(last).value:.6e}" == "1.000000e-1200"


def test_a_row_far_below_another_adds_nothing_without_a_warning() -> None:
    """0.7 and 0.7 2^-1070, below the smallest normal float."""
    far = Scaled(np.array([[0.7], [0.7]]), np.array([0, -1070]))
    assert frobenius(far).value == 0.7
    assert frobenius(multiply(np.ones((1, 2)), far)).value == 0.7
    assert frobenius(multiply(np.array([[1e200, 0.3]]), far)).value == 0.7e200


@settings(max_examples=60, deadline=None)
@given(st.floats(-1e5, 1e5) | st.floats(-3, 3), st.sampled_from(("tanh", "sigmoid")))
def test_slopes_are_mpmath_s(a: float, name: str) -> None:
    s = slopes(name, np.array([a]))
    with mpmath.workdps(60):
        x = mpmath.mpf(a)
        right = mpmath.sech(x) ** 2 if name == "tanh" else mpmath.sech(x / 2) ** 2 / 4
        found = mpmath.ldexp(mpmath.mpf(float(s.m[0])), int(s.e[0]))
        assert abs(found / right - 1) < 1e-15 * (8 + 4 * abs(a))


@pytest.mark.parametrize("a", [400.0, -1e5, 1e9, -1e12])
@pytest.mark.parametrize(("name", "c", "n"), [("tanh", 4, 2), ("sigmoid", 1, 1)])
def test_slopes_far_out_are_exponentials(a: float, name: str, c: int, n: int) -> None:
    """c e^-n|a|: 4 e^-2|a| of tanh, e^-|a| of the sigmoid, to every digit."""
    s = slopes(name, np.array([0.0, a]))
    size = Size(float(s.m[1]), int(s.e[1]))
    assert size.log10 == pytest.approx(math.log10(c) - n * abs(a) / math.log(10), rel=1e-14)
    assert 0.5 <= s.m[1] < 1


def test_slopes_without_exponentials() -> None:
    s = slopes("relu", np.array([1e300, -2.0, 0.0]))
    assert np.ldexp(s.m, s.e).tolist() == [1.0, 0.0, 0.0]
    assert frobenius(scale_rows(s, scaled(np.eye(3)))).value == 1.0


TOO_FAR = (
    r"is beyond 1e\+12, where its slope is below every number shown; "
    "expected smaller weights or inputs"
)
NO_FLOAT = "leaves the range of floats; expected smaller weights, smaller inputs or fewer steps"


@pytest.mark.parametrize(
    ("a", "name", "message"),
    [
        (1e13, "tanh", TOO_FAR),
        (-1e300, "sigmoid", TOO_FAR),
        (math.inf, "relu", NO_FLOAT),
        (math.nan, "tanh", NO_FLOAT),
    ],
)
def test_slopes_that_no_number_shows_are_refused(a: float, name: str, message: str) -> None:
    with pytest.raises(InputError, match=f"^a unit's pre-activation {message}$"):
        slopes(name, np.array([0.5, a]))


def test_sizes() -> None:
    assert Size(0.75, 2).value == 3.0
    assert Size(0.0, 5).value == 0.0
    assert Size(0.0).log10 is None
    assert f"{Size(1.0, 5000).value:.3e}" == "1.412e+1505"
    assert Size(1.0, -5000).log10 == pytest.approx(-5000 * math.log10(2))
    assert sorted([Size(1.0, 9), Size(0.0), Size(0.5, 3)], key=lambda s: s.order)[0].m == 0


@pytest.mark.parametrize("factor", [1.0, 1e300, 1e-300])
def test_the_largest_eigenvalue(factor: float) -> None:
    """trace 0.4, determinant 0.8: |lambda| = sqrt(0.8)."""
    W = factor * np.array([[2.0, -4.0], [1.0, -1.6]])
    assert spectral_radius(W).log10 == pytest.approx(math.log10(0.8) / 2 + math.log10(factor))
    assert spectral_radius(np.zeros((2, 2))).value == 0


def test_the_largest_eigenvalue_beside_a_pair_below_the_smallest_normal_float() -> None:
    """1, and 1e-310 (1 +- i)."""
    W = np.array([[1.0, 0, 0], [0, 1e-310, -1e-310], [0, 1e-310, 1e-310]])
    assert spectral_radius(W).value == 1.0


def test_powers() -> None:
    assert power_of(Fraction(9, 10), 2) == Decimal("0.81")
    assert power_of(Fraction(0), 0) == 1
    assert power_of(Fraction(0), 3) == 0
    assert f"{power_of(Fraction(1, 2), 5000):.1e}" == "7.1e-1506"
    with mpmath.workdps(50):
        right = Decimal(mpmath.nstr((mpmath.mpf(1) / 3) ** 5000, 40))
    assert f"{power_of(Fraction(1, 3), 5000):.27e}" == f"{right:.27e}"
