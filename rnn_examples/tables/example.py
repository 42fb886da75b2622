"""What a module of an example is to those that show it."""

from typing import Any, Protocol

from rnn_examples.tables.table import Document


class Example(Protocol):
    """A module whose `compute` gives a result, and whose `document` gives that result's tables.

    It may have two functions more of a result: `faults`, what an example that checks has found
    wrong, and `page`, its HTML where that is a page of its own.
    """

    __name__: str

    def document(self, result: Any, /) -> Document: ...
