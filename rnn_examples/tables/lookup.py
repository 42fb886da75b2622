"""One value of a document, by the row's keys and the column's name (`--cell ROW:COLUMN`)."""

import re
from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from rnn_examples.counted import counted
from rnn_examples.errors import InputError
from rnn_examples.tables import numbers
from rnn_examples.tables.table import Cell, Column, Document, Row, Table
from rnn_examples.visible import visible

COMPONENT = re.compile(r"(?P<name>.+)\[(?P<entry>[0-9]{1,9})\]")
# Exponents of a length that costs no time.
NUMBER = re.compile(r"[+-]?[0-9.]{1,400}([eE][+-]?[0-9]{1,4})?|[+-]?[0-9]{1,400}/[0-9]{1,400}")
# As people read them: 20,000.
GROUPED = re.compile(r"[+-]?[0-9]{1,3}(,[0-9]{3})+(\.[0-9]{1,400})?")
MOST_NAMED = 8
LONGEST_NAME = 60


def find_cell(document: Document, where: str, digits: int | None, machine: bool) -> str:
    """The text of one cell, for people or for machines, out of the first table that has it.

    Errors: InputError that names the rows or columns there are.
    """
    row_name, separator, column_name = where.rpartition(":")
    if not separator:
        raise InputError(
            f"--cell: '{where}' has no colon. Expected ROW:COLUMN. {_row_is(document.tables)}"
        )
    component = COMPONENT.fullmatch(column_name)
    name = component["name"] if component else column_name
    tables = [table for table in document.tables if _has(table, name)]
    if not tables:
        names = [c.name for table in document.tables for c in table.columns if c.bar is None]
        columns = ", ".join(dict.fromkeys(names))
        raise InputError(f"--cell: there is no column '{name}'. The columns: {columns}")
    known: list[str] = []
    for table in tables:
        rows = _matching(table, row_name, known)
        if rows:
            cell = _one(table, rows, where, row_name)[table.position(name)]
            column = table.columns[table.position(name)]
            return _text(cell, column, component, digits, machine)
    some = "; ".join(known[:MOST_NAMED]) + ("; ..." if len(known) > MOST_NAMED else "")
    raise InputError(f"--cell: there is no row '{row_name}'. {_row_is(tables)}. The rows: {some}")


def _row_is(tables: Sequence[Table]) -> str:
    """The names of the key columns, of each table that has others."""
    names = [",".join(table.columns[place].name for place in _keys(table)) for table in tables]
    return f"ROW is {' or '.join(dict.fromkeys(names))}"


def _has(table: Table, name: str) -> bool:
    return any(column.name == name and column.bar is None for column in table.columns)


def _keys(table: Table) -> list[int]:
    """The places of the key columns; the first column where none is marked."""
    return [place for place, column in enumerate(table.columns) if column.key] or [0]


def _whole_name(table: Table, row: Row) -> str:
    return ",".join(_plain(row[place]) for place in _keys(table))


def _name(table: Table, row: Row) -> str:
    name = _whole_name(table, row)
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 3]}..."


def _plain(cell: Cell) -> str:
    if isinstance(cell, tuple):
        return ",".join(map(_plain, cell))
    if isinstance(cell, (float, Decimal, Fraction)):
        return numbers.shortest(cell)
    return "" if cell is None else str(cell)


def _matching(table: Table, row_name: str, known: list[str]) -> list[Row]:
    """The rows that fit, read once and not kept: a table may be a stream. The first rows' names
    are added to `known`."""
    place = int(row_name[1:]) if re.fullmatch(r"#[0-9]{1,9}", row_name) else None
    parts, read, found = row_name.split(","), cache(Wanted.read), []
    rows = (row for batch in table.batches for row in batch)
    for number, row in enumerate(rows, start=1):
        if len(known) <= MOST_NAMED:
            known.append(_name(table, row))
        if number == place if place is not None else _fits(table, row, parts, read):
            found.append(row)
            if place is not None or len(found) > MOST_NAMED:
                break
    return found


def _fits(table: Table, row: Row, parts: Sequence[str], read: "Read") -> bool:
    """Whether the row's keys begin with these, typed with commas; one alone may be any of them."""
    keys = [row[place] for place in _keys(table)]
    whole = read(",".join(parts))
    return any(whole.equals(key) for key in keys) or _begin(keys, parts, read)


def _begin(keys: Sequence[Cell], parts: Sequence[str], read: "Read") -> bool:
    """Whether the parts are the first keys, each one part, or as many as it has commas itself."""
    if not parts or not keys:
        return not parts
    key = keys[0]
    text = _plain(key)
    if isinstance(key, (str, tuple)):
        widths = {1, 1 + text.count(",")}
    else:  # in threes, as people read it: 20,000
        widths = {1, (len(text.partition(".")[0].lstrip("-")) + 2) // 3}
    return any(
        read(",".join(parts[:width])).equals(key) and _begin(keys[1:], parts[width:], read)
        for width in widths
        if width <= len(parts)
    )


class Wanted(NamedTuple):
    """One key as typed and, where it is a number, its value."""

    text: str
    value: Fraction | None

    @staticmethod
    def read(text: str) -> "Wanted":
        plain = text.replace(",", "") if GROUPED.fullmatch(text.strip()) else text
        try:
            return Wanted(text, Fraction(plain) if NUMBER.fullmatch(plain.strip()) else None)
        except (ValueError, ZeroDivisionError):
            return Wanted(text, None)

    def equals(self, key: Cell) -> bool:
        """The same text, or the same number however it is spelled; a vector entry by entry."""
        if isinstance(key, tuple):
            entries = self.text.replace(",", " ").split()
            return len(entries) == len(key) and all(
                Wanted.read(text).equals(entry) for text, entry in zip(entries, key, strict=True)
            )
        if key == self.text or _plain(key) == self.text.strip():
            return True
        if isinstance(key, (str, bool)) or key is None or self.value is None:
            return False
        try:
            return Fraction(key) == self.value or float(key) == float(self.value)
        except (ValueError, OverflowError):
            return False


Read = Callable[[str], Wanted]


def _one(table: Table, rows: Sequence[Row], where: str, row_name: str) -> Row:
    # Of 2 and an empty word, and the word "2,", the row that is called so.
    called = [row for row in rows if _whole_name(table, row) == row_name]
    if len(called) == 1:
        return called[0]
    if len(rows) > 1:
        names = "; ".join(_name(table, row) for row in rows[:MOST_NAMED])
        count = f"{len(rows)}" if len(rows) <= MOST_NAMED else f"more than {MOST_NAMED}"
        raise InputError(
            f"--cell: '{where}' fits {count} rows. Give all keys, or a place such as #1: {names}"
        )
    return rows[0]


def _text(
    cell: Cell, column: Column, component: re.Match[str] | None, digits: int | None, machine: bool
) -> str:
    if component:
        entry = int(component["entry"])
        first = column.picked.start if column.picked else 0
        size = len(cell) if isinstance(cell, tuple) else 0
        if not isinstance(cell, tuple) or not first < entry <= first + size:
            there = (
                f"[{first + 1}] to [{first + size}]" if first else f"{counted(size, 'component')}"
            )
            raise InputError(f"--cell: '{column.name}' has {there}, not [{entry}]")
        cell = cell[entry - first - 1]
    if machine:
        entries = cell if isinstance(cell, tuple) else (cell,)
        return " ".join(map(numbers.machine, entries))
    if isinstance(cell, tuple):
        return visible(numbers.show_vector(cell, column.but(bar=None), digits))
    return visible(numbers.show(cell, column, digits))
