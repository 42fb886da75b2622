"""`remember`: accuracy by distance, or, of several seeds, the share that learned it."""

from rnn_examples.examples.remember import Result
from rnn_examples.plots.picture import Axis, Chart, Guide, Picture, Series
from rnn_examples.tables.numbers import fixed


def draw(result: Result) -> Picture:
    """A line a network; with seeds the intervals of the share."""
    sweep = result.sweep
    seeds = sweep.config.seeds
    found = sorted(sweep.summaries(), key=lambda one: one.distance)
    # Side by side, so that no interval hides another.
    apart = 0.01 * (found[-1].distance - found[0].distance) if seeds > 1 else 0.0
    series, told = [], []
    for place, network in enumerate(sweep.config.networks):
        rows = [one for one in found if one.network == network]
        k = tuple(float(one.distance) + place * apart for one in rows)
        y = tuple(one.share if seeds > 1 else one.median_accuracy for one in rows)
        low = tuple(one.interval.low for one in rows) if seeds > 1 else ()
        high = tuple(one.interval.high for one in rows) if seeds > 1 else ()
        series.append(Series(network, k, y, low=low, high=high))
        figures = ", ".join(fixed(value, 2) for value in y)
        told.append(f"{network} {figures}")
    distances = ", ".join(str(k) for k in sorted(sweep.config.distances))
    what = f"share of {seeds:,} seeds that learned it" if seeds > 1 else "test accuracy"
    guides = () if seeds > 1 else (Guide("y", max(result.guessing.shares), "guessing"),)
    chart = Chart(
        what.capitalize(),
        Axis("distance", "words between"),
        Axis(what, low=-0.04 if seeds > 1 else 0.0, high=1.04),
        tuple(series),
        guides,
    )
    intervals = ", with 95 % intervals" if seeds > 1 else ""
    return Picture(
        "remember",
        "How far back each network remembers",
        f"Lines of the {what} by distance{intervals}. At distances {distances}: {'; '.join(told)}.",
        (chart,),
    )
