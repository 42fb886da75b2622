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
    """PyTorch's equations.

    What the way back multiplies with is found on the way forward, while the gates are in the
    processor's cache; of the gates themselves only f is kept.
    """

    STATES: ClassVar[int] = 2

    def __init__(self, T: int, B: int, H: int, G: int, words: int, dtype: np.dtype) -> None:
        super().__init__(T, B, H, G, words, dtype)
        self.f = np.empty((T, H, B), dtype)
        self.dh_dc = np.empty((T, H, B), dtype)
        self._scratch = np.empty((2, 2, H, B), dtype)
        self._gates = np.zeros((5, H, B), dtype)  # o, i, f, g, c_{t-1}
        slopes = self.dA.reshape(T, 4, H, B)  # dh/da_o, dc/da_i, dc/da_f, dc/da_g
        self._forward = list(
            zip(
                self.X, self.h[1:], self.f, self.dh_dc, slopes[:, 0], slopes[:, 1:3], slopes[:, 3],
                strict=False,
            )
        )  # fmt: skip
        self._backward = list(zip(self.f, self.dh_dc, self.dA, *slopes.swapaxes(0, 1), strict=True))

    def run(self, S: Array) -> None:
        one, two = self.one, np.array(2, self.dtype)
        o, i, f, g, c = gates = self._gates
        a, i_f, g_c = gates[:4].reshape(-1, self.B), gates[1:3], gates[3:]
        terms, scratch = self._scratch
        i_g, f_c = terms
        y, tanh_c = scratch
        c[...] = 0
        for x, h, kept_f, dh_dc, of_o, of_if, of_g in self._forward:
            np.dot(S, x, a)
            np.exp(a, a)
            np.add(a, one, a)
            np.divide(one, a, a)
            np.multiply(g, two, g)
            np.subtract(g, one, g)
            np.multiply(i_f, g_c, terms)
            np.add(i_g, f_c, c)
            np.multiply(terms, i_f, scratch)
            np.subtract(terms, scratch, of_if)  # g i (1 - i), c_{t-1} f (1 - f)
            np.multiply(i_g, g, y)
            np.subtract(i, y, of_g)  # i (1 - g^2)
            np.copyto(kept_f, f)
            np.tanh(c, tanh_c)
            np.multiply(o, tanh_c, h)
            np.multiply(h, tanh_c, y)
            np.subtract(o, y, dh_dc)  # o (1 - tanh(c)^2)
            np.multiply(h, o, y)
            np.subtract(h, y, of_o)  # tanh(c) o (1 - o)

    def _back(self, first: int, last: int, W_T: Array) -> None:
        dh, dc = self.d
        for f, dh_dc, da, da_o, da_i, da_f, da_g in self._backward[first:last][::-1]:
            np.multiply(dh_dc, dh, dh_dc)
            np.add(dc, dh_dc, dc)
            np.multiply(da_o, dh, da_o)
            np.multiply(da_i, dc, da_i)
            np.multiply(da_f, dc, da_f)
            np.multiply(da_g, dc, da_g)
            np.multiply(dc, f, dc)
            np.dot(W_T, da, dh)


def _o_first(rows: Array, H: int) -> Array:
    """Rows in PyTorch's order of gates, put in the order here."""
    return np.concatenate((rows[3 * H :], rows[: 3 * H]))


class LSTM(MemoryNetwork):
    """One layer."""

    POSITIONS = LSTMPositions

    def _fill_stack(self, table: Array) -> None:
        super()._fill_stack(table)
        H = self.H
        self.stack = _o_first(self.stack, H)
        self.stack *= -1
        self.stack[3 * H :] *= 2

    def _transposed(self) -> Array:
        return np.ascontiguousarray(_o_first(self.arrays["rnn.weight_hh_l0"], self.H).T)

    def _split_gradient(self, dS: Array) -> Array:
        return super()._split_gradient(np.concatenate((dS[self.H :], dS[: self.H])))
