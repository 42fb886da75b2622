"""The formats by name, and by the ending of a file; each module is imported when it is needed."""

from collections.abc import Iterator
from importlib import import_module
from pathlib import PurePath
from types import ModuleType

from rnn_examples.errors import InputError
from rnn_examples.record import Record
from rnn_examples.tables.table import Document

MODULES = {
    "table": "terminal",
    "plain": "plain",
    "markdown": "markdown",
    "latex": "latex",
    "html": "html",
    "csv": "csv",
    "json": "json",
    "svg": "svg",
}
MACHINE_FORMATS = ("csv", "json")
ENDINGS = {
    ".txt": "plain",
    ".md": "markdown",
    ".markdown": "markdown",
    ".tex": "latex",
    ".html": "html",
    ".htm": "html",
    ".csv": "csv",
    ".json": "json",
    ".svg": "svg",
}


class Look(Record):
    """How a document is shown, whatever it holds.

    width: columns of the terminal, None where there is none; ascii: the encoding has no lines.
    """

    digits: int | None = None
    caption: str | None = None
    label: str | None = None
    equations: bool = False
    width: int | None = None
    colour: bool = False
    ascii: bool = False


def load(format_name: str) -> ModuleType:
    """The module of a format, imported."""
    return import_module(f"rnn_examples.tables.{MODULES[format_name]}")


def render(document: Document, format_name: str, look: Look) -> Iterator[str]:
    """The document's text in pieces, a piece at least for each batch of a stream."""
    shown = document if format_name in MACHINE_FORMATS else document.for_people()
    pieces: Iterator[str] = load(format_name).render(shown, look)
    return pieces


def by_name(name: str, option: str) -> str:
    """The format of that name, or of the ending it is (md, tex, txt); InputError names them."""
    found = ENDINGS.get(f".{name}", name)
    if found not in MODULES:
        raise InputError(f"{option}: '{name}' is none of {', '.join(MODULES)}")
    return found


def by_ending(path: str) -> str:
    """The format that a file's ending names; InputError lists the endings there are."""
    ending = PurePath(path).suffix.lower()
    if ending not in ENDINGS:
        raise InputError(
            f"--output: the ending of '{path}' names no format. "
            f"Give one with --format, or an ending out of {', '.join(ENDINGS)}"
        )
    return ENDINGS[ending]
