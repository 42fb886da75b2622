"""The kinds of document: where their markers are, and how printed text stands in each."""

import html
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from rnn_examples.book.blocks import html as html_comments
from rnn_examples.book.blocks import linewise, markdown
from rnn_examples.book.blocks.markers import Scan
from rnn_examples.errors import InputError
from rnn_examples.tables.latex import Latex
from rnn_examples.tables.layout import Shown

Wrap = Callable[[list[str]], list[str]]

NUMBER = re.compile(r"-?[0-9][0-9.,]*(?:e[-+]?[0-9]+)?(?:/[0-9]+)?")
NUMERIC = re.compile(r"[\[\](]?[-+0-9][-+0-9.,;eE/ ]*[\])]?")
MARKDOWN_SPECIAL = {ord(mark): f"&#{ord(mark)};" for mark in "\\`*_[]<>|~$&#"}
RST_SPECIAL = {ord(mark): f"\\{mark}" for mark in "\\`*_|"}


@dataclass(frozen=True, slots=True)
class Dialect:
    """One kind of document.

    scan: text and the markers' example to the markers; wraps: how the lines of each format that
    the document can hold stand in it; cell: one bare value, escaped; default: the format of a
    command that names none; example: both markers; spaced: empty lines around a block;
    inline: both markers may share a line; prefixed: a block takes over its marker's indent.
    """

    name: str
    scan: Callable[[str, str], Scan]
    wraps: Mapping[str, Wrap]
    cell: Callable[[str], str]
    default: str
    example: str
    spaced: bool = False
    inline: bool = False
    prefixed: bool = False

    def wrap(self, format_name: str, lines: list[str]) -> list[str]:
        return self.wraps[format_name](lines)


def _as_is(lines: list[str]) -> list[str]:
    return lines


def _fence(language: str) -> Wrap:
    def wrap(lines: list[str]) -> list[str]:
        longest = max((len(run) for line in lines for run in re.findall("`+", line)), default=0)
        fence = "`" * max(3, longest + 1)
        return [f"{fence}{language}", *lines, fence]

    return wrap


def _preformatted(lines: list[str]) -> list[str]:
    # The newline after <pre> is dropped by a browser: a first empty line stays one.
    return ["<pre>", *(html.escape(line, quote=False) for line in lines), "</pre>"]


def _verbatim(lines: list[str]) -> list[str]:
    if any("\\end{verbatim}" in line for line in lines):
        raise InputError("what it prints ends a verbatim environment. Use the format latex")
    return ["\\begin{verbatim}", *lines, "\\end{verbatim}"]


def _indented(opening: str) -> Wrap:
    def wrap(lines: list[str]) -> list[str]:
        return [opening, "", *(f"   {line}" if line else "" for line in lines)]

    return wrap


def _markdown_cell(text: str) -> str:
    # Entities, because a line that starts with a comment is HTML to Markdown.
    return text if NUMERIC.fullmatch(text) else text.translate(MARKDOWN_SPECIAL)


def _html_cell(text: str) -> str:
    return html.escape(text, quote=False)


def _latex_cell(text: str) -> str:
    if NUMBER.fullmatch(text):
        return Latex().cell(Shown(text, "number"))
    return Latex().cell(Shown(text, "vector" if NUMERIC.fullmatch(text) else "word"))


def _rst_cell(text: str) -> str:
    escaped = text.translate(RST_SPECIAL)
    return escaped if escaped[:1].isalnum() or escaped[:1] == "\\" else f"\\{escaped}"


COMMENT_EXAMPLE = "'<!-- rnn-examples: COMMAND -->' or '<!-- /rnn-examples -->'"
MARKDOWN = Dialect(
    "Markdown",
    markdown.scan,
    {
        "markdown": _as_is,
        "html": _as_is,
        "plain": _fence("text"),
        "table": _fence("text"),
        "latex": _fence("latex"),
        "csv": _fence("csv"),
        "json": _fence("json"),
    },
    _markdown_cell,
    default="markdown",
    example=COMMENT_EXAMPLE,
    spaced=True,
    inline=True,
    prefixed=True,
)
HTML = Dialect(
    "HTML",
    html_comments.scan,
    {
        "html": _as_is,
        "svg": _as_is,
        **dict.fromkeys(("plain", "table", "markdown", "latex", "csv", "json"), _preformatted),
    },
    _html_cell,
    default="html",
    example=COMMENT_EXAMPLE,
    inline=True,
)
LATEX = Dialect(
    "LaTeX",
    linewise.scan_latex,
    {"latex": _as_is, **dict.fromkeys(("plain", "markdown", "csv", "json"), _verbatim)},
    _latex_cell,
    default="latex",
    example="'% rnn-examples: COMMAND' or '% /rnn-examples'",
)
RST = Dialect(
    "reStructuredText",
    linewise.scan_rst,
    {
        **dict.fromkeys(("plain", "table", "markdown", "csv", "json"), _indented("::")),
        "html": _indented(".. raw:: html"),
        "latex": _indented(".. raw:: latex"),
    },
    _rst_cell,
    default="plain",
    example="'.. rnn-examples: COMMAND' or '.. /rnn-examples'",
    spaced=True,
    prefixed=True,
)
