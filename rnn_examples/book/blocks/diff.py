"""A unified diff of a text and its edits, in time that grows with what changed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from rnn_examples.book.blocks.lines import Lines, keeping_ends
from rnn_examples.book.blocks.pairs import Edit, apply

CONTEXT = 3
CLOSE_LOOK = 2000  # lines; a longer change is shown as all old, all new


@dataclass(frozen=True, slots=True)
class Change:
    """Lines old_start to old_end (from 0, the last left out) and what stands there instead."""

    old_start: int
    old_end: int
    new: tuple[str, ...]


def unified_diff(name: str, text: str, edits: Sequence[Edit]) -> str:
    """As `diff -u` prints it, newlines as \\n; empty where nothing changes."""
    lines = Lines.of(text)
    old = keeping_ends(text)
    pieces: list[str] = []
    shift = 0
    for group in _hunks(list(_changes(lines, edits))):
        start = max(0, group[0].old_start - CONTEXT)
        end = min(len(old), group[-1].old_end + CONTEXT)
        body: list[str] = []
        position = start
        grown = 0
        for change in group:
            body += [_line(" ", line) for line in old[position : change.old_start]]
            body += [_line("-", line) for line in old[change.old_start : change.old_end]]
            body += [_line("+", line) for line in change.new]
            position = change.old_end
            grown += len(change.new) - (change.old_end - change.old_start)
        body += [_line(" ", line) for line in old[position:end]]
        before = _range(start, end - start)
        after = _range(start + shift, end - start + grown)
        pieces += [f"@@ -{before} +{after} @@\n", *body]
        shift += grown
    return "".join([f"--- {name}\n+++ {name}\n", *pieces]) if pieces else ""


def _changes(lines: Lines, edits: Sequence[Edit]) -> Iterator[Change]:
    """The changed lines of all edits; edits that touch one line are one change."""
    for group in _by_line(lines, edits):
        start = lines.start(group[0].start)
        end = lines.after(group[-1].end)
        moved = [Edit(edit.start - start, edit.end - start, edit.text) for edit in group]
        old = keeping_ends(lines.text[start:end])
        new = keeping_ends(apply(lines.text[start:end], moved))
        first = lines.number(start) - 1
        if len(old) + len(new) > CLOSE_LOOK:
            yield Change(first, first + len(old), tuple(new))
            continue
        for tag, a, b, c, d in SequenceMatcher(None, old, new).get_opcodes():
            if tag != "equal":
                yield Change(first + a, first + b, tuple(new[c:d]))


def _by_line(lines: Lines, edits: Sequence[Edit]) -> Iterator[list[Edit]]:
    group: list[Edit] = []
    for edit in edits:
        if group and lines.number(edit.start) > lines.number(group[-1].end):
            yield group
            group = []
        group.append(edit)
    if group:
        yield group


def _hunks(changes: Sequence[Change]) -> Iterator[list[Change]]:
    """Changes whose context lines would meet share a hunk."""
    group: list[Change] = []
    for change in changes:
        if group and change.old_start - group[-1].old_end > 2 * CONTEXT:
            yield group
            group = []
        group.append(change)
    if group:
        yield group


def _range(start: int, count: int) -> str:
    if count == 1:
        return str(start + 1)
    return f"{start + 1 if count else start},{count}"


def _line(sign: str, line: str) -> str:
    text = line.rstrip("\r\n")
    return f"{sign}{text}\n" + ("" if text != line else "\\ No newline at end of file\n")
