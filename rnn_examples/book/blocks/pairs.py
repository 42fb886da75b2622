"""Markers paired to blocks, and the text that a block gets."""

import re
from dataclasses import dataclass

from rnn_examples.book.blocks.command import Command
from rnn_examples.book.blocks.dialects import Dialect
from rnn_examples.book.blocks.faults import Problem
from rnn_examples.book.blocks.lines import NEWLINE, Lines, unified
from rnn_examples.book.blocks.markers import Marker, Scan, checksum
from rnn_examples.errors import InputError

PREFIX = re.compile(r"[ \t>]*+")


@dataclass(frozen=True, slots=True)
class Block:
    """A command and the place of its content; prefix and newline are its start marker's."""

    command: str
    start: Marker
    end: Marker
    content: tuple[int, int]
    inline: bool
    prefix: str
    newline: str


@dataclass(frozen=True, slots=True)
class Edit:
    """Text to stand between two offsets."""

    start: int
    end: int
    text: str


def pair(text: str, scan: Scan, dialect: Dialect) -> tuple[list[Block], list[Problem]]:
    """The blocks of a text, or a problem for each marker that is missing, reversed, nested or
    out of place. Misspelled markers are told first: others are missing because of them."""
    if scan.problems:
        return [], list(scan.problems)
    lines = Lines.of(text)
    blocks: list[Block] = []
    problems: list[Problem] = []
    waiting: list[tuple[Marker, str]] = []
    told: set[int] = set()  # start markers that a problem names already
    for marker in scan.markers:
        if marker.command is not None:
            if waiting:
                outer = waiting[-1][0].start
                told.add(outer)
                problems.append(Problem(marker.start, _nested(lines.number(outer))))
            waiting.append((marker, marker.command))
        elif waiting:
            start, command = waiting.pop()
            message = _misplaced(lines, start, marker, dialect)
            if message is not None:
                problems.append(Problem(start.start, message))
            else:
                blocks.append(_block(lines, start, command, marker))
        else:
            message = "an end marker without a start marker before it. Add that, or remove this"
            problems.append(Problem(marker.start, message))
    problems += [
        Problem(start.start, "the block has no end marker. Add it below the block's place")
        for start, _ in waiting
        if start.start not in told
    ]
    return blocks, problems


def _nested(outer: int) -> str:
    return f"a start marker inside the block of line {outer}. End that block first"


def _misplaced(lines: Lines, start: Marker, end: Marker, dialect: Dialect) -> str | None:
    """What is wrong with where the two markers stand."""
    if lines.number(start.start) == lines.number(end.start):
        return None
    for marker in (start, end):
        before = lines.text[lines.start(marker.start) : marker.start]
        after = lines.text[marker.end : lines.end(marker.end)]
        if PREFIX.fullmatch(before) is None or after.strip():
            place = "both on one line, or each" if dialect.inline else "each"
            return f"the block's markers must stand {place} alone on a line of its own"
    if _prefix(lines, start) != _prefix(lines, end):
        number = lines.number(end.start)
        return f"the block's end marker, in line {number}, must be indented as its start marker"
    return None


def _prefix(lines: Lines, marker: Marker) -> str:
    return lines.text[lines.start(marker.start) : marker.start]


def _block(lines: Lines, start: Marker, command: str, end: Marker) -> Block:
    if lines.number(start.start) == lines.number(end.start):
        return Block(command, start, end, (start.end, end.start), True, "", "")
    first = lines.after(start.end)
    newline = lines.text[lines.end(start.end) : first]
    content = (first, lines.start(end.start))
    return Block(command, start, end, content, False, _prefix(lines, start), newline)


def content_of(block: Block, command: Command, printed: str, dialect: Dialect) -> str:
    """What stands in the block when its command has printed this; newlines are the block's.

    White space that ends a line is left out: editors and hooks take it away.
    Errors: InputError where the document cannot hold it.
    """
    lines = [line.rstrip() for line in NEWLINE.split(printed.strip("\r\n"))]
    if not any(lines):
        raise InputError("its command prints nothing")
    try:
        "".join(lines).encode()
    except UnicodeEncodeError as error:
        raise InputError("what it prints cannot be written in UTF-8") from error
    if block.inline:
        return _one_line(lines, command, dialect)
    if command.format_name is None:
        lines = [dialect.cell(line) if line else "" for line in lines]
    else:
        lines = dialect.wrap(command.format_name, lines)
    if dialect.spaced:
        lines = ["", *lines, ""]
    prefix = block.prefix if dialect.prefixed else ""
    return "".join(f"{prefix}{line}".rstrip() + block.newline for line in lines)


def _one_line(lines: list[str], command: Command, dialect: Dialect) -> str:
    if len(lines) > 1:
        raise InputError(
            f"its command prints {len(lines)} lines where both markers share one. "
            "Name one number with --cell, or give each marker a line of its own"
        )
    return dialect.cell(lines[0]) if command.format_name is None else lines[0]


def edits(text: str, block: Block, content: str) -> list[Edit]:
    """What must change for the block to hold this content and its checksum."""
    found: list[Edit] = []
    if unified(text[slice(*block.content)]) != unified(content):
        found.append(Edit(*block.content, content))
    if block.end.checksum != checksum(content):
        place = (block.end.checksum_start, block.end.checksum_end)
        found.append(Edit(*place, f" {checksum(content)}"))
    return found


def is_edited(text: str, block: Block, content: str) -> bool:
    """Whether a person changed the content since it was recorded, and it would now be lost."""
    old = text[slice(*block.content)]
    recorded = block.end.checksum
    return recorded not in (None, checksum(old)) and unified(old) != unified(content)


def apply(text: str, changes: list[Edit]) -> str:
    """The text with the edits made; they are in order and do not overlap."""
    pieces: list[str] = []
    position = 0
    for change in changes:
        pieces += [text[position : change.start], change.text]
        position = change.end
    return "".join([*pieces, text[position:]])
