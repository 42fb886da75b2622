"""CSV for machines: raw numbers, a column for each component of a vector, words verbatim."""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import cast

from rnn_examples.errors import InputError
from rnn_examples.tables.batch import Batch, Vectors
from rnn_examples.tables.formats import Look
from rnn_examples.tables.numbers import machine
from rnn_examples.tables.table import Cell, Column, Document, Row, Scalar, Table, Vector

# An empty field alone would read as no record at all.
ALONE = '""'
# So many cells tell whether a column repeats itself.
SAMPLE = 64
# Far below the integers that `machine` rounds.
LONGEST_INTEGER = 10**18


def render(document: Document, look: Look) -> Iterator[str]:
    """The tables one after another, a blank line between them; notes are for people."""
    if document.work:
        raise InputError("--work has no CSV form. Use --format json, or a format for people")
    tables = [*document.tables, *chain(*(part.tables for part in document.parts))]
    for place, table in enumerate(tables):
        if place:
            yield "\n"
        yield from _table(table)


def _table(table: Table) -> Iterator[str]:
    """A batch at a time and in it column by column: a long text's rows are written as fast as
    Python writes their numbers."""
    kept = [place for place, column in enumerate(table.columns) if column.bar is None]
    widths: list[int] | None = None
    for batch in table.batches:
        crossed = batch.columns if isinstance(batch, Batch) else _crossed(table, batch)
        columns = [crossed[place] for place in kept]
        head = ""
        if widths is None:
            widths = list(map(_components, columns))
            head = ",".join(_heads([table.columns[place] for place in kept], widths)) + "\n"
        texts = list(map(_texts, columns, widths))
        if len(texts) == 1:
            texts[0] = [text or ALONE for text in texts[0]]
        lines = map(",".join, zip(*texts, strict=True))
        yield head + "\n".join([*lines, ""])
    if widths is None:
        yield ",".join(table.columns[place].name for place in kept) + "\n"


def _crossed(table: Table, rows: Sequence[Row]) -> Sequence[Sequence[Cell]]:
    return list(zip(*rows, strict=True)) or [()] * len(table.columns)


def _components(cells: Sequence[Cell]) -> int:
    """The most components any vector has; 0 where the column holds no vector."""
    if isinstance(cells, Vectors):
        return cells.width
    return max((len(cell) for cell in cells if isinstance(cell, tuple)), default=0)


def _heads(columns: Sequence[Column], widths: Sequence[int]) -> list[str]:
    heads = []
    for column, width in zip(columns, widths, strict=True):
        first = column.picked.start if column.picked else 0
        entries = range(first + 1, first + width + 1)
        heads += [f"{column.name}[{entry}]" for entry in entries] or [column.name]
    return heads


def _texts(cells: Sequence[Cell], width: int) -> Sequence[str]:
    """The fields of a column, a vector's components with commas between."""
    if isinstance(cells, range):
        return list(map(str, cells))
    found: Sequence[str] | None = None
    if isinstance(cells, Vectors):
        found = _joined(cells.entries, width)
        cells = () if found else list(cells)
    kinds = set(map(type, cells))
    if kinds == {str} and not width:
        known = {cell: _field(cell) for cell in cast(set[str], set(cells))}
        return [known[cell] for cell in cast(Sequence[str], cells)]
    if kinds == {tuple}:
        found = _vectors(cast(Sequence[Vector], cells), width)
    elif not width:
        found = list(map(str, cells)) if kinds == {int} and _are_short(cells) else _floats(cells)
    return found or [",".join(_fields(cell, width)) for cell in cells]


def _vectors(cells: Sequence[Vector], width: int) -> Sequence[str] | None:
    """Vectors of `width` finite floats, the same one written once; None for any others."""
    # By identity, not by what they equal: (1.0,) equals (1,) and (True,).
    names = list(map(id, cells))
    repeated = 2 * len(set(names[:SAMPLE])) <= len(names[:SAMPLE])
    written = list(dict(zip(names, cells, strict=True)).values()) if repeated else cells
    if set(map(len, written)) != {width}:
        return None
    texts = _joined(list(chain.from_iterable(written)), width)
    if texts is None or not repeated:
        return texts
    known = dict(zip(map(id, written), texts, strict=True))
    return [known[name] for name in names]


def _joined(entries: Sequence[Scalar], width: int) -> Sequence[str] | None:
    texts = _floats(entries)
    return texts and list(map(",".join, zip(*[iter(texts)] * width, strict=True)))


def _floats(cells: Sequence[Cell]) -> list[str] | None:
    """The texts of finite floats as `machine` has them; None where a cell is anything else."""
    if set(map(type, cells)) != {float}:
        return None
    numbers = cast(Sequence[float], cells)
    total = sum(numbers)
    if total - total != 0:  # there is an infinity or NaN
        return None
    if 0.0 in numbers:  # or -0.0, whose sign has no place in a table
        numbers = [number + 0.0 for number in numbers]
    return list(map(repr, numbers))


def _are_short(cells: Sequence[Cell]) -> bool:
    numbers = cast(Sequence[int], cells)
    return min(numbers) > -LONGEST_INTEGER and max(numbers) < LONGEST_INTEGER


def _fields(cell: Cell, width: int) -> list[str]:
    """A cell's fields, as many as its column has."""
    entries: Vector = cell if isinstance(cell, tuple) else (cell,)
    return [*map(_field, entries), *[""] * (width - len(entries))]


def _field(value: Scalar) -> str:
    text = machine(value)
    if any(mark in text for mark in ',"\r\n'):
        return '"' + text.replace('"', '""') + '"'
    return text
