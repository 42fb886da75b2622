"""A picture drawn by matplotlib, panel below panel."""

from typing import TYPE_CHECKING

from rnn_examples.plots import style
from rnn_examples.plots.heat import draw_heat
from rnn_examples.plots.picture import Bars, Chart, Guide, Heat, Panel, Picture, Plane, Series
from rnn_examples.plots.scale import limits, ticks
from rnn_examples.visible import visible

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

TITLE = 0.35  # inches
LABEL_GAP = 0.065  # of the axes' height, between names of lines
LONGEST_TITLE = 58  # letters, in a column of a book


def height(picture: Picture) -> float:
    """In inches."""
    return TITLE + sum(map(_height, picture.panels))


def _height(panel: Panel) -> float:
    match panel:
        case Bars():
            return 0.7 + 0.16 * len(panel.names) * len(panel.series)
        case Heat():
            return 0.9 + min(2.6, max(0.7, 0.24 * len(panel.cells)))
        case Plane():
            return 3.6
    return 2.4


def draw(picture: Picture, figure: "Figure") -> None:
    """Every panel with its axes; one panel's title is the picture's."""
    sizes = list(map(_height, picture.panels))
    every = figure.subplots(len(sizes), squeeze=False, height_ratios=sizes)[:, 0]
    title = "\n".join(_folded(visible(picture.title)))
    figure.suptitle(title, x=0.01, ha="left", fontsize=style.SIZE + 1, fontweight="bold")
    for axes, panel in zip(every, picture.panels, strict=True):
        if len(picture.panels) > 1:
            axes.set_title(visible(panel.title))
        match panel:
            case Chart():
                _chart(panel, axes)
            case Bars():
                _bars(panel, axes)
            case Heat():
                draw_heat(panel, axes)
            case Plane():
                _plane(panel, axes)


def _folded(title: str) -> list[str]:
    lines = [""]
    for word in title.split():
        if lines[-1] and len(lines[-1]) + len(word) >= LONGEST_TITLE:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def _chart(chart: Chart, axes: "Axes") -> None:
    edges = [value for one in chart.series for value in (*one.y, *one.low, *one.high)]
    at = {axis: [guide.at for guide in chart.guides if guide.axis == axis] for axis in "xy"}
    x_ends = limits([*(x for one in chart.series for x in one.x), *at["x"]], chart.x)
    y_ends = limits([*edges, *at["y"], *(spot.y for spot in chart.spots)], chart.y)
    _scales(chart, axes, x_ends, y_ends)
    for guide in chart.guides:
        _guide(guide, axes)
    for place, series in enumerate(chart.series):
        _series(series, place, axes)
    for spot in chart.spots:
        axes.plot([spot.x], [spot.y], "o", mfc="none", mec=style.INK, ms=8, mew=1)
        axes.annotate(
            visible(spot.label), (spot.x, spot.y), (7, -9), textcoords="offset points"
        )
    if len(chart.series) > 1:
        _names(chart.series, axes, y_ends)


def _scales(
    panel: Chart | Plane, axes: "Axes", x_ends: tuple[float, float], y_ends: tuple[float, float]
) -> None:
    axes.set_xlim(*x_ends)
    axes.set_ylim(*y_ends)
    along_x, along_y = ticks(*x_ends, panel.x, 12 if panel.x.names else 7), ticks(*y_ends, panel.y, 6)
    turned = sum(len(name) + 1 for _, name in along_x) > 62
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


def _guide(guide: Guide, axes: "Axes") -> None:
    dotted = (0, (1, 2))
    if guide.axis == "x":
        axes.axvline(guide.at, color=style.INK, lw=0.9, ls=dotted)
        place, corner, shift, ends = (guide.at, 1.0), axes.get_xaxis_transform(), (3, -2), "top"
    else:
        axes.axhline(guide.at, color=style.INK, lw=0.9, ls=dotted)
        place, corner, shift, ends = (0.01, guide.at), axes.get_yaxis_transform(), (0, 2), "bottom"
    axes.annotate(
        visible(guide.label), place, shift, xycoords=corner, textcoords="offset points", va=ends
    )


