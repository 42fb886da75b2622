"""What may be a marker in a document whose comments are HTML's, before its place is known."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rnn_examples.book.blocks.faults import Problem
from rnn_examples.book.blocks.lines import Lines
from rnn_examples.book.blocks.markers import WORD, Marker, Scan, misspelled, read, resembles

OPENING = re.compile(rf"<!(?P<dashes>-{{1,3}}+)(?=(?P<before>\s*+[/\\]?\s*+)(?P<word>{WORD}))")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A comment that resembles a marker, with its first word; whole: <!-- to --> on one line."""

    start: int
    end: int
    word: tuple[int, int]
    whole: bool


def candidates(text: str) -> list[Candidate]:
    """All of them, in their order; none overlaps another."""
    found: list[Candidate] = []
    lines = Lines.of(text)
    position = close = 0
    while (opening := OPENING.search(text, position)) is not None:
        start, position = opening.start(), opening.end()
        if not resembles(text[position : opening.end("word") + 2]):
            continue
        word = opening.span("word")
        if close < word[1]:  # else it is the next one still: no text is searched twice
            close = text.find("-->", word[1])
            close = close if close >= 0 else len(text)
        closed = close < lines.end(start)
        position = close + 3 if closed else word[1]
        found.append(Candidate(start, position, word, closed and opening["dashes"] == "--"))
    return found


def judge(text: str, found: Sequence[Candidate], live: Sequence[bool], example: str) -> Scan:
    """The markers among the candidates that stand where a reader's program sees a comment."""
    read_ones = [
        read(text, (one.start, one.end), (one.start + 4, one.end - 3), example)
        if one.whole
        else Problem(one.start, _broken(text, one, example))
        for one, is_live in zip(found, live, strict=True)
        if is_live
    ]
    return Scan(
        tuple(one for one in read_ones if isinstance(one, Marker)),
        tuple(one for one in read_ones if isinstance(one, Problem)),
    )


def _broken(text: str, one: Candidate, example: str) -> str:
    if text.startswith("<!--", one.start) and not text.startswith("<!---", one.start):
        return f"the marker's comment does not end on its own line. Expected {example}"
    return misspelled(text[one.start : one.end], example)
