"""A long line folded between its words, for a terminal."""

import unicodedata


def folded(text: str, command: str, width: int) -> list[str]:
    """The lines of a text; a command that ends it is left whole, on a line of its own.

    A text that fits stays one line. A word wider than the terminal, such as a path, is not broken:
    what is copied from it is right.
    """
    if _width(text) <= width:
        return [text]
    own = bool(command) and text.endswith(f" {command}")
    rest = text.removesuffix(command) if own else text
    lines: list[str] = []
    for word in rest.split():
        joined = f"{lines[-1]} {word}" if lines else word
        if lines and _width(joined) <= width:
            lines[-1] = joined
        else:
            lines.append(word)
    return [*lines, command] if own else lines


def _width(text: str) -> int:
    """Columns on a terminal: a CJK letter or an emoji takes two, a mark above a letter none."""
    if text.isascii():
        return len(text)
    wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in text)
    return len(text) + wide - sum(map(bool, map(unicodedata.combining, text)))
