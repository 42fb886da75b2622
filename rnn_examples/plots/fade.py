"""`fade`: the gradient's size at every position, before and after training."""

from math import isfinite

from rnn_examples.examples.fade import Result, size
from rnn_examples.plots.picture import Axis, Chart, Guide, Picture, Series
from rnn_examples.tables.numbers import significant
from rnn_examples.training.fade import DRUG


def draw(result: Result) -> Picture:
    """A line a network on a logarithmic scale, the word to remember marked."""
    series = tuple(
        Series(
            name,
            tuple(float(t) for t in range(1, len(curve.log10_sizes) + 1)),
            tuple(y if isfinite(y) else None for y in curve.log10_sizes),
        )
        for name, curve in result.curves
    )
    told = "; ".join(
        f"{name}, {significant(size(curve.log10_last), 2)} at the last token and "
        f"{significant(size(curve.log10_drug), 2)} at token {DRUG + 1}"
        for name, curve in result.curves
    )
    chart = Chart(
        "Gradient by position",
        Axis("position", "tokens"),
        Axis("size of the gradient", log=True),
        series,
        (Guide("x", float(DRUG + 1), "the drug"),),
    )
    return Picture(
        "fade",
        _title(result),
        f"Lines of the gradient's size over {result.distance + 3:,} positions, on a logarithmic "
        f"scale: {told}.",
        (chart,),
    )


def _title(result: Result) -> str:
    lost = [curve.log10_ratio for _, curve in result.curves if isfinite(curve.log10_ratio)]
    if not lost or min(lost) < 1:
        return "The gradient's size on its way back to the word to remember"
    return (
        f"The gradient has lost {min(lost):.1f} decades where it reaches the word to remember"
        + (f", {max(lost):.1f} after training" if len(lost) > 1 else "")
    )
