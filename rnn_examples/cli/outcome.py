"""What a command hands back: all that is to be written, said and returned."""

from collections.abc import Iterable
from typing import Any

from rnn_examples.record import Record
from rnn_examples.tables.example import Example
from rnn_examples.tables.table import Document


class Outcome(Record):
    """Text in pieces and the file it goes to (None: standard output), the exit code, other files'
    contents by path, the faults to tell when all is written, the document shown, and the module and
    result it was made from."""

    pieces: Iterable[str]
    path: str | None = None
    exit_code: int = 0
    files: tuple[tuple[str, bytes], ...] = ()
    faults: tuple[str, ...] = ()
    document: Document | None = None
    computed: tuple[Example, Any] | None = None
