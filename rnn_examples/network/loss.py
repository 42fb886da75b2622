"""The language model's loss: cross-entropy, its derivative, perplexity, a whole text in one pass.

Letters: T steps, V words.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

import numpy as np

from rnn_examples.errors import InputError
from rnn_examples.network.activations import log_softmax, softmax
from rnn_examples.network.arrays import Array, Ids
from rnn_examples.network.decimals import working
from rnn_examples.network.forward import stream
from rnn_examples.network.network import Network

# Logits are made for as many steps at once as make about this many numbers.
BLOCK = 1 << 20
LARGEST = 1e300


def cross_entropy(logits: Array, targets: Ids) -> Array:
    """E_t = -log yhat_t[target], in nats, of logits (T, V) and words' numbers (T,): (12.1).

    Raises InputError for a target that is no word's number, a logit that is no number, and logits
    so far apart that no sum of losses would be one.
    """
    targets = _checked(logits, targets)
    losses = np.asarray(0.0 - log_softmax(logits)[np.arange(len(targets)), targets])
    if losses.real.max(initial=0.0) > LARGEST:
        raise InputError(
            f"a word's loss is above {LARGEST:.0e} nats. Expected outputs nearer to each other"
        )
    return losses


def cross_entropy_derivative(logits: Array, targets: Ids) -> Array:
    """dE_t/dlogits = yhat_t - y_t, shape (T, V)."""
    targets = _checked(logits, targets)
    error = softmax(logits)
    error[np.arange(len(targets)), targets] -= 1.0
    return error


def perplexity(mean: float) -> float | Decimal:
    """e to the mean loss a step (nats); a Decimal where that is beyond the largest float.

    Raises InputError where it is beyond the largest decimal.
    """
    if mean <= 709.0:
        return math.exp(mean)
    with working(17):
        return Decimal(mean).exp()


def probability(loss: float) -> float | Decimal:
    """e^-E; a Decimal where that is below the smallest float."""
    if loss < 700:
        return math.exp(-loss)
    with working(17):
        return Decimal(-loss).exp()


@dataclass(frozen=True, slots=True)
class TextLoss:
    """A text's loss: the sum over its predictions (nats) and how many there are."""

    total: float
    count: int

    @property
    def mean(self) -> float:
        """Nats a prediction."""
        return self.total / self.count

    @property
    def perplexity(self) -> float | Decimal:
        """e to the mean."""
        return perplexity(self.mean)


def text_loss(network: Network, chunks: Iterable[Ids], name: str = "the text") -> TextLoss:
    """The loss of a text that predicts each next word, in one pass and one chunk's memory.

    The last word predicts nothing. Raises InputError for a text too short to predict a word, or a
    network without outputs.
    """
    total, count = 0.0, 0
    waiting: Array | None = None  # the state that has not seen its target yet, (1, width)
    for states in stream(network, chunks):
        if len(states.inputs) == 0:
            continue
        h = states.h if waiting is None else np.concatenate([waiting, states.h])
        targets = states.inputs if waiting is not None else states.inputs[1:]
        total += _total(network, h[:-1], targets)
        count += len(targets)
        waiting = h[-1:]
    if count == 0:
        raise InputError(f"{name} has no word to predict; expected at least two words")
    return TextLoss(total, count)


def _total(network: Network, h: Array, targets: Ids) -> float:
    rows = max(1, BLOCK // (network.words or 1))
    return math.fsum(
        float(cross_entropy(network.logits(h[i : i + rows]), targets[i : i + rows]).sum())
        for i in range(0, len(h), rows)
    )


def _checked(logits: Array, targets: Ids) -> Ids:
    targets = np.asarray(targets)
    T, V = logits.shape
    if targets.shape != (T,) or targets.dtype.kind not in "iu":
        raise InputError(
            f"targets: found shape {targets.shape} of {targets.dtype}; "
            f"expected {(T,)} of words' numbers"
        )
    if not np.isfinite(logits).all():
        raise InputError("the outputs leave the range of floats; expected smaller weights")
    wrong = targets[(targets < 0) | (targets >= V)]
    if wrong.size:
        raise InputError(f"target {int(wrong[0])}: expected a word's number from 0 to {V - 1}")
    return targets
