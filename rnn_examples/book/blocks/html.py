"""Comments of an HTML text, by the rules of the HTML standard, in one pass.

The standard library's parser takes time that grows with the square of a hostile text, and what
it calls a comment depends on its version.
"""

import re
from collections.abc import Iterator

from rnn_examples.book.blocks.candidates import Candidate, candidates, judge
from rnn_examples.book.blocks.markers import Scan

OPENING = re.compile(r"<(?:(?P<comment>!--)|(?P<bogus>[!?]|/(?![A-Za-z]))|/?(?P<tag>[A-Za-z]))")
COMMENT_END = re.compile(r"--!?>")
NAME = re.compile(r"[^\s/>]*+")
# A quote opens a value only after an equals sign.
TAG_END = re.compile(r"""(?:[^>=]++|=\s*+(?:"[^"]*+"|'[^']*+')|=)*+>""")
RAW = frozenset(
    ["script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes", "plaintext"]
)


def comments(text: str) -> Iterator[int]:
    """Offsets at which comments start, the malformed <!x> and <?x> among them."""
    position = 0
    while (found := OPENING.search(text, position)) is not None:
        start = found.start()
        if found["comment"]:
            yield start
            position = _comment_end(text, start)
        elif found["bogus"]:
            yield start
            position = text.find(">", start) + 1
        else:
            position = _tag_end(text, start)
        if position <= start:
            return


def _comment_end(text: str, start: int) -> int:
    """0 where the comment runs to the end of the text."""
    for short in ("<!-->", "<!--->"):
        if text.startswith(short, start):
            return start + len(short)
    found = COMMENT_END.search(text, start + 4)
    return found.end() if found is not None else 0


def _tag_end(text: str, start: int) -> int:
    """After the tag, or after all that a script holds; 0 where that is the end of the text."""
    closing = text.startswith("</", start)
    name = NAME.match(text, start + 1 + closing)
    end = TAG_END.match(text, name.end()) if name is not None else None
    if name is None or end is None:
        return 0
    if closing or (element := name[0].lower()) not in RAW:
        return end.end()
    found = re.compile(rf"</{element}(?=[\s/>])", re.IGNORECASE).search(text, end.end())
    return found.start() if found is not None else 0


def scan(text: str, example: str) -> Scan:
    """The markers of an HTML page."""
    found = candidates(text)
    live = set(comments(text)) if found else set()
    return judge(text, found, [_is_live(candidate, live) for candidate in found], example)


def _is_live(candidate: Candidate, live: set[int]) -> bool:
    return candidate.start in live
