"""Shares and medians of repeated trainings."""

import statistics
from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

Z_95 = 1.959963984540054  # the normal distribution's 97.5 % point


class Interval(NamedTuple):
    """Both ends of a 95 % interval, within 0 .. 1."""

    low: float
    high: float


def wilson(successes: int, trials: int) -> Interval:
    """Wilson's 95 % score interval of a share (Wilson 1927); trials >= 1."""
    p, n, z2 = successes / trials, trials, Z_95**2
    centre = (p + z2 / (2 * n)) / (1 + z2 / n)
    half = Z_95 * sqrt(p * (1 - p) / n + z2 / (4 * n * n)) / (1 + z2 / n)
    low = 0.0 if successes == 0 else centre - half
    high = 1.0 if successes == trials else centre + half
    return Interval(low, high)


def median(values: Sequence[float]) -> float | None:
    """The middle value, or the mean of the middle two; None of nothing."""
    return statistics.median(values) if values else None
