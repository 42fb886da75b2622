"""Sentences with mathematics among the words."""

from typing import TYPE_CHECKING

from rnn_examples.record import Record

if TYPE_CHECKING:
    from rnn_examples.equations.expression import Expression


LONGEST_LINE = 72


class Prose(Record):
    """A sentence in parts, each words or mathematics.

    tables: the names of the tables that it is about, none where it is about all.
    """

    parts: "tuple[str | Expression, ...]"
    tables: tuple[str, ...] = ()


def prose(*parts: "str | Expression") -> Prose:
    return Prose(parts)


def about(tables: str, note: "str | Prose") -> Prose:
    """The note as one of these tables' (names apart by blanks), shown only where one of them is."""
    parts = note.parts if isinstance(note, Prose) else (note,)
    return Prose(parts, tuple(tables.split()))


def plain(note: "str | Expression | Prose") -> str:
    """The sentence as plain text."""
    if isinstance(note, str):
        return note
    from rnn_examples.equations.text import to_text

    if isinstance(note, Prose):
        return "".join(map(plain, note.parts))
    return to_text(note)


def is_long(expression: "Expression", width: int = LONGEST_LINE) -> bool:
    """Whether a chain of relations is better broken than set on one line."""
    return len(plain(expression)) > width


def lines(expression: "Expression", width: int = LONGEST_LINE) -> list[str]:
    """The expression as text, a chain that is wider one sign a line."""
    from rnn_examples.equations.text import to_text_lines

    return to_text_lines(expression) if is_long(expression, width) else [plain(expression)]
