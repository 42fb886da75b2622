"""Rich's own picture of the table, as a standalone SVG: black on white, without a window around
it, in whatever monospaced font the reader has."""

import re
from collections.abc import Iterator
from html import escape
from io import StringIO
from unicodedata import normalize
from zlib import crc32

from rich.cells import cell_len
from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

from rnn_examples.tables.formats import Look
from rnn_examples.tables.table import Document
from rnn_examples.tables.terminal import render as render_text
from rnn_examples.visible import visible

FONTS = "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace"
# Black, red, green, yellow, blue, magenta, cyan, grey.
COLOURS = ((0, 0, 0), (176, 0, 32), (0, 110, 50), (130, 90, 0), (0, 70, 170), (140, 0, 120))
# Above the first line: half of what Rich leaves for the window's bar and below the last line.
MARGIN = 25
# Notes are wrapped to the tables, or to this.
NARROWEST = 72
THEME = TerminalTheme((255, 255, 255), (0, 0, 0), [*COLOURS, (0, 105, 120), (90, 90, 90)])


def render(document: Document, look: Look) -> Iterator[str]:
    """One picture of the whole document. A letter is placed by Rich's count of columns, so that
    the columns of a table are straight in every font."""
    shown = Look(look.digits, look.caption, equations=look.equations, colour=True)
    lines = _lines(document.but(notes=(), work=()), shown)
    width = max([NARROWEST, *(line.cell_len for line in lines)])
    below = _lines(document.but(tables=()), shown.but(width=width))
    lines += [Text(), *below] if lines and below else below
    console = Console(
        file=StringIO(),
        record=True,
        width=max([width, *(line.cell_len for line in lines)]) + 1,
        legacy_windows=False,
        force_jupyter=False,
        _environ={},
    )
    for line in lines:
        console.print(_apart(line))
    title = escape(visible(document.title)).replace("{", "{{").replace("}", "}}")
    template = FORMAT.replace("TITLE", title)
    text = "\n".join(line.markup for line in lines)
    name = f"rnn-{crc32(text.encode(errors='surrogatepass')):08x}"
    svg = console.export_svg(theme=THEME, code_format=template, unique_id=name)
    # Nothing is cut (and Rich defines no clip path for its last line); line ends are no letters.
    yield re.sub(r' clip-path="[^"]*"|<text [^>]*>\n</text>', "", svg)


def _lines(document: Document, look: Look) -> list[Text]:
    text = normalize("NFC", "".join(render_text(document, look)))
    return [Text.from_ansi(line) for line in text.splitlines()]


def _apart(line: Text) -> Text:
    """The line with each wide letter in a piece of its own: Rich sets the length of a piece by
    its letters, not by their columns."""
    for place, letter in enumerate(line.plain):
        if cell_len(letter) > 1:
            line.stylize("none", place, place + 1)
    return line


FORMAT = f"""\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{width}} {{height}}" role="img">
<title>TITLE</title>
<style>
.{{unique_id}}-matrix {{{{
  font-family: {FONTS}; font-size: {{char_height}}px; line-height: {{line_height}}px
}}}}
{{styles}}
</style>
<rect width="{{width}}" height="{{height}}" fill="#ffffff"/>
<g transform="translate({{terminal_x}}, {MARGIN})">
{{backgrounds}}
<g class="{{unique_id}}-matrix">
{{matrix}}
</g>
</g>
</svg>
"""
