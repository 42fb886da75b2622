"""Clipping and the two optimizers, in place on one flat vector.

Adam: Kingma and Ba 2015, with PyTorch's defaults (beta 0.9 and 0.999, epsilon 1e-8).
"""

from math import isfinite, sqrt

import numpy as np

from rnn_examples.training.parameters import Array

BETA_1, BETA_2, EPSILON = 0.9, 0.999, 1e-8
TINY = 1e-30
FLUSH_EVERY = 50


def norm(gradients: Array) -> float:
    """Euclidean norm; no overflow or underflow on the way."""
    squared = float(np.vdot(gradients, gradients))
    if 1e-30 < squared < 1e30:
        return sqrt(squared)
    largest = float(np.abs(gradients).max(initial=0.0))
    if largest == 0 or not isfinite(largest):
        return largest
    scaled = gradients.astype(np.float64) / largest
    return largest * sqrt(float(np.vdot(scaled, scaled)))


def clip_textbook(gradients: Array, threshold: float) -> bool:
    """Scale to norm `threshold` if longer (12.7); True if it was."""
    length = norm(gradients)
    if not length > threshold:
        return False
    gradients *= gradients.dtype.type(threshold / length)
    return True


def clip_pytorch(gradients: Array, threshold: float) -> bool:
    """`clip_grad_norm_`: times min(1, threshold / (norm + 1e-6)); True if scaled down."""
    factor = threshold / (norm(gradients) + 1e-6)
    if factor >= 1:
        return False
    gradients *= gradients.dtype.type(factor)
    return True


class Adam:
    """Adam's two running means for one vector of weights."""

    def __init__(self, weights: Array, rate: float) -> None:
        self.rate = rate
        self.steps = 0
        self.m = np.zeros_like(weights)
        self.v = np.zeros_like(weights)
        self._a = np.empty_like(weights)
        self._b = np.empty_like(weights)
        self._mask = np.empty(weights.shape, np.bool_)

    def update(self, weights: Array, gradients: Array) -> None:
        """One step: weights change in place, gradients are left alone."""
        self.steps += 1
        m, v, a, b = self.m, self.v, self._a, self._b
        real = weights.dtype.type
        np.subtract(gradients, m, a)
        np.multiply(a, real(1 - BETA_1), a)
        np.add(m, a, m)
        np.multiply(gradients, gradients, a)
        np.multiply(a, real(1 - BETA_2), a)
        np.multiply(v, real(BETA_2), v)
        np.add(v, a, v)
        if self.steps % FLUSH_EVERY == 0:
            self._flush()
        np.sqrt(v, a)
        np.multiply(a, real(1 / sqrt(1 - BETA_2**self.steps)), a)
        np.add(a, real(EPSILON), a)
        np.multiply(m, real(self.rate / (1 - BETA_1**self.steps)), b)
        np.divide(b, a, b)
        np.subtract(weights, b, weights)

    def _flush(self) -> None:
        """Means this small move no weight; left to decay they become denormal, which is slow."""
        for mean in (self.m, self.v):
            np.abs(mean, self._a)
            np.less(self._a, TINY, self._mask)
            mean[self._mask] = 0
