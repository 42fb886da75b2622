"""`bptt`: which step's loss reaches which earlier step."""

from rnn_examples.examples.bptt import Result
from rnn_examples.plots.picture import Axis, Heat, Picture
from rnn_examples.plots.powers import log_size
from rnn_examples.tables.numbers import significant

# Decades below the largest term that are told apart.
DECADES = 6


def draw(result: Result) -> Picture:
    """The size of each term of dE/dW_hh, row t, column k."""
    norms = result.contributions.norms.tolist()
    T = len(norms)
    words = result.sentence.words
    names = tuple(str(t) if words is None else f"{t} {words[t - 1]}" for t in range(1, T + 1))
    logs = tuple(tuple(map(log_size, row)) for row in norms)
    known = [value for row in logs for value in row if value is not None]
    most = max(known, default=0.0)
    least = max(min(known, default=-1.0), most - DECADES)
    t, k = max(
        ((t, k) for t in range(T) for k in range(T)), key=lambda place: norms[place[0]][place[1]]
    )
    heat = Heat(
        "Terms of the recurrent matrix's gradient",
        rows=Axis("the loss of step t", names=names),
        columns=Axis("reaches the use in step k", names=names),
        value=Axis("norm of the term", log=True, low=least, high=max(most, least + 0.3)),
        cells=logs,
        texts=tuple(tuple(significant(value, 2) for value in row) for row in norms),
    )
    return Picture(
        "bptt",
        "Each step's loss reaches back to earlier uses of the same matrix",
        f"A heat map of {T} by {T} terms of the recurrent matrix's gradient, the loss of step t in "
        f"rows, the use in step k in columns, on a logarithmic scale. The largest, "
        f"{significant(norms[t][k], 2)}, is that of t = {t + 1} and k = {k + 1}.",
        (heat,),
    )
