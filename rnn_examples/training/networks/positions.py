"""The recurrence over a run of positions: the loop forward, the loop back, the buffers of both.

t step, T steps, B batch, H hidden, G rows of the stacked gates (H times the number of gates), K
columns of the stack: H and one a word. Arrays of a step have the batch last, so that each gate is
one contiguous block.

A word's column of the input side is picked by a product with one-hot columns: the stack
[W_hh | table] (G, K) times [h_{t-1}; one-hot] (K, B) gives the whole pre-activation. The same
stack gives every weight gradient, dA_t [h_{t-1}; one-hot]^T summed over t.

The way back goes in chunks: what the recursion multiplies with is found for a whole chunk at once,
the few operations that hang on the step before are done step by step, and the chunk's gradients
are taken while it is still in the processor's cache.
"""

from abc import ABC, abstractmethod
from typing import ClassVar

import numpy as np

from rnn_examples.training.memory_task import Tokens
from rnn_examples.training.parameters import Array

CHUNK = 8


class Positions(ABC):
    """T positions of B sequences; `words` kinds of word occur in them, numbered from 0.

    states  (STATES, H, B) before the first position, `d` (STATES, H, B) dL/d(states): put in after
            the last position, and there before the first one when `run_backward` is done
    """

    STATES: ClassVar[int] = 1  # h, and c of an LSTM

    def __init__(self, T: int, B: int, H: int, G: int, words: int, dtype: np.dtype) -> None:
        K = H + words
        self.T, self.B, self.H, self.dtype = T, B, H, dtype
        self.X = np.zeros((T + 1, K, B), dtype)  # [h_{t-1}; one-hot of word t]
        self.h = [x[:H] for x in self.X]  # h[t] is the state before word t
        self.states = [self.h]
        self.d = np.zeros((self.STATES, H, B), dtype)
        self.dA = np.empty((min(T, CHUNK), G, B), dtype)  # of one chunk
        self._products = np.empty((min(T, CHUNK), G, K), dtype)
        self._one_hot = self.X.reshape(-1)
        self._ones = np.zeros((T, B), np.int64)
        self._at = (np.arange(T) * K + H)[:, None] * B + np.arange(B)  # (T, B)

    def put(self, words: Tokens) -> None:
        """The words of every position, (T, B)."""
        self._one_hot[self._ones] = 0
        np.multiply(words, self.B, out=self._ones)
        self._ones += self._at
        self._one_hot[self._ones] = 1

    @abstractmethod
    def run(self, S: Array) -> None:
        """Fill states 1..T from states 0 and the stack S (G, K)."""

    def run_backward(self, W_T: Array, dS: Array, negligible: float) -> bool:
        """Add dL/dS to dS; False if ended early, as no more of the gradient moves a weight.

        W_T (H, G) takes dL/da_t to dL/dh_{t-1}; |dL/d(states)|^2 below `negligible` ends the loop.
        """
        for last in range(self.T, 0, -CHUNK):
            first = max(last - CHUNK, 0)
            self._back(first, last, W_T)
            products = self._products[: last - first]
            X = self.X[first:last].transpose(0, 2, 1)
            np.matmul(self.dA[: last - first], X, out=products)
            dS += np.add.reduce(products, axis=0)
            if float(np.vdot(self.d, self.d)) < negligible:
                return False
        return True

    @abstractmethod
    def _back(self, first: int, last: int, W_T: Array) -> None:
        """Fill dA with dL/da_t of first <= t < last, and take `d` from after them to before."""
