"""The markers themselves: `rnn-examples: COMMAND` and `/rnn-examples`, in whatever comment.

The end marker carries the checksum of the content, `/rnn-examples sha256:0123456789abcdef`; a
person writes it without, and the first update records it.
"""

import re
from dataclasses import dataclass
from difflib import SequenceMatcher
from hashlib import sha256

from rnn_examples.book.blocks.faults import Problem
from rnn_examples.book.blocks.lines import unified

NAME = "rnn-examples"
WORD = r"[A-Za-z]{1,8}[-_ ]?[A-Za-z]{3,12}"
LIKE = re.compile(rf"\s*+(?P<slash>[/\\]?)\s*+(?P<word>{WORD})(?P<colon>\s?:)?")
START = re.compile(r"rnn-examples:(?!:)\s*(?P<command>.*)", re.DOTALL)
END = re.compile(r"/rnn-examples(?:[ \t]+(?P<checksum>sha256:[0-9a-f]{16}))?")
CLOSE_ENOUGH = 0.85


@dataclass(frozen=True, slots=True)
class Marker:
    """A comment from start to end. An end marker has no command; its checksum's place is known."""

    start: int
    end: int
    command: str | None
    checksum: str | None = None
    checksum_start: int = 0
    checksum_end: int = 0


@dataclass(frozen=True, slots=True)
class Scan:
    """The markers of a text in their order, and what looks like one and is none."""

    markers: tuple[Marker, ...]
    problems: tuple[Problem, ...]


def checksum(content: str) -> str:
    """Of a block's content, the same whatever newline the file uses."""
    data = unified(content).encode("utf-8", "surrogatepass")
    return f"sha256:{sha256(data).hexdigest()[:16]}"


def resembles(body: str) -> bool:
    """Whether a comment starts as a marker does, or nearly: rnn-example:, RNN_examples.

    "RNN examples follow" is prose; with a colon or a slash it is taken for a marker.
    """
    found = LIKE.match(body)
    if found is None:
        return False
    word = found["word"].lower()
    if " " in word and not (found["slash"] or found["colon"]):
        return False
    return word[0] == "r" and SequenceMatcher(None, NAME, word).ratio() >= CLOSE_ENOUGH


def read(text: str, span: tuple[int, int], body: tuple[int, int], example: str) -> Marker | Problem:
    """The marker of a comment that resembles one; a Problem where it is misspelled.

    span and body: offsets of the comment and of what it holds. example: both markers, spelled
    as the document's kind wants them.
    """
    inside = text[slice(*body)]
    offset = body[0] + len(inside) - len(inside.lstrip())
    inside = inside.strip()
    if (found := START.fullmatch(inside)) is not None:
        if not found["command"]:
            return Problem(span[0], f"the marker names no command. Expected {example}")
        return Marker(*span, found["command"])
    if (found := END.fullmatch(inside)) is not None:
        name_end = offset + len(NAME) + 1
        return Marker(*span, None, found["checksum"], name_end, offset + len(inside))
    return Problem(span[0], misspelled(inside, example))


def misspelled(found: str, example: str) -> str:
    """The message, with the head of what was found."""
    head = " ".join(found[:60].split())
    return f"misspelled marker '{head}'. Expected {example}"
