"""Sentences with mathematics and figures among the words."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias, Union

from rnn_examples.record import Record

if TYPE_CHECKING:
    from rnn_examples.equations.expression import Expression
    from rnn_examples.tables.table import Column, Scalar


LONGEST_LINE = 72


class Figure(Record):
    """A figure of a table, said in a sentence: it has the column's digits or those asked for, and
    more where it would read as zeros.

    of: what it is the size of, where the sentence says so: ‖P‖_F = 4.85.
    """

    value: "Scalar"
    column: "Column"
    of: "Expression | None" = None

    def shown(self, digits: int | None) -> "str | Expression":
        from rnn_examples.equations.expression import equals, number
        from rnn_examples.tables.numbers import show_size

        text = show_size(self.value, self.column, digits)
        if self.of is not None:
            return equals(self.of, text)
        return number(text) if "e" in text or text.startswith("-") else text


class Zeros(Record):
    """What a column's zeros stand for, where it shows one of the values as zeros; else nothing."""

    values: "tuple[Scalar, ...]"
    column: "Column"

    def shown(self, digits: int | None) -> str:
        from rnn_examples.tables.numbers import half_unit, is_zeros, show

        texts = {show(value, self.column, digits) for value in self.values if value}
        zeros = next(filter(is_zeros, texts), None)
        return "" if zeros is None else f"{zeros} stands for less than {half_unit(zeros):f}."


# Part of a sentence: words, mathematics, or what has the digits that are asked for.
Part: TypeAlias = Union[str, "Expression", Figure, Zeros]


class Prose(Record):
    """A sentence in parts.

    tables: the names of the tables that it is about, none where it is about all.
    """

    parts: tuple[Part, ...]
    tables: tuple[str, ...] = ()


def prose(*parts: Part) -> Prose:
    return Prose(parts)


def joined(items: Sequence[Sequence[Part]]) -> list[Part]:
    """a, b and c."""
    found: list[Part] = []
    for place, item in enumerate(items):
        if place:
            found.append(" and " if place == len(items) - 1 else ", ")
        found += item
    return found


def about(tables: str, note: "str | Prose") -> Prose:
    """The note as one of these tables' (names apart by blanks), shown only where one of them is."""
    parts = note.parts if isinstance(note, Prose) else (note,)
    return Prose(parts, tuple(tables.split()))


def said(note: str | Prose, digits: int | None = None) -> "tuple[str | Expression, ...]":
    """The parts of a note with the digits asked for; none where there is nothing to say."""
    parts = note.parts if isinstance(note, Prose) else (note,)
    shown = [part.shown(digits) if isinstance(part, (Figure, Zeros)) else part for part in parts]
    return tuple(part for part in shown if part != "")


def plain(note: "str | Expression | Prose", digits: int | None = None) -> str:
    """The sentence as plain text."""
    if isinstance(note, str):
        return note
    from rnn_examples.equations.text import to_text

    if isinstance(note, Prose):
        return "".join(map(plain, said(note, digits)))
    return to_text(note)


def is_long(expression: "Expression", width: int = LONGEST_LINE) -> bool:
    """Whether a chain of relations is better broken than set on one line."""
    return len(plain(expression)) > width


def lines(expression: "Expression", width: int = LONGEST_LINE) -> list[str]:
    """The expression as text, a chain that is wider one sign a line."""
    from rnn_examples.equations.text import to_text_lines

    return to_text_lines(expression) if is_long(expression, width) else [plain(expression)]
