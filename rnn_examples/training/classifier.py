"""The notebook's own classifier: 16 tanh units in float64, one answer after the last word.

h_t = tanh(W_xh x_t + W_hh h_{t-1} + b_h), y = softmax(W_hy h_T + b_y), h_0 = 0, x_t one-hot;
L is the mean over the batch of -log y of the target. Source: notebook, steps 4 to 6.

t step, T steps, B batch, H hidden (16), V words (27). Arrays of a step have the batch last.
"""

from dataclasses import astuple, dataclass, fields

import numpy as np
from numpy.typing import NDArray

from rnn_examples.seeded import generator
from rnn_examples.training.memory_task import WORDS, Tokens
from rnn_examples.training.parameters import Array, Layout

H, V = 16, len(WORDS)
BLOCK = 256  # keeps every product small enough that OpenBLAS uses one thread: faster, and the same
Float64 = NDArray[np.float64]
LAYOUT = Layout(
    (("W_xh", (H, V)), ("W_hh", (H, H)), ("W_hy", (V, H)), ("b_h", (H,)), ("b_y", (V,)))
)


@dataclass(frozen=True, slots=True)
class ClassifierWeights:
    """W_xh (H, V), W_hh (H, H), W_hy (V, H), b_h (H,), b_y (V,); or the gradient of each."""

    W_xh: Array
    W_hh: Array
    W_hy: Array
    b_h: Array
    b_y: Array

    def arrays(self) -> dict[str, Array]:
        """Each array by its letter."""
        return dict(zip([f.name for f in fields(self)], astuple(self), strict=True))


def initial_weights(seed: int) -> ClassifierWeights:
    """The notebook's draws, made for row vectors and transposed here; biases zero."""
    rng = generator(seed)
    W_xh = rng.normal(0, 0.5, (V, H)).T
    W_hh = rng.normal(0, 1 / 4, (H, H)).T
    W_hy = rng.normal(0, 1 / 4, (H, V)).T
    return ClassifierWeights(W_xh, W_hh, W_hy, np.zeros(H), np.zeros(V))


