"""How many columns of a screen a text takes: a CJK letter or an emoji takes two."""

from rich.cells import cell_len


def pad(text: str, width: int, right: bool) -> str:
    """The text with spaces up to a width, on the left where it stands on the right side."""
    if text.isascii():
        return text.rjust(width) if right else text.ljust(width)
    space = " " * (width - cell_len(text))
    return space + text if right else text + space


def width_of(text: str) -> int:
    return len(text) if text.isascii() else cell_len(text)


def padded(rows: list[list[str]], right: list[bool], least: int = 0) -> list[list[str]]:
    """Rows whose columns are equally wide on the screen."""
    widths = [max((least, *map(width_of, column))) for column in zip(*rows, strict=True)]
    return [
        [pad(text, width, side) for text, width, side in zip(row, widths, right, strict=True)]
        for row in rows
    ]
