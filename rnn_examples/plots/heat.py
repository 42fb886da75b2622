"""A heat map drawn by matplotlib: dark is little, light is much, in colour and in grey."""

from itertools import pairwise
from typing import TYPE_CHECKING

from rnn_examples.plots import style
from rnn_examples.plots.picture import Axis, Heat
from rnn_examples.plots.scale import is_crowded, limits, ticks
from rnn_examples.visible import visible

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_TEXTS = 150
MOST_SHAPES = 400
LETTERS = 75  # letters under a column of a book


def draw_heat(heat: Heat, axes: "Axes") -> None:
    """The cells, the contours, the scale beside them."""
    import numpy as np

    cells = np.array([[np.nan if value is None else value for value in row] for row in heat.cells])
    masked = np.ma.masked_invalid(cells)
    low, high = limits([value for row in heat.cells for value in row], heat.value)
    across, down = edges(heat.columns, cells.shape[1]), edges(heat.rows, cells.shape[0])
    mesh = axes.pcolormesh(
        across, down, masked, cmap=style.HEAT, vmin=low, vmax=high, edgecolors="face", lw=0.2
    )
    # Of many cells an image takes a tenth of the bytes that shapes do.
    mesh.set_rasterized(cells.size > MOST_SHAPES)
    if heat.lines and min(cells.shape) > 1:
        _contours(heat, axes, masked, across, down)
    if heat.texts and cells.size <= MOST_TEXTS:
        _texts(heat, axes, (low, high))
    _along(heat, axes)
    figure = axes.get_figure()
    assert figure is not None
    bar = figure.colorbar(mesh, ax=axes, pad=0.02, aspect=15)
    marks = ticks(low, high, heat.value, 5)
    bar.set_ticks([at for at, _ in marks], labels=[text for _, text in marks])
    bar.set_label(visible(heat.value.title))


def edges(axis: Axis, count: int) -> list[float]:
    """Where the cells begin and end: numbers from low to high, or a place a name."""
    if axis.names:
        return [n + 0.5 for n in range(count + 1)]
    low, high = axis.low or 0.0, axis.high if axis.high is not None else float(count)
    half = (high - low) / (2 * max(1, count - 1))
    return [low - half + 2 * half * n for n in range(count + 1)]


def _along(heat: Heat, axes: "Axes") -> None:
    """The names or numbers of rows and columns, the first row on top where rows have names."""
    across = ticks(*_ends(heat.columns), heat.columns, 26 if heat.columns.names else 8)
    turned = bool(heat.columns.names) and is_crowded(across, LETTERS)
    axes.set_xticks(
        [at for at, _ in across],
        [visible(name) for _, name in across],
        rotation=45 if turned else 0,
        ha="right" if turned else "center",
        rotation_mode="anchor" if turned else "default",
    )
    down = ticks(*_ends(heat.rows), heat.rows, 16 if heat.rows.names else 6)
    axes.set_yticks([at for at, _ in down], [visible(name) for _, name in down])
    if heat.rows.names:
        axes.invert_yaxis()
    axes.set_xlabel(visible(heat.columns.title))
    axes.set_ylabel(visible(heat.rows.title))
    axes.tick_params(length=0 if heat.rows.names else 3)


def _ends(axis: Axis) -> tuple[float, float]:
    return limits([], axis)


def _contours(
    heat: Heat, axes: "Axes", cells: object, across: list[float], down: list[float]
) -> None:
    def middles(ends: list[float]) -> list[float]:
        return [(a + b) / 2 for a, b in pairwise(ends)]

    axes.contour(
        middles(across),
        middles(down),
        cells,
        levels=list(heat.lines),
        colors=style.ON_DARK,
        linewidths=0.9,
        linestyles="solid",
    )


def _texts(heat: Heat, axes: "Axes", ends: tuple[float, float]) -> None:
    low, high = ends
    for row, (values, texts) in enumerate(zip(heat.cells, heat.texts, strict=True), start=1):
        for column, (value, text) in enumerate(zip(values, texts, strict=True), start=1):
            if value is None:
                continue
            light = (value - low) / (high - low) > 0.55
            axes.text(
                column,
                row,
                text,
                ha="center",
                va="center",
                fontsize=style.SIZE - 1 if len(heat.cells[0]) <= 9 else style.SIZE - 3,
                color=style.ON_LIGHT if light else style.ON_DARK,
            )
