"""Markers in Markdown: which HTML comments are comments is for markdown-it-py to say, which Rich
requires for its own Markdown.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import chain

from markdown_it import MarkdownIt
from markdown_it.token import Token

from rnn_examples.book.blocks.candidates import Candidate, candidates, judge
from rnn_examples.book.blocks.html import comments
from rnn_examples.book.blocks.markers import Scan
from rnn_examples.errors import InputError

NESTING = 100  # markdown-it-py's own limit leaves out what is nested deeper than 20


def scan(text: str, example: str) -> Scan:
    """The markers of a Markdown text; those in code, or escaped, are text.

    The parser reads a copy in which each candidate's name is a number of its own, so that it
    tells which are comments without telling where they are. The copy has no hyphens inside
    these comments: before CommonMark 0.31 none was allowed within a line.
    Errors: InputError where the parser gives up.
    """
    found = candidates(text)
    if not found:
        return Scan((), ())
    tag = "marker"
    while tag in text:
        tag += "x"
    copy = "".join(_numbered(text, found, tag))
    try:
        tokens = MarkdownIt("commonmark", {"maxNesting": NESTING}).enable("table").parse(copy)
    except (RecursionError, IndexError, ValueError) as error:
        raise InputError(f"cannot be read as Markdown: {error}") from error
    number = re.compile(rf"(?:<!-+[\s/\\]*+)?{tag}(\d+)z")
    in_comments = {int(digits) for digits in _comments(tokens, number)}
    in_text = {int(digits) for digits in _texts(tokens, number)}
    return judge(
        text,
        found,
        [
            place in in_comments
            or (place in in_text and not one.whole and text[one.start - 1 : one.start] != "\\")
            for place, one in enumerate(found)
        ],
        example,
    )


def _numbered(text: str, found: Sequence[Candidate], tag: str) -> Iterator[str]:
    position = 0
    for place, one in enumerate(found):
        yield text[position : one.word[0]]
        yield f"{tag}{place}z"
        position = one.word[1]
        if one.whole:
            yield text[position : one.end - 3].replace("-", "_")
            position = one.end - 3
    yield text[position:]


def _comments(tokens: Sequence[Token], number: re.Pattern[str]) -> Iterator[str]:
    for token in _flat(tokens):
        if token.type in ("html_block", "html_inline"):
            for start in comments(token.content):
                if (mark := number.match(token.content, start)) is not None:
                    yield mark[1]


def _texts(tokens: Sequence[Token], number: re.Pattern[str]) -> Iterator[str]:
    for token in _flat(tokens):
        if token.type == "text":
            yield from number.findall(token.content)


def _flat(tokens: Sequence[Token]) -> Iterator[Token]:
    return chain.from_iterable((token, *(token.children or ())) for token in tokens)
