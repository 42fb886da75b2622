"""A grid of characters to draw on, each with a style."""

from dataclasses import dataclass, field

from rich.cells import cell_len
from rich.text import Text

from rnn_examples.visible import visible

COLOURS = ("cyan", "yellow", "", "red", "bright_blue", "green", "magenta", "bright_black")
GLYPHS = "●■▲◆○□△◇✚✖★☆"
ASCII_GLYPHS = "oxs*+^#@%&$="


@dataclass(slots=True)
class Canvas:
    """Width by height characters; the upper left is (0, 0), what lies outside is not drawn."""

    width: int
    height: int
    cells: dict[tuple[int, int], tuple[str, str]] = field(default_factory=dict)

    def put(self, x: int, y: int, character: str, style: str = "") -> None:
        if 0 <= x < self.width and 0 <= y < self.height:
            self.cells[x, y] = (character, style)

    def write(self, x: int, y: int, text: str, style: str = "") -> None:
        for character in text:
            self.put(x, y, character, style)
            for more in range(1, cell_len(character)):
                self.put(x + more, y, "", style)  # the rest of a wide letter
            x += max(1, cell_len(character))

    def line(
        self, start: tuple[float, float], end: tuple[float, float], mark: tuple[str, str]
    ) -> None:
        """The places from one to the other, each row or column once; nothing is drawn over."""
        (x, y), (X, Y) = self._inside(start, end), self._inside(end, start)
        steps = max(1, round(max(abs(X - x), abs(Y - y))))
        for step in range(steps + 1):
            share = step / steps
            place = (round(x + share * (X - x)), round(y + share * (Y - y)))
            if place not in self.cells:
                self.put(*place, *mark)

    def _inside(self, end: tuple[float, float], other: tuple[float, float]) -> tuple[float, float]:
        """The end, or where the line leaves the rows that are drawn on its way there."""
        (x, y), (X, Y) = end, other
        near = min(max(y, -1.0), float(self.height))
        if near == y or y == Y:
            return end if near == y else (x, near)
        return x + (X - x) * (near - y) / (Y - y), near

    def lines(self) -> list[Text]:
        return [self._line(y) for y in range(self.height)]

    def _line(self, y: int) -> Text:
        text = Text()
        for x in range(self.width):
            text.append(*self.cells.get((x, y), (" ", "")))
        text.rstrip()
        return text


def glyph(place: int, ascii_only: bool) -> str:
    glyphs = ASCII_GLYPHS if ascii_only else GLYPHS
    return glyphs[place % len(glyphs)]


def legend(names: list[tuple[str, str, str]], width: int) -> list[Text]:
    """What each mark stands for, as many in a line as fit."""
    lines: list[Text] = []
    for mark, colour, name in names:
        entry = Text("  ").append(mark, colour).append(f" {visible(name)}")
        if lines and lines[-1].cell_len + entry.cell_len <= width:
            lines[-1].append_text(entry)
        else:
            lines.append(entry)
    return lines
