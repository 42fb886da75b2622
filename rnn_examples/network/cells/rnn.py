"""The plain recurrent (Elman) cell: h_t = tanh(W_xh x_t + W_hh h_{t-1} + b_h).

Letters: t step, T steps, H hidden, D input. A name that starts with d is the loss's derivative
by that quantity: dh is dL/dh_t.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple

import numpy as np

from rnn_examples.network.activations import activation
from rnn_examples.network.arrays import Array
from rnn_examples.network.cells.scan import Recording, State


@dataclass(frozen=True, slots=True, eq=False)
class RNNWeights:
    """W_xh (H, D), W_hh (H, H), b_h (H,), and the activation's name.

    has_bias: False of a network without one, whose b_h is zeros and no parameter.
    """

    W_xh: Array
    W_hh: Array
    b_h: Array
    activation: str = "tanh"
    has_bias: bool = True

    kind: ClassVar[str] = "rnn"
    gate_names: ClassVar[tuple[str, ...]] = ()
    gates_as_shown: ClassVar[tuple[str, ...]] = ()

    @property
    def hidden(self) -> int:
        """H."""
        return int(self.W_hh.shape[0])

    @property
    def inputs(self) -> int:
        """D."""
        return int(self.W_xh.shape[1])

    def arrays(self) -> dict[str, Array]:
        """Every parameter by name."""
        found = {"W_xh": self.W_xh, "W_hh": self.W_hh}
        return found | {"b_h": self.b_h} if self.has_bias else found

    def replaced(self, arrays: Mapping[str, Array]) -> "RNNWeights":
        """The same cell with other arrays."""
        b_h = arrays["b_h"] if self.has_bias else self.b_h
        return replace(self, W_xh=arrays["W_xh"], W_hh=arrays["W_hh"], b_h=b_h)

    def packed(self, dtype: np.dtype[np.generic]) -> "PackedRNN":
        """The weights laid out for `scan`."""
        return PackedRNN(
            self.W_xh.astype(dtype),
            np.ascontiguousarray(self.W_hh, dtype),
            self.b_h.astype(dtype),
            self.activation,
        )


def rnn_step(w: RNNWeights, x: Array, h: Array) -> Array:
    """h_t (H,) from x_t (D,) and h_{t-1} (H,): tanh(W_xh x_t + W_hh h_{t-1} + b_h)."""
    return activation(w.activation).function(w.W_xh @ x + w.W_hh @ h + w.b_h)


class RNNStepGradient(NamedTuple):
    """What one step passes back: da (H,) by the pre-activation, dh (H,) by h_{t-1}."""

    da: Array
    dh: Array


def rnn_step_backward(w: RNNWeights, h_t: Array, dh: Array) -> RNNStepGradient:
    """Backward through `rnn_step`, from dL/dh_t (H,).

    dL/dW_xh is da x_t^T, dL/dW_hh da h_{t-1}^T, dL/db_h da, dL/dx_t W_xh^T da.
    """
    da = activation(w.activation).derivative(h_t) * dh
    return RNNStepGradient(da, w.W_hh.T @ da)


def rnn_jacobian(w: RNNWeights, h_t: Array) -> Array:
    """dh_t/dh_{t-1} = diag(1 - h_t^2) W_hh, shape (H, H): (12.6)."""
    return np.asarray(activation(w.activation).derivative(h_t)[:, None] * w.W_hh)


@dataclass(frozen=True, slots=True, eq=False)
class PackedRNN:
    """The weights in one type, laid out for `scan`."""

    W_x: Array
    W_hh: Array
    b: Array
    activation: str

    def scan(self, pre: Array, start: State, out: Recording) -> State:
        """Run the steps of pre (T, H) = W_xh x_t + b_h into out.h."""
        if self.activation == "tanh":
            if pre.shape[1] == 2 and pre.dtype == np.float64:
                return _scan_two_units(self.W_hh, pre, start.h, out.h)
            return _scan_tanh(self.W_hh, pre, start.h, out.h)
        function = activation(self.activation).function
        h = start.h
        for a, h_t in zip(pre, out.h, strict=True):
            h_t[:] = function(self.W_hh @ h + a)
            h = h_t
        return State(h.copy())


def _scan_tanh(W_hh: Array, pre: Array, h: Array, out: Array) -> State:
    dot, add, tanh = np.dot, np.add, np.tanh
    z = np.empty(pre.shape[1], pre.dtype)
    for a, h_t in zip(pre, out, strict=True):
        dot(W_hh, h, out=z)
        add(z, a, out=z)
        tanh(z, out=h_t)
        h = h_t
    return State(h.copy())


def _scan_two_units(W_hh: Array, pre: Array, h: Array, out: Array) -> State:
    """Two units (the chapter's model) cost less in plain floats than in NumPy's calls."""
    tanh = math.tanh
    (w11, w12), (w21, w22) = W_hh.tolist()
    h1, h2 = h.tolist()
    states: list[float] = []
    extend = states.extend
    for a1, a2 in pre.tolist():
        pair = h1, h2 = tanh(w11 * h1 + w12 * h2 + a1), tanh(w21 * h1 + w22 * h2 + a2)
        extend(pair)
    out[:] = np.array(states).reshape(out.shape)
    return State(np.array([h1, h2]))
