"""The first two products of `blame`, number by number, of the first recurrence alone.

Letters: T steps, H hidden, P = dh_T/dh_k (H, H), J = dh_t/dh_{t-1}.
"""

from collections.abc import Iterator
from decimal import Decimal
from itertools import islice

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
from rnn_examples.examples.blame_scene import Scene
from rnn_examples.examples.notation import LETTERS
from rnn_examples.examples.work.exact import at, computed, left_out, written
from rnn_examples.examples.work.sizes import (
    PRECISION,
    computed_matrix,
    computed_vector,
    in_full,
    multiplied,
    scaled_rows,
    slopes_of,
)
from rnn_examples.network.cells.rnn import RNNWeights
from rnn_examples.network.decimals import Matrix, Vector, dot, working
from rnn_examples.network.forward import forward
from rnn_examples.network.gradients import jacobians
from rnn_examples.network.pre_activations import pre_activations
from rnn_examples.network.states import Trace
from rnn_examples.network.weights import Weights
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
    with working(PRECISION):
        return tuple(_works(result, scene, weights))


def _works(result: Result, scene: Scene, weights: Weights) -> Iterator[Work]:
    states = forward(scene.network, scene.sentence.inputs)
    trace = states.layers[0][0]
    T = len(trace.h)
    steps = range(T - 1, max(-1, T - 1 - STEPS), -1)
    slopes: list[Vector] = []
    if isinstance(weights, RNNWeights):
        a = pre_activations(scene.network, states)[0][0]
        slopes = [slopes_of(weights.activation, a[t]) for t in steps]
        by_step = [scaled_rows(s, in_full(weights.W_hh)) for s in slopes]
    else:
        found = islice(jacobians(weights, trace, backward=True), STEPS)
        by_step = [in_full(J) for J in found]
    which = "" if scene.gain is None else f"g = {shortest(scene.gain)}: "
    W = LETTERS[scene.network.notation].W_hh
    P = in_full(np.eye(weights.hidden))
    for back, J in enumerate(by_step, 1):
        lines: list[Expression] = []
        if isinstance(weights, RNNWeights):
            lines += _jacobian(weights, trace, T - back, W, slopes[back - 1], J)
        before, P = P, multiplied(P, J)
        lines += _product(before, P, J, T, T - back)
        title = f"{which}from word {T} back to {T - back}"
        if back == len(by_step):
            title += _left_out(result, T)
        yield written(title, tuple(lines), ("blame",))


def _left_out(result: Result, steps: int) -> str:
    """Where the arithmetic stops."""
    several = len(result.scenes[0].network.directions) > 1
    others = "the other layers and directions" if several else ""
    return left_out(
        "the steps before it" if steps > STEPS else "",
        "the other gains" if len(result.scenes) > 1 else others,
    )


def _jacobian(
    weights: RNNWeights, trace: Trace, t: int, W: str, slopes: Vector, J: Matrix
) -> Iterator[Expression]:
    """J_t = diag(f'(a_t)) W_hh, f' from the state (step t + 1 of the sentence)."""
    name = at("h", t + 1)
    h = trace.h[t].tolist()
    if weights.activation == "tanh":
        yield equals(name, computed_vector(h))
        square = difference(1, power(computed(h[0]), 2))
        yield equals(symbol(f"s_{{{t + 1},1}}"), square, computed(slopes[0]))
    yield equals(at("s", t + 1), computed_vector(slopes))
    if t == len(trace.h) - 1:
        yield equals(W, computed_matrix(in_full(weights.W_hh)))
    yield equals(at("J", t + 1), product(call("diag", at("s", t + 1)), W), computed_matrix(J))


def _product(before: Matrix, P: Matrix, J: Matrix, T: int, k: int) -> Iterator[Expression]:
    """P_k = P_{k+1} J_{k+1}: its first entry in full, then its norm, row by row squared."""
    name, H = at("P", k), len(J)
    if k == T - 1:
        yield equals(name, at("J", T))
    else:
        pairs = zip(before[0], (line[0] for line in J), strict=True)
        entry = total(*(times(computed(p), computed(j)) for p, j in pairs))
        yield equals(symbol(f"P_{{{k},11}}"), entry, computed(P[0][0]))
        yield equals(name, product(at("P", k + 1), at("J", k + 1)), computed_matrix(P))
    rows = [dot(line, line) for line in P]
    squares = total(*(power(computed(entry), 2) for entry in P[0]))
    yield equals(power(norm(symbol(f"P_{{{k},1}}")), 2), squares, computed(rows[0]))
    size, units = sum(rows, Decimal(0)).sqrt(), Decimal(H).sqrt()
    yield equals(
        quotient(norm(name, "F"), root("H")),
        quotient(root(total(*map(computed, rows))), root(number(H))),
        quotient(computed(size), computed(units)),
        computed(size / units),
    )
