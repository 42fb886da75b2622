"""A long line wrapped between its words, for a terminal."""

from rnn_examples.columns import columns


def wrapped(text: str, command: str, width: int) -> list[str]:
    """The lines of a text; a command that ends it is left whole, on a line of its own.

    A text that fits stays one line. A word wider than the terminal, such as a path, is not broken:
    what is copied from it is right.
    """
    if columns(text) <= width:
        return [text]
    own = bool(command) and text.endswith(f" {command}")
    rest = text.removesuffix(command) if own else text
    lines: list[str] = []
    for word in rest.split():
        joined = f"{lines[-1]} {word}" if lines else word
        if lines and columns(joined) <= width:
            lines[-1] = joined
        else:
            lines.append(word)
    return [*lines, command] if own else lines
