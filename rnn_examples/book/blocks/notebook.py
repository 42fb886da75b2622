"""The Markdown cells of a notebook, each with its place in the JSON text.

An edit of a cell is made in the text itself, so all else keeps its bytes: indentation, order of
keys, escapes, the lines of the cell that do not change.
"""

import json
import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rnn_examples.book.blocks.lines import keeping_ends
from rnn_examples.errors import InputError

PAIR = r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"
ESCAPE = re.compile(rf"{PAIR}|\\u[0-9a-fA-F]{{4}}|\\.")
ESCAPED_LETTER = re.compile(r"\\u(?!00[0-7])[0-9a-fA-F]{4}")
DECODER = json.JSONDecoder()
EXPECTED = "Expected a notebook of format 4: an object with a list 'cells'"


@dataclass(frozen=True, slots=True)
class _Value:
    """A JSON value and where its text is."""

    value: Any
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class CellSource:
    """A cell's text and how its offsets and lines are written in the file.

    offsets, places: where the text and the file part ways, for bisection; separator: what
    stands between two lines of a list, None where the source is one string.
    """

    label: str
    text: str
    offsets: tuple[int, ...]
    places: tuple[int, ...]
    separator: str | None
    ascii: bool

    def place(self, offset: int) -> int:
        """The offset in the file of a character of the text."""
        at = bisect_right(self.offsets, offset) - 1
        return self.places[at] + offset - self.offsets[at]

    def written(self, text: str) -> str:
        """New text as it stands inside the JSON string, or strings."""
        return "".join(self._line(line) for line in keeping_ends(text))

    def _line(self, line: str) -> str:
        inside = json.dumps(line, ensure_ascii=self.ascii)[1:-1]
        breaks = self.separator is not None and line.endswith("\n")
        return f'{inside}"{self.separator}"' if breaks else inside


def read_cells(text: str) -> list[CellSource]:
    """The Markdown cells of a notebook.

    Errors: InputError for text that is not JSON or not a notebook of format 4.
    """
    try:
        notebook = json.loads(text)
    except RecursionError as error:
        raise InputError("is nested too deeply for a notebook") from error
    except ValueError as error:
        raise InputError(f"is not JSON: {error}. {EXPECTED}") from error
    if not isinstance(notebook, dict) or not isinstance(notebook.get("cells"), list):
        raise InputError(f"is not a notebook. {EXPECTED}")
    escaped = text.isascii() and ESCAPED_LETTER.search(text) is not None
    cells = dict(_members(text, _skip(text, 0)))["cells"]
    return [
        source
        for number, cell in enumerate(_items(text, cells.start), 1)
        if _is_markdown(cell.value)
        for source in _sources(text, cell, number, escaped)
    ]


def _is_markdown(cell: Any) -> bool:
    return isinstance(cell, dict) and cell.get("cell_type") == "markdown"


def _sources(text: str, cell: _Value, number: int, escaped: bool) -> Iterator[CellSource]:
    """The cell's source; none where it is empty."""
    label = f"cell {number}"
    source = dict(_members(text, cell.start)).get("source")
    if source is not None and isinstance(source.value, str):
        yield _cell_source(text, label, [source], None, escaped)
        return
    strings = isinstance(source, _Value) and isinstance(source.value, list)
    if source is None or not strings or not all(isinstance(one, str) for one in source.value):
        raise InputError(f"{label}: its 'source' is no text. Expected a string or a list of them")
    items = list(_items(text, source.start))
    if len(items) > 1:
        yield _cell_source(text, label, items, text[items[0].end : items[1].start], escaped)
    elif items:
        gap = text[source.start + 1 : items[0].start]
        yield _cell_source(text, label, items, f",{gap}", escaped)


def _cell_source(
    text: str, label: str, items: list[_Value], separator: str | None, escaped: bool
) -> CellSource:
    offsets: list[int] = []
    places: list[int] = []
    offset = 0
    for item in items:
        offsets.append(offset)
        places.append(item.start + 1)
        for escape in ESCAPE.finditer(text, item.start + 1, item.end - 1):
            offsets.append(offsets[-1] + escape.start() - places[-1] + 1)
            places.append(escape.end())
        offset += len(item.value)
    whole = "".join(item.value for item in items)
    return CellSource(label, whole, tuple(offsets), tuple(places), separator, escaped)


def _skip(text: str, at: int) -> int:
    while at < len(text) and text[at] in " \t\n\r":
        at += 1
    return at


def _value(text: str, at: int) -> _Value:
    value, end = DECODER.raw_decode(text, at)
    return _Value(value, at, end)


def _members(text: str, start: int) -> Iterator[tuple[str, _Value]]:
    """Keys and values of the object that starts here; the text is known to be JSON."""
    at = _skip(text, start + 1)
    while text[at] != "}":
        key = _value(text, at)
        value = _value(text, _skip(text, _skip(text, key.end) + 1))
        yield key.value, value
        at = _skip(text, value.end)
        at = _skip(text, at + 1) if text[at] == "," else at


def _items(text: str, start: int) -> Iterator[_Value]:
    """Items of the array that starts here."""
    at = _skip(text, start + 1)
    while text[at] != "]":
        item = _value(text, at)
        yield item
        at = _skip(text, item.end)
        at = _skip(text, at + 1) if text[at] == "," else at
