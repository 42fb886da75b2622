"""Strict JSON, schema 1: the inputs, the long tables with their columns, the notes, the work."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from rnn_examples.tables.formats import Look
from rnn_examples.tables.numbers import as_json
from rnn_examples.tables.prose import plain
from rnn_examples.tables.table import Cell, Column, Document, Row, Table

SCHEMA = 1


def render(document: Document, look: Look) -> Iterator[str]:
    """One object; each row on a line of its own, so that a stream can be read as it comes."""
    inputs = {name: _value(value) for name, value in document.inputs.items()}
    yield f'{{"schema": {SCHEMA}, "example": {_dumps(document.example)},\n'
    yield f'"inputs": {_dumps(inputs)},\n"tables": ['
    for place, table in enumerate(document.tables):
        yield "\n" if place == 0 else ",\n"
        yield from _table(table)
    notes = [said for said in map(plain, document.said) if said]
    yield f'\n],\n"notes": {_dumps(notes)}'
    if document.work:
        from rnn_examples.equations.text import to_text

        work = [
            {"title": work.title, "lines": [to_text(line) for line in work.lines]}
            for work in document.work
        ]
        yield f',\n"work": {_dumps(work)}'
    if document.parts:
        yield ',\n"documents": [\n'
        for place, part in enumerate(document.parts):
            yield ",\n" if place else ""
            yield from render(part, look)
        yield "]"
    yield "}\n"


def _table(table: Table) -> Iterator[str]:
    columns = [_column(column) for _, column in _kept(table)]
    head = f'"name": {_dumps(table.name)}, "title": {_dumps(table.title)}'
    yield f'{{{head},\n "columns": {_dumps(columns)},\n "rows": ['
    between = "\n  "
    for batch in table.batches:
        lines = []
        for record in records(table, batch):
            lines.append(between + _dumps(record))
            between = ",\n  "
        yield "".join(lines)
    yield "\n ]}"


def records(table: Table, rows: Iterable[Row]) -> Iterator[dict[str, Any]]:
    """Rows of the table as JSON has them, by the columns' names: numbers, texts, lists, None."""
    kept = _kept(table)
    for row in rows:
        yield {column.name: _value(row[place]) for place, column in kept}


def _kept(table: Table) -> list[tuple[int, Column]]:
    """The columns that are no bar, with their places."""
    return [(place, column) for place, column in enumerate(table.columns) if column.bar is None]


def _column(column: Column) -> dict[str, str | None]:
    return {"name": column.name, "label": plain(column.label), "unit": column.unit}


def _value(cell: Cell) -> Any:
    return [as_json(entry) for entry in cell] if isinstance(cell, tuple) else as_json(cell)


def _dumps(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
