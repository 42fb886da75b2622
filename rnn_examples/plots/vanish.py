"""`vanish`: the decay on a logarithmic scale, the 47 marked."""

from fractions import Fraction

from rnn_examples.counted import counted
from rnn_examples.examples.vanish import FORTY_SEVEN, Decay, Result
from rnn_examples.plots.picture import Axis, Chart, Guide, Picture, Series, as_float, leaving
from rnn_examples.tables.numbers import rounded, shortest

# Lines leave the picture here: a float64 that is added to 1 no longer changes it at 1e-16.
LEAST = -20.0


def draw(result: Result) -> Picture:
    """A line a factor, from 1 at no distance; a passage's own distance in place of the 47."""
    found = result.passage
    rows = result.decay
    marked = FORTY_SEVEN if found is None else found.distance
    at_mark = result.forty_seven if found is None else result.at_blank
    if found is not None:
        rows = result.at_blank
    series = tuple(
        _line(factor, rows)
        for factor in sorted(set(result.factors), key=abs, reverse=True)
        if factor
    )
    lowest = min((y for one in series for y in one.y if y is not None), default=0.0)
    chart = Chart(
        "What is left",
        Axis("distance", "steps"),
        Axis("what is left of the gradient", log=True, low=max(LEAST, lowest - 0.5)),
        series,
        (Guide("x", as_float(marked, "a distance"), f"{marked} words"),) if at_mark else (),
    )
    told = "; ".join(
        f"{shortest(row.factor)} leaves {rounded(row.remaining, 2, 2)}" for row in at_mark
    )
    after = f" After {counted(marked, 'step')} {told}." if at_mark else ""
    beyond = leaving(lowest, LEAST)
    return Picture(
        "vanish",
        "A factor below 1 a step loses the gradient, one above 1 blows it up",
        "Straight lines on a logarithmic scale, one for each of "
        f"{counted(len(series), 'factor')} a step, "
        f"from 1 at distance 0.{after} {beyond}".rstrip(),
        (chart,),
        beyond,
    )


def _line(factor: Fraction, rows: tuple[Decay, ...]) -> Series:
    """Sizes by distance; the sign of a negative factor's powers is not drawn."""
    points = {0: 0.0}
    for row in rows:
        if row.factor == factor and row.log10 is not None:
            points[row.distance] = float(row.log10)
    distances = sorted(points)
    xs = tuple(as_float(k, "a distance") for k in distances)
    return Series(f"f = {shortest(factor)}", xs, tuple(points[k] for k in distances))
