"""The map over gains in float64, against the exact figures and the book's."""

import math
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from rnn_examples.examples.influence import influences
from rnn_examples.examples.influence_map import influence_map

STEPS = (1, 5, 10, 20)
# The lesson's, to four decimals.
PRINTED = {
    0.5: (0.4266, 0.0083, 0.0001, 0.0),
    0.9: (0.7679, 0.0989, 0.0152, 0.0004),
    1.5: (1.2798, 0.8562, 1.218, 1.154),
    2.0: (1.7064, 2.2703, 2.4696, 1.3574),
}


def test_the_lessons_figures() -> None:
    found = 10 ** influence_map(tuple(PRINTED), 20, 0.8, (0.5, -0.3))
    for row, printed in zip(found, PRINTED.values(), strict=True):
        assert [row[n - 1] for n in STEPS] == pytest.approx(printed, abs=5e-5)


@pytest.mark.parametrize("gain", ["0.1", "0.725", "1.35", "2.5", "-1.1"])
def test_the_exact_figures(gain: str) -> None:
    exact = influences(Fraction(gain), STEPS, Fraction("0.8"), (Fraction("0.5"), Fraction("-0.3")))
    (found,) = influence_map([float(gain)], 20, 0.8, (0.5, -0.3))
    wanted = [float(value.log10()) for value in exact]
    assert [found[n - 1] for n in STEPS] == pytest.approx(wanted, abs=1e-11)


def test_nothing_underflows() -> None:
    """At a gain of 1e-9 each step leaves about a billionth: 1e-900 after a hundred."""
    (found,) = influence_map([1e-9], 100, 0.8, (0.0, 0.0))
    assert found[-1] == pytest.approx(-900)


def test_a_saturated_unit_has_a_slope_still() -> None:
    """tanh'(30) = 4 e^-60 to the last digit: 1 - tanh^2 would be 0."""
    (found,) = influence_map([1.0], 1, 0.0, (30.0, 30.0))
    assert found[0] == pytest.approx(float((4 * Decimal(-60).exp()).log10()))


def test_no_gain_leaves_nothing() -> None:
    assert np.isneginf(influence_map([0.0], 3, 0.8, (0.5, -0.3))).all()


def test_a_unit_that_is_flat_takes_no_part() -> None:
    """By the angle 0 units go each their own way: of the unit at 0 all is left, of the other 4
    e^-600 at each step, whose square no float holds; cosh(800) none does either."""
    for flat in (300.0, 800.0):
        (found,) = influence_map([1.0], 2, 0.0, (0.0, flat))
        assert found == pytest.approx([-math.log10(2) / 2] * 2)
