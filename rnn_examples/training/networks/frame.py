"""What every network of the memory task shares: words in, one answer after the last, gradients.

t step, T steps, B batch, H hidden, V words, D embedding, G rows of the stacked gates (H times the
number of gates). Arrays of a step have the batch last, so that each gate is one contiguous block.

With V words the input side is one small table a step, W_ih E^T + b (G, V), and a word's column is
picked by a product with one-hot columns: [W_hh | table] (G, H + V) times [h_{t-1}; one-hot] gives
the whole pre-activation. The same stack gives, after the loop, every weight gradient in one
product. All of PyTorch's arrays are kept, both biases too: Adam moves each of them.

With batches of up to 64 no product has 2^19 multiplications, so OpenBLAS runs each on one thread,
and a result does not depend on how many it may use.
"""

from abc import ABC, abstractmethod
from typing import NamedTuple

import numpy as np

from rnn_examples.training.memory_task import Tokens
from rnn_examples.training.parameters import Array
from rnn_examples.training.pytorch_start import BLOCKS, layout

CHECK_EVERY = 4
CHUNK = 32


class StepResult(NamedTuple):
    """Mean cross-entropy of a batch, and whether every answer of it was right."""

    loss: float
    all_right: bool


class MemoryNetwork(ABC):
    """A network with its weights and, for one shape of batch, the buffers of a step.

    The weights are `weights` (flat) and, sharing its memory, `arrays`; `loss_and_gradients` leaves
    dL/d(weights) in `gradients`. Nothing else outlives a call.
    """

    def __init__(self, network: str, start: dict[str, Array], T: int, B: int) -> None:
        self.layout = layout(network)
        dtype = start["linear.weight"].dtype
        self.weights = self.layout.flatten(start, dtype)
        self.gradients = np.zeros_like(self.weights)
        self.arrays = self.layout.views(self.weights)
        self.gradient_arrays = self.layout.views(self.gradients)
        V, D = self.arrays["embedding.weight"].shape
        H = self.arrays["linear.weight"].shape[1]
        G = self._rows(BLOCKS[network], H)
        self.T, self.B, self.H, self.V, self.D, self.dtype = T, B, H, V, D, dtype
        # dL/dh and dL/dc of a norm below this move no float32 weight: Adam's step for a gradient g
        # is at most rate * g / 1e-8. Cutting there also keeps denormal numbers out of the loop.
        self.negligible = 1e-34 if dtype == np.float32 else 0.0
        self.stack = np.zeros((G, H + V), dtype)
        self.X = np.zeros((T + 1, H + V, B), dtype)  # [h_{t-1}; one-hot of word t]
        self.dA = np.empty((T, G, B), dtype)
        self.x = list(self.X)
        self.h = [x[:H] for x in self.x]  # h[t] is the state before word t
        self._flat_X = self.X.reshape(-1)
        self._ones = np.zeros(0, np.int64)
        self._at = (np.arange(T) * (H + V) + H)[:, None] * B + np.arange(B)  # (T, B)
        self._columns = np.arange(B)

    def _rows(self, blocks: int, H: int) -> int:
        return blocks * H

    def _fill_stack(self, table: Array) -> None:
        """Write [W_hh | table] as the steps want it; table is W_ih E^T (G, V), without biases."""
        a, H = self.arrays, self.H
        self.stack[:, :H] = a["rnn.weight_hh_l0"]
        bias = a["rnn.bias_ih_l0"] + a["rnn.bias_hh_l0"]
        np.add(table, bias[:, None], out=self.stack[:, H:])

    @abstractmethod
    def _run(self) -> None:
        """Fill h[1..T] from h[0] = 0."""

    @abstractmethod
    def _run_backward(self, dh: Array) -> int:
        """Fill dA[start..T-1] from dL/dh_T, and return start; dh is scratch from then on."""

    def _split_gradient(self, dS: Array) -> Array:
        """Write the recurrent gradients out of that of the stack; return that of the table."""
        H, g = self.H, self.gradient_arrays
        g["rnn.weight_hh_l0"][...] = dS[:, :H]
        dtable = np.ascontiguousarray(dS[:, H:])
        g["rnn.bias_ih_l0"][...] = g["rnn.bias_hh_l0"][...] = dtable.sum(axis=1)
        return dtable

    def logits(self, tokens: Tokens) -> Array:
        """Scores (V, B) of the next word after each sequence (B, T)."""
        a = self.arrays
        self._flat_X[self._ones] = 0
        self._ones = (self._at + tokens.T * self.B).reshape(-1)
        self._flat_X[self._ones] = 1
        self._fill_stack(a["rnn.weight_ih_l0"] @ a["embedding.weight"].T)
        self._run()
        scores: Array = a["linear.weight"] @ self.h[self.T]
        scores += a["linear.bias"][:, None]
        return scores

    def answers(self, tokens: Tokens) -> Tokens:
        """The word with the highest score after each sequence, (B, T) -> (B,)."""
        found: Tokens = self.logits(tokens).argmax(axis=0)
        return found

    def loss_and_gradients(self, tokens: Tokens, targets: Tokens) -> StepResult:
        """Mean cross-entropy over the batch; its gradient by all weights in `gradients`."""
        scores = self.logits(tokens)
        scores -= scores.max(axis=0)
        chosen = scores[targets, self._columns]
        all_right = bool((chosen == 0).all())  # the target's score is the highest
        p = np.exp(scores)
        total = p.sum(axis=0)
        loss = float(np.mean(np.log(total) - chosen))
        p /= total
        p[targets, self._columns] -= 1
        p /= self.B  # dL/d(scores)
        a, g = self.arrays, self.gradient_arrays
        np.matmul(p, self.h[self.T].T, out=g["linear.weight"])
        np.sum(p, axis=1, out=g["linear.bias"])
        start = self._run_backward(a["linear.weight"].T @ p)
        dtable = self._split_gradient(self._stack_gradient(start))
        np.matmul(dtable, a["embedding.weight"], out=g["rnn.weight_ih_l0"])
        np.matmul(dtable.T, a["rnn.weight_ih_l0"], out=g["embedding.weight"])
        return StepResult(loss, all_right)

    def _stack_gradient(self, start: int) -> Array:
        """Sum over t >= start of dA_t [h_{t-1}; one-hot]^T, (G, H + V)."""
        total = np.zeros_like(self.stack)
        for first in range(start, self.T, CHUNK):
            last = min(first + CHUNK, self.T)
            products = self.dA[first:last] @ self.X[first:last].transpose(0, 2, 1)
            total += products.sum(axis=0)
        return total

    def _is_negligible(self, t: int, d: Array) -> bool:
        return t % CHECK_EVERY == 0 and float(np.vdot(d, d)) < self.negligible
