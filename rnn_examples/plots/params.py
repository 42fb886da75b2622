"""`params`: the feed-forward model against the recurrent one, by context."""

from math import ceil

from rnn_examples.examples.params import Result
from rnn_examples.plots.picture import Axis, Chart, Picture, Series, Spot, as_float
from rnn_examples.tables.numbers import shortest


def draw(result: Result) -> Picture:
    """Both models' hidden matrices; a ring where they are of one size, in both readings."""
    alone, both = result.crossings
    end = 2 * ceil(both.context)
    rows = [row for row in result.contexts if row.context <= end]
    rows = sorted(rows if len(rows) > 1 else result.contexts, key=lambda row: row.context)
    n = [as_float(row.context, "a context") for row in rows]
    grows = [as_float(row.feed_forward, "a count of parameters") for row in rows]
    flat = {one: as_float(one.recurrent, "a count of parameters") for one in (alone, both)}
    each = grows[0] / n[0]
    ends = (min(n[0], 1.0), max(n[-1], float(end) if len(n) == 1 else n[-1]))
    series = (
        Series("feed-forward", (ends[0], *n, ends[1]), (each * ends[0], *grows, each * ends[1])),
        Series("recurrent", ends, (flat[both], flat[both])),
        Series("recurrent matrix alone", ends, (flat[alone], flat[alone]), "dashes"),
    )
    spots = tuple(
        Spot(
            as_float(one.context, "a context"), flat[one], f"equal at {shortest(one.context)} words"
        )
        for one in result.crossings
        if ends[0] <= one.context <= ends[1]
    )
    d, H = result.sizes.inputs, result.sizes.hidden
    chart = Chart(
        "Parameters by context",
        Axis("context", "words"),
        Axis("hidden matrices", "parameters", low=0.0),
        series,
        spots=spots,
    )
    return Picture(
        "params",
        f"The feed-forward model grows with each word and outgrows the recurrent one after "
        f"{shortest(both.context)} words",
        f"Lines of parameters by words of context, for embeddings of {d:,} and {H:,} hidden units. "
        f"The feed-forward model's line rises by {d * H:,} a word. The recurrent model's is level "
        f"at {both.recurrent:,}; they cross at {shortest(both.context)} words. Counting its "
        f"recurrent matrix alone, {alone.recurrent:,}, they cross at {shortest(alone.context)}.",
        (chart,),
    )
