"""The first two products of `blame`, number by number, of the first recurrence alone.

Letters: T steps, H hidden, P = dh_T/dh_k (H, H), J = dh_t/dh_{t-1}.
"""

from collections.abc import Iterator

import numpy as np

from rnn_examples.equations.expression import (
    Expression,
    call,
    difference,
    equals,
    norm,
    number,
    power,
    product,
    quotient,
    root,
    symbol,
    times,
    total,
)
from rnn_examples.examples.blame import Result
from rnn_examples.examples.notation import LETTERS, below
from rnn_examples.examples.work.exact import ROUNDED
from rnn_examples.examples.work.products import shown, shown_matrix, shown_vector
from rnn_examples.network.activations import activation
from rnn_examples.network.arrays import Array
from rnn_examples.network.blame import transposed_jacobians
from rnn_examples.network.cells.rnn import RNNWeights
from rnn_examples.network.forward import forward
from rnn_examples.network.states import Trace
from rnn_examples.tables.numbers import shortest
from rnn_examples.tables.table import Work

LARGEST = 8
STEPS = 2


def work(result: Result) -> tuple[Work, ...]:
    """Nothing of more than eight units, and nothing of a gated cell but its products' norms."""
    scene = result.scenes[0]
    weights = scene.network.directions[0]
    if weights.hidden > LARGEST or weights.kind == "lstm":
        return ()
    trace = forward(scene.network, scene.sentence.inputs).trace
    T = len(trace.h)
    if isinstance(weights, RNNWeights):
        slopes = activation(weights.activation).derivative
        jacobians = [slopes(trace.h[t])[:, None] * weights.W_hh for t in range(T - 1, -1, -1)]
    else:
        jacobians = [J.T for J in transposed_jacobians(weights, trace)]
    which = "" if scene.gain is None else f"g = {shortest(scene.gain)}: "
    W = LETTERS[scene.network.notation].W_hh
    found = []
    P = np.eye(weights.hidden)
    for back, J in enumerate(jacobians[:STEPS], 1):
        lines: list[Expression] = []
        if isinstance(weights, RNNWeights):
            lines += _jacobian(weights, trace, T - back, W, J)
        lines += _product(P, J, T, T - back)
        P = P @ J
        title = f"{which}from word {T} back to {T - back}"
        if back == 1:
            title += f"; {ROUNDED}"
        if back == min(STEPS, len(jacobians)):
            title += _left_out(result, len(jacobians))
        found.append(Work(title, tuple(lines), ("blame",)))
    return tuple(found)


def _left_out(result: Result, steps: int) -> str:
    """Where the arithmetic stops."""
    others = ["the steps before it"] if steps > STEPS else []
    if len(result.scenes) > 1:
        others.append("the other gains")
    elif len(result.scenes[0].network.directions) > 1:
        others.append("the other layers and directions")
    return f"; {' and '.join(others)} go the same way" if others else ""


def _jacobian(weights: RNNWeights, trace: Trace, t: int, W: str, J: Array) -> Iterator[Expression]:
    """J_t = diag(f'(a_t)) W_hh, f' from the state (step t + 1 of the sentence)."""
    name = _at("h", t + 1)
    h, slopes = trace.h[t], activation(weights.activation).derivative(trace.h[t])
    if weights.activation == "tanh":
        yield equals(name, shown_vector(h.tolist()))
        squares = (difference(1, power(shown(entry), 2)) for entry in h.tolist()[:1])
        yield equals(symbol(f"s_{{{t + 1},1}}"), *squares, shown(float(slopes[0])))
    yield equals(_at("s", t + 1), shown_vector(slopes.tolist()))
    if t == len(trace.h) - 1:
        yield equals(W, shown_matrix(weights.W_hh))
    yield equals(_at("J", t + 1), product(call("diag", _at("s", t + 1)), W), shown_matrix(J))


def _product(P: Array, J: Array, T: int, k: int) -> Iterator[Expression]:
    """P_k = P_{k+1} J_{k+1}: its first entry in full, then its norm, row by row squared."""
    name, new = _at("P", k), P @ J
    H = len(J)
    if k == T - 1:
        yield equals(name, _at("J", T))
    else:
        pairs = zip(P[0].tolist(), J[:, 0].tolist(), strict=True)
        entry = total(*(times(shown(p), shown(j)) for p, j in pairs))
        yield equals(symbol(f"P_{{{k},11}}"), entry, shown(float(new[0, 0])))
        yield equals(name, product(_at("P", k + 1), _at("J", k + 1)), shown_matrix(new))
    rows = np.square(new).sum(axis=1).tolist()
    squares = total(*(power(shown(entry), 2) for entry in new[0].tolist()))
    yield equals(power(norm(symbol(f"P_{{{k},1}}")), 2), squares, shown(rows[0]))
    size = float(np.sqrt(sum(rows)))
    yield equals(
        quotient(norm(name, "F"), root("H")),
        quotient(root(total(*map(shown, rows))), root(number(H))),
        quotient(shown(size), shown(H**0.5)),
        shown(size / H**0.5),
    )


def _at(letter: str, t: int) -> Expression:
    return symbol(f"{letter}_{below(t)}")
