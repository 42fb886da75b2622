"""One value of a document, by the row's keys and the column's name (`--cell ROW:COLUMN`)."""

import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal, InvalidOperation
from fractions import Fraction

from rnn_examples.errors import InputError
from rnn_examples.tables import numbers
from rnn_examples.tables.table import Cell, Column, Document, Row, Table

COMPONENT = re.compile(r"(?P<name>.+)\[(?P<entry>[0-9]{1,9})\]")
MOST_NAMED = 8


def find_cell(document: Document, where: str, digits: int | None, machine: bool) -> str:
    """The text of one cell, for people or for machines, out of the first table that has it.

    Errors: InputError that names the rows or columns there are.
    """
    row_name, separator, column_name = where.rpartition(":")
    if not separator:
        raise InputError(f"--cell: '{where}' has no colon. Expected ROW:COLUMN")
    component = COMPONENT.fullmatch(column_name)
    name = component["name"] if component else column_name
    tables = [table for table in document.tables if _has(table, name)]
    if not tables:
        names = [c.name for table in document.tables for c in table.columns if c.bar is None]
        known = ", ".join(dict.fromkeys(names))
        raise InputError(f"--cell: there is no column '{name}'. The columns: {known}")
    for table in tables:
        rows = _matching(table, row_name)
        if rows:
            cell = _one(table, rows, where)[table.position(name)]
            column = table.columns[table.position(name)]
            return _text(cell, column, component, digits, machine)
    keys = [_name(table, row) for table in tables for row in table.rows]
    some = ", ".join(keys[:MOST_NAMED]) + (", ..." if len(keys) > MOST_NAMED else "")
    raise InputError(f"--cell: there is no row '{row_name}'. The rows: {some}")


def _has(table: Table, name: str) -> bool:
    return any(column.name == name and column.bar is None for column in table.columns)


def _keys(table: Table) -> list[int]:
    """The places of the key columns; the first column where none is marked."""
    return [place for place, column in enumerate(table.columns) if column.key] or [0]


def _name(table: Table, row: Row) -> str:
    return ",".join(_plain(row[place]) for place in _keys(table))


def _plain(cell: Cell) -> str:
    if isinstance(cell, tuple):
        return " ".join(map(_plain, cell))
    if isinstance(cell, (float, Decimal, Fraction)):
        return numbers.shortest(cell)
    return "" if cell is None else str(cell)


def _matching(table: Table, row_name: str) -> list[Row]:
    rows = table.rows
    if re.fullmatch(r"#[0-9]{1,9}", row_name):
        place = int(row_name[1:])
        return rows[place - 1 : place] if place else []
    wanted = [[row_name], row_name.split(",")]
    return [row for row in rows if any(_fits(table, row, names) for names in wanted)]


def _fits(table: Table, row: Row, names: Sequence[str]) -> bool:
    """Whether the row's keys begin with these; one key alone may be any of them."""
    keys = [row[place] for place in _keys(table)]
    if len(names) == 1:
        return any(_equal(key, names[0]) for key in keys)
    return len(names) <= len(keys) and all(map(_equal, keys, names))


def _equal(key: Cell, name: str) -> bool:
    """The same text, or the same number however it is spelled."""
    if _plain(key) == name.strip() or key == name:
        return True
    if isinstance(key, (str, bool, tuple)) or key is None:
        return False
    try:
        return Fraction(key) == Fraction(name) or float(key) == float(Fraction(name))
    except (ValueError, ZeroDivisionError, OverflowError, InvalidOperation):
        return False


def _one(table: Table, rows: Sequence[Row], where: str) -> Row:
    if len(rows) > 1:
        names = ", ".join(_name(table, row) for row in rows[:MOST_NAMED])
        raise InputError(f"--cell: '{where}' fits {len(rows)} rows. Give all keys: {names}")
    return rows[0]


def _text(
    cell: Cell, column: Column, component: re.Match[str] | None, digits: int | None, machine: bool
) -> str:
    if component:
        entry = int(component["entry"])
        if not isinstance(cell, tuple) or not 1 <= entry <= len(cell):
            size = len(cell) if isinstance(cell, tuple) else 0
            raise InputError(f"--cell: '{column.name}' has {size} components, not [{entry}]")
        cell = cell[entry - 1]
    if machine:
        entries = cell if isinstance(cell, tuple) else (cell,)
        return " ".join(map(numbers.machine, entries))
    if isinstance(cell, tuple):
        return numbers.show_vector(cell, replace(column, bar=None), digits)
    return numbers.show(cell, column, digits)
