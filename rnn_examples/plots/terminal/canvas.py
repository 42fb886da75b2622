"""A grid of characters to draw on, each with a style."""

from dataclasses import dataclass, field

from rich.text import Text

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
        for place, character in enumerate(text):
            self.put(x + place, y, character, style)

    def line(self, start: tuple[float, float], end: tuple[float, float], mark: tuple[str, str]) -> None:
        """The places from one to the other, each row or column once; nothing is drawn over."""
        (x, y), (X, Y) = start, end
        steps = max(1, round(max(abs(X - x), abs(Y - y))))
        for step in range(steps + 1):
            share = step / steps
            place = (round(x + share * (X - x)), round(y + share * (Y - y)))
            if place not in self.cells:
                self.put(*place, *mark)

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
