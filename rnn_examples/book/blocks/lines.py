"""Where the lines of a text are. A line ends in \\n, \\r\\n or \\r, as Markdown has it."""

import re
from bisect import bisect_right
from dataclasses import dataclass
from itertools import pairwise

NEWLINE = re.compile(r"\r\n?|\n")


@dataclass(frozen=True, slots=True)
class Lines:
    """The offsets at which the lines of a text start, and its end."""

    text: str
    starts: tuple[int, ...]

    @classmethod
    def of(cls, text: str) -> "Lines":
        return cls(text, (0, *(found.end() for found in NEWLINE.finditer(text))))

    def number(self, offset: int) -> int:
        """The line of an offset, counted from 1."""
        return bisect_right(self.starts, offset)

    def start(self, offset: int) -> int:
        return self.starts[self.number(offset) - 1]

    def after(self, offset: int) -> int:
        """Where the next line starts; in the last line, the end of the text."""
        number = self.number(offset)
        return self.starts[number] if number < len(self.starts) else len(self.text)

    def end(self, offset: int) -> int:
        """Where the line ends, its newline left out."""
        after = self.after(offset)
        if self.text.endswith("\r\n", offset, after):
            return after - 2
        return after - 1 if self.text.endswith(("\n", "\r"), offset, after) else after

    def spans(self) -> list[tuple[int, int]]:
        """Start and end of each line, the newline left out."""
        return [(start, self.end(start)) for start, _ in pairwise((*self.starts, -1))]


def keeping_ends(text: str) -> list[str]:
    """The lines with their newlines."""
    ends = [0, *(found.end() for found in NEWLINE.finditer(text))]
    lines = [text[start:end] for start, end in pairwise(ends)]
    return [*lines, text[ends[-1] :]] if ends[-1] < len(text) else lines


def unified(text: str) -> str:
    """The text with every newline as \\n."""
    return NEWLINE.sub("\n", text)
