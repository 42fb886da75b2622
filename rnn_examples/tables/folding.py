"""Lines of arithmetic folded to a terminal's width, never inside a number or a name."""

import re
from collections.abc import Iterator

from rnn_examples.columns import columns

INDENT = 2
# Where a line may be broken, the best first: after a comma, before a sign between blanks, where
# that fails before a sign without.
BREAKS = (r"(?<=,) ", r"(?<! [-+=×≈≤≥<>]) ", r"(?=[·×/])")
SIGN = re.compile(r" [=≈≤≥<>] ")


def folded(line: str, width: int | None) -> Iterator[str]:
    """The line, its folds below what stands after its first sign; whole where there is no width."""
    if width is None:
        yield line
        return
    sign = SIGN.search(line)
    left = sign.end() if sign else 0
    hanging = columns(line[:left])
    if not INDENT < hanging < width // 2:
        left, hanging = INDENT, 2 * INDENT
    cut = _cut(line, width, left)
    yield line[:cut]
    while line := line[cut:].lstrip():
        cut = _cut(line, width - hanging, 0)
        yield " " * hanging + line[:cut]


def _cut(line: str, room: int, start: int) -> int:
    """How much of the line stands in that room; all of it where it cannot be broken after start."""
    if columns(line) <= room:
        return len(line)
    for pattern, least in zip(BREAKS, (room // 2, 1, 1), strict=True):
        places = (found.start() for found in re.finditer(pattern, line))
        fitting = [at for at in places if start < at and least <= columns(line[:at]) <= room]
        if fitting:
            return fitting[-1]
    return len(line)
