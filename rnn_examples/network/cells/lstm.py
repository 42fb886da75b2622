"""The long short-term memory cell.

    i_t = sigmoid(W_xi x_t + W_hi h_{t-1} + b_i)        input gate
    f_t = sigmoid(W_xf x_t + W_hf h_{t-1} + b_f)        forget gate
    o_t = sigmoid(W_xo x_t + W_ho h_{t-1} + b_o)        output gate
    g_t = tanh(W_xg x_t + W_hg h_{t-1} + b_g)           candidate
    c_t = f_t * c_{t-1} + i_t * g_t
    h_t = o_t * tanh(c_t)

Letters: t step, T steps, H hidden, D input. A name that starts with d is the loss's derivative
by that quantity: dc is dL/dc_t.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import numpy as np

from rnn_examples.network.activations import (
    sigmoid,
    sigmoid_derivative,
    tanh,
    tanh_derivative,
)
from rnn_examples.network.arrays import Array
from rnn_examples.network.cells.gate import Gate, pre_activation
from rnn_examples.network.cells.scan import Recording, State, sigmoid_of_negated


@dataclass(frozen=True, slots=True, eq=False)
class LSTMWeights:
    """The four gates by name; a single bias each (PyTorch's two are summed, which is equal)."""

    input: Gate
    forget: Gate
    output: Gate
    candidate: Gate

    kind: ClassVar[str] = "lstm"
    gate_names: ClassVar[tuple[str, ...]] = ("input", "forget", "output", "candidate")
    # As the sources name them and as people see them.
    gates_as_shown: ClassVar[tuple[str, ...]] = ("forget", "input", "output", "candidate")

    @property
    def hidden(self) -> int:
        """H."""
        return int(self.input.W_hh.shape[0])

    @property
    def inputs(self) -> int:
        """D."""
        return int(self.input.W_xh.shape[1])

    @property
    def gates(self) -> tuple[Gate, ...]:
        """The gates in the order of `gate_names`."""
        return self.input, self.forget, self.output, self.candidate

    def arrays(self) -> dict[str, Array]:
        """Every array by name, such as forget.W_xh, in the order that the gates are shown in."""
        gates = dict(zip(self.gate_names, self.gates, strict=True))
        shown = [gates[name].arrays(name) for name in self.gates_as_shown]
        return {key: array for arrays in shown for key, array in arrays.items()}

    @property
    def has_bias(self) -> bool:
        """Whether its biases are parameters; zeros otherwise."""
        return self.input.has_bias

    def replaced(self, arrays: Mapping[str, Array]) -> "LSTMWeights":
        """The same cell with other arrays."""
        return LSTMWeights(
            *(
                gate.replaced(arrays, name)
                for gate, name in zip(self.gates, self.gate_names, strict=True)
            )
        )

    def packed(self, dtype: np.dtype[np.generic]) -> "PackedLSTM":
        """The gates stacked for `scan`, input, forget and output with their signs turned."""
        signs = (-1.0, -1.0, -1.0, 1.0)
        named = list(zip(signs, self.gates, strict=True))
        return PackedLSTM(
            np.concatenate([sign * gate.W_xh for sign, gate in named]).astype(dtype),
            np.concatenate([sign * gate.W_hh for sign, gate in named]).astype(dtype),
            np.concatenate([sign * gate.b_h for sign, gate in named]).astype(dtype),
        )


class LSTMStep(NamedTuple):
    """One step's values, each (H,): gates i, f, o, candidate g, memory c, state h."""

    i: Array
    f: Array
    o: Array
    g: Array
    c: Array
    h: Array


def lstm_step(w: LSTMWeights, x: Array, h: Array, c: Array) -> LSTMStep:
    """One step from x_t (D,), h_{t-1} (H,), c_{t-1} (H,)."""
    i = sigmoid(pre_activation(w.input, x, h))
    f = sigmoid(pre_activation(w.forget, x, h))
    o = sigmoid(pre_activation(w.output, x, h))
    g = tanh(pre_activation(w.candidate, x, h))
    c = f * c + i * g
    return LSTMStep(i, f, o, g, c, o * tanh(c))


class LSTMStepGradient(NamedTuple):
    """What one step passes back: da (4, H) by the pre-activations of i, f, o, g; dc by c_t.

    dh by h_{t-1}, dc_before by c_{t-1}, each (H,).
    """

    da: Array
    dc: Array
    dh: Array
    dc_before: Array


def lstm_step_backward(
    w: LSTMWeights, s: LSTMStep, c_before: Array, dh: Array, dc: Array
) -> LSTMStepGradient:
    """Backward through `lstm_step`, from dL/dh_t and the dL/dc_t that step t + 1 passed back."""
    tanh_c = tanh(s.c)
    dc = dc + dh * s.o * tanh_derivative(tanh_c)
    da = np.stack(
        [
            dc * s.g * sigmoid_derivative(s.i),
            dc * c_before * sigmoid_derivative(s.f),
            dh * tanh_c * sigmoid_derivative(s.o),
            dc * s.i * tanh_derivative(s.g),
        ]
    )
    dh_before = sum(gate.W_hh.T @ a for gate, a in zip(w.gates, da, strict=True))
    return LSTMStepGradient(da, dc, np.asarray(dh_before), dc * s.f)


def lstm_jacobian(w: LSTMWeights, s: LSTMStep, c_before: Array) -> Array:
    """d(h_t, c_t)/d(h_{t-1}, c_{t-1}), shape (2H, 2H); its lower right block is diag(f_t)."""
    tanh_c = tanh(s.c)
    dh_dc = s.o * tanh_derivative(tanh_c)
    cc = np.diag(s.f)
    ch = (
        (s.g * sigmoid_derivative(s.i))[:, None] * w.input.W_hh
        + (c_before * sigmoid_derivative(s.f))[:, None] * w.forget.W_hh
        + (s.i * tanh_derivative(s.g))[:, None] * w.candidate.W_hh
    )
    hh = (tanh_c * sigmoid_derivative(s.o))[:, None] * w.output.W_hh + dh_dc[:, None] * ch
    return np.block([[hh, dh_dc[:, None] * cc], [ch, cc]])


@dataclass(frozen=True, slots=True, eq=False)
class PackedLSTM:
    """W_x (4H, D), W_h (4H, H), b (4H,), rows i, f, o, g; those of i, f, o with the sign turned."""

    W_x: Array
    W_h: Array
    b: Array

    def scan(self, pre: Array, start: State, out: Recording) -> State:
        """Run the steps of pre (T, 4H) = W_x x_t + b into `out`."""
        H = self.W_h.shape[1]
        dot, add, multiply, tanh = np.dot, np.add, np.multiply, np.tanh
        sigmoid_in_place = sigmoid_of_negated(pre.dtype)
        z = np.empty(4 * H, pre.dtype)
        gates, g = z[: 3 * H], z[3 * H :]
        i, f, o = z[:H], z[H : 2 * H], z[2 * H : 3 * H]
        assert start.c is not None
        h, c = start.h, start.c.copy()
        by_gate = z.reshape(4, H)
        for t, (a, h_t) in enumerate(zip(pre, out.h, strict=True)):
            dot(self.W_h, h, out=z)
            add(z, a, out=z)
            sigmoid_in_place(gates)
            tanh(g, out=g)
            if out.gates is not None:
                out.gates[t] = by_gate
            multiply(c, f, out=c)
            multiply(i, g, out=g)
            add(c, g, out=c)
            if out.c is not None:
                out.c[t] = c
            tanh(c, out=h_t)
            multiply(h_t, o, out=h_t)
            h = h_t
        return State(h.copy(), c)
