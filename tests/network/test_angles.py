"""Sines and cosines against mpmath."""

from decimal import Decimal

import mpmath
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rnn_examples.errors import InputError
from rnn_examples.network import angles
from rnn_examples.network.decimals import working

# pi to 60 digits: its sine is made of pi's later digits.
PI = Decimal("3.14159265358979323846264338327950288419716939937510582097494")


def agree(ours: Decimal, x: object) -> None:
    right = Decimal(mpmath.nstr(x, 100, strip_zeros=False))
    for places in (16, 54):
        assert f"{ours:.{places}e}" == f"{right:.{places}e}"


@settings(max_examples=100, deadline=None)
@given(st.decimals(-1000, 1000, allow_nan=False).filter(bool))
@example(Decimal("0.8"))
@example(Decimal("1e20"))
@example(Decimal("-1e300"))
@example(Decimal("1e-30"))
@example(PI)
@example(PI / 2)
@example(-3 * PI)
def test_sine_and_cosine_round_as_mpmath_does(x: Decimal) -> None:
    with working(), mpmath.workdps(500):
        z = mpmath.mpf(str(x))
        agree(angles.cos(x), mpmath.cos(z))
        agree(angles.sin(x), mpmath.sin(z))


@pytest.mark.parametrize("digits", [5, 28, 60, 1000])
def test_pi(digits: int) -> None:
    with working(digits), mpmath.workdps(digits + 30):
        assert angles.pi() == +Decimal(mpmath.nstr(mpmath.pi, digits + 20))


def test_zero_and_an_angle_too_large() -> None:
    with working():
        assert (angles.sin(Decimal(0)), angles.cos(Decimal(0))) == (0, 1)
        with pytest.raises(
            InputError,
            match=r"^the angle 1\.000e\+6000 is too large: give one below 1e5000 radians$",
        ):
            angles.cos(Decimal("1e6000"))
        with pytest.raises(
            InputError,
            match=r"^the angle -1\.000e\+5000 is too large: give one below 1e5000 radians$",
        ):
            angles.sin(Decimal("-1e5000"))


def test_the_largest_angle() -> None:
    x = Decimal("-9.9e4999")
    with working(), mpmath.workdps(5200):
        agree(angles.sin(x), mpmath.sin(mpmath.mpf(str(x))))
