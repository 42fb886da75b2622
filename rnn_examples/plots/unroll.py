"""`unroll`: the states as a heat map over words."""

from rnn_examples.counted import counted
from rnn_examples.errors import InputError
from rnn_examples.examples.unroll import Result, floats
from rnn_examples.network.forward import forward
from rnn_examples.network.states import Trace
from rnn_examples.plots.picture import Axis, Heat, Picture
from rnn_examples.tables.numbers import fixed

DECIMALS = 2


def draw(result: Result) -> Picture:
    """A panel for each layer and direction. Raises InputError for a text, which is read once."""
    sentence, network = result.sentence, result.network
    if sentence is None:
        raise InputError("--plot draws a sentence's states, not a text's. Give --sentence")
    h0 = floats(result.h0)
    states = forward(network, sentence.inputs, h0=h0, hidden_only=network.kind == "rnn")
    T = len(sentence.inputs)
    words = sentence.words or tuple(str(t) for t in range(1, T + 1))
    chosen = result.units or range(network.hidden)
    traces = [(n, trace) for n, layer in enumerate(states.layers, start=1) for trace in layer]
    panels = tuple(
        _panel(trace, _name(n, trace, len(states.layers)), words, chosen) for n, trace in traces
    )
    values = [
        value for panel in panels for row in panel.cells for value in row if value is not None
    ]
    return Picture(
        "unroll",
        "Each word changes the state: its units, word by word",
        f"A heat map of the hidden state: {counted(len(chosen), 'unit')} in rows, "
        f"{counted(T, 'word')} in columns"
        f"{f', {len(panels)} panels' if len(panels) > 1 else ''}. "
        f"The values lie between {fixed(min(values), DECIMALS)} and "
        f"{fixed(max(values), DECIMALS)}.{_ends(panels[-1], words)}",
        panels,
    )


def _name(layer: int, trace: Trace, layers: int) -> str:
    way = "read from the last word" if trace.reverse else "read from the first word"
    return f"Layer {layer}, {way}" if layers > 1 else way.capitalize()


def _panel(trace: Trace, title: str, words: tuple[str, ...], units: range) -> Heat:
    columns = trace.h[:, units.start : units.stop].T.tolist()
    return Heat(
        title,
        rows=Axis("unit", names=tuple(str(unit + 1) for unit in units)),
        columns=Axis("word", names=words),
        value=_scale([value for row in columns for value in row]),
        cells=tuple(map(tuple, columns)),
        texts=tuple(tuple(fixed(value, DECIMALS) for value in row) for row in columns),
    )


def _scale(values: list[float]) -> Axis:
    """-1 to 1 where all states lie there, as those of tanh do."""
    inside = all(-1 <= value <= 1 for value in values)
    return Axis("h", low=-1.0, high=1.0) if inside else Axis("h")


def _ends(panel: Heat, words: tuple[str, ...]) -> str:
    """The last state of a small network, in words."""
    if len(panel.cells) > 4:
        return ""
    last = ", ".join(fixed(row[-1] or 0.0, DECIMALS) for row in panel.cells)
    return f" After '{words[-1]}' it is ({last})."
