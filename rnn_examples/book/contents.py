"""The whole book as one document: every example in its order, the errata at the end."""

from collections.abc import Callable

from rnn_examples.examples.catalogue import Entry
from rnn_examples.tables.table import Document

TITLE = "The worked examples of recurrent networks"


def compute(
    entries: tuple[Entry, ...], errata: list[str], document_of: Callable[[list[str]], Document]
) -> Document:
    """One part an example, by its command line without options; errata: that of the last part."""
    parts = [_placed(entry, document_of([entry.name])) for entry in entries]
    parts.append(document_of(errata))
    return Document("book", TITLE, {}, (), parts=tuple(parts))


def _placed(entry: Entry, document: Document) -> Document:
    return document.but(title=f"{document.title} ({entry.source})")


def document(result: Document) -> Document:
    return result
