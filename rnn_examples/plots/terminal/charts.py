"""Lines, points and arrows in characters: each series has a mark of its own, so that none needs
colour."""

from itertools import pairwise
from math import cos, pi, sin

from rich.cells import cell_len
from rich.text import Text

from rnn_examples.plots.picture import Axis, Chart, Plane
from rnn_examples.plots.scale import Tick, limits, ticks
from rnn_examples.plots.terminal.canvas import COLOURS, Canvas, glyph, legend
from rnn_examples.visible import visible

HEIGHT = 16
PLANE_HEIGHT = 23
Ends = tuple[float, float]


def chart_lines(chart: Chart, width: int, ascii_only: bool) -> list[Text]:
    """The chart, its axes, and what each mark stands for."""
    guides = {axis: [g.at for g in chart.guides if g.axis == axis] for axis in "xy"}
    xs = limits([*(x for one in chart.series for x in one.x), *guides["x"]], chart.x)
    values = [y for one in chart.series for y in (*one.y, *one.low, *one.high)]
    ys = limits([*values, *guides["y"]], chart.y)
    down = ticks(*ys, chart.y, 6, ascii_only)
    gutter = max((cell_len(name) for _, name in down), default=0) + 1
    canvas = Canvas(width - gutter - 1, HEIGHT)
    across, upright, dot = ("-", "|", ".") if ascii_only else ("─", "│", "·")
    for guide in chart.guides:
        for n in range(canvas.height if guide.axis == "x" else canvas.width):
            if guide.axis == "x":
                canvas.put(_column(guide.at, xs, canvas), n, upright, "dim")
            else:
                canvas.put(n, _row(guide.at, ys, canvas), across, "dim")
    for place, one in enumerate(chart.series):
        known = [
            (_column(x, xs, canvas), _row(y, ys, canvas))
            for x, y in zip(one.x, one.y, strict=True)
            if y is not None
        ]
        for start, end in pairwise(known):
            canvas.line(start, end, (dot, COLOURS[place % len(COLOURS)]))
    for place, one in enumerate(chart.series):
        for x, low, high in zip(one.x, one.low, one.high, strict=False):
            for row in range(_row(high, ys, canvas), _row(low, ys, canvas) + 1):
                canvas.put(_column(x, xs, canvas), row, upright, COLOURS[place % len(COLOURS)])
    for place, one in enumerate(chart.series):
        for x, y in zip(one.x, one.y, strict=True):
            if y is not None:
                mark, colour = glyph(place, ascii_only), COLOURS[place % len(COLOURS)]
                canvas.put(_column(x, xs, canvas), _row(y, ys, canvas), mark, colour)
    for spot in chart.spots:
        canvas.put(_column(spot.x, xs, canvas), _row(spot.y, ys, canvas), "X", "bold")
    names = [
        (glyph(n, ascii_only), COLOURS[n % len(COLOURS)], one.name)
        for n, one in enumerate(chart.series)
    ]
    names += [
        (upright if g.axis == "x" else across, "dim", g.label) for g in chart.guides if g.label
    ]
    names += [("X", "bold", spot.label) for spot in chart.spots]
    return [
        Text(visible(chart.y.title)),
        *framed(canvas, [(_row(at, ys, canvas), name) for at, name in down], gutter, ascii_only),
        *_below(chart.x, xs, canvas, gutter, ascii_only),
        *legend(names, width),
    ]


def plane_lines(plane: Plane, width: int, ascii_only: bool) -> list[Text]:
    """The plane; a character is twice as high as wide."""
    ends = (-plane.half, plane.half)
    down = ticks(*ends, plane.y, 6, ascii_only)
    gutter = max(cell_len(name) for _, name in down) + 1
    canvas = Canvas(min(2 * PLANE_HEIGHT, width - gutter - 1), PLANE_HEIGHT)
    dot = "." if ascii_only else "·"

    def at(point: Ends) -> tuple[int, int]:
        return _column(point[0], ends, canvas), _row(point[1], ends, canvas)

    names = []
    for place, arrow in enumerate(plane.arrows):
        mark, colour = glyph(place, ascii_only), COLOURS[place % len(COLOURS)]
        canvas.line(at((0, 0)), at(_within(arrow.tip, plane.half)), (dot, colour))
        canvas.put(*at(arrow.after), mark, colour)
        names.append((mark, colour, arrow.name))
    for place, one in enumerate(plane.points, start=len(plane.arrows)):
        mark, colour = glyph(place, ascii_only), COLOURS[place % len(COLOURS)]
        for x, y in zip(one.x, one.y, strict=True):
            canvas.put(*at((x, y or 0.0)), mark, colour)
        names.append((mark, colour, one.name))
    for n in range(180):
        x, y = at((plane.radius * cos(pi * n / 90), plane.radius * sin(pi * n / 90)))
        if (x, y) not in canvas.cells:
            canvas.put(x, y, "'" if ascii_only else "∙", "dim")
    names.append(("'" if ascii_only else "∙", "dim", plane.circle))
    return [
        Text(visible(plane.y.title)),
        *framed(canvas, [(_row(y, ends, canvas), name) for y, name in down], gutter, ascii_only),
        *_below(plane.x, ends, canvas, gutter, ascii_only),
        *legend(names, width),
    ]


def _within(tip: Ends, half: float) -> Ends:
    farthest = max(map(abs, tip))
    share = min(1.0, half / farthest) if farthest else 1.0
    return tip[0] * share, tip[1] * share


def _column(x: float, ends: Ends, canvas: Canvas) -> int:
    return round((x - ends[0]) / (ends[1] - ends[0]) * (canvas.width - 1))


def _row(y: float, ends: Ends, canvas: Canvas) -> int:
    return round((ends[1] - y) / (ends[1] - ends[0]) * (canvas.height - 1))


def framed(
    canvas: Canvas, down: list[tuple[int, str]], gutter: int, ascii_only: bool
) -> list[Text]:
    """The canvas with the names of its rows and an upright line left of it."""
    upright = "|" if ascii_only else "│"
    names = dict(down)
    lines = []
    for y, line in enumerate(canvas.lines()):
        text = Text(visible(names.get(y, "")).rjust(gutter - 1) + " " + upright)
        text.append_text(line)
        lines.append(text)
    return lines


def _below(axis: Axis, ends: Ends, canvas: Canvas, gutter: int, ascii_only: bool) -> list[Text]:
    """The line under the canvas, the numbers under it, the axis's name."""
    corner, across = ("+", "-") if ascii_only else ("└", "─")
    found = ticks(*ends, axis, 8, ascii_only)
    row = Canvas(gutter + 1 + canvas.width, 1)
    free = 0
    for at, name in _shown(found):
        place = gutter + 1 + _column(at, ends, canvas) - cell_len(name) // 2
        place = max(0, min(place, row.width - cell_len(name)))
        if place >= free:
            row.write(place, 0, name)
            free = place + cell_len(name) + 1
    return [
        Text(" " * gutter + corner + across * canvas.width),
        *row.lines(),
        Text(" " * (gutter + 1) + visible(axis.title)),
    ]


def _shown(found: tuple[Tick, ...]) -> list[Tick]:
    return [(at, visible(name)) for at, name in found]
