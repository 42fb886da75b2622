"""The rows of `unroll` from exact steps."""

from collections.abc import Sequence
from typing import Any

from rnn_examples.network.exact import Step
from rnn_examples.tables.table import Cell, Row


def exact_trace(steps: Sequence[Step], words: Sequence[str] | None, units: slice) -> list[Row]:
    """A row a word: t, word, W_xh x_t, W_hh h_{t-1}, h_t."""
    return [
        (*_place(t, words), *(tuple(vector[units]) for vector in (s.input, s.recurrent, s.h)))
        for t, s in enumerate(steps, 1)
    ]


def exact_outputs(
    steps: Sequence[Step], words: Sequence[str] | None, vocabulary: Sequence[str] | None
) -> list[Row]:
    """A row a word: t, word, y_t, and the word that it makes most likely."""
    return [
        (*_place(t, words), tuple(s.y or ()), named(_largest(s.y or ()), vocabulary))
        for t, s in enumerate(steps, 1)
    ]


def _place(t: int, words: Sequence[str] | None) -> Row:
    return (t,) if words is None else (t, words[t - 1])


def _largest(y: Sequence[Any]) -> int:
    """The place of the largest entry, the first of several."""
    return max(range(len(y)), key=y.__getitem__)


def named(number: int, vocabulary: Sequence[str] | None) -> Cell:
    """The word of a number; the number where words have no names."""
    return number if vocabulary is None else vocabulary[number]
