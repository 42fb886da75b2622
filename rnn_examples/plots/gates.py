"""`gates`: what the belt keeps by distance, for each bias."""

from rnn_examples.examples.gates import Result
from rnn_examples.plots.picture import Axis, Chart, Picture, Series, leaving
from rnn_examples.plots.powers import log_size
from rnn_examples.tables.numbers import fixed, shortest, significant

LEAST = -12.0


def draw(result: Result) -> Picture:
    """A line a bias, from 1 at no distance."""
    series = []
    for gate in result.gates:
        found = {0: 0.0}
        for row in result.kept:
            log = log_size(row.kept)
            if row.bias == gate.bias and log is not None:
                found[row.distance] = log
        k = sorted(found)
        name = f"bias {shortest(gate.bias)}"
        series.append(Series(name, tuple(map(float, k)), tuple(found[one] for one in k)))
    lowest = min(y for one in series for y in one.y if y is not None)
    told = "; ".join(
        f"bias {shortest(gate.bias)} opens it to {fixed(gate.gate, 3)} and halves the memory in "
        f"{significant(gate.half_life, 3)} steps"
        for gate in result.gates
    )
    beyond = leaving(lowest, LEAST)
    chart = Chart(
        "What the belt keeps",
        Axis("distance", "steps"),
        Axis("kept", log=True, low=max(LEAST, lowest - 0.3)),
        tuple(series),
    )
    return Picture(
        "gates",
        "The larger the forget gate's bias, the longer the memory lasts",
        f"Straight lines on a logarithmic scale, of what the memory keeps by distance: {told}. "
        f"{beyond}".rstrip(),
        (chart,),
        beyond,
    )
