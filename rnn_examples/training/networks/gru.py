"""The GRU of the memory task, as PyTorch has it (reset after the product). Letters: frame.py.

r, z = sigmoid(a_r), sigmoid(a_z); n = tanh(a_x + r a_h), a_x = W_in x_t + b_in,
a_h = W_hn h_{t-1} + b_hn; h_t = (1 - z) n + z h_{t-1}. PyTorch's order: r, z, n.

The stack has four blocks, r, z, x, h: the third has no recurrent side and the fourth no table but
its bias, which the one-hot columns, each summing to 1, bring in.
"""

import numpy as np

from rnn_examples.training.networks.frame import MemoryNetwork
from rnn_examples.training.parameters import Array


class GRU(MemoryNetwork):
    """One layer, PyTorch's equations."""

    def __init__(self, network: str, start: dict[str, Array], T: int, B: int) -> None:
        super().__init__(network, start, T, B)
        H, dtype = self.H, self.dtype
        self.gates = np.empty((T, 2, H, B), dtype)
        self.n = np.empty((T, H, B), dtype)
        self.a_h = np.empty((T, H, B), dtype)

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

    def _run(self) -> None:
        S, x, h, H, one = self.stack, self.x, self.h, self.H, self.dtype.type(1)
        for t in range(self.T):
            a, s, n = self.dA[t], self.gates[t], self.n[t]
            np.matmul(S, x[t], a)
            e = a[: 2 * H].reshape(s.shape)
            np.exp(e, e)
            np.add(e, one, e)
            np.divide(one, e, s)
            self.a_h[t] = a[3 * H :]
            np.multiply(s[0], a[3 * H :], n)
            np.add(n, a[2 * H : 3 * H], n)
            np.tanh(n, n)
            np.subtract(h[t], n, h[t + 1])
            np.multiply(h[t + 1], s[1], h[t + 1])
            np.add(h[t + 1], n, h[t + 1])  # n + z (h_{t-1} - n)

    def _run_backward(self, dh: Array) -> int:
        H, W_hh = self.H, self.arrays["rnn.weight_hh_l0"]
        one = self.dtype.type(1)
        W_T = np.zeros((H, 4 * H), self.dtype)
        W_T[:, : 2 * H] = W_hh[: 2 * H].T
        W_T[:, 3 * H :] = W_hh[2 * H :].T
        kept, scratch = np.empty_like(dh), np.empty_like(dh)
        for t in range(self.T - 1, -1, -1):
            (r, z), n, dA = self.gates[t], self.n[t], self.dA[t]
            dr, dz, dx, dah = dA[:H], dA[H : 2 * H], dA[2 * H : 3 * H], dA[3 * H :]
            np.multiply(dh, z, kept)
            np.subtract(self.h[t], n, dz)
            np.multiply(dz, kept, dz)  # dh (h_{t-1} - n) z
            np.subtract(one, z, scratch)
            np.multiply(dz, scratch, dz)
            np.multiply(scratch, dh, dx)
            np.multiply(n, n, scratch)
            np.subtract(one, scratch, scratch)
            np.multiply(dx, scratch, dx)  # dh (1 - z) (1 - n^2)
            np.multiply(dx, r, dah)
            np.multiply(self.a_h[t], dah, dr)
            np.subtract(one, r, scratch)
            np.multiply(dr, scratch, dr)  # dx a_h r (1 - r)
            np.matmul(W_T, dA, dh)
            np.add(dh, kept, dh)
            if self._is_negligible(t, dh):
                return t
        return 0

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
