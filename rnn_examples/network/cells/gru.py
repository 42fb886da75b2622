"""The gated recurrent unit, in both forms.

    r_t = sigmoid(W_xr x_t + W_hr h_{t-1} + b_r)                  reset gate
    z_t = sigmoid(W_xz x_t + W_hz h_{t-1} + b_z)                  update gate
    n_t = tanh(W_xn x_t + b_n + W_hn (r_t * h_{t-1}))             candidate: textbook (Cho et al.)
    n_t = tanh(W_xn x_t + b_n + r_t * (W_hn h_{t-1} + b_hn))      candidate: PyTorch, reset_after
    h_t = (1 - z_t) * n_t + z_t * h_{t-1}

Letters: t step, T steps, H hidden, D input. A name that starts with d is the loss's derivative
by that quantity: dn is dL/dn_t.
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
class GRUWeights:
    """The three gates by name, and b_hn (H,) where the reset follows the product (reset_after).

    b_hn cannot be folded into the candidate's b_h: the reset gate multiplies it. It is None in
    the textbook's cell, which resets h_{t-1} before the product.
    """

    reset: Gate
    update: Gate
    candidate: Gate
    b_hn: Array | None = None

    kind: ClassVar[str] = "gru"
    gate_names: ClassVar[tuple[str, ...]] = ("reset", "update", "candidate")
    gates_as_shown: ClassVar[tuple[str, ...]] = gate_names

    @property
    def hidden(self) -> int:
        """H."""
        return int(self.reset.W_hh.shape[0])

    @property
    def inputs(self) -> int:
        """D."""
        return int(self.reset.W_xh.shape[1])

    @property
    def gates(self) -> tuple[Gate, ...]:
        """The gates in the order of `gate_names`."""
        return self.reset, self.update, self.candidate

    def arrays(self) -> dict[str, Array]:
        """Every array by name, such as reset.W_xh; b_hn is candidate.b_hn."""
        named = zip(self.gate_names, self.gates, strict=True)
        found = {key: array for name, gate in named for key, array in gate.arrays(name).items()}
        if self.b_hn is None or not self.has_bias:
            return found
        return {**found, "candidate.b_hn": self.b_hn}

    @property
    def has_bias(self) -> bool:
        """Whether its biases, b_hn too, are parameters; zeros otherwise."""
        return self.candidate.has_bias

    def replaced(self, arrays: Mapping[str, Array]) -> "GRUWeights":
        """The same cell with other arrays."""
        reset, update, candidate = (
            gate.replaced(arrays, name)
            for gate, name in zip(self.gates, self.gate_names, strict=True)
        )
        return GRUWeights(reset, update, candidate, arrays.get("candidate.b_hn", self.b_hn))

    def packed(self, dtype: np.dtype[np.generic]) -> "PackedGRU":
        """The gates stacked for `scan`, reset and update with their signs turned."""
        named = list(zip((-1.0, -1.0, 1.0), self.gates, strict=True))
        return PackedGRU(
            np.concatenate([sign * gate.W_xh for sign, gate in named]).astype(dtype),
            np.concatenate([sign * gate.W_hh for sign, gate in named]).astype(dtype),
            np.concatenate([sign * gate.b_h for sign, gate in named]).astype(dtype),
            None if self.b_hn is None else self.b_hn.astype(dtype),
        )


class GRUStep(NamedTuple):
    """One step's values, each (H,): r, z the gates, n the candidate, h the state."""

    r: Array
    z: Array
    n: Array
    h: Array


def gru_step(w: GRUWeights, x: Array, h: Array) -> GRUStep:
    """One step from x_t (D,) and h_{t-1} (H,)."""
    r = sigmoid(pre_activation(w.reset, x, h))
    z = sigmoid(pre_activation(w.update, x, h))
    W = w.candidate
    if w.b_hn is None:
        n = tanh(W.W_xh @ x + W.b_h + W.W_hh @ (r * h))
    else:
        n = tanh(W.W_xh @ x + W.b_h + r * (W.W_hh @ h + w.b_hn))
    return GRUStep(r, z, n, (1.0 - z) * n + z * h)