class Classifier:
    """Weights, in one flat vector and as arrays, with the buffers for batches of T words by B."""

    def __init__(self, start: ClassifierWeights, T: int, B: int) -> None:
        self.T, self.B = T, B
        self.weights = LAYOUT.flatten(start.arrays(), np.float64)
        self.gradients = np.zeros_like(self.weights)
        self.arrays = ClassifierWeights(**LAYOUT.views(self.weights))
        self.gradient_arrays = ClassifierWeights(**LAYOUT.views(self.gradients))
        # [W_hh | W_xh + b_h] times [h_{t-1}; x_t] is the whole pre-activation, and after the loop
        # the same stack takes every gradient of the recurrent side.
        self.stack = np.empty((H, H + V))
        self.X = np.zeros((T + 1, H + V, B))
        self.x = list(self.X)
        self.h = [x[:H] for x in self.x]  # h[t] is the state before word t
        self.dA = np.empty((T, H, B))
        self._X_T = self.X[:T].transpose(0, 2, 1)
        self._products = np.empty((T, H, H + V))
        self._forward = list(zip(self.x, self.h[1:], strict=False))
        self._backward = list(self.dA)[::-1]
        self._flat_X = self.X.reshape(-1)
        self._ones = np.zeros(0, np.int64)
        self._at = (np.arange(T) * (H + V) + H)[:, None] * B + np.arange(B)  # (T, B)
        self._columns = np.arange(B)
        self._dh = np.empty((H, B))

    def logits(self, tokens: Tokens) -> Array:
        """Scores (V, B) of the answer, for tokens (B, T)."""
        w, S = self.arrays, self.stack
        self._flat_X[self._ones] = 0
        self._ones = (self._at + tokens.T * self.B).reshape(-1)
        self._flat_X[self._ones] = 1
        S[:, :H] = w.W_hh
        np.add(w.W_xh, w.b_h[:, None], S[:, H:])
        for x, h in self._forward:
            np.dot(S, x, h)  # the same product as matmul's, cheaper to call
            np.tanh(h, h)
        scores: Array = w.W_hy @ self.h[self.T]
        scores += w.b_y[:, None]
        return scores

    def _loss_and_slope(self, tokens: Tokens, targets: Tokens) -> tuple[float, Array]:
        """Mean cross-entropy, and its gradient by the scores (V, B)."""
        p = self.logits(tokens)
        p -= np.maximum.reduce(p, axis=0)
        places = targets * self.B + self._columns
        flat = p.reshape(-1)
        chosen = flat[places]
        np.exp(p, p)
        total = np.add.reduce(p, axis=0)
        loss = float(np.add.reduce(np.log(total) - chosen)) / self.B
        # Minus the others' sum rather than p - 1: exact however sure the network is.
        flat[places] = 0
        flat[places] = -np.add.reduce(p, axis=0)
        total *= self.B
        p /= total
        return loss, p

    def loss_and_gradients(self, tokens: Tokens, targets: Tokens) -> float:
        """L; the gradients of all five arrays are left in `gradients`, `gradient_arrays`."""
        loss, dy = self._loss_and_slope(tokens, targets)
        w, g, dh = self.arrays, self.gradient_arrays, self._dh
        np.matmul(dy, self.h[self.T].T, g.W_hy)
        np.add.reduce(dy, axis=1, out=g.b_y)
        np.matmul(w.W_hy.T, dy, dh)
        W_T = np.ascontiguousarray(w.W_hh.T)
        np.multiply(self.X[1:, :H], self.X[1:, :H], self.dA)
        np.subtract(1.0, self.dA, self.dA)  # dh_t/da_t of every step
        for da in self._backward:
            np.multiply(da, dh, da)
            np.dot(W_T, da, dh)
        np.matmul(self.dA, self._X_T, self._products)
        dS = np.add.reduce(self._products, axis=0)
        g.W_hh[...] = dS[:, :H]
        g.W_xh[...] = dS[:, H:]
        np.add.reduce(g.W_xh, axis=1, out=g.b_h)
        return loss

    def log10_state_gradients(self, tokens: Tokens, targets: Tokens) -> Float64:
        """log10 of the norm of dL/dh_t of every sequence, (T, B); -inf where it is zero.

        Each sequence's gradient is scaled to norm 1 at every step and its size kept as a
        logarithm, so that it never underflows.
        """
        _, dy = self._loss_and_slope(tokens, targets)
        dh = self.arrays.W_hy.T @ dy
        log10_size = np.zeros(self.B)
        sizes = np.empty((self.T, self.B))
        for t in range(self.T - 1, -1, -1):
            norm = np.sqrt((dh * dh).sum(axis=0))
            with np.errstate(divide="ignore"):
                log10_size = log10_size + np.log10(norm)
            sizes[t] = log10_size
            dh = dh / np.where(norm > 0, norm, 1)
            h = self.h[t + 1]
            dh = self.arrays.W_hh.T @ (dh * (1 - h * h))
        return sizes


def loss_and_gradients(
    weights: ClassifierWeights, tokens: Tokens, targets: Tokens
) -> tuple[float, ClassifierWeights]:
    """L, and its gradient by each of the five arrays, for tokens (B, T) and targets (B,)."""
    n, T = tokens.shape
    model = Classifier(weights, T, n)
    loss = model.loss_and_gradients(tokens, targets)
    return loss, model.gradient_arrays


def answers(weights: ClassifierWeights, tokens: Tokens) -> Tokens:
    """The word with the highest score after each sequence, (B, T) -> (B,)."""
    n, T = tokens.shape
    found = np.empty(n, np.int64)
    for first in range(0, n, BLOCK):
        block = tokens[first : first + BLOCK]
        found[first : first + BLOCK] = Classifier(weights, T, len(block)).logits(block).argmax(0)
    return found
