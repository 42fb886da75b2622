"""The recurrence over a run of positions: the loop forward, the loop back, the buffers of both.

t step, T steps, B batch, H hidden, G rows of the stacked gates (H times the number of gates), K
columns of the stack: H and one a word. Arrays of a step have the batch last, so that each gate is
one contiguous block.

A word's column of the input side is picked by a product with one-hot columns: the stack
[W_hh | table] (G, K) times [h_{t-1}; one-hot] (K, B) gives the whole pre-activation. The same
stack gives every weight gradient, dA_t [h_{t-1}; one-hot]^T summed over t.

The way back goes in chunks: each chunk's weight gradients are taken while it is still in the
processor's cache. In the loops np.dot is the same product as np.matmul, and cheaper to call.
"""

from abc import ABC, abstractmethod
from typing import ClassVar

import numpy as np

from rnn_examples.training.memory_task import Tokens
from rnn_examples.training.parameters import Array

CHUNK = 16
CHECK_EVERY = 4


class Positions(ABC):
    """T positions of B sequences of words numbered from 0, `words` kinds of them."""

    STATES: ClassVar[int] = 1  # h, and c of an LSTM

    def __init__(self, T: int, B: int, H: int, G: int, words: int, dtype: np.dtype) -> None:
        K = H + words
        self.T, self.B, self.H, self.dtype = T, B, H, dtype
        self.one = np.ones((), dtype)  # an array of no dimensions costs a call less than a scalar
        self.X = np.zeros((T + 1, K, B), dtype)  # [h_{t-1}; one-hot of word t]
        self.h = [x[:H] for x in self.X]  # h[t] is the state before word t; h[0] = 0
        self.dA = np.empty((T, G, B), dtype)
        self.d = np.zeros((self.STATES, H, B), dtype)  # dL/d(states), on the way back
        self._products = np.empty((min(T, CHUNK), G, K), dtype)
        self._one_hot = self.X.reshape(-1)
        self._ones = np.zeros((B, T), np.int64)
        self._at = (np.arange(T) * K + H) * B + np.arange(B)[:, None]  # (B, T)

    def put(self, words: Tokens) -> None:
        """The words of every sequence, (B, T)."""
        self._one_hot[self._ones] = 0
        np.multiply(words, self.B, out=self._ones)
        self._ones += self._at
        self._one_hot[self._ones] = 1

    @abstractmethod
    def run(self, S: Array) -> None:
        """Fill h[1..T] by the stack S (G, K)."""

    def run_backward(self, dh: Array, W_T: Array, dS: Array, negligible: float) -> None:
        """Add dL/dS to dS, from dh = dL/dh_T back to where no more of it moves a weight.

        W_T (H, G) takes dL/da_t to dL/dh_{t-1}; |dL/d(states)|^2 below `negligible` ends the loop.
        """
        self.d[0], self.d[1:] = dh, 0
        end, gone = self.T, False
        while end and not gone:
            start, farthest = end, max(end - CHUNK, 0)
            while start > farthest and not gone:
                last, start = start, max(start - CHECK_EVERY, farthest)
                self._back(start, last, W_T)
                gone = float(np.vdot(self.d, self.d)) < negligible
            products = self._products[: end - start]
            np.matmul(self.dA[start:end], self.X[start:end].transpose(0, 2, 1), out=products)
            dS += np.add.reduce(products, axis=0)
            end = start

    @abstractmethod
    def _back(self, first: int, last: int, W_T: Array) -> None:
        """Fill dA with dL/da_t of first <= t < last, and take `d` from after them to before."""
