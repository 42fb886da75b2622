"""How a LaTeX table is set so that it stays within an ordinary article's page.

Widths are estimated from the cells' LaTeX, in em of a 10 point Computer Modern, a little wide.
"""

import re
from collections.abc import Sequence

from rnn_examples.equations.latex import OPERATORS
from rnn_examples.record import Record

# \textwidth of \documentclass{article}, 345 pt.
PAGE = 34.5
# Rows with their headings that one page holds beside a title and a few notes.
PAGE_ROWS = 40
# Sizes in the order they are tried: the command, its width beside 10 pt, \tabcolsep in pt.
SIZES = (("", 1.0, 6), ("\\small", 0.93, 4), ("\\footnotesize", 0.86, 3))
# A table over several pages cannot be shrunk as a whole: there these are tried too.
LONG_SIZES = (*SIZES, ("\\scriptsize", 0.82, 2), ("\\tiny", 0.76, 2))
# A column of words may be folded from some thirty letters on, and to no less than half of them.
LONG_WORDS = 14.0
NARROWEST = 8.0

RULE = re.compile(r"\\rule\{(?P<em>[0-9.]+)em\}\{[0-9.]+ex\}")
UNKNOWN = re.compile(r"\\ifdefined\\Umathcode .\\else(?P<shown>.*?)\\fi\{\}")
SCRIPT = re.compile(r"[_^]\{(?P<script>[^{}]*)\}")
SILENT = re.compile(r"\\(text|operatorname|left|right|mathbf|hat|tilde|bar|dot|!)(?![a-zA-Z])")
# With what ends it: \beta k and \textless{}a are two letters each.
COMMAND = re.compile(r"\\(?P<name>[a-zA-Z]+)(?: |\{\})?|\\(?P<mark>.)")
# A blank in mathematics is none on the page, and stays here where it ends a command.
BLANK = re.compile(r"(\\[a-zA-Z]+ )| ")
BRACES = str.maketrans("", "", "{}")
COMMANDS = {
    **{"times": 1.23, "odot": 1.23, "leq": 1.34, "geq": 1.34, "approx": 1.34, "sqrt": 0.84},
    **{"&": 0.78, "#": 0.84, "%": 0.84, "cdot": 0.73, ",": 0.17, "lvert": 0.28, "rvert": 0.28},
    **{name: len(name) * 0.5 for name in OPERATORS},
}
# Of any other: most Greek letters are narrower.
OTHER = 0.6
NARROW = "iljtfrI.,:;'!|()[] "


class Fit(Record):
    """size and separation: as in SIZES. folded: the widths in em of the columns of paragraphs,
    by place. shrunk: drawn smaller as a whole, to the width of a line. long: over several pages,
    which nothing that is shrunk can be."""

    size: str = ""
    separation: int = 6
    folded: dict[int, float] | None = None
    shrunk: bool = False
    long: bool = False


def fit(rows: Sequence[Sequence[str]], words: Sequence[bool]) -> Fit:
    """The largest way to set the rows, whose columns are of `words` or not."""
    long = len(rows) > PAGE_ROWS
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    for size, scale, separation in LONG_SIZES if long else SIZES:
        room = (PAGE - 0.2 * separation * len(widths)) / scale
        if sum(widths) <= room:
            return Fit(size, separation, long=long)
        folded = _folded(widths, words, room)
        if folded is not None:
            return Fit(size, separation, folded, long=long)
    if long:
        # Shorter columns of words are folded too.
        for size, scale, separation in LONG_SIZES[len(SIZES) - 1 :]:
            room = (PAGE - 0.2 * separation * len(widths)) / scale
            folded = _folded(widths, words, room, NARROWEST)
            if folded is not None:
                return Fit(size, separation, folded, long=True)
        size, _, separation = LONG_SIZES[-1]
        return Fit(size, separation, long=True)
    size, _, separation = SIZES[-1]
    return Fit(size, separation, shrunk=True)


def _folded(
    widths: Sequence[float], words: Sequence[bool], room: float, least: float = LONG_WORDS
) -> dict[int, float] | None:
    """The columns of words wider than `least` with the room that the others leave, None where it
    is too small."""
    long = {
        place: width
        for place, (width, of_words) in enumerate(zip(widths, words, strict=True))
        if of_words and width > least
    }
    left = room - (sum(widths) - sum(long.values()))
    if not long or left < NARROWEST * len(long):
        return None
    # The least of them first: what one does not need is the others'.
    folded: dict[int, float] = {}
    for place in sorted(long, key=lambda place: long[place]):
        folded[place] = min(long[place], left / (len(long) - len(folded)))
        left -= folded[place]
    return {place: int(10 * folded[place]) / 10 for place in sorted(folded)}


def width(text: str) -> float:
    """The estimated width of a cell's LaTeX in em; words and $mathematics$ in turn."""
    total = sum(float(rule["em"]) for rule in RULE.finditer(text))
    text = UNKNOWN.sub(lambda found: found["shown"], RULE.sub("", text))
    pieces = re.split(r"(?<!\\)\$", text)
    return total + sum(
        _mathematics(piece) if place % 2 else _letters(piece) for place, piece in enumerate(pieces)
    )


def _mathematics(text: str) -> float:
    total = 0.0
    while scripts := [found["script"] for found in SCRIPT.finditer(text)]:
        total += 0.05 * len(scripts) + 0.72 * sum(map(_signs, scripts))
        text = SCRIPT.sub("", text)
    return total + _signs(text)


def _signs(text: str) -> float:
    """Mathematics without scripts: relations and signs with the space beside them."""
    spaced = sum(1.34 - 0.5 for sign in text if sign in "=<>")
    spaced += sum(0.78 - 0.33 for sign in text if sign in "+-")
    spaced += sum(0.22 for _ in re.finditer(r" [-+] ", text)) * 2
    spaced += 0.17 * text.count(", ")
    inside = re.split(r"(\\text\{[^{}]*\})", text)
    return spaced + sum(
        _letters(piece if place % 2 else BLANK.sub(r"\1", piece))
        for place, piece in enumerate(inside)
    )


def _letters(text: str) -> float:
    text = SILENT.sub("", text)
    names = (found["name"] or found["mark"] for found in COMMAND.finditer(text))
    total = sum(COMMANDS.get(name, OTHER) for name in names)
    return total + sum(map(_letter, COMMAND.sub("", text).translate(BRACES)))


def _letter(letter: str) -> float:
    if letter in NARROW:
        return 0.36
    if letter in "-":
        return 0.33
    if letter in "mwMW%@":
        return 0.9
    return 0.76 if letter.isupper() or not letter.isascii() else 0.53
