"""What a forward pass leaves behind: every state, every gate, in the order of the words.

Letters: t step, T steps, H hidden, G gates.
"""

from dataclasses import dataclass

import numpy as np

from rnn_examples.errors import InputError
from rnn_examples.network.arrays import Array
from rnn_examples.network.cells.scan import State


@dataclass(frozen=True, slots=True, eq=False)
class Trace:
    """One direction of one layer: its states in the order of the words.

    h (T, H); c (T, H) of an LSTM; gates (T, G, H) in the order of `gate_names`, unless hidden_only.
    start: the state before the first step. reverse: read from the last word to the first.
    """

    h: Array
    start: State
    end: State
    c: Array | None = None
    gates: Array | None = None
    gate_names: tuple[str, ...] = ()
    reverse: bool = False

    @property
    def h_before(self) -> Array:
        """h_{t-1} of each step, in the direction of reading: (T, H)."""
        return _before(self.h, self.start.h, self.reverse)

    @property
    def c_before(self) -> Array:
        """c_{t-1} of each step, in the direction of reading: (T, H)."""
        if self.c is None or self.start.c is None:
            raise InputError("there is no memory c to show: only an LSTM has one")
        return _before(self.c, self.start.c, self.reverse)

    def gate(self, name: str) -> Array:
        """One gate's values (T, H). Raises InputError for a gate that the cell has not."""
        if self.gates is None or name not in self.gate_names:
            expected = ", ".join(self.gate_names) or "none: a plain RNN has no gates"
            raise InputError(f"gate {name!r} is not one of the cell's gates; expected {expected}")
        return np.asarray(self.gates[:, self.gate_names.index(name)])


@dataclass(frozen=True, slots=True, eq=False)
class States:
    """Every layer's traces, one or two directions each, and what the network read."""

    inputs: Array
    layers: tuple[tuple[Trace, ...], ...]

    @property
    def h(self) -> Array:
        """The last layer's states, both directions side by side: (T, width)."""
        return self.of_layer(-1)

    @property
    def trace(self) -> Trace:
        """The first layer's forward direction."""
        return self.layers[0][0]

    @property
    def traces(self) -> tuple[Trace, ...]:
        """Every direction of every layer, in the order of `Network.directions`."""
        return tuple(trace for layer in self.layers for trace in layer)

    def of_layer(self, layer: int) -> Array:
        """One layer's states, both directions side by side: (T, width)."""
        traces = self.layers[layer]
        return traces[0].h if len(traces) == 1 else np.hstack([trace.h for trace in traces])


def _before(states: Array, start: Array, reverse: bool) -> Array:
    if reverse:
        return np.concatenate([states[1:], start[None]])
    return np.concatenate([start[None], states[:-1]])
