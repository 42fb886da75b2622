"""How wide a text is on a terminal."""

import unicodedata


def columns(text: str) -> int:
    """The columns that a terminal gives the text: a CJK letter or an emoji takes two, a mark above
    a letter none."""
    return len(text) if text.isascii() else sum(map(_columns, text))


def _columns(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
