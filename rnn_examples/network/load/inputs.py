"""Input vectors from a file: .npy, or text with commas."""

import math
from pathlib import Path

import numpy as np

from rnn_examples.counted import counted
from rnn_examples.errors import InputError
from rnn_examples.network.arrays import Array
from rnn_examples.network.load.files import VECTORS_FILE, read_text
from rnn_examples.network.load.npz import read_npy

MOST_BYTES = 1 << 28


def read_inputs(path: Path, width: int) -> Array:
    """The vectors x_t, shape (T, width), of an .npy file or of a text, one vector a line.

    A first line without any number is taken for the columns' names; blank lines are skipped.
    Raises InputError: the file, the line, what was found and what was expected.
    """
    vectors = read_npy(path) if path.suffix.lower() == ".npy" else _of_text(path, width)
    if vectors.ndim != 2 or vectors.shape[1] != width:
        raise InputError(f"{path}: found shape {vectors.shape}; expected (steps, {width})")
    if len(vectors) == 0:
        raise InputError(
            f"{path}: found no vector; expected at least one of {counted(width, 'number')}"
        )
    return vectors


def _of_text(path: Path, width: int) -> Array:
    rows: list[list[float]] = []
    for line, text in enumerate(read_text(path, MOST_BYTES, VECTORS_FILE).split("\n"), 1):
        if not text.strip():
            continue
        cells = [cell.strip() for cell in text.split(",")]
        numbers = [_number(cell) for cell in cells]
        if line == 1 and not any(_reads_as_float(cell) for cell in cells):
            continue
        if len(cells) != width:
            raise InputError(
                f"{path}: line {line}: found {counted(len(cells), 'cell')}; expected {width}"
            )
        row = [number for number in numbers if number is not None]
        if len(row) != width:
            cell = cells[numbers.index(None)]
            raise InputError(f"{path}: line {line}: found {cell!r}; expected a finite number")
        rows.append(row)
    return np.array(rows).reshape(len(rows), width)


def _number(cell: str) -> float | None:
    # float() takes 1_000 and the digits of other scripts too.
    plain = cell.isascii() and "_" not in cell and _reads_as_float(cell)
    return float(cell) if plain and math.isfinite(float(cell)) else None


def _reads_as_float(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True
