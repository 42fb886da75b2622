"""Truncated backpropagation through time: the state runs on, the gradient stops at each segment.

Letters: T steps, S segment, H hidden, V words.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from rnn_examples.errors import InputError
from rnn_examples.network.arrays import Array, Ids
from rnn_examples.network.cells.scan import State
from rnn_examples.network.gradients import Gradients, backward, loss_gradients
from rnn_examples.network.network import Network
from rnn_examples.network.states import States, Trace


def segments(states: States, size: int) -> Iterator[tuple[int, States]]:
    """The states in pieces of at most `size` steps, each with the place of its first, from 0.

    A piece starts from the state that the one before left. Raises InputError for states that were
    read in reverse.
    """
    if any(trace.reverse for layer in states.layers for trace in layer):
        raise InputError(
            "the network reads from the end too, and a segment's end is not the text's: expected "
            "one that reads forward alone"
        )
    T = len(states.inputs)
    for first in range(0, T, size):
        last = min(first + size, T)
        layers = tuple(
            tuple(_part(trace, first, last) for trace in layer) for layer in states.layers
        )
        yield first, States(states.inputs[first:last], layers)


def _part(trace: Trace, first: int, last: int) -> Trace:
    """The steps from `first` up to, not including, `last`."""
    return Trace(
        trace.h[first:last],
        _left_by(trace, first),
        _left_by(trace, last),
        None if trace.c is None else trace.c[first:last],
        None if trace.gates is None else trace.gates[first:last],
        trace.gate_names,
    )


def _left_by(trace: Trace, steps: int) -> State:
    """The state after so many steps."""
    if steps == 0:
        return trace.start
    return State(trace.h[steps - 1], None if trace.c is None else trace.c[steps - 1])


def truncated_gradients(
    network: Network, states: States, targets: Ids | None, size: int
) -> Iterator[Gradients]:
    """Each segment's gradient: of sum_t E_t, or without targets of the last state's entries' sum.

    Their sum, array by array, is the truncated gradient; one segment of all the steps has the
    whole one.
    """
    T = len(states.inputs)
    for first, piece in segments(states, size):
        if targets is not None:
            rows = slice(first, first + size)
            yield loss_gradients(network, piece, targets[rows]).gradients
            continue
        dh = np.zeros(piece.h.shape)
        if first + size >= T:
            dh[-1] = 1.0
        yield backward(network, piece, dh)


def summed(parts: Sequence[Gradients] | Iterator[Gradients]) -> dict[str, Array]:
    """The gradients' sum, array by array."""
    found: dict[str, Array] = {}
    for part in parts:
        for name, array in part.arrays.items():
            found[name] = found[name] + array if name in found else array
    return found
