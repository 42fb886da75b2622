"""Text of any origin made safe to show: control and other invisible characters as escapes."""


def visible(text: str) -> str:
    """The text with \\n, \\x1b, \\u202e and their like spelled out; printable text is unchanged."""
    if text.isprintable():
        return text
    return "".join(
        character if character.isprintable() else _spelled(character) for character in text
    )


def _spelled(character: str) -> str:
    return character.encode("unicode_escape", "surrogatepass").decode("ascii")
