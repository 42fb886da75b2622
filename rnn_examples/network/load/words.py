"""The vocabulary of a file of words, one a line."""

from pathlib import Path

from rnn_examples.errors import InputError
from rnn_examples.network.load.files import read_text

MOST_BYTES = 1 << 26


def read_words(path: Path) -> tuple[str, ...]:
    """The words in order: line n is word number n - 1, as it stands, spaces included.

    The last line's end is no word of its own. Raises InputError for a word that stands twice.
    """
    lines = tuple(
        read_text(path, MOST_BYTES, "a text file, one word a line").removesuffix("\n").split("\n")
    )
    first: dict[str, int] = {}
    for number, word in enumerate(lines, 1):
        if first.setdefault(word, number) != number:
            raise InputError(
                f"{path}: line {number}: found {word!r}, which line {first[word]} has already; "
                "expected each word once"
            )
    return lines
