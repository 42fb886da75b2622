"""Bars and heat maps in block characters, or in ASCII ones."""

from itertools import pairwise

from rich.cells import cell_len
from rich.text import Text

from rnn_examples.plots.heat import edges
from rnn_examples.plots.picture import Axis, Bars, Heat
from rnn_examples.plots.scale import limits, short
from rnn_examples.plots.terminal.canvas import COLOURS, legend
from rnn_examples.tables.width import pad
from rnn_examples.visible import visible

EIGHTHS = ("", "▏", "▎", "▍", "▌", "▋", "▊", "▉")
SHADES = "·░▒▓█"
ASCII_SHADES = ".-=o#"
FILLS = "█▒"
ASCII_FILLS = "#="
MOST_ROWS = 26
WIDEST_CELL = 12
# Within these a float64 holds a power of ten.
FLOAT_DECADES = 300


def bar_lines(bars: Bars, width: int, ascii_only: bool) -> list[Text]:
    """A line a bar, its value at its end."""
    values = [value for _, found, _ in bars.series for value in found]
    low, high = limits([*values, *(guide.at for guide in bars.guides)], bars.axis)
    of_row = [short(name) for name in bars.names]
    of_series = [visible(name) if len(bars.series) > 1 else "" for name, _, _ in bars.series]
    first, second = max(map(cell_len, of_row)), max(map(cell_len, of_series))
    ends = max((len(text) for _, _, texts in bars.series for text in texts), default=0)
    room = max(8, width - first - second - ends - 5)
    ends_of_axis = " to ".join(_end(end, bars.axis) for end in (low, high))
    head = f"{visible(bars.axis.title)}, {ends_of_axis}"
    lines = [Text(" " * min(first + second + 3, max(0, width - len(head))) + head)]
    for row, name in enumerate(of_row):
        for place, (_, found, texts) in enumerate(bars.series):
            value = found[row]
            share = 0.0 if value is None else (value - low) / (high - low)
            text = Text(pad(name if place == 0 else "", first, False) + "  ")
            text.append(pad(of_series[place], second, False) + " ")
            fills = ASCII_FILLS if ascii_only else FILLS
            text.append(_bar(share, room, fills[place % 2]), COLOURS[place % len(COLOURS)])
            lines.append(text.append(f" {texts[row]}"))
    for guide in bars.guides:
        lines.append(Text(visible(f"  {guide.label}")))
    return lines


def _bar(share: float, room: int, fill: str) -> str:
    eighths = round(8 * room * min(1.0, max(0.0, share)))
    if fill != FILLS[0]:
        return fill * round(eighths / 8)
    return fill * (eighths // 8) + EIGHTHS[eighths % 8]


def _end(value: float, axis: Axis) -> str:
    if not axis.log:
        return f"{value:.3g}"
    return f"{10**value:.2g}" if abs(value) < FLOAT_DECADES else f"1e{round(value)}"


def heat_lines(heat: Heat, width: int, ascii_only: bool) -> list[Text]:
    """A line a row, its cells shaded; of many rows or columns, evenly chosen ones."""
    low, high = limits([value for row in heat.cells for value in row], heat.value)
    of_rows, of_columns = (
        _names(heat.rows, len(heat.cells)),
        _names(heat.columns, len(heat.cells[0])),
    )
    rows = _chosen(len(of_rows), MOST_ROWS)
    if not heat.rows.names:
        rows = rows[::-1]
    gutter = max(cell_len(of_rows[row]) for row in rows)
    room = width - gutter - 2
    texts = heat.texts if heat.texts and len(of_columns) * (3 + _widest(heat)) <= room else ()
    longest = max(map(cell_len, of_columns))
    written = 3 + _widest(heat) if texts else 2
    wide = min(WIDEST_CELL, max(written, min(longest + 1, room // len(of_columns))))
    columns = _chosen(len(of_columns), room // wide)
    shades = ASCII_SHADES if ascii_only else SHADES
    lines = [Text(visible(heat.rows.title))]
    for row in rows:
        line = Text(pad(of_rows[row], gutter, not heat.rows.names) + "  ")
        for column in columns:
            value = heat.cells[row][column]
            text = texts[row][column] if texts and value is not None else ""
            shade = " " if value is None else shades[_level(value, low, high)]
            block = shade if text else shade * wide
            line.append(f"{block} {text}".ljust(wide) if text else block, "cyan")
        line.rstrip()
        lines.append(line)
    lines += _heads([of_columns[column] for column in columns], wide, gutter)
    lines.append(Text(" " * (gutter + 2) + visible(heat.columns.title)))
    count = len(shades)
    scale = [
        (f"'{shade}'", "", f"from {_value(low + (high - low) * n / count, heat.value)}")
        for n, shade in enumerate(shades)
    ]
    return [*lines, Text(f"  {visible(heat.value.title)}:"), *legend(scale, width)]


def _value(value: float, axis: Axis) -> str:
    return _end(value, axis) if axis.log else f"{value:.2g}"


def _widest(heat: Heat) -> int:
    return max((len(text) for row in heat.texts for text in row), default=0)


def _level(value: float, low: float, high: float) -> int:
    return min(4, max(0, int(5 * (value - low) / (high - low))))


def _names(axis: Axis, count: int) -> list[str]:
    if axis.names:
        return [short(name) for name in axis.names]
    ends = edges(axis, count)
    return [f"{(a + b) / 2:.3g}" for a, b in pairwise(ends)]


def _chosen(count: int, most: int) -> list[int]:
    """All places, or every second, third, ...: as many as there is room for."""
    step = -(-count // max(1, most))
    return list(range(0, count, step))


def _heads(names: list[str], wide: int, gutter: int) -> list[Text]:
    """The columns' names below them: in full where they fit, else every so many."""
    line, free = Text(" " * (gutter + 2)), 0
    for place, name in enumerate(names):
        if place * wide >= free:
            line.append(" " * (place * wide + gutter + 2 - line.cell_len) + name)
            free = place * wide + cell_len(name) + 1
    return [line]
