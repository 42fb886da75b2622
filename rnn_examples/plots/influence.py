"""`influence`: the gain by steps, and the narrow window in a map over gains."""

from math import isfinite, log10

from rnn_examples.examples.influence import Result
from rnn_examples.examples.influence_map import influence_map
from rnn_examples.plots.picture import MOST_SERIES, Axis, Chart, Guide, Heat, Picture, Series, as_float
from rnn_examples.plots.powers import log_size
from rnn_examples.tables.numbers import fixed, shortest

LEAST_GAIN, MOST_GAIN, GAIN_STEPS = 0.1, 2.5, 96
MOST_STEPS = 100
# The map's darkest and lightest: what is below or above is drawn as these.
LOW, HIGH = -3.0, 0.5
HOLDS = (log10(0.5), log10(2.0))


def draw(result: Result) -> Picture:
    """The Result's figures as lines, and the map by float64 arithmetic."""
    gains = tuple(dict.fromkeys(result.gains))[:MOST_SERIES]
    series = tuple(
        Series(f"g = {shortest(gain)}", *_line(result, gain)) for gain in gains
    )
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
    return Picture(
        "influence",
        "Around a gain of 1.5 lies a narrow window in which a nudge is held"
        if _is_lessons(result)
        else "How much of a first nudge is left, by gain and steps",
        f"Lines of what is left of a first nudge, by steps, on a logarithmic scale: after {longest} "
        f"steps {told}. Below, a heat map of the same over gains from {LEAST_GAIN} to {MOST_GAIN}, "
        "dark where little is left; contours enclose what lies between a half and twice the nudge.",
        (chart, _map(result, longest)),
    )


def _is_lessons(result: Result) -> bool:
    from rnn_examples.examples.influence import ANGLE, INPUT
    from rnn_examples.network.decimals import as_typed

    return (result.angle, result.x) == (as_typed(ANGLE), tuple(map(as_typed, INPUT)))


def _line(result: Result, gain: object) -> tuple[tuple[float, ...], tuple[float | None, ...]]:
    found = {row.steps: log_size(row.influence) for row in result.rows if row.gain == gain}
    steps = sorted(found)
    return tuple(map(float, steps)), tuple(found[count] for count in steps)


def _map(result: Result, longest: int) -> Heat:
    gains = [
        LEAST_GAIN + (MOST_GAIN - LEAST_GAIN) * n / GAIN_STEPS for n in range(GAIN_STEPS + 1)
    ]
    steps = max(2, min(MOST_STEPS, longest))
    x = as_float(result.x[0], "the input"), as_float(result.x[1], "the input")
    logs = influence_map(gains, steps, as_float(result.angle, "the angle"), x).tolist()
    return Heat(
        "By every gain; contours at a half and at twice the nudge",
        rows=Axis("gain g", low=LEAST_GAIN, high=MOST_GAIN),
        columns=Axis("steps", low=1.0, high=float(steps)),
        value=Axis("left of a nudge", log=True, low=LOW, high=HIGH),
        cells=tuple(tuple(y if isfinite(y) else 10 * LOW for y in row) for row in logs),
        lines=HOLDS,
    )
