"""The size of dL/dh_t at every position, before and after training. Source: notebook, step 6."""

from dataclasses import dataclass
from math import inf

import numpy as np
from numpy.typing import NDArray

from rnn_examples.seeded import generator
from rnn_examples.training import checks
from rnn_examples.training.classifier import Classifier, ClassifierWeights
from rnn_examples.training.memory_task import sequences

COUNT, SEED = 200, 5
DRUG = 1  # the place of the word that must be remembered, from 0: the notebook's token 2


@dataclass(frozen=True, slots=True)
class FadeCurve:
    """Mean over the sequences of ||dL/dh_t||, t = 1..T, as log10 (-inf where it is zero).

    decay    the factor a step back of the straight line through the logarithms from the word to
             remember, t = 2, on
    residual that line's root mean square error, in decades
    """

    log10_sizes: tuple[float, ...]
    decay: float | None
    residual: float | None

    @property
    def log10_last(self) -> float:
        """At the last word."""
        return self.log10_sizes[-1]

    @property
    def log10_drug(self) -> float:
        """At the second word, the one to remember."""
        return self.log10_sizes[DRUG]

    @property
    def log10_ratio(self) -> float:
        """How many decades the last word's gradient is larger than the second's."""
        return self.log10_last - self.log10_drug if self.log10_drug > -inf else inf


def fade(
    weights: ClassifierWeights, distance: int = 40, count: int = COUNT, seed: int = SEED
) -> FadeCurve:
    """The curve of one network, over `count` sequences from generator(seed)."""
    checks.whole("distance", distance, 0)
    checks.whole("count", count, 1)
    tokens, targets = sequences(generator(seed), count, distance)
    model = Classifier(weights, distance + 3, count)
    with np.errstate(under="ignore"):
        logs = model.log10_state_gradients(tokens, targets)  # (T, B)
        top = logs.max(axis=1, keepdims=True)
        shift = np.where(np.isfinite(top), top, 0)
        with np.errstate(divide="ignore"):
            sizes = np.log10((10 ** (logs - shift)).mean(axis=1)) + shift[:, 0]
    return FadeCurve(tuple(sizes.tolist()), *_line(sizes[DRUG:]))


def _line(log10_sizes: NDArray[np.float64]) -> tuple[float | None, float | None]:
    """Decay a step and residual of the least-squares line; None where a size is zero."""
    if not np.isfinite(log10_sizes).all():
        return None, None
    t = np.arange(len(log10_sizes)) - (len(log10_sizes) - 1) / 2
    slope = float(t @ log10_sizes) / float(t @ t)
    if len(t) == 2:
        return float(10**-slope), 0.0  # whatever rounding leaves
    errors = log10_sizes - log10_sizes.mean() - slope * t
    return float(10**-slope), float(np.sqrt(np.mean(errors * errors)))
