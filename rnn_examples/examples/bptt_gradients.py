"""The table `gradients` of `bptt`: every entry of every array, for people each array's norms."""

from collections.abc import Iterator
from itertools import repeat
from typing import TYPE_CHECKING

import numpy as np

from rnn_examples.examples.bptt_tables import letter, percent
from rnn_examples.network.arrays import norm
from rnn_examples.tables.table import Column, Row, Table, table

if TYPE_CHECKING:
    from rnn_examples.examples.bptt import Result

# People see so many entries of the gradient, and of more each array's norm.
MOST_ENTRIES = 60
# Rows that are made at once.
BATCH = 4096
# Differences up to here are not shown: they are other ones on other processors.
ROUNDING = 1e-9


def gradients_table(result: "Result") -> Table:
    """A row an entry of each array; people see each array's norms where these are many."""
    title = "Every gradient: immediate, through time, and measured"
    every = Table("gradients", title, GRADIENTS, _gradient_rows(result))
    entries = sum(array.size for array in result.immediate.values())
    if entries > MOST_ENTRIES:
        return every.but(summary=_seen(result, _by_array(result)))
    every = every.in_one_batch()
    return every.but(summary=_seen(result, every))


def _gradient_rows(result: "Result") -> Iterator[list[Row]]:
    for name, full in result.full.gradients.arrays.items():
        label = letter(result.network, name)
        places, numeric = result.checked[name], result.numeric[name]
        for first in range(0, full.size, BATCH):
            batch = slice(first, min(first + BATCH, full.size))
            whole = full.ravel()[batch]
            index = np.unravel_index(np.arange(batch.start, batch.stop), full.shape)
            measured = np.full(len(whole), None, dtype=object)
            apart = measured.copy()
            here = (places >= batch.start) & (places < batch.stop)
            at = places[here] - first
            measured[at] = numeric[here]
            apart[at] = whole[at] - numeric[here]
            rows, *columns = ((axis + 1).tolist() for axis in index)
            yield list(
                zip(
                    repeat(label, len(whole)),
                    rows,
                    *(columns or [repeat(None, len(whole))]),
                    result.immediate[name].ravel()[batch].tolist(),
                    whole.tolist(),
                    measured.tolist(),
                    apart.tolist(),
                    strict=True,
                )
            )


def _seen(result: "Result", every: Table) -> Table:
    """The table without the differences where these are rounding: that is the processor's, and a
    note tells how small it is."""
    largest = max(float(np.abs(d).max(initial=0.0)) for d in result.differences.values())
    if largest > ROUNDING:
        return every
    rows = [row[:-1] for row in every.rows]
    return table(every.name, every.title, every.columns[:-1], rows)


def _by_array(result: "Result") -> Table:
    rows: list[Row] = []
    differences, missed = result.differences, result.missed
    for name, full in result.full.gradients.arrays.items():
        rows.append(
            (
                letter(result.network, name),
                full.shape,
                norm(result.immediate[name]),
                norm(full),
                percent(missed[name]),
                len(result.checked[name]),
                float(np.abs(differences[name]).max(initial=0.0)),
            )
        )
    return table("gradients", "The gradients by array: norms", BY_ARRAY, rows)


GRADIENTS = (
    Column("array", "array", key=True, text=True),
    Column("row", "row", key=True),
    Column("column", "column", key=True),
    Column("immediate", "immediate", decimals=6),
    Column("full", "through time", decimals=6),
    Column("numeric", "measured", decimals=6),
    Column("difference", "difference", significant=2),
)
BY_ARRAY = (
    Column("array", "array", key=True, text=True),
    Column("shape", "shape", between=" × "),
    Column("immediate", "immediate", decimals=4, significant=2),
    Column("full", "through time", decimals=4, significant=2),
    Column("missed", "missed", unit="%", decimals=1),
    Column("checked", "checked", unit="entries"),
    Column("difference", "difference", significant=2),
)
