"""Bars drawn by matplotlib, their values at their ends."""

from typing import TYPE_CHECKING

from rnn_examples.plots import style
from rnn_examples.plots.chart import draw_guide
from rnn_examples.plots.picture import Bars
from rnn_examples.plots.scale import limits, short, ticks
from rnn_examples.visible import visible

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def draw_bars(bars: Bars, axes: "Axes") -> None:
    """A group of bars a name, the first on top."""
    values = [value for _, found, _ in bars.series for value in found]
    ends = limits([*values, *(guide.at for guide in bars.guides)], bars.axis)
    thick = 0.8 / len(bars.series)
    low = ends[0]
    for place, (_, found, texts) in enumerate(bars.series):
        colour = style.COLOURS[place % len(style.COLOURS)]
        for row, (value, text) in enumerate(zip(found, texts, strict=True)):
            at = row + thick * (place - (len(bars.series) - 1) / 2)
            if value is not None:
                axes.barh(at, value - low, thick * 0.85, left=low, color=colour)
            end = (low if value is None else value, at)
            axes.annotate(text, end, (2, 0), textcoords="offset points", va="center", fontsize=6)
    axes.set_xlim(low, ends[1] + 0.12 * (ends[1] - low))
    axes.set_yticks(range(len(bars.names)), list(map(short, bars.names)))
    axes.set_ylim(len(bars.names) - 0.5, -0.5)  # a row without any bar has its room too
    along = ticks(*ends, bars.axis, 7)
    axes.set_xticks([at for at, _ in along], [name for _, name in along])
    axes.set_xlabel(visible(bars.axis.title))
    for guide in bars.guides:
        draw_guide(guide, axes)
    if len(bars.series) > 1:
        from matplotlib.patches import Patch

        patches = [
            Patch(color=style.COLOURS[place % len(style.COLOURS)], label=visible(name))
            for place, (name, _, _) in enumerate(bars.series)
        ]
        axes.legend(handles=patches, frameon=False, loc="upper left", bbox_to_anchor=(1.0, 1.0))
