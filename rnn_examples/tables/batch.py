"""Rows held column by column, as a long computation has them.

A million rows of tuples cost more time in Python's garbage collector than in any renderer.
"""

from collections.abc import Iterator, Sequence
from typing import Any, overload

from rnn_examples.tables.table import Cell, Row, Vector


class Vectors(Sequence[Vector]):
    """A column of vectors of `width` floats, their entries one after another."""

    def __init__(self, entries: Sequence[float], width: int) -> None:
        self.entries = entries
        self.width = width

    def __len__(self) -> int:
        return len(self.entries) // self.width

    def __iter__(self) -> Iterator[Vector]:
        return zip(*[iter(self.entries)] * self.width, strict=True)

    @overload
    def __getitem__(self, place: int) -> Vector: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Vector]: ...
    def __getitem__(self, place: int | slice) -> Any:
        return list(self)[place]


class Batch(Sequence[Row]):
    """Rows as columns of equal lengths; a row is made when it is asked for."""

    def __init__(self, columns: Sequence[Sequence[Cell]]) -> None:
        self.columns = columns

    def __len__(self) -> int:
        return len(self.columns[0])

    def __iter__(self) -> Iterator[Row]:
        return zip(*self.columns, strict=True)

    @overload
    def __getitem__(self, place: int) -> Row: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Row]: ...
    def __getitem__(self, place: int | slice) -> Any:
        return list(self)[place]
