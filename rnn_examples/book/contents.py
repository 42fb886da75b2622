"""The whole book as one document: every example in its order, the errata at the end."""

from collections.abc import Callable, Iterator
from typing import Any

from rnn_examples.examples.catalogue import Entry
from rnn_examples.record import Record
from rnn_examples.tables.example import Example
from rnn_examples.tables.formats import Look
from rnn_examples.tables.table import Document

TITLE = "The worked examples of recurrent networks"


class Part(Record):
    """One example: its tables, and the module and the result that they are made from."""

    document: Document
    module: str
    result: Any


class Book(Record):
    """The parts in the book's order, and all of them as one document."""

    document: Document
    parts: tuple[Part, ...]


def compute(
    entries: tuple[Entry, ...],
    errata: list[str],
    example_of: Callable[[list[str]], tuple[Document, Example, Any]],
) -> Book:
    """One part an example, by its command line without options; errata: that of the last part."""
    parts = [_part(*example_of([entry.name]), f" ({entry.source})") for entry in entries]
    parts.append(_part(*example_of(errata)))
    document = Document("book", TITLE, {}, (), parts=tuple(part.document for part in parts))
    return Book(document, tuple(parts))


def _part(document: Document, module: Example, result: Any, where: str = "") -> Part:
    return Part(document.but(title=f"{document.title}{where}"), module.__name__, result)


def document(result: Book) -> Document:
    return result.document


def page(result: Book, look: Look) -> Iterator[str]:
    """The book as a page that stands alone."""
    from rnn_examples.book.page.frame import render

    return render(result, look)