def _series(series: Series, place: int, axes: "Axes") -> None:
    colour = style.COLOURS[place % len(style.COLOURS)]
    dashes = style.DASHES[place // 2 % len(style.DASHES)]
    known = [(x, y) for x, y in zip(series.x, series.y, strict=True) if y is not None]
    if series.low:
        axes.vlines(series.x, series.low, series.high, color=colour, lw=0.9)
    axes.plot(
        [x for x, _ in known],
        [y for _, y in known],
        color=colour,
        ls="none" if series.mark == "points" else "--" if series.mark == "dashes" else dashes,
        marker=style.MARKERS[place % 8] if len(known) <= 30 and series.mark != "dashes" else "",
        clip_on=True,
    )


def _names(every: tuple[Series, ...], axes: "Axes", ends: tuple[float, float]) -> None:
    """Each line's name at its right end, none above another."""
    low, high = ends
    lasts = [next((y for y in reversed(one.y) if y is not None), low) for one in every]
    wanted = [min(1.0, max(0.0, (y - low) / (high - low))) for y in lasts]
    order = sorted(range(len(every)), key=wanted.__getitem__)
    heights: list[float] = []
    for place in order:
        heights.append(max(wanted[place], heights[-1] + LABEL_GAP if heights else 0.0))
    over = max(0.0, heights[-1] - 1.0)
    for rank in range(len(heights) - 1, -1, -1):
        limit = 1.0 if rank == len(heights) - 1 else heights[rank + 1] - LABEL_GAP
        heights[rank] = min(heights[rank], limit) if over else heights[rank]
    for place, at in zip(order, heights, strict=True):
        axes.annotate(
            f"{'–'} {visible(every[place].name)}",
            (1.01, at),
            xycoords="axes fraction",
            va="center",
            color=style.INK,
            annotation_clip=False,
        )
        axes.plot(
            [1.0],
            [at],
            style.MARKERS[place % 8],
            color=style.COLOURS[place % len(style.COLOURS)],
            transform=axes.transAxes,
            clip_on=False,
        )


def _bars(bars: Bars, axes: "Axes") -> None:
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
    axes.set_yticks(range(len(bars.names)), list(map(visible, bars.names)))
    axes.invert_yaxis()
    along = ticks(*ends, bars.axis, 7)
    axes.set_xticks([at for at, _ in along], [name for _, name in along])
    axes.set_xlabel(visible(bars.axis.title))
    for guide in bars.guides:
        _guide(guide, axes)
    if len(bars.series) > 1:
        from matplotlib.patches import Patch

        patches = [
            Patch(color=style.COLOURS[place % len(style.COLOURS)], label=visible(name))
            for place, (name, _, _) in enumerate(bars.series)
        ]
        axes.legend(handles=patches, frameon=False, loc="lower right", fontsize=style.SIZE - 1)


def _plane(plane: Plane, axes: "Axes") -> None:
    from matplotlib.patches import Circle

    ends = (-plane.half, plane.half)
    _scales(plane, axes, ends, ends)
    axes.set_aspect("equal")
    axes.grid(False)
    for draw_line in (axes.axhline, axes.axvline):
        draw_line(0, color=style.FAINT, lw=0.4)
    circle = Circle((0, 0), plane.radius, fill=False, ec=style.INK, lw=0.8, ls=(0, (1, 2)))
    axes.add_patch(circle)
    axes.annotate(
        visible(plane.circle),
        (0, -plane.radius),
        (0, -3),
        textcoords="offset points",
        ha="center",
        va="top",
    )
    for place, arrow in enumerate(plane.arrows):
        _arrow(plane, place, axes)
    for place, series in enumerate(plane.points, start=len(plane.arrows)):
        colour, marker = style.COLOURS[place % len(style.COLOURS)], style.MARKERS[place % 8]
        known = [y if y is not None else 0.0 for y in series.y]
        axes.plot(series.x, known, marker, color=colour, label=visible(series.name))
    if plane.points:
        axes.legend(frameon=False, loc="center left", bbox_to_anchor=(1.0, 0.5))


def _arrow(plane: Plane, place: int, axes: "Axes") -> None:
    """Before: thin, up to the frame; after: thick."""
    arrow, colour = plane.arrows[place], style.COLOURS[place % len(style.COLOURS)]
    farthest = max(map(abs, arrow.tip))
    share = min(1.0, 0.98 * plane.half / farthest) if farthest else 1.0
    shown = (arrow.tip[0] * share, arrow.tip[1] * share)
    heads = ((shown, 0.8, style.DASHES[1]), (arrow.after or shown, 2.0, "solid"))
    for tip, width, dashes in heads:
        axes.annotate(
            "",
            tip,
            (0, 0),
            arrowprops={
                "arrowstyle": "-|>",
                "color": colour,
                "lw": width,
                "ls": dashes,
                "shrinkA": 0,
                "shrinkB": 0,
            },
        )
    beyond = " →" if share < 1 else ""
    axes.annotate(
        visible(arrow.name) + beyond,
        shown,
        (5 if shown[0] >= 0 else -5, 0),
        textcoords="offset points",
        ha="left" if shown[0] >= 0 else "right",
        va="center",
        annotation_clip=False,
    )
