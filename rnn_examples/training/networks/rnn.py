"""h_t = act(W_xh x_t + W_hh h_{t-1} + b), act tanh (`rnn`) or ReLU (`irnn`). Letters: frame.py."""

import numpy as np

from rnn_examples.training.networks.frame import MemoryNetwork
from rnn_examples.training.parameters import Array


class RNN(MemoryNetwork):
    """The notebook's RNN: tanh."""

    def _run(self) -> None:
        S, x, h = self.stack, self.x, self.h
        for t in range(self.T):
            np.matmul(S, x[t], h[t + 1])
            np.tanh(h[t + 1], h[t + 1])

    def _slope(self, h: Array, out: Array) -> None:
        """dh_t/da_t, from h_t."""
        np.multiply(h, h, out)
        np.subtract(self.dtype.type(1), out, out)

    def _run_backward(self, dh: Array) -> int:
        W_T = np.ascontiguousarray(self.arrays["rnn.weight_hh_l0"].T)
        for t in range(self.T - 1, -1, -1):
            da = self.dA[t]
            self._slope(self.h[t + 1], da)
            np.multiply(da, dh, da)
            np.matmul(W_T, da, dh)
            if self._is_negligible(t, dh):
                return t
        return 0


class IRNN(RNN):
    """ReLU from an identity start; its states may grow without bound."""

    def _run(self) -> None:
        S, x, h = self.stack, self.x, self.h
        for t in range(self.T):
            np.matmul(S, x[t], h[t + 1])
            np.maximum(h[t + 1], 0, out=h[t + 1])

    def _slope(self, h: Array, out: Array) -> None:
        np.greater(h, 0, out=out)
