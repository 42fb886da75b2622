"""Words for what stands in a file: the nearest of several names, and the shape of an array."""

import difflib
from collections.abc import Iterable
from pathlib import Path

from rnn_examples.errors import InputError
from rnn_examples.network.arrays import Array

SHOWN = 8
# As near as a slip or two of the hand; weight_hh_l0 and bias_hh_l0 are farther apart.
MISSPELLED = 0.8


def nearest(name: str, known: Iterable[str]) -> str:
    """`; did you mean X?`, or nothing where no known name is near."""
    close = difflib.get_close_matches(name, list(known), n=1)
    return f"; did you mean {close[0]}?" if close else ""


def listed(names: Iterable[str]) -> str:
    """The first few names, and how many more there are."""
    names = list(names)
    rest = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    return (", ".join(names[:SHOWN]) or "none") + rest


def missing(path: Path, key: str, found: Iterable[str], unknown: Iterable[str] = ()) -> InputError:
    """The error for an absent key: what the file has, and the likely misspelling among the keys
    that nothing else needs."""
    names = list(found)
    close = difflib.get_close_matches(key, list(unknown), n=1, cutoff=MISSPELLED)
    hint = f"; is {close[0]} a misspelling of it?" if close else ""
    return InputError(f"{path}: {key} is missing; found {listed(names)}{hint}")


def expect_shape(path: Path, key: str, array: Array, shape: tuple[int, ...]) -> Array:
    """The array, where its shape is right. Raises InputError: found and expected."""
    if array.shape != shape:
        transposed = "; it looks transposed" if array.shape == shape[::-1] else ""
        raise InputError(f"{path}: {key}: found shape {array.shape}; expected {shape}{transposed}")
    return array


def article(kind: str) -> str:
    """an RNN, a GRU, an LSTM."""
    return f"{'a' if kind == 'gru' else 'an'} {kind.upper()}"
