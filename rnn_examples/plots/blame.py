"""`blame`: what of a nudge at each word the last state still feels."""

from rnn_examples.counted import counted
from rnn_examples.examples.blame import Line, Place, Result
from rnn_examples.plots.picture import Axis, Chart, Guide, Picture, Series
from rnn_examples.plots.powers import log_size
from rnn_examples.tables.numbers import shortest, significant

LOST = Guide("y", 0.0, "nothing lost")
SIZE = Axis("what is still felt", log=True)


def draw(result: Result) -> Picture:
    """A line for each recurrence, its bound dashed; the spread over random sentences below."""
    places = tuple(dict.fromkeys(line.place for line in result.lines))
    words = result.scenes[0].sentence.words
    T = len(result.scenes[0].sentence.inputs)
    names = ("start", *(words if words is not None else map(str, range(1, T + 1))))
    several = len(places) > 1
    series = []
    for place in places:
        found = sorted(
            (line for line in result.lines if line.place == place), key=lambda one: one.k
        )
        x = tuple(float(line.k + 1) for line in found)
        name = _name(place) if several else "still felt"
        series.append(Series(name, x, tuple(line.size.log10 for line in found)))
        if any(line.memory is not None for line in found):
            memory = tuple(None if m is None else m.log10 for m in (one.memory for one in found))
            series.append(Series(f"{name}, by c", x, memory))
        if len(places) <= 4 and any(line.bound for line in found):
            bounds = tuple(log_size(line.bound) for line in found)
            series.append(
                Series(f"bound, {_name(place)}" if several else "bound", x, bounds, "dashes")
            )
    chart = Chart("In this sentence", Axis("a nudge at", names=names), SIZE, tuple(series), (LOST,))
    panels = (chart, _spread(result, places)) if result.spreads else (chart,)
    return Picture(
        "blame",
        "How much of a nudge at each word the last state still feels",
        f"Lines on a logarithmic scale over {counted(T, 'word')}, 1 where nothing is "
        f"lost. {_told(result)}"
        + (
            " Below, the least, median and largest over "
            f"{counted(result.sentences, 'random sentence')}."
            if result.spreads
            else ""
        ),
        panels,
    )


def _name(place: Place) -> str:
    if place.gain is not None:
        return f"g = {shortest(place.gain)}"
    return f"layer {place.layer}{', from the end' if place.reverse else ''}"


def _spread(result: Result, places: tuple[Place, ...]) -> Chart:
    """The median with the least and the largest of all as an interval."""
    series = []
    for place in places:
        found = [one for one in result.spreads if one.place == place and one.least.m]
        series.append(
            Series(
                _name(place),
                tuple(float(one.distance) for one in found),
                tuple(log_size(one.median) for one in found),
                low=tuple(one.least.log10 or 0.0 for one in found),
                high=tuple(one.largest.log10 or 0.0 for one in found),
            )
        )
    title = f"Over {counted(result.sentences, 'random sentence')}: least, median, largest"
    return Chart(title, Axis("distance from the end", "words"), SIZE, tuple(series), (LOST,))


def _told(result: Result) -> str:
    """What is left of the first word, for each recurrence."""
    firsts: list[Line] = [line for line in result.lines if line.k == 1]
    told = ", ".join(
        f"{significant(one.size.value, 2)} with {_name(one.place)}" for one in firsts[:6]
    )
    return f"Of the first word is left {told}."
