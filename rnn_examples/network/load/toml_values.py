"""A TOML table's values, checked: arrays of numbers, tables, known keys."""

from pathlib import Path
from typing import Any

import numpy as np

from rnn_examples.counted import counted
from rnn_examples.errors import InputError
from rnn_examples.network.arrays import Array
from rnn_examples.network.load.files import widened
from rnn_examples.network.load.names import listed, missing, nearest


def read_array(path: Path, where: str, table: dict[str, Any], key: str, axes: int) -> Array:
    """The vector (axes = 1) or matrix (2) of finite numbers at `key`."""
    name = f"{where}.{key}" if where else key
    if key not in table:
        raise missing(path, name, [f"{where}.{found}" for found in table])
    rows = table[key] if axes == 2 else [table[key]]
    if not isinstance(rows, list) or not rows:
        raise InputError(f"{path}: {name}: expected a list of rows")
    for place, row in enumerate(rows, 1):
        at = f"{name}: row {place}" if axes == 2 else name
        if not isinstance(row, list) or not row:
            raise InputError(f"{path}: {at}: expected a list of numbers")
        if len(row) != len(rows[0]):
            raise InputError(
                f"{path}: {at}: found {counted(len(row), 'number')}; expected "
                f"{len(rows[0])} as in row 1"
            )
        for value in row:
            if isinstance(value, bool) or not isinstance(value, int | float):
                raise InputError(f"{path}: {at}: found {value!r}; expected a number")
    try:
        array = np.array(table[key], np.float64)
    except OverflowError:
        raise InputError(f"{path}: {name}: found a number beyond the largest float") from None
    return widened(path, name, array)


def as_table(path: Path, name: str, given: Any) -> dict[str, Any]:
    """`given`, which must be a table."""
    if not isinstance(given, dict):
        raise InputError(f"{path}: {name}: found {given!r:.40}; expected a table [{name}]")
    return given


def only_known(path: Path, where: str, table: dict[str, Any], known: tuple[str, ...]) -> None:
    """Raises InputError for a key that is none of the known."""
    for key in table:
        if key not in known:
            raise InputError(
                f"{path}: {where}{key}: not a known key; expected {listed(known)}"
                f"{nearest(key, known)}"
            )
