"""The table model: raw values, and what a renderer must know to show them.

A cell holds the value itself, never its text. A column says how people see it: a fixed number of
decimals, a number of significant digits, or (with neither) the shortest text of the value.
"""

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING

from rnn_examples.errors import InputError
from rnn_examples.record import Record
from rnn_examples.tables.prose import Prose

if TYPE_CHECKING:
    from rnn_examples.equations.expression import Expression

Scalar = None | bool | int | float | Decimal | Fraction | str
Vector = tuple[Scalar, ...]
Cell = Scalar | Vector
Row = tuple[Cell, ...]

ROUNDED = "In the arithmetic each number is rounded by itself."


class Bar(Record):
    """A column drawn for people only: the size of another column on a logarithmic scale."""

    of: str
    floor: float | Decimal
    ceiling: float | Decimal


class Column(Record):
    """One column: its stable name (JSON, CSV, --cell) and how people see it.

    between: what stands between a vector's entries, without brackets: 500 × 100.
    picked: which entries of a longer vector the cells hold, from 0; people see all of these.
    """

    name: str
    label: "str | Expression"
    unit: str | None = None
    decimals: int | None = None
    significant: int | None = None
    key: bool = False
    text: bool = False
    bar: Bar | None = None
    styles: Mapping[str, str] | None = None
    between: str | None = None
    picked: range | None = None


class Pivot(Record):
    """People see the long table crossed: one line a row value, one column a column value."""

    rows: str
    columns: str
    values: str


class Table(Record):
    """Rows of raw values. `batches` may be lazy: a stream is read once, batch by batch.

    summary: what people see in its place where the rows are too many to read; hidden: people see
    nothing, for a note says all.
    """

    name: str
    title: str
    columns: tuple[Column, ...]
    batches: Iterable[Sequence[Row]]
    pivot: Pivot | None = None
    total: bool = False
    equation: "Expression | None" = None
    summary: "Table | None" = None
    hidden: bool = False

    @property
    def rows(self) -> list[Row]:
        return [row for batch in self.batches for row in batch]

    def in_one_batch(self) -> "Table":
        """The same with all rows there, so that its columns are aligned from end to end."""
        return self.but(batches=(self.rows,))

    def position(self, name: str) -> int:
        """The place of a column that is there, by name."""
        return [column.name for column in self.columns].index(name)


def table(
    name: str,
    title: str,
    columns: Sequence[Column],
    rows: Iterable[Row],
    *,
    pivot: Pivot | None = None,
    total: bool = False,
    equation: "Expression | None" = None,
) -> Table:
    """A table whose rows are all there."""
    return Table(name, title, tuple(columns), (list(rows),), pivot, total, equation)


class Work(Record):
    """The arithmetic of one result, line by line, as it is written on a board.

    tables: the names of the tables whose arithmetic it is, none where it is all's. rounded: what
    it shows is not what it goes on from.
    """

    title: str
    lines: "tuple[Expression, ...]"
    tables: tuple[str, ...] = ()
    rounded: bool = False


class Document(Record):
    """All that one example prints: its inputs, its tables, its notes and, when asked, its work.

    parts: the documents of a book, which are shown one after another under their titles;
    absent: the tables that an option would add, each with the option.
    """

    example: str
    title: str
    inputs: Mapping[str, Cell]
    tables: tuple[Table, ...]
    notes: tuple[str | Prose, ...] = ()
    work: tuple[Work, ...] = ()
    parts: "tuple[Document, ...]" = ()
    absent: Mapping[str, str] | None = None

    @property
    def said(self) -> tuple[str | Prose, ...]:
        """The notes, and before the work what holds for all of it."""
        rounded = any(work.rounded for work in self.work)
        return (*self.notes, *((ROUNDED,) if rounded else ()))

    def for_people(self) -> "Document":
        """The document with the summary of each table that has one."""
        return self.but(
            tables=tuple(table.summary or table for table in self.tables if not table.hidden),
            parts=tuple(part.for_people() for part in self.parts),
        )

    def only(self, name: str) -> "Document":
        """The document with one of its tables, the notes and the work that are not another's;
        InputError names the tables there are."""
        chosen = tuple(table for table in self.tables if table.name == name)
        if not chosen and name in (self.absent or {}):
            raise InputError(
                f"--table: '{name}' is a table of {(self.absent or {})[name]}. Give that too"
            )
        if not chosen:
            known = ", ".join(table.name for table in self.tables)
            raise InputError(
                f"--table: '{self.example}' has no table '{name}'. Its tables: {known}"
            )
        return self.but(
            tables=chosen,
            notes=tuple(
                note
                for note in self.notes
                if isinstance(note, str) or not note.tables or name in note.tables
            ),
            work=tuple(work for work in self.work if not work.tables or name in work.tables),
        )
