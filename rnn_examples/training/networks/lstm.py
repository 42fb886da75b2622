"""The LSTM of the memory task. Letters: frame.py.

i, f, o = sigmoid(a_i), sigmoid(a_f), sigmoid(a_o); g = tanh(a_g), a = W_ih x_t + W_hh h_{t-1} + b;
c_t = f c_{t-1} + i g; h_t = o tanh(c_t). PyTorch's order is i, f, g, o; here o comes first, so that
i, f lie beside one another and so do g, c_{t-1}: what c_t is made of is then one product.

sigmoid(a) = 1 / (1 + e^-a), tanh(a) = 2 sigmoid(2 a) - 1: one exponential for all gates, with the
sign and the 2 taken into the stack, where they cost no rounding.
"""

from typing import ClassVar

import numpy as np

from rnn_examples.training.networks.frame import MemoryNetwork
from rnn_examples.training.networks.positions import Positions
from rnn_examples.training.parameters import Array


class LSTMPositions(Positions):
    """PyTorch's equations."""

    STATES: ClassVar[int] = 2

    def __init__(self, T: int, B: int, H: int, G: int, words: int, dtype: np.dtype) -> None:
        super().__init__(T, B, H, G, words, dtype)
        self.kept = np.zeros((T + 1, 5, H, B), dtype)  # o, i, f, g, c_{t-1}
        self.terms = np.empty((T, 2, H, B), dtype)  # i g, f c_{t-1}
        self.tanh_c = np.empty((T, H, B), dtype)
        self.states = [self.h, list(self.kept[:, 4])]
        gates = self.kept[:, :4]
        self._forward = list(
            zip(
                self.X, gates.reshape(T + 1, G, B), self.kept[:, 0], self.kept[:, 1:3],
                self.kept[:, 3], self.kept[:, 3:], self.terms, self.terms[:, 0], self.terms[:, 1],
                self.kept[1:, 4], self.tanh_c, self.h[1:], strict=False,
            )
        )  # fmt: skip
        slopes = self.dA.reshape(-1, 4, H, B)
        self._slope_h = np.empty((len(slopes), H, B), dtype)
        self._backward = list(zip(self._slope_h, slopes[:, 0], slopes[:, 1:], self.dA, strict=True))

    def run(self, S: Array) -> None:
        one, two = self.dtype.type(1), self.dtype.type(2)
        for x, a, o, i_f, g, g_c, terms, i_g, f_c, c, tanh_c, h in self._forward:
            np.matmul(S, x, a)
            np.exp(a, a)
            np.add(a, one, a)
            np.divide(one, a, a)
            np.multiply(g, two, g)
            np.subtract(g, one, g)
            np.multiply(i_f, g_c, terms)
            np.add(i_g, f_c, c)
            np.tanh(c, tanh_c)
            np.multiply(o, tanh_c, h)

    def _find_slopes(self, first: int, last: int) -> None:
        """dh_t/dc_t into `_slope_h`; into dA dh_t/da_o and dc_t/da of i, f, g."""
        kept, terms = self.kept[first:last], self.terms[first:last]
        h = self.X[first + 1 : last + 1, : self.H]
        o, i, i_f, g = kept[:, 0], kept[:, 1], kept[:, 1:3], kept[:, 3]
        slopes = self.dA[: last - first].reshape(-1, 4, self.H, self.B)
        of_o, of_if, of_g = slopes[:, 0], slopes[:, 1:3], slopes[:, 3]
        np.multiply(h, o, of_o)
        np.subtract(h, of_o, of_o)  # tanh(c) o (1 - o)
        np.multiply(terms, i_f, of_if)
        np.subtract(terms, of_if, of_if)  # g i (1 - i), c_{t-1} f (1 - f)
        np.multiply(terms[:, 0], g, of_g)
        np.subtract(i, of_g, of_g)  # i (1 - g^2)
        of_c = self._slope_h[: last - first]
        np.multiply(h, self.tanh_c[first:last], of_c)
        np.subtract(o, of_c, of_c)  # o (1 - tanh(c)^2)

    def _back(self, first: int, last: int, W_T: Array) -> None:
        self._find_slopes(first, last)
        dh, dc = self.d
        for t in range(last - 1, first - 1, -1):
            of_c, da_o, da_ifg, da = self._backward[t - first]
            np.multiply(of_c, dh, of_c)
            np.add(dc, of_c, dc)
            np.multiply(da_ifg, dc, da_ifg)
            np.multiply(da_o, dh, da_o)
            np.multiply(dc, self.kept[t, 2], dc)
            np.matmul(W_T, da, dh)


class LSTM(MemoryNetwork):
    """One layer."""

    POSITIONS = LSTMPositions

    def _fill_stack(self, table: Array) -> None:
        super()._fill_stack(table)
        H = self.H
        self.stack = np.concatenate((self.stack[3 * H :], self.stack[: 3 * H]))
        self.stack *= -1
        self.stack[3 * H :] *= 2

    def _transposed(self) -> Array:
        W, H = self.arrays["rnn.weight_hh_l0"], self.H
        return np.concatenate((W[3 * H :].T, W[: 3 * H].T), axis=1)

    def _split_gradient(self, dS: Array) -> Array:
        return super()._split_gradient(np.concatenate((dS[self.H :], dS[: self.H])))
