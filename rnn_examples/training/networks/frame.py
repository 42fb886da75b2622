"""What every network of the memory task shares: words in, one answer after the last, gradients.

t step, T steps, B batch, H hidden, V words, D embedding, G rows of the stacked gates (H times the
number of gates). Arrays of a step have the batch last.

With V words the input side is one small table a step, W_ih E^T + b (G, V). All of PyTorch's arrays
are kept, both biases too: Adam moves each of them.

With batches of up to 64 no product has 2^19 multiplications, so OpenBLAS runs each on one thread,
and a result does not depend on how many it may use.
"""

from typing import ClassVar, NamedTuple

import numpy as np

from rnn_examples.training.memory_task import Tokens
from rnn_examples.training.networks.positions import Positions
from rnn_examples.training.parameters import Array
from rnn_examples.training.pytorch_start import BLOCKS, layout


class StepResult(NamedTuple):
    """Mean cross-entropy of a batch, and whether every answer of it was right."""

    loss: float
    all_right: bool


class MemoryNetwork:
    """A network with its weights and, for one shape of batch, the buffers of a step.

    The weights are `weights` (flat) and, sharing its memory, `arrays`; `loss_and_gradients` leaves
    dL/d(weights) in `gradients`. Nothing else outlives a call.
    """

    POSITIONS: ClassVar[type[Positions]]

    def __init__(self, network: str, start: dict[str, Array], T: int, B: int) -> None:
        self.layout = layout(network)
        dtype = start["linear.weight"].dtype
        self.weights = self.layout.flatten(start, dtype)
        self.gradients = np.zeros_like(self.weights)
        self.arrays = self.layout.views(self.weights)
        self.gradient_arrays = self.layout.views(self.gradients)
        V = len(self.arrays["embedding.weight"])
        H = self.arrays["linear.weight"].shape[1]
        G = self._rows(BLOCKS[network], H)
        self.T, self.B, self.H, self.V, self.dtype = T, B, H, V, dtype
        # dL/dh and dL/dc of a norm below this move no float32 weight: Adam's step for a gradient g
        # is at most rate * g / 1e-8. Cutting there also keeps denormal numbers out of the loop.
        self.negligible = 1e-34 if dtype == np.float32 else 0.0
        self.stack = np.zeros((G, H + V), dtype)  # [W_hh | table]
        self.positions = self.POSITIONS(T, B, H, G, V, dtype)
        self._columns = np.arange(B)

    def _rows(self, blocks: int, H: int) -> int:
        return blocks * H

    def _fill_stack(self, table: Array) -> None:
        """Write `stack` as the positions want it; table is W_ih E^T (G, V), without biases."""
        a, H = self.arrays, self.H
        self.stack[:, :H] = a["rnn.weight_hh_l0"]
        bias = a["rnn.bias_ih_l0"] + a["rnn.bias_hh_l0"]
        np.add(table, bias[:, None], out=self.stack[:, H:])

    def _transposed(self) -> Array:
        """What takes dL/da_t to dL/dh_{t-1}, (H, G)."""
        return np.ascontiguousarray(self.arrays["rnn.weight_hh_l0"].T)

    def _split_gradient(self, dS: Array) -> Array:
        """Write the recurrent gradients out of that of the stack; return that of the table."""
        H, g = self.H, self.gradient_arrays
        g["rnn.weight_hh_l0"][...] = dS[:, :H]
        dtable = np.ascontiguousarray(dS[:, H:])
        g["rnn.bias_ih_l0"][...] = g["rnn.bias_hh_l0"][...] = dtable.sum(axis=1)
        return dtable

    def logits(self, tokens: Tokens) -> Array:
        """Scores (V, B) of the next word after each sequence (B, T)."""
        a, positions = self.arrays, self.positions
        positions.put(tokens)
        self._fill_stack(a["rnn.weight_ih_l0"] @ a["embedding.weight"].T)
        positions.run(self.stack)
        scores: Array = a["linear.weight"] @ positions.h[self.T]
        scores += a["linear.bias"][:, None]
        return scores

    def answers(self, tokens: Tokens) -> Tokens:
        """The word with the highest score after each sequence, (B, T) -> (B,)."""
        found: Tokens = self.logits(tokens).argmax(axis=0)
        return found

    def loss_and_gradients(self, tokens: Tokens, targets: Tokens) -> StepResult:
        """Mean cross-entropy over the batch; its gradient by all weights in `gradients`."""
        p = self.logits(tokens)
        p -= np.maximum.reduce(p, axis=0)
        chosen = p[targets, self._columns]
        all_right = not chosen.any()  # the target's score is the highest
        np.exp(p, p)
        total = np.add.reduce(p, axis=0)
        loss = float(np.add.reduce(np.log(total) - chosen)) / self.B
        p /= total
        p[targets, self._columns] -= 1
        p /= self.B  # dL/d(scores)
        a, g = self.arrays, self.gradient_arrays
        np.matmul(p, self.positions.h[self.T].T, out=g["linear.weight"])
        np.add.reduce(p, axis=1, out=g["linear.bias"])
        dtable = self._split_gradient(self._stack_gradient(a["linear.weight"].T @ p))
        np.matmul(dtable, a["embedding.weight"], out=g["rnn.weight_ih_l0"])
        np.matmul(dtable.T, a["rnn.weight_ih_l0"], out=g["embedding.weight"])
        return StepResult(loss, all_right)

    def _stack_gradient(self, dh: Array) -> Array:
        """dL/dS (G, H + V) from dL/dh_T, as far back as it can move a weight."""
        dS = np.zeros_like(self.stack)
        self.positions.run_backward(dh, self._transposed(), dS, self.negligible)
        return dS
