"""The GRU of the memory task, as PyTorch has it (reset after the product). Letters: frame.py.

r, z = sigmoid(a_r), sigmoid(a_z); n = tanh(a_x + r a_h), a_x = W_in x_t + b_in,
a_h = W_hn h_{t-1} + b_hn; h_t = (1 - z) n + z h_{t-1}. PyTorch's order: r, z, n.

The stack has four blocks, r, z, x, h: the third has no recurrent side and the fourth no table but
its bias, which the one-hot columns, each summing to 1, bring in.
"""

import numpy as np

from rnn_examples.training.networks.frame import MemoryNetwork
from rnn_examples.training.networks.positions import Positions
from rnn_examples.training.parameters import Array


class GRUPositions(Positions):
    """PyTorch's equations."""

    def __init__(self, T: int, B: int, H: int, G: int, words: int, dtype: np.dtype) -> None:
        super().__init__(T, B, H, G, words, dtype)
        self.A = np.empty((T, 4, H, B), dtype)  # r and z, a_x, a_h
        self.n = np.empty((T, H, B), dtype)
        self._scratch = np.empty((H, B), dtype)
        self._forward = list(
            zip(
                self.X, self.h, self.A.reshape(T, G, B), self.A[:, :2], *self.A.swapaxes(0, 1),
                self.n, self.h[1:], strict=False,
            )
        )  # fmt: skip

    def run(self, S: Array) -> None:
        one = self.one
        for x, h, a, rz, r, z, a_x, a_h, n, h_next in self._forward:
            np.dot(S, x, a)
            np.exp(rz, rz)
            np.add(rz, one, rz)
            np.divide(one, rz, rz)
            np.multiply(r, a_h, n)
            np.add(n, a_x, n)
            np.tanh(n, n)
            np.subtract(h, n, h_next)
            np.multiply(h_next, z, h_next)
            np.add(h_next, n, h_next)  # n + z (h_{t-1} - n)

    def _find_slopes(self, first: int, last: int) -> Array:
        """dh_t/da of z and x, and what dL/da_x is multiplied with in those of r and h; in dA."""
        A, n, one = self.A[first:last], self.n[first:last], self.one
        r, z, a_h, h = A[:, 0], A[:, 1], A[:, 3], self.X[first:last, : self.H]
        slopes = self.dA[first:last].reshape(A.shape)
        of_r, of_z, of_x, of_h = slopes.swapaxes(0, 1)
        np.subtract(one, z, of_h)
        np.subtract(h, n, of_z)
        np.multiply(of_z, z, of_z)
        np.multiply(of_z, of_h, of_z)  # (h_{t-1} - n) z (1 - z)
        np.multiply(n, n, of_x)
        np.subtract(one, of_x, of_x)
        np.multiply(of_x, of_h, of_x)  # (1 - z) (1 - n^2)
        np.subtract(one, r, of_r)
        np.multiply(of_r, r, of_r)
        np.multiply(of_r, a_h, of_r)  # a_h r (1 - r)
        of_h[...] = r
        return slopes

    def _back(self, first: int, last: int, W_T: Array) -> None:
        slopes, (dh,), kept = self._find_slopes(first, last), self.d, self._scratch
        for t in range(last - 1, first - 1, -1):
            da_r, da_z, da_x, da_h = slopes[t - first]
            np.multiply(da_z, dh, da_z)
            np.multiply(da_x, dh, da_x)
            np.multiply(da_r, da_x, da_r)
            np.multiply(da_h, da_x, da_h)
            np.multiply(dh, self.A[t, 1], kept)
            np.dot(W_T, self.dA[t], dh)
            np.add(dh, kept, dh)


class GRU(MemoryNetwork):
    """One layer."""

    POSITIONS = GRUPositions

    def _rows(self, blocks: int, H: int) -> int:
        return (blocks + 1) * H

    def _fill_stack(self, table: Array) -> None:
        a, H = self.arrays, self.H
        W_hh, b_ih, b_hh = a["rnn.weight_hh_l0"], a["rnn.bias_ih_l0"], a["rnn.bias_hh_l0"]
        S = self.stack
        S[: 2 * H, :H] = W_hh[: 2 * H]
        S[3 * H :, :H] = W_hh[2 * H :]
        np.add(table, b_ih[:, None], out=S[: 3 * H, H:])
        S[: 2 * H, H:] += b_hh[: 2 * H, None]
        S[3 * H :, H:] = b_hh[2 * H :, None]
        S[: 2 * H] *= -1  # sigmoid(a) = 1 / (1 + e^-a)

    def _transposed(self) -> Array:
        W, H = self.arrays["rnn.weight_hh_l0"], self.H
        W_T = np.zeros((H, 4 * H), self.dtype)
        W_T[:, : 2 * H] = W[: 2 * H].T
        W_T[:, 3 * H :] = W[2 * H :].T
        return W_T

    def _split_gradient(self, dS: Array) -> Array:
        H, g = self.H, self.gradient_arrays
        g["rnn.weight_hh_l0"][: 2 * H] = dS[: 2 * H, :H]
        g["rnn.weight_hh_l0"][2 * H :] = dS[3 * H :, :H]
        dtable = np.ascontiguousarray(dS[: 3 * H, H:])
        dbias = dtable.sum(axis=1)
        g["rnn.bias_ih_l0"][...] = dbias
        g["rnn.bias_hh_l0"][: 2 * H] = dbias[: 2 * H]
        g["rnn.bias_hh_l0"][2 * H :] = dS[3 * H :, H:].sum(axis=1)
        return dtable
