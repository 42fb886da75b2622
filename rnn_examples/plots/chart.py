"""Lines and points drawn by matplotlib, each line's name at its end."""

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from rnn_examples.plots import style
from rnn_examples.plots.picture import Chart, Guide, Plane, Series
from rnn_examples.plots.scale import is_crowded, limits, ticks
from rnn_examples.visible import visible

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LETTERS = 62  # under a chart, beside its lines' names
MOST_NAMES = 12
GAP = 0.075  # of the axes' height, between names of lines
Ends = tuple[float, float]


def draw_chart(chart: Chart, axes: "Axes") -> None:
    edges = [value for one in chart.series for value in (*one.y, *one.low, *one.high)]
    at = {axis: [guide.at for guide in chart.guides if guide.axis == axis] for axis in "xy"}
    x_ends = limits([*(x for one in chart.series for x in one.x), *at["x"]], chart.x)
    y_ends = limits([*edges, *at["y"], *(spot.y for spot in chart.spots)], chart.y)
    draw_scales(chart, axes, x_ends, y_ends)
    for guide in chart.guides:
        draw_guide(guide, axes)
    for place, series in enumerate(chart.series):
        _series(series, place, axes)
    for spot in chart.spots:
        axes.plot([spot.x], [spot.y], "o", mfc="none", mec=style.INK, ms=8, mew=1)
        axes.annotate(visible(spot.label), (spot.x, spot.y), (7, -9), textcoords="offset points")
    _names(chart, axes, x_ends, y_ends)


def draw_scales(panel: Chart | Plane, axes: "Axes", x_ends: Ends, y_ends: Ends) -> None:
    axes.set_xlim(*x_ends)
    axes.set_ylim(*y_ends)
    along_x, along_y = (
        ticks(*x_ends, panel.x, MOST_NAMES if panel.x.names else 7),
        ticks(*y_ends, panel.y, 6),
    )
    turned = bool(panel.x.names) and is_crowded(along_x, LETTERS)
    axes.set_xticks(
        [at for at, _ in along_x],
        [visible(name) for _, name in along_x],
        rotation=45 if turned else 0,
        ha="right" if turned else "center",
        rotation_mode="anchor" if turned else "default",
    )
    axes.set_yticks([at for at, _ in along_y], [name for _, name in along_y])
    axes.grid(axis="y")
    axes.set_xlabel(visible(panel.x.title))
    axes.set_ylabel(visible(panel.y.title))


def draw_guide(guide: Guide, axes: "Axes") -> None:
    """A dotted line; an upright one has its name above it, the other's stands among the lines'."""
    across = axes.axvline if guide.axis == "x" else axes.axhline
    across(guide.at, color=style.INK, lw=0.9, ls=(0, (1, 2)))
    if guide.axis == "x":
        axes.annotate(
            visible(guide.label),
            (guide.at, 1.0),
            (0, 2),
            xycoords=axes.get_xaxis_transform(),
            textcoords="offset points",
            ha="center",
        )


def _series(series: Series, place: int, axes: "Axes") -> None:
    known = [(x, y) for x, y in zip(series.x, series.y, strict=True) if y is not None]
    look = _look(series, place)
    if series.low:
        axes.vlines(series.x, series.low, series.high, color=look["color"], lw=0.9)
    axes.plot([x for x, _ in known], [y for _, y in known], **look)


def _look(series: Series, place: int) -> dict[str, Any]:
    """Colour, dashes and marker: any one of them tells a line from its neighbours."""
    dashes = style.DASHES[place // 2 % len(style.DASHES)]
    kinds: dict[str, Any] = {"dashes": (0, (4, 2)), "line": dashes}
    marked = len(series.x) <= 30 and series.mark != "dashes"
    return {
        "color": style.COLOURS[place % len(style.COLOURS)],
        "ls": kinds[series.mark],
        "marker": style.MARKERS[place % len(style.MARKERS)] if marked else "",
    }


def _names(chart: Chart, axes: "Axes", x_ends: Ends, y_ends: Ends) -> None:
    """Each line's name at its right end, none above another; of a line that leaves the picture,
    where it leaves."""
    low, high = y_ends
    wanted: list[tuple[float, str, dict[str, Any] | None]] = [
        ((guide.at - low) / (high - low), guide.label, None)
        for guide in chart.guides
        if guide.axis == "y" and guide.label
    ]
    for place, one in enumerate(chart.series if len(chart.series) > 1 else ()):
        last = next((y for y in reversed(one.y) if y is not None), low)
        leaves = _leaves(one, low)
        if leaves is not None:
            axes.annotate(
                visible(one.name), (leaves, low), (5, 4), textcoords="offset points", va="bottom"
            )
        else:
            share = min(1.0, max(0.0, (last - low) / (high - low)))
            wanted.append((share, one.name, _look(one, place)))
    wanted.sort(key=lambda entry: entry[0])
    for at, (_, name, look) in zip(_apart([e[0] for e in wanted]), wanted, strict=True):
        if look is not None:
            axes.plot([1.01, 1.05], [at, at], transform=axes.transAxes, clip_on=False, **look)
        axes.annotate(
            visible(name),
            (1.05 if look is not None else 1.0, at),
            (6, 0),
            xycoords="axes fraction",
            textcoords="offset points",
            va="center",
            annotation_clip=False,
        )


def _leaves(series: Series, low: float) -> float | None:
    """Where a line goes below the picture for good."""
    known = [(x, y) for x, y in zip(series.x, series.y, strict=True) if y is not None]
    for (x, y), (X, Y) in pairwise(known):
        if y >= low > Y and known[-1][1] < low:
            return x + (X - x) * (y - low) / (y - Y)
    return None


def _apart(wanted: list[float]) -> list[float]:
    """Heights in order, moved so that they are GAP apart: upward, then down from the top."""
    heights: list[float] = []
    for share in wanted:
        heights.append(max(share, heights[-1] + GAP) if heights else share)
    ceiling = 1.0
    for rank in reversed(range(len(heights))):
        heights[rank] = min(heights[rank], ceiling)
        ceiling = heights[rank] - GAP
    return heights
