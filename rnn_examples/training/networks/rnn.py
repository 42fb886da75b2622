"""h_t = act(W_xh x_t + W_hh h_{t-1} + b), act tanh (`rnn`) or ReLU (`irnn`). Letters: frame.py."""

import numpy as np

from rnn_examples.training.networks.frame import MemoryNetwork
from rnn_examples.training.networks.positions import Positions
from rnn_examples.training.parameters import Array


class TanhPositions(Positions):
    """tanh."""

    def run(self, S: Array) -> None:
        for x, h in zip(self.X, self.h[1:], strict=False):
            np.dot(S, x, h)
            np.tanh(h, h)

    def _slopes(self, h: Array, out: Array) -> None:
        """dh_t/da_t, from h_t."""
        np.multiply(h, h, out)
        np.subtract(self.one, out, out)

    def _back(self, first: int, last: int, W_T: Array) -> None:
        dA, (dh,) = self.dA[first:last], self.d
        self._slopes(self.X[first + 1 : last + 1, : self.H], dA)
        for da in dA[::-1]:
            np.multiply(da, dh, da)
            np.dot(W_T, da, dh)


class ReLUPositions(TanhPositions):
    """ReLU."""

    def run(self, S: Array) -> None:
        zero = np.zeros((), self.dtype)
        for x, h in zip(self.X, self.h[1:], strict=False):
            np.dot(S, x, h)
            np.maximum(h, zero, out=h)

    def _slopes(self, h: Array, out: Array) -> None:
        np.greater(h, 0, out=out)


class RNN(MemoryNetwork):
    """The notebook's RNN: tanh."""

    POSITIONS = TanhPositions


class IRNN(MemoryNetwork):
    """ReLU from an identity start; its states may grow without bound."""

    POSITIONS = ReLUPositions