class GRUStepGradient(NamedTuple):
    """What one step passes back: da (3, H) by the pre-activations r, z, n; dh by h_{t-1}.

    dp is by the candidate's recurrent product: dL/dW_hn = dp h^T, or dp (r * h)^T (textbook).
    """

    da: Array
    dp: Array
    dh: Array


def gru_step_backward(w: GRUWeights, s: GRUStep, h_before: Array, dh: Array) -> GRUStepGradient:
    """Backward through `gru_step`, from dL/dh_t (H,)."""
    W_hn = w.candidate.W_hh
    an = dh * (1.0 - s.z) * tanh_derivative(s.n)
    az = dh * (h_before - s.n) * sigmoid_derivative(s.z)
    if w.b_hn is None:
        dp = an
        through_reset = W_hn.T @ dp  # by r * h_{t-1}
        ar = through_reset * h_before * sigmoid_derivative(s.r)
        dh_n = through_reset * s.r
    else:
        dp = an * s.r
        ar = an * (W_hn @ h_before + w.b_hn) * sigmoid_derivative(s.r)
        dh_n = W_hn.T @ dp
    dh_before = dh * s.z + dh_n + w.reset.W_hh.T @ ar + w.update.W_hh.T @ az
    return GRUStepGradient(np.stack([ar, az, an]), dp, dh_before)


def gru_jacobian(w: GRUWeights, s: GRUStep, h_before: Array) -> Array:
    """dh_t/dh_{t-1}, shape (H, H)."""
    W_hn = w.candidate.W_hh
    reset = sigmoid_derivative(s.r)[:, None] * w.reset.W_hh  # dr_t/dh_{t-1}
    if w.b_hn is None:
        an = W_hn @ (np.diag(s.r) + h_before[:, None] * reset)
    else:
        an = (W_hn @ h_before + w.b_hn)[:, None] * reset + s.r[:, None] * W_hn
    az = ((h_before - s.n) * sigmoid_derivative(s.z))[:, None] * w.update.W_hh
    return np.asarray(np.diag(s.z) + az + ((1.0 - s.z) * tanh_derivative(s.n))[:, None] * an)


@dataclass(frozen=True, slots=True, eq=False)
class PackedGRU:
    """W_x (3H, D), W_h (3H, H), b (3H,), rows r, z, n; those of r, z with the sign turned."""

    W_x: Array
    W_h: Array
    b: Array
    b_hn: Array | None

    def scan(self, pre: Array, start: State, out: Recording) -> State:
        """Run the steps of pre (T, 3H) = W_x x_t + b into `out`."""
        H = self.W_h.shape[1]
        dot, add, subtract, multiply, tanh = np.dot, np.add, np.subtract, np.multiply, np.tanh
        sigmoid_in_place = sigmoid_of_negated(pre.dtype)
        b_hn = self.b_hn
        # What is multiplied with h_{t-1} as it is: r and z alone, or all three gates.
        W = self.W_h[: 2 * H] if b_hn is None else self.W_h
        W_n = self.W_h[2 * H :]
        a = np.empty(3 * H, pre.dtype)
        product, gates, n = a[: len(W)], a[: 2 * H], a[2 * H :]
        r, z = a[:H], a[H : 2 * H]
        reset_h = np.empty(H, pre.dtype)
        by_gate = a.reshape(3, H)
        h = start.h
        for t, (x, h_t) in enumerate(zip(pre, out.h, strict=True)):
            dot(W, h, out=product)
            add(gates, x[: 2 * H], out=gates)
            sigmoid_in_place(gates)
            if b_hn is None:
                multiply(r, h, out=reset_h)
                dot(W_n, reset_h, out=n)
            else:
                add(n, b_hn, out=n)
                multiply(n, r, out=n)
            add(n, x[2 * H :], out=n)
            tanh(n, out=n)
            if out.gates is not None:
                out.gates[t] = by_gate
            # (1 - z) n + z h, with one product fewer
            subtract(h, n, out=h_t)
            multiply(h_t, z, out=h_t)
            add(h_t, n, out=h_t)
            h = h_t
        return State(h.copy())
