"""Arrows and points in the plane, drawn by matplotlib."""

from math import hypot
from typing import TYPE_CHECKING, Any

from rnn_examples.plots import style
from rnn_examples.plots.chart import draw_scales
from rnn_examples.plots.picture import Plane
from rnn_examples.visible import visible

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# Arrows as short as this share of the plane are named together.
SHORT = 0.15


def draw_plane(plane: Plane, axes: "Axes") -> None:
    """The circle, the arrows before (dashed, as far as the frame) and after, the points."""
    from matplotlib.patches import Circle

    ends = (-plane.half, plane.half)
    draw_scales(plane, axes, ends, ends)
    axes.set_aspect("equal")
    axes.grid(False)
    for draw_line in (axes.axhline, axes.axvline):
        draw_line(0, color=style.FAINT, lw=0.4)
    circle = Circle((0, 0), plane.radius, fill=False, ec=style.INK, lw=0.8, ls=(0, (1, 2)))
    axes.add_patch(circle)
    below: dict[str, Any] = {"textcoords": "offset points", "ha": "center", "va": "top"}
    axes.annotate(visible(plane.circle), (0, -plane.radius), (0, -3), **below)
    short = [visible(a.name) for a in plane.arrows if hypot(*a.tip) <= SHORT * plane.half]
    for place in range(len(plane.arrows)):
        _arrow(plane, place, axes)
    if short:
        axes.annotate("\n".join(short), (0, 0), (-6, -10), **{**below, "ha": "right"})
    for place, series in enumerate(plane.points, start=len(plane.arrows)):
        colour, marker = style.COLOURS[place % len(style.COLOURS)], style.MARKERS[place % 8]
        known = [y if y is not None else 0.0 for y in series.y]
        axes.plot(series.x, known, marker, color=colour, label=visible(series.name))
    if plane.points:
        axes.legend(frameon=False, loc="center left", bbox_to_anchor=(1.0, 0.5))


def _arrow(plane: Plane, place: int, axes: "Axes") -> None:
    arrow, colour = plane.arrows[place], style.COLOURS[place % len(style.COLOURS)]
    farthest = max(map(abs, arrow.tip))
    share = min(1.0, plane.half / farthest) if farthest else 1.0
    x, y = arrow.tip[0] * share, arrow.tip[1] * share
    for tip, width, dashes in (((x, y), 0.8, (0, (5, 2))), (arrow.after, 2.0, "solid")):
        arrowprops = {
            "arrowstyle": "-|>",
            "color": colour,
            "lw": width,
            "ls": dashes,
            "shrinkA": 0,
            "shrinkB": 0,
        }
        axes.annotate("", tip, (0, 0), arrowprops=arrowprops)
    if hypot(x, y) > SHORT * plane.half:
        right = x >= 0
        axes.annotate(
            visible(arrow.name),
            (0.75 * x, 0.75 * y),
            (6 if right else -6, 0 if right else -8),
            textcoords="offset points",
            ha="left" if right else "right",
            va="center",
        )
