"""What people see of a table, before any format: headings, sides and texts, walked once.

Every format for people reads this: a cell is a text and its kind, so a format only supplies the
marks around it. Pivots are crossed here; machine formats keep the long rows.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from rnn_examples.record import Record
from rnn_examples.tables import numbers
from rnn_examples.tables.table import Bar, Cell, Column, Pivot, Row, Scalar, Table
from rnn_examples.visible import visible

if TYPE_CHECKING:
    from rnn_examples.equations.expression import Expression


class Shown(Record):
    """A cell as text, and whether it is a word, a number, a vector or a bar; the value itself
    where the text is one."""

    text: str
    kind: str
    style: str = ""
    value: Cell = None

    def drawn(self, ascii: bool) -> "Shown":
        """The cell where the encoding may have no blocks to draw a bar with."""
        if self.kind != "bar" or not ascii:
            return self
        return self.but(text="#" * round(numbers.bar_length(self.text)))


class Heading(Record):
    """A column's heading and the side its cells stand on."""

    label: "str | Expression"
    unit: str | None
    right: bool


class Layout(Record):
    """A table as people see it; the batches are read once."""

    headings: tuple[Heading, ...]
    batches: Iterator[list[list[Shown]]]
    keys: int
    total: bool


def lay_out(table: Table, digits: int | None = None) -> Layout:
    """The table's headings and the texts of its cells; a pivot is crossed."""
    if table.pivot is not None:
        return _crossed(table, table.pivot, digits)
    keys = 0
    while keys < len(table.columns) and table.columns[keys].key:
        keys += 1
    return Layout(
        tuple(_heading(column) for column in table.columns),
        (_texts(table.columns, batch, digits) for batch in table.batches),
        keys or 1,
        table.total,
    )


def _heading(column: Column) -> Heading:
    return Heading(column.label, column.unit, right=not (column.text or column.bar))


def _texts(columns: Sequence[Column], rows: Sequence[Row], digits: int | None) -> list[list[Shown]]:
    """The texts of a batch, column by column: the entries of vectors share their widths."""
    places = {column.name: place for place, column in enumerate(columns)}
    shown = []
    for place, column in enumerate(columns):
        if column.bar is not None:
            source = places[column.bar.of]
            shown.append([_bar(row[source], column.bar) for row in rows])
            continue
        cells = [row[place] for row in rows]
        if any(isinstance(cell, tuple) for cell in cells):
            shown.append(_vectors(cells, column, digits))
        else:
            shown.append([_scalar(cell, column, digits) for cell in cells])
    return [list(row) for row in zip(*shown, strict=True)]


def _scalar(cell: Cell, column: Column, digits: int | None) -> Shown:
    if isinstance(cell, tuple):
        text = numbers.show_vector(cell, column, digits)
        return Shown(visible(text), "word" if _has_words(cell) else "vector", value=cell)
    text = visible(numbers.show(cell, column, digits))
    style = (column.styles or {}).get(text, "")
    return Shown(text, "word" if isinstance(cell, (str, bool)) else "number", style, cell)


def _has_words(cell: tuple[Scalar, ...]) -> bool:
    return any(isinstance(entry, (str, bool)) for entry in cell)


def _bar(cell: Cell, scale: Bar) -> Shown:
    assert not isinstance(cell, tuple)
    return Shown(numbers.bar(cell, scale.floor, scale.ceiling), "bar")


def _vectors(cells: Sequence[Cell], column: Column, digits: int | None) -> list[Shown]:
    """Vectors of the same length, entry under entry."""
    texts = [
        [numbers.show(entry, column, digits) for entry in cell]
        if isinstance(cell, tuple)
        and (len(cell) <= numbers.LONGEST_VECTOR or column.picked is not None)
        and column.between is None
        and not _has_words(cell)
        else None
        for cell in cells
    ]
    wide: dict[tuple[int, int], int] = {}
    for entries in texts:
        for place, text in enumerate(entries or ()):
            spot = (len(entries or ()), place)
            wide[spot] = max(wide.get(spot, 0), len(text))
    shown = []
    for cell, entries in zip(cells, texts, strict=True):
        if entries is None:
            shown.append(_scalar(cell, column, digits))
            continue
        padded = (text.rjust(wide[len(entries), place]) for place, text in enumerate(entries))
        shown.append(Shown(f"({', '.join(padded)})", "vector", value=cell))
    return shown


def _crossed(table: Table, pivot: Pivot, digits: int | None) -> Layout:
    """One line for each value of the row column, one column for each of the column column."""
    row_at, column_at, value_at = map(table.position, (pivot.rows, pivot.columns, pivot.values))
    row_column, across, value_column = (
        table.columns[place] for place in (row_at, column_at, value_at)
    )
    lines: dict[Cell, dict[Cell, Cell]] = {}
    heads: dict[Cell, None] = {}
    for row in table.rows:
        heads.setdefault(row[column_at])
        lines.setdefault(row[row_at], {})[row[column_at]] = row[value_at]
    headings = (
        _heading(row_column),
        *(Heading(_crossed_label(across, head), None, right=True) for head in heads),
    )
    columns = (row_column, *[value_column] * len(heads))
    rows = [_crossed_row(first, values, heads) for first, values in lines.items()]
    return Layout(headings, iter([_texts(columns, rows, digits)]), 1, table.total)


def _crossed_row(first: Cell, values: Mapping[Cell, Cell], heads: Mapping[Cell, None]) -> Row:
    return (first, *(values.get(head) for head in heads))


def _crossed_label(across: Column, head: Cell) -> "str | Expression":
    text = _scalar(head, across.but(decimals=None, significant=None), None).text
    if isinstance(across.label, str):
        return f"{across.label} {text}"
    from rnn_examples.equations.expression import equals

    return equals(across.label, text)


def unaligned(vector: str) -> str:
    """A vector without the blanks that put its entries below those of other rows."""
    return " ".join(vector.split()).replace("( ", "(")
