"""Text files given on the command line; - is standard input."""

import os
import sys
from codecs import getincrementaldecoder
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from io import BufferedReader
from itertools import combinations
from typing import Any

from rnn_examples.cli.models import ENDINGS
from rnn_examples.errors import InputError

CHUNK = 1 << 16
LARGEST_TEXT = 64 << 20
LONGEST_WORD = 1 << 20
# Options that name a file which is written.
WRITTEN = ("--save", "--resume", "--plot", "--output")
FILES = ("FILE", "NAME|FILE")


def check_apart(options: Iterable[Any], values: Mapping[str, Any]) -> None:
    """Raises InputError where two options name one file, and one of them would write over it."""
    named = {
        max(option.opts, key=len) if option.param_type_name == "option" else option.metavar: path
        for option in options
        if option.metavar in FILES and isinstance(path := values.get(option.name), str)
        if path != "-" and not (option.metavar == "NAME|FILE" and not path.endswith(ENDINGS))
    }
    written = [option for option in WRITTEN if option in named]
    if not written or len(named) < 2:
        return
    ordered = [*written, *(option for option in named if option not in written)]
    paths = {option: os.path.realpath(named[option]) for option in ordered}
    for one, other in combinations(paths, 2):
        if one in written and paths[one] == paths[other]:
            raise InputError(f"{one} and {other} both name '{named[other]}'. Give two files")


def read_text(path: str, option: str) -> str:
    """A whole text, UTF-8, at most 64 MiB. Errors: InputError with option, path and reason."""
    found, length = [], 0
    for piece in pieces(path, option):
        found.append(piece)
        length += len(piece)
        if length > LARGEST_TEXT:
            raise InputError(f"{option}: '{path}' holds more than {LARGEST_TEXT >> 20} MiB of text")
    return "".join(found)


def words_as_they_come(path: str, option: str) -> Iterator[list[str]]:
    """The words of a text split at white space, a list for each piece that has arrived.

    Errors: InputError for a file without white space, which no memory would hold.
    """
    rest = ""
    for piece in pieces(path, option):
        found = (rest + piece).split()
        rest = "" if not found or piece[-1:].isspace() else found.pop()
        if len(rest) > LONGEST_WORD:
            raise InputError(
                f"{option}: '{path}' has a word of more than {LONGEST_WORD:,} letters. Expected "
                "words with white space between"
            )
        if found:
            yield found
    if rest:
        yield [rest]


def pieces(path: str, option: str) -> Iterator[str]:
    """The text as it arrives, decoded; a pipe is not waited for until a piece is full."""
    decoder = getincrementaldecoder("utf-8-sig")()
    place = 0
    with _opened(path, option) as stream:
        while True:
            try:
                data = stream.read1(CHUNK)
                text = decoder.decode(data, final=not data)
            except UnicodeDecodeError as error:
                raise InputError(
                    f"{option}: '{path}' is not UTF-8 text: byte {place + error.start + 1} is "
                    f"0x{error.object[error.start]:02x}. Save it as UTF-8"
                ) from error
            except OSError as error:
                raise _unreadable(path, option, error) from error
            place += len(data)
            if text:
                yield text
            if not data:
                return


@contextmanager
def _opened(path: str, option: str) -> Iterator[BufferedReader]:
    if path == "-":
        if sys.stdin is None or sys.stdin.closed:
            raise InputError(f"{option}: standard input is closed. Give a file instead of -")
        assert isinstance(sys.stdin.buffer, BufferedReader)
        yield sys.stdin.buffer
        return
    if os.path.isdir(path):
        raise InputError(f"{option}: '{path}' is a folder. Give the name of a file")
    with ExitStack() as stack:
        try:
            stream = stack.enter_context(open(path, "rb"))
        except (OSError, ValueError) as error:
            raise _unreadable(path, option, error) from error
        yield stream


def _unreadable(path: str, option: str, error: Exception) -> InputError:
    reason = getattr(error, "strerror", None) or str(error)
    return InputError(f"{option}: '{path}' cannot be read: {reason}")
