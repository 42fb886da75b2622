"""A document read from its file: its kind, and the texts in which blocks may stand."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from rnn_examples.book.blocks.dialects import HTML, LATEX, MARKDOWN, RST, Dialect
from rnn_examples.book.blocks.lines import Lines
from rnn_examples.book.blocks.notebook import read_cells
from rnn_examples.book.blocks.pairs import Edit
from rnn_examples.errors import InputError

NOTEBOOK = ".ipynb"
DIALECTS = {
    ".md": MARKDOWN,
    ".markdown": MARKDOWN,
    ".qmd": MARKDOWN,
    ".rmd": MARKDOWN,
    NOTEBOOK: MARKDOWN,
    ".html": HTML,
    ".htm": HTML,
    ".xhtml": HTML,
    ".tex": LATEX,
    ".ltx": LATEX,
    ".rst": RST,
    ".rest": RST,
}
BOM = "\ufeff"
MOST_BYTES = 64 << 20


@dataclass(frozen=True, slots=True)
class Part:
    """A text that holds whole blocks: a file, or a cell of a notebook.

    label: what it is called in a message; place, written: an offset, and new text, as they are
    in the file's own text.
    """

    label: str
    text: str
    place: Callable[[int], int]
    written: Callable[[str], str]

    def in_file(self, edit: Edit) -> Edit:
        return Edit(self.place(edit.start), self.place(edit.end), self.written(edit.text))


@dataclass(frozen=True, slots=True)
class Document:
    """A file's bytes, its text without a byte order mark, and the parts of that text."""

    path: Path
    data: bytes
    text: str
    lines: Lines
    dialect: Dialect
    parts: Sequence[Part]

    def encoded(self, text: str) -> bytes:
        """The text as the file has it, with its byte order mark."""
        mark = BOM.encode() if self.data.startswith(BOM.encode()) else b""
        return mark + text.encode()


def read_document(path: Path) -> Document:
    """The document of a file.

    Errors: InputError for a file that cannot be read, is no kind of document, is not UTF-8, or
    (.ipynb) is no notebook.
    """
    suffix = path.suffix.lower()
    if path.is_dir():
        raise InputError("is a folder. Give the documents in it")
    if suffix not in DIALECTS:
        raise InputError(f"is no kind of document. Expected one of {', '.join(DIALECTS)}")
    try:
        if not path.is_file():
            raise InputError("is not a file. Expected a document" if path.exists() else "not found")
        if path.stat().st_size > MOST_BYTES:
            raise InputError(f"holds more than {MOST_BYTES >> 20} MiB. Expected a document")
        data = path.read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(f"cannot be read: {reason}") from error
    text = _decoded(data)
    if suffix == NOTEBOOK:
        cells = read_cells(text)
        parts = [Part(f"{cell.label}: ", cell.text, cell.place, cell.written) for cell in cells]
    else:
        parts = [Part("", text, _same_place, _same_text)]
    return Document(path, data, text, Lines.of(text), DIALECTS[suffix], parts)


def _same_place(offset: int) -> int:
    return offset


def _same_text(text: str) -> str:
    return text


def _decoded(data: bytes) -> str:
    try:
        return data.decode().removeprefix(BOM)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError(
            f"is not UTF-8: byte 0x{data[error.start]:02x} in line {line}. Save it as UTF-8"
        ) from error
