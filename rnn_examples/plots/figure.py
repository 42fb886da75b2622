"""A picture drawn by matplotlib, panel below panel."""

from typing import TYPE_CHECKING

from rnn_examples.plots import style
from rnn_examples.plots.bars import draw_bars
from rnn_examples.plots.chart import LETTERS, MOST_NAMES, draw_chart
from rnn_examples.plots.heat import draw_heat
from rnn_examples.plots.picture import Bars, Chart, Heat, Panel, Picture, Plane
from rnn_examples.plots.plane import draw_plane
from rnn_examples.plots.scale import is_crowded, ticks
from rnn_examples.visible import visible

if TYPE_CHECKING:
    from matplotlib.figure import Figure

TITLE = 0.35  # inches
NOTE = 0.15
LETTER = 0.05  # inches
LONGEST_TITLE = 58  # letters, in a column of a book


def height(picture: Picture) -> float:
    """In inches."""
    return TITLE + (NOTE if picture.note else 0.0) + sum(map(_height, picture.panels))


def _height(panel: Panel) -> float:
    match panel:
        case Bars():
            return 0.7 + 0.16 * len(panel.names) * len(panel.series)
        case Heat():
            return 0.9 + min(2.6, max(0.7, 0.24 * len(panel.cells)))
        case Plane():
            return 3.6
    return 2.4 + _aslant(panel)


def _aslant(chart: Chart) -> float:
    """What names below the chart take where they stand aslant."""
    names = ticks(0.0, 1.0, chart.x, MOST_NAMES) if chart.x.names else ()
    longest = max((len(name) for _, name in names), default=0)
    return LETTER * longest if is_crowded(names, LETTERS) else 0.0


def draw(picture: Picture, figure: "Figure") -> None:
    """Every panel with its axes; one panel's title is the picture's."""
    title = "\n".join(_folded(visible(picture.title)))
    figure.suptitle(title, x=0.01, ha="left", fontsize=style.SIZE + 1, fontweight="bold")
    sizes = list(map(_height, picture.panels))
    # Each panel is laid out alone, so that names beside one do not narrow the others.
    parts = figure.subfigures(len(sizes), 1, squeeze=False, height_ratios=sizes)[:, 0]
    for part, panel in zip(parts, picture.panels, strict=True):
        axes = part.subplots()
        title = panel.title if len(picture.panels) > 1 else picture.note
        if title:
            has_guide = isinstance(panel, (Chart, Bars)) and any(
                g.axis == "x" for g in panel.guides
            )
            axes.set_title(visible(title), pad=14 if has_guide else 5)
        match panel:
            case Chart():
                draw_chart(panel, axes)
            case Bars():
                draw_bars(panel, axes)
            case Heat():
                draw_heat(panel, axes)
            case _:
                draw_plane(panel, axes)


def _folded(title: str) -> list[str]:
    lines = [""]
    for word in title.split():
        if lines[-1] and len(lines[-1]) + len(word) >= LONGEST_TITLE:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines
