"""The signals step by step from the last, and the gradients as sums over the steps.

Letters: t step, T steps, δ_t the signal through tanh, H hidden, V words.
"""

from collections.abc import Sequence

import numpy as np

from rnn_examples.equations.expression import (
    Expression,
    difference,
    elementwise,
    equals,
    power,
    product,
    quotient,
    summation,
    symbol,
    times,
    total,
    transpose,
    vector,
)
from rnn_examples.examples.bptt import Result
from rnn_examples.examples.bptt_check import Result as Check
from rnn_examples.examples.bptt_tables import loss_by
from rnn_examples.examples.notation import LETTERS, Letters
from rnn_examples.examples.work.exact import count, given, left_out, written
from rnn_examples.examples.work.products import shown, shown_vector
from rnn_examples.network.arrays import Array
from rnn_examples.tables.table import Work

MOST_UNITS = 4
MOST_OUTPUTS = 6
MOST_STEPS = 4
MOST_LOSSES = 8


def work(result: Result | Check) -> tuple[Work, ...]:
    """Of a small tanh network everything, of another the output errors, of the check the loss."""
    if isinstance(result, Check):
        return _check(result)
    network, T = result.network, len(result.states.h)
    (weights, *others) = network.directions
    letters = LETTERS[network.notation]
    first = max(0, T - MOST_STEPS)
    last = "" if first == 0 else f", the last {MOST_STEPS} of {T} steps{left_out('those before')}"
    if result.full.errors.shape[1] > MOST_OUTPUTS:
        return ()
    steps = range(T - 1, first - 1, -1)
    small = weights.hidden <= MOST_UNITS and not others
    if not small or network.activation != "tanh" or network.W_hy is None:
        lines = [_error(result, letters, t) for t in steps]
        return (written(f"Output errors, from the last step{last}", tuple(lines)),)
    signals = [line for t in steps for line in _signal(result, letters, t)]
    found = [written(f"Signals, from the last step back{last}", tuple(signals))]
    if first == 0:
        found += _sums(result, letters)
    return tuple(found)


def _error(result: Result, letters: Letters, t: int) -> Expression:
    """ŷ_t - y_t with its numbers."""
    error, target = result.full.errors[t], int(result.targets.ids[t])
    one_hot = [str(int(place == target)) for place in range(len(error))]
    y = error + np.eye(len(error))[target]
    return equals(
        letters.error(t + 1),
        difference(shown_vector(y.tolist()), vector(*one_hot)),
        shown_vector(error.tolist()),
    )


def _signal(result: Result, letters: Letters, t: int) -> list[Expression]:
    """The step's own error, what comes back from the next step, and both through tanh."""
    network, (passed,) = result.network, result.full.gradients.traces[0]
    W_hy, W_hh = network.W_hy, network.directions[0].arrays()["W_hh"]
    assert W_hy is not None
    error, dh, delta = result.full.errors[t], passed.dh[t], passed.da[:, 0]
    own = product(transpose(letters.W_hy), letters.error(t + 1))
    terms = _columns(W_hy, error)
    symbols = [own]
    if t + 1 < len(delta):
        symbols.append(product(transpose(letters.W_hh), _delta(t + 1)))
        later = _columns(W_hh, delta[t + 1])
        terms = [[*one, *other] for one, other in zip(terms, later, strict=True)]
    h = result.states.h[t].tolist()
    through = vector(
        *(
            times(shown(d), difference(1, power(shown(h_i), 2)))
            for d, h_i in zip(dh.tolist(), h, strict=True)
        )
    )
    return [
        _error(result, letters, t),
        equals(
            loss_by(f"h_{t + 1}"),
            total(*symbols),
            vector(*(total(*row) for row in terms)),
            shown_vector(dh.tolist()),
        ),
        equals(
            _delta(t),
            elementwise(loss_by(f"h_{t + 1}"), difference(1, power(symbol(f"h_{t + 1}"), 2))),
            through,
            shown_vector(delta[t].tolist()),
        ),
    ]


def _delta(t: int) -> Expression:
    return symbol(f"δ_{t + 1}")


def _columns(W: Array, x: Array) -> list[list[Expression]]:
    """The products of W^T x, a list an entry."""
    return [
        [times(given(w), shown(x_i)) for w, x_i in zip(column, x.tolist(), strict=True)]
        for column in W.T.tolist()
    ]


def _sums(result: Result, letters: Letters) -> list[Work]:
    """Each array's gradient as a sum over the steps, entry by entry."""
    network, (passed,) = result.network, result.full.gradients.traces[0]
    (trace,) = result.states.layers[0]
    x = network.vectors(result.states.inputs)
    delta, errors = passed.da[:, 0], result.full.errors
    found = []
    T = len(delta)
    # Of the states before each step the first is given, and so are all inputs.
    for name, letter, left, right, start, signal, before in (
        ("W_hh", letters.W_hh, delta, trace.h_before, 1, symbol("δ_t"), "h_{t-1}"),
        ("W_xh", letters.W_xh, delta, x, T, symbol("δ_t"), "x_t"),
        ("W_hy", letters.W_hy, errors, result.states.h, 0, letters.error("t"), "h_t"),
    ):
        if right.shape[1] > MOST_OUTPUTS:
            continue
        rule = equals(loss_by(letter), summation("t", None, product(signal, transpose(before))))
        lines = _entries(letter, left, right, start, result.full.gradients.arrays[name])
        title = f"The gradient of {letter}, entry by entry"
        found.append(written(title, (rule, *lines), ("gradients",)))
    return found


def _entries(letter: str, left: Array, right: Array, start: int, full: Array) -> list[Expression]:
    """One line an entry: the sum of the steps' products, whose right factor is given in the first
    `start` steps."""
    lines: list[Expression] = []
    for i, row in enumerate(full.tolist()):
        for j, value in enumerate(row):
            pairs = zip(left[:, i].tolist(), right[:, j].tolist(), strict=True)
            products = [
                times(shown(a), given(b) if t < start else shown(b))
                for t, (a, b) in enumerate(pairs)
            ]
            entry = _entry(letter, i + 1, j + 1)
            lines.append(equals(entry, total(*products), shown(value)))
    return lines


def _entry(letter: str, i: int, j: int) -> Expression:
    """∂E/∂U_12, ∂E/∂W_xh,12."""
    name, _, script = letter.partition("_")
    place = f"{script},{i}{j}" if script else f"{i}{j}"
    return loss_by(f"{name}_{{{place}}}")


def _check(result: Check) -> tuple[Work, ...]:
    losses: Sequence[float] = result.losses.tolist()
    if len(losses) > MOST_LOSSES:
        return ()
    mean = shown(float(np.mean(result.losses)))
    line = equals("L", quotient(total(*map(shown, losses)), count(len(losses))), mean)
    return (written("The loss, averaged over the batch", (line,)),)
