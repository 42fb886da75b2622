"""CSV for machines: raw numbers, a column for each component of a vector, words verbatim."""

import csv
from collections.abc import Iterator, Sequence
from io import StringIO

from rnn_examples.errors import InputError
from rnn_examples.tables.formats import Look
from rnn_examples.tables.numbers import machine
from rnn_examples.tables.table import Cell, Column, Document, Row, Table


def render(document: Document, look: Look) -> Iterator[str]:
    """The tables one after another, a blank line between them; notes are for people."""
    if document.work:
        raise InputError("--work has no CSV form. Use --format json, or a format for people")
    for place, table in enumerate(document.tables):
        if place:
            yield "\n"
        yield from _table(table)


def _table(table: Table) -> Iterator[str]:
    columns = [place for place, column in enumerate(table.columns) if column.bar is None]
    widths: dict[int, int] | None = None
    for batch in table.batches:
        text = StringIO()
        writer = csv.writer(text, lineterminator="\n")
        if widths is None:
            widths = {place: _components([row[place] for row in batch]) for place in columns}
            writer.writerow(_heads(table.columns, widths))
        writer.writerows([_record(row, widths) for row in batch])
        yield text.getvalue()
    if widths is None:
        yield ",".join(table.columns[place].name for place in columns) + "\n"


def _components(cells: Sequence[Cell]) -> int:
    """The most components any vector has; 0 where the column holds no vector."""
    return max((len(cell) for cell in cells if isinstance(cell, tuple)), default=0)


def _heads(columns: Sequence[Column], widths: dict[int, int]) -> list[str]:
    heads = []
    for place, width in widths.items():
        name = columns[place].name
        heads += [f"{name}[{entry}]" for entry in range(1, width + 1)] if width else [name]
    return heads


def _record(row: Row, widths: dict[int, int]) -> list[str | float]:
    record: list[str | float] = []
    for place, width in widths.items():
        cell = row[place]
        if isinstance(cell, tuple):
            record += [_field(entry) for entry in cell]
            record += [""] * (width - len(cell))
        elif width:
            record += [_field(cell), *[""] * (width - 1)]
        else:
            record.append(_field(cell))
    return record


def _field(value: Cell) -> str | float:
    if type(value) is str or (type(value) is float and -1e300 < value < 1e300 and value):
        return value
    return machine(value) if not isinstance(value, tuple) else ""
