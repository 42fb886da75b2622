"""The LSTM of the memory task. Letters: frame.py.

i, f, o = sigmoid(a_i), sigmoid(a_f), sigmoid(a_o); g = tanh(a_g), a = W_ih x_t + W_hh h_{t-1} + b;
c_t = f c_{t-1} + i g; h_t = o tanh(c_t). Blocks in PyTorch's order: i, f, g, o.
"""

import numpy as np

from rnn_examples.training.networks.frame import MemoryNetwork
from rnn_examples.training.parameters import Array


class LSTM(MemoryNetwork):
    """One layer, PyTorch's equations."""

    def __init__(self, network: str, start: dict[str, Array], T: int, B: int) -> None:
        super().__init__(network, start, T, B)
        H, dtype = self.H, self.dtype
        # s of i, f, g, o, where g = 2 s - 1; on the way back dL/da takes their place.
        self.gates = self.dA.reshape(T, 4, H, B)
        self.gc = np.zeros((T + 1, 2, H, B), dtype)  # g_t and c_{t-1}: what i and f multiply
        self.tanh_c = np.empty((T, H, B), dtype)
        # sigmoid(a) = 1 / (1 + e^-a), tanh(a) = 2 sigmoid(2 a) - 1: one exponential for all gates,
        # with the sign and the 2 taken into the weights, where they cost no rounding. The slope of
        # g is then 4 s (1 - s), and that 4 is taken out of the loop in the same way.
        self._scale = np.full((4 * H, 1), -1, dtype)
        self._scale[2 * H : 3 * H] = -2
        self._slope = np.ones((4 * H, 1), dtype)
        self._slope[2 * H : 3 * H] = 4

    def _fill_stack(self, table: Array) -> None:
        super()._fill_stack(table)
        self.stack *= self._scale

    def _run(self) -> None:
        S, x, h, one, two = self.stack, self.x, self.h, self.dtype.type(1), self.dtype.type(2)
        terms = np.empty_like(self.gc[0])
        written, kept = terms
        for t in range(self.T):
            s, gc, tanh_c = self.gates[t], self.gc[t], self.tanh_c[t]
            g, c = gc[0], self.gc[t + 1][1]
            np.matmul(S, x[t], self.dA[t])
            np.exp(s, s)
            np.add(s, one, s)
            np.divide(one, s, s)
            np.multiply(s[2], two, g)
            np.subtract(g, one, g)
            np.multiply(s[:2], gc, terms)
            np.add(written, kept, c)
            np.tanh(c, tanh_c)
            np.multiply(s[3], tanh_c, h[t + 1])

    def _run_backward(self, dh: Array) -> int:
        W_T = np.ascontiguousarray((self.arrays["rnn.weight_hh_l0"] * self._slope).T)
        dc, carried, scratch = np.zeros_like(dh), np.empty_like(dh), np.empty_like(dh)
        dA = np.empty_like(self.gates[0])
        if_, g_, ifg, o_ = dA[:2], dA[2], dA[:3], dA[3]
        for t in range(self.T - 1, -1, -1):
            s, tanh_c = self.gates[t], self.tanh_c[t]
            np.multiply(self.h[t + 1], tanh_c, scratch)  # o tanh(c)^2
            np.subtract(s[3], scratch, scratch)
            np.multiply(scratch, dh, scratch)
            np.add(dc, scratch, dc)
            np.multiply(s, s, dA)
            np.subtract(s, dA, dA)  # s (1 - s)
            np.multiply(if_, self.gc[t], if_)
            np.multiply(g_, s[0], g_)
            np.multiply(o_, tanh_c, o_)
            np.multiply(dc, s[1], carried)
            np.multiply(ifg, dc, s[:3])
            np.multiply(o_, dh, s[3])
            dc, carried = carried, dc
            np.matmul(W_T, self.dA[t], dh)
            if self._is_negligible(t, dh) and self._is_negligible(t, dc):
                return t
        return 0

    def _split_gradient(self, dS: Array) -> Array:
        dS *= self._slope
        return super()._split_gradient(dS)
