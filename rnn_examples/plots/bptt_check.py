"""`bptt --model notebook`: how far apart the gradients are, array by array."""

from collections.abc import Mapping

from rnn_examples.examples.bptt_check import Result
from rnn_examples.examples.remarks import METHODS
from rnn_examples.network.arrays import Array
from rnn_examples.plots.picture import Axis, Bars, Picture
from rnn_examples.plots.powers import log_size
from rnn_examples.tables.numbers import significant

LEAST = -20.0


def draw(result: Result) -> Picture:
    """The largest entry of each gradient beside its largest difference from the checks."""
    checks = {METHODS[result.method]: result.numeric, "autograd": result.autograd}
    found = {name: others for name, others in checks.items() if others is not None}
    names = tuple(result.gradients)
    series = [_series("largest entry", [float(abs(result.gradients[n]).max()) for n in names])]
    for name, others in found.items():
        series.append(_series(f"from {name}", _differences(result.gradients, others)))
    farthest = max(max(_differences(result.gradients, others)) for others in found.values())
    axis = Axis("size", log=True, low=LEAST, high=1.0)
    return Picture(
        "bptt",
        f"The gradients agree with the checks to {significant(farthest, 2)}",
        f"Bars on a logarithmic scale for {', '.join(names)}: the largest entry of each gradient, "
        f"and its largest difference from {' and from '.join(found)}.",
        (Bars("Largest entry and largest difference", names, axis, tuple(series)),),
    )


def _differences(ours: Mapping[str, Array], theirs: Mapping[str, Array]) -> list[float]:
    return [float(abs(array - theirs[name]).max()) for name, array in ours.items()]


def _series(
    name: str, values: list[float]
) -> tuple[str, tuple[float | None, ...], tuple[str, ...]]:
    return name, tuple(map(log_size, values)), tuple(significant(value, 2) for value in values)
