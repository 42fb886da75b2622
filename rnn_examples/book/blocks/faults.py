"""What is wrong in documents: one fault a line, each with its place."""

from collections.abc import Iterable
from dataclasses import dataclass

from rnn_examples.errors import InputError


@dataclass(frozen=True, slots=True)
class Problem:
    """A fault at an offset of a text."""

    offset: int
    message: str


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """A fault at a line (from 1) of a file; 0 of one that has no lines to speak of."""

    path: str
    line: int
    message: str

    def __str__(self) -> str:
        place = f"{self.path}:{self.line}" if self.line else self.path
        return f"{place}: {self.message}"


class DocumentError(InputError):
    """All faults of all documents, in the order of the files; the message has a line for each."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(self.lines()))

    def lines(self) -> tuple[str, ...]:
        return tuple(map(str, self.faults))
