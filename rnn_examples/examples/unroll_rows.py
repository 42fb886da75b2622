"""The rows of `unroll` from float64 states, piece by piece.

Letters: t step, T steps, H hidden, V words.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache

import numpy as np

from rnn_examples.examples.sentence import Sentence
from rnn_examples.examples.unroll_exact import named
from rnn_examples.network.activations import softmax
from rnn_examples.network.arrays import Array
from rnn_examples.network.forward import stream
from rnn_examples.network.network import Network
from rnn_examples.network.states import States, Trace
from rnn_examples.tables.batch import Batch, Vectors
from rnn_examples.tables.table import Cell, Row, Vector

# A piece holds so many words at most, and about so many numbers.
MOST_WORDS = 4096
MOST_NUMBERS = 1 << 17
# Up to this many numbers, W_xh x of every word is kept.
KEPT = 1 << 20

Rows = Iterator[Sequence[Row]]


def piece_size(network: Network, outputs: bool) -> int:
    """How many words make a piece whose rows take a few megabytes."""
    each = network.kept_a_step
    if outputs and network.W_hy is not None:
        each += len(network.W_hy)
    return max(1, min(MOST_WORDS, MOST_NUMBERS // each))


def states_of(
    network: Network, pieces: Iterable[Sentence], h0: Array | None
) -> Iterator[tuple[Sentence, States]]:
    """Every piece with its states, the state carried over."""
    read: list[Sentence] = []

    def inputs() -> Iterator[Array]:
        for piece in pieces:
            read.append(piece)
            yield piece.inputs

    for states in stream(network, inputs(), h0=h0, hidden_only=network.kind == "rnn"):
        yield read.pop(), states


def trace_rows(
    network: Network, pieces: Iterable[Sentence], h0: Array | None, units: slice
) -> Rows:
    """Rows of t, word, (layer, direction,) and the vectors of the cell, word by word."""
    several = len(network.directions) > 1
    sides = [
        _input_side(network, number, w.arrays()["W_xh"][units])
        for number, layer in enumerate(network.layers)
        for w in layer.directions
        if w.kind == "rnn"
    ]
    done = 0
    for piece, states in states_of(network, pieces, h0):
        first, done = done + 1, done + len(piece.inputs)
        traces = [(n, trace) for n, layer in enumerate(states.layers, 1) for trace in layer]
        parts = []
        for place, (w, (layer, trace)) in enumerate(zip(network.directions, traces, strict=True)):
            head = _heads(piece, first, (layer, trace.reverse) if several else None)
            if w.kind == "rnn":
                recurrent = _product(w.arrays()["W_hh"][units], trace.h_before)
                vectors = [sides[place](states), _cells(recurrent), _cells(trace.h[:, units])]
            else:
                vectors = _gated(trace, w.gates_as_shown, units)
            parts.append(Batch([*head, *vectors]))
        yield [row for rows in zip(*parts, strict=True) for row in rows] if several else parts[0]


def _heads(piece: Sentence, first: int, place: tuple[int, bool] | None) -> list[Sequence[Cell]]:
    """The columns that name a row."""
    count = len(piece.inputs)
    heads: list[Sequence[Cell]] = [range(first, first + count)]
    if piece.words is not None:
        heads.append(piece.words)
    if place is not None:
        layer, reverse = place
        heads += [[layer] * count, ["reverse" if reverse else "forward"] * count]
    return heads


def _gated(trace: Trace, told: Sequence[str], units: slice) -> list[Sequence[Cell]]:
    """A gated cell's gates, its memory c_t where it has one, and h_t."""
    gates = [_cells(trace.gate(name)[:, units]) for name in told]
    memory = [] if trace.c is None else [_cells(trace.c[:, units])]
    return [*gates, *memory, _cells(trace.h[:, units])]


def _cells(array: Array) -> Vectors:
    """The rows of an array (T, H) as a column of vectors."""
    return Vectors(array.ravel().tolist(), array.shape[1])


def _input_side(network: Network, layer: int, W_xh: Array) -> Callable[[States], Sequence[Cell]]:
    """A layer's column W_xh x_t; in the first layer a word's is computed once."""

    def of_words(ids: Array) -> Array:
        return W_xh.T[ids] if network.embedding is None else _product(W_xh, network.embedding[ids])

    @cache
    def kept() -> list[Vector]:
        return list(_cells(of_words(np.arange(network.words or 0))))

    def column(states: States) -> Sequence[Cell]:
        if layer:
            return _cells(_product(W_xh, states.of_layer(layer - 1)))
        if states.inputs.ndim == 2:
            return _cells(_product(W_xh, states.inputs))
        if (network.words or 0) * len(W_xh) > KEPT:
            return _cells(of_words(states.inputs))
        return list(map(kept().__getitem__, states.inputs.tolist()))

    return column


def _product(W: Array, x: Array) -> Array:
    """W x of every row of x (T, D): (T, H)."""
    with np.errstate(over="ignore", under="ignore", invalid="ignore"):
        return np.asarray(x @ W.T)


def output_rows(network: Network, pieces: Iterable[Sentence], h0: Array | None) -> Rows:
    """Rows of t, word, y_t = softmax(W_hy h_t + b_y) and the most likely word."""
    done = 0
    for piece, states in states_of(network, pieces, h0):
        y = softmax(network.logits(states.h))
        names = [named(number, network.vocabulary) for number in y.argmax(axis=1).tolist()]
        first, done = done + 1, done + len(piece.inputs)
        yield Batch([*_heads(piece, first, None), _cells(y), names])
