"""Each word's loss from its logits, the sum and the perplexity."""

import numpy as np

from rnn_examples.equations.expression import (
    Expression,
    call,
    difference,
    equals,
    negated,
    power,
    quotient,
    total,
)
from rnn_examples.examples.loss import TOTAL, Result, letters_of
from rnn_examples.examples.work.exact import chained, count, first_of, given, written
from rnn_examples.examples.work.products import product_sums, shown, shown_vector
from rnn_examples.tables.numbers import show
from rnn_examples.tables.table import Work

MOST_STEPS = 4
MOST_ENTRIES = 8
# Of larger logits the largest is taken off first: their powers fill no line.
LARGEST_POWER = 8.0
SMALLEST_SHOWN = 1e-3


def work(result: Result) -> tuple[Work, ...]:
    """The first steps in full where the model is small, then the sum and the perplexity."""
    whole = result.whole
    lines: list[Expression] = []
    if result.losses is not None and len(result.losses) <= MOST_ENTRIES:
        lines.append(chained("E", total(*map(shown, result.losses.tolist())), shown(whole.total)))
    mean = quotient(shown(whole.total), count(whole.count))
    perplexity = show(whole.perplexity, TOTAL[-1])
    lines.append(
        equals(
            "perplexity",
            call("exp", quotient("E", "T")),
            call("exp", mean),
            call("exp", shown(whole.mean)),
            perplexity,
        )
    )
    steps = _steps(result)
    return (*steps, written("The sum, and the perplexity", tuple(lines), ("total",)))


def _steps(result: Result) -> tuple[Work, ...]:
    if result.logits is None or result.logits.shape[1] > MOST_ENTRIES:
        return ()
    T = min(MOST_STEPS, len(result.logits))
    which = first_of(T, len(result.logits), "steps")
    lines = [line for t in range(T) for line in _step(result, t)]
    title = f"Logits, prediction and loss, step by step{which}"
    return (written(title, tuple(lines), ("steps",)),)


def _step(result: Result, t: int) -> list[Expression]:
    logits, targets, losses = result.logits, result.targets, result.losses
    assert logits is not None
    assert targets is not None
    assert losses is not None
    place, letters = int(targets.ids[t]), letters_of(result)
    z = logits[t] - (logits[t].max() if np.abs(logits[t]).max() > LARGEST_POWER else 0.0)
    with np.errstate(under="ignore"):
        powers = np.exp(z)
    p = float(powers[place] / powers.sum())
    share = equals(
        f"{letters.y}_{{{t + 1},{place + 1}}}",
        quotient(
            power("e", shown(float(z[place]))),
            total(*(power("e", shown(entry)) for entry in z.tolist())),
        ),
        quotient(shown(float(powers[place])), total(*map(shown, powers.tolist()))),
        shown(p),
    )
    loss = shown(float(losses[t]))
    if p < SMALLEST_SHOWN:  # its logarithm has no number to stand in: ln e^z / sum e^z
        parts = (call("ln", shown(float(powers.sum()))), shown(float(z[place])))
        return [*_logits(result, t), share, equals(f"E_{t + 1}", difference(*parts), loss)]
    return [*_logits(result, t), share, equals(f"E_{t + 1}", negated(call("ln", shown(p))), loss)]


def _logits(result: Result, t: int) -> list[Expression]:
    """W_hy h_t + b_y with its numbers, where the model is there and small."""
    network, h, logits = result.network, result.h, result.logits
    if network is None or h is None or logits is None or network.W_hy is None:
        return []
    letters = letters_of(result)
    applied = letters.applied(letters.W_hy, f"h_{t + 1}")
    z = shown_vector(logits[t].tolist())
    if h.shape[1] > MOST_ENTRIES:
        return [equals(f"z_{t + 1}", z)]
    if network.b_y is None:
        return [equals(f"z_{t + 1}", applied, product_sums(network.W_hy, h[t]), z)]
    sums = product_sums(network.W_hy, h[t], plus=map(given, network.b_y.tolist()))
    return [equals(f"z_{t + 1}", total(applied, letters.b_y), sums, z)]
