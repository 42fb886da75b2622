"""How a table is fitted to a terminal narrower than it: wrapped, in parts, a row at a time."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from rich.cells import cell_len
from rich.text import Text

from rnn_examples.tables.layout import Heading, Shown, unaligned

# The blanks between two columns, and where a table only fits with less.
BETWEEN, CLOSE = 3, 2
NARROWEST = 12


def narrowest(shown: Shown) -> int:
    """The width to which a cell may be wrapped: a number is never folded."""
    width = cell_len(shown.text)
    if shown.kind != "word" or width <= NARROWEST:
        return width
    return max(NARROWEST, *map(cell_len, shown.text.split()))


def narrowest_heading(heading: Heading, head: str) -> int:
    """The width to which a heading may be wrapped: mathematics is kept on a line."""
    return max(map(cell_len, head.split() if isinstance(heading.label, str) else [head]), default=0)


def between(widths: Sequence[int], width: int | None) -> int:
    """The blanks between the columns of a table in a terminal of that width."""
    return BETWEEN if width is None or taken(widths, BETWEEN) <= width else CLOSE


def parts_of(
    widths: Sequence[int], least: Sequence[int], keys: int, width: int | None
) -> list[dict[int, int]]:
    """The columns and their widths in parts that fit the width, each led by the key columns."""
    everything = dict(enumerate(widths))
    if width is None or taken(widths, CLOSE) <= width:
        return [everything]
    lead = dict(enumerate(least[:keys]))
    parts = [dict(lead)]
    for place in range(keys, len(widths)):
        if len(parts[-1]) > keys and taken([*parts[-1].values(), least[place]], CLOSE) > width:
            parts.append(dict(lead))
        parts[-1][place] = least[place]
    return [_fitted(part, widths, width) for part in parts]


def _fitted(part: Mapping[int, int], widths: Sequence[int], width: int) -> dict[int, int]:
    """The part with the room that is left given to what was wrapped; what is wider than the
    terminal even alone is folded, its last columns first, down to the two columns of a wide
    letter."""
    fitted = dict(part)
    for place in part:
        room = width - taken(fitted.values(), CLOSE)
        fitted[place] += min(max(0, room), widths[place] - fitted[place])
    for place in reversed(fitted):
        over = taken(fitted.values(), CLOSE) - width
        fitted[place] = max(min(2, fitted[place]), fitted[place] - max(0, over))
    return fitted


def taken(widths: Collection[int], between: int) -> int:
    return sum(widths) + between * (len(widths) - 1)


def unbroken(shown: Shown) -> int:
    """The width below which a number or a word of the cell would be folded."""
    if shown.kind == "bar":
        return 0
    return max(map(cell_len, shown.text.split()), default=0)


def records(heads: Sequence[str], rows: Sequence[Sequence[Shown]], ascii: bool) -> Iterator[Text]:
    """Each row as lines of its own, a heading and its cell."""
    for place, row in enumerate(rows):
        if place:
            yield Text()
        for head, shown in zip(heads, row, strict=True):
            if shown.text:
                text = shown.drawn(ascii).text
                text = unaligned(text) if shown.kind == "vector" else text
                yield Text.assemble((f"{head}: ", "bold"), (text, shown.style))
