"""An equation's lines folded to a terminal's width, never inside a number or a name."""

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate

from rnn_examples.columns import columns

INDENT = 2
# Where a line may be broken, the best first: after a comma, before a sign between blanks, where
# that fails before a sign without.
BREAKS = (r"(?<=,) ", r"(?<! [-+=×≈≤≥<>]) ", r"(?=[·×/])")
SIGN = re.compile(r"(?:^| )[=≈≤≥<>] ")


def folded(lines: Sequence[str], width: int | None) -> Iterator[str]:
    """The lines, folds below what stands after the first sign, or where that is too far to the
    right all lines but the first a little indented; as they are where there is no width."""
    if width is None:
        yield from lines
        return
    sign = SIGN.search(lines[0])
    hanging = columns(lines[0][: sign.end()]) if sign else 0
    aligned = INDENT < hanging < width // 2
    for place, line in enumerate(lines):
        if aligned:
            yield from _folds(line, width, hanging)
        elif place == 0:
            yield from _folds(line, width, 2 * INDENT)
        else:
            yield from _folds(" " * 2 * INDENT + line.lstrip(), width, 3 * INDENT)


def _folds(line: str, width: int, hanging: int) -> Iterator[str]:
    """A line, what is over below it, so far to the right."""
    cut = _cut(line, width, hanging)
    yield line[:cut]
    while line := line[cut:].lstrip():
        cut = _cut(line, width - hanging, 0)
        yield " " * hanging + line[:cut]


def _cut(line: str, room: int, start: int) -> int:
    """How much of the line stands in that room; all of it where it cannot be broken after start.

    Outside of brackets before inside of them, if the first part is at least half of the room.
    """
    if columns(line) <= room:
        return len(line)
    depths = list(accumulate((letter in "([") - (letter in ")]") for letter in line))
    breaks = [
        (columns(line[:at]) < room // 2, depths[at], rank, -at)
        for rank, pattern in enumerate(BREAKS)
        for at in (found.start() for found in re.finditer(pattern, line))
        if start < at and columns(line[:at]) <= room
    ]
    return -min(breaks)[-1] if breaks else len(line)
