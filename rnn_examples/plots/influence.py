"""`influence`: the gain by steps, and the narrow window in a map over gains."""

from math import isfinite, log10

from rnn_examples.counted import counted
from rnn_examples.examples.influence import Result
from rnn_examples.examples.influence_map import influence_map
from rnn_examples.network.decimals import Exact
from rnn_examples.plots.picture import (
    MOST_SERIES,
    Axis,
    Chart,
    Guide,
    Heat,
    Picture,
    Series,
    as_float,
)
from rnn_examples.plots.powers import log_size
from rnn_examples.tables.numbers import fixed, shortest

LEAST_GAIN, MOST_GAIN, GAIN_STEPS = 0.1, 2.5, 96
MOST_STEPS = 100
GAINS = tuple(LEAST_GAIN + (MOST_GAIN - LEAST_GAIN) * n / GAIN_STEPS for n in range(GAIN_STEPS + 1))
# The map's darkest and lightest: what is below or above is drawn as these.
LOW, HIGH = -3.0, 1.0
HOLDS = (log10(0.5), log10(2.0))


def draw(result: Result) -> Picture:
    """The Result's figures as lines, and the map by float64 arithmetic."""
    gains = tuple(dict.fromkeys(result.gains))[:MOST_SERIES]
    series = tuple(Series(f"g = {shortest(gain)}", *_line(result, gain)) for gain in gains)
    chart = Chart(
        "By the gain g of the recurrent matrix",
        Axis("steps"),
        Axis("what is left of a nudge", log=True),
        series,
        (Guide("y", 0.0, "nothing lost"),),
    )
    longest = max(row.steps for row in result.rows)
    last = [(row.gain, row.influence) for row in result.rows if row.steps == longest]
    told = ", ".join(f"{fixed(value, 4)} at g = {shortest(gain)}" for gain, value in last)
    heat = _map(result, longest)
    return Picture(
        "influence",
        _title(heat),
        f"Lines of what is left of a first nudge, by steps, on a logarithmic scale: after "
        f"{counted(longest, 'step')} {told}. Below, a heat map of the same over gains "
        f"from {LEAST_GAIN} "
        f"to {MOST_GAIN}, dark where little is left; contours enclose what lies between a half and "
        "twice the nudge.",
        (chart, heat),
    )


def _title(heat: Heat) -> str:
    """The gains at which no step of the map leaves the space between a half and twice the nudge."""
    low, high = HOLDS
    held = [
        gain
        for gain, row in zip(GAINS, heat.cells, strict=True)
        if all(y is not None and low <= y <= high for y in row)
    ]
    if not held:
        return "At no gain is a first nudge held: it fades, or it swings"
    return (
        f"A nudge is held at gains from {min(held):.3g} to {max(held):.3g}: below it fades, "
        "above it swings"
    )


def _line(result: Result, gain: Exact) -> tuple[tuple[float, ...], tuple[float | None, ...]]:
    found = {row.steps: log_size(row.influence) for row in result.rows if row.gain == gain}
    steps = sorted(found)
    return tuple(map(float, steps)), tuple(found[count] for count in steps)


def _map(result: Result, longest: int) -> Heat:
    steps = max(2, min(MOST_STEPS, longest))
    x = as_float(result.x[0], "the input"), as_float(result.x[1], "the input")
    logs = influence_map(GAINS, steps, as_float(result.angle, "the angle"), x).tolist()
    return Heat(
        "By every gain; contours at a half and at twice the nudge",
        rows=Axis("gain g", low=LEAST_GAIN, high=MOST_GAIN),
        columns=Axis("steps", low=1.0, high=float(steps)),
        value=Axis("left of a nudge", log=True, low=LOW, high=HIGH),
        cells=tuple(tuple(y if isfinite(y) else 10 * LOW for y in row) for row in logs),
        lines=HOLDS,
    )
