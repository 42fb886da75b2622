"""Where an axis begins and ends, and what is written along it."""

from collections.abc import Iterable
from math import ceil, floor, isfinite, log10

from rnn_examples.plots.picture import Axis
from rnn_examples.visible import visible

SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
ROOM = 0.06
# Beyond these, numbers along an axis are written as 1e-05 or 1e+07.
SMALL, LARGE = 1e-4, 1e7
LONGEST_NAME = 20
Tick = tuple[float, str]


def limits(values: Iterable[float | None], axis: Axis) -> tuple[float, float]:
    """Both ends: the axis's own, else those of the data with some room; never the same."""
    found = [value for value in values if value is not None and isfinite(value)]
    if axis.names:
        return 0.5, len(axis.names) + 0.5
    least, most = min(found, default=0.0), max(found, default=1.0)
    least = least if axis.low is None else max(least, axis.low)
    most = most if axis.high is None else min(most, axis.high)
    room = ROOM * (most - least)
    low = least - room if axis.low is None else axis.low
    high = most + room if axis.high is None else axis.high
    room = max(0.5, 0.01 * abs(low))
    return (low, high) if low < high else (low - room, low + room)


def ticks(low: float, high: float, axis: Axis, most: int, plain: bool = False) -> tuple[Tick, ...]:
    """Round numbers within the ends, about `most` of them; of names, as many as fit evenly.

    plain: powers of ten as 1e-8, where there are no raised digits.
    """
    if axis.names:
        every = max(1, ceil(len(axis.names) / most))
        return tuple((n + 1.0, short(axis.names[n])) for n in range(0, len(axis.names), every))
    if axis.log:
        return _powers(low, high, most, plain)
    step = _step((high - low) / most)
    first, last = ceil(low / step - 1e-9), floor(high / step + 1e-9)
    places = [n * step for n in range(first, last + 1)]
    if step < SMALL or max(map(abs, places), default=0.0) >= LARGE:
        return tuple((at, f"{at:z.4g}") for at in places)
    decimals = max(0, -floor(log10(step) + 1e-9))
    return tuple((at, f"{at:z,.{decimals}f}") for at in places)


def short(name: str) -> str:
    """A word as it is written along an axis, of a very long one the beginning."""
    shown = visible(name)
    return shown if len(shown) <= LONGEST_NAME else f"{shown[: LONGEST_NAME - 1]}…"


def is_crowded(found: tuple[Tick, ...], letters: int) -> bool:
    """Whether names of so many letters in a row would touch each other."""
    longest = max((len(name) for _, name in found), default=0)
    return len(found) * (longest + 1) > letters


def _powers(low: float, high: float, most: int, plain: bool) -> tuple[Tick, ...]:
    if high - low < 1.5:
        digits = [
            (n + log10(d), d, n) for n in range(floor(low), ceil(high) + 1) for d in (1, 2, 5)
        ]
        inside = [(at, _times_power(d, n)) for at, d, n in digits if low <= at <= high]
        if len(inside) > 1:
            return tuple(inside)
    step = max(1, ceil(_step((high - low) / most)))
    first, last = ceil(low / step - 1e-9), floor(high / step + 1e-9)
    return tuple((float(n * step), power_of_ten(n * step, plain)) for n in range(first, last + 1))


def power_of_ten(n: int, plain: bool = False) -> str:
    """0.01, 1, 100, 10⁻⁸ (plain: 1e-8)."""
    if -2 <= n <= 2:
        return f"{10.0**n:g}"
    return f"1e{n}" if plain else "10" + str(n).translate(SUPERSCRIPTS)


def _times_power(d: int, n: int) -> str:
    """0.02, 5, 200, 2e-08."""
    return f"{d * 10.0**n:g}" if -4 < n < 4 else f"{d}e{n:+03d}"


def _step(about: float) -> float:
    """1, 2 or 5 times a power of ten, at least as large."""
    power = floor(log10(about))
    return next(m * 10.0**power for m in (1, 2, 5, 10) if m * 10.0**power >= about * 0.999)
