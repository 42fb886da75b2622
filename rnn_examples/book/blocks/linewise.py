"""Markers in documents whose comments are lines: LaTeX and reStructuredText."""

import re
from collections.abc import Iterator

from rnn_examples.book.blocks.faults import Problem
from rnn_examples.book.blocks.lines import Lines
from rnn_examples.book.blocks.markers import Marker, Scan, misspelled, read, resembles

LATEX_COMMENT = re.compile(r"[ \t]*+(?P<sign>%++)")
VERBATIM = r"(?P<name>(?:[vV]erbatim|lstlisting|comment|alltt)\*?|minted|filecontents\*?)"
BEGIN = re.compile(rf"\\begin\{{{VERBATIM}\}}")
RST_COMMENT = re.compile(r"[ \t]*+(?P<sign>\.\.)(?:[ \t]++|(?=/?[A-Za-z]))")
RST_MARKUP = re.compile(r"\.\.(?:[ \t]|$)")
DIRECTIVE = re.compile(r"\.\.[ \t]++(?P<name>[A-Za-z][\w:+.-]*?)[ \t]?::(?:[ \t]|$)")
NO_COMMENT = re.compile(r"\.\.[ \t]++(?:[_|\[]|[A-Za-z][\w:+.-]*?[ \t]?::(?:[ \t]|$))")
CODE = frozenset(["code", "code-block", "sourcecode", "parsed-literal", "raw", "math", "highlight"])


def scan_latex(text: str, example: str) -> Scan:
    """The markers of a LaTeX text; those in a verbatim environment are text."""
    found: list[Marker | Problem] = []
    name, waiting = "", 0
    for start, end in Lines.of(text).spans():
        comment = LATEX_COMMENT.match(text, start, end)
        if name:
            if f"\\end{{{name}}}" in text[start:end]:
                name, found = "", found[:waiting]
                continue
        elif comment is None and (begin := BEGIN.search(text, start, end)) is not None:
            # "\verb|\begin{verbatim}|" opens nothing: what waits counts if no end comes.
            if f"\\end{{{begin['name']}}}" not in text[begin.end() : end]:
                name, waiting = begin["name"], len(found)
            continue
        if comment is not None and resembles(text[comment.end() : min(end, comment.end() + 60)]):
            place = comment.start("sign")
            found.append(read(text, (place, end), (comment.end(), end), example))
    return _sorted(found)


def scan_rst(text: str, example: str) -> Scan:
    """The markers of a reStructuredText; those in a literal block or a comment are text."""
    return _sorted(_rst(text, example))


def _rst(text: str, example: str) -> Iterator[Marker | Problem]:
    literal: int | None = None  # the indent of the line that opened literal text
    above = ""
    for start, end in Lines.of(text).spans():
        line = text[start:end].rstrip()
        inside = line.lstrip(" \t")
        indent = len(line) - len(inside)
        if not inside:
            literal = None if above.strip() == ".." else literal
            above = ""
            continue
        if literal is not None:
            if indent > literal:
                continue
            literal = None
        comment = RST_COMMENT.match(text, start, end)
        if comment is not None and resembles(text[comment.end() : min(end, comment.end() + 60)]):
            place = comment.start("sign")
            if text[place + 2 : place + 3].strip():
                yield Problem(place, misspelled(inside, example))
            elif _is_paragraph(above, indent):
                yield Problem(place, "the marker needs an empty line above it, or it is text")
            else:
                yield read(text, (place, end), (comment.end(), end), example)
        elif _opens_literal(inside):
            literal = indent
        above = line


def _is_paragraph(above: str, indent: int) -> bool:
    inside = above.lstrip(" \t")
    if not inside or len(above) - len(inside) != indent:
        return False
    return RST_MARKUP.match(inside) is None


def _opens_literal(inside: str) -> bool:
    """Whether deeper lines below this one are code or a comment."""
    directive = DIRECTIVE.match(inside)
    if directive is not None:
        return directive["name"].lower() in CODE
    if RST_MARKUP.match(inside) is not None:
        return NO_COMMENT.match(inside) is None
    return inside.endswith("::")


def _sorted(found: Iterator[Marker | Problem] | list[Marker | Problem]) -> Scan:
    all_found = list(found)
    return Scan(
        tuple(one for one in all_found if isinstance(one, Marker)),
        tuple(one for one in all_found if isinstance(one, Problem)),
    )
