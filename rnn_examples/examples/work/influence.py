"""The first steps of the first gain, every product and sum with its numbers.

g gain, R rotation, h state (H,), x input (H,), s slope (H,), P product of Jacobians (H,H), H = 2
"""

from collections.abc import Iterator
from itertools import chain, islice
from typing import NamedTuple

from rnn_examples.equations.expression import (
    Expression,
    call,
    difference,
    equals,
    matrix,
    negated,
    norm,
    parse,
    power,
    product,
    quotient,
    root,
    row,
    symbol,
    times,
    total,
)
from rnn_examples.examples.influence import Result, Step, W, forward_steps, recurrent_matrix
from rnn_examples.examples.work.exact import computed, given, left_out, written
from rnn_examples.network.decimals import Exact, Matrix, exact, matvec, working
from rnn_examples.network.decimals import norm as norm_of
from rnn_examples.tables.numbers import shortest
from rnn_examples.tables.table import Work

MOST_STEPS = 2


def work(result: Result) -> tuple[Work, ...]:
    """The recurrent matrix, then each step's state, slopes and product, entry by entry."""
    last = max(result.steps)
    T = min(last, MOST_STEPS)
    with working():
        W_hh = recurrent_matrix(exact(result.gains[0]), exact(result.angle))
        steps = list(islice(forward_steps(W_hh, tuple(map(exact, result.x))), T + 1))
        board = Board(result, W_hh, steps)
        lines = [tuple(board.step(t)) for t in range(1, T + 1)]
    gain = f"g = {shortest(result.gains[0])}"
    others = left_out(
        "the steps after it" if last > T else "",
        "the other gains" if len(result.gains) > 1 else "",
    )
    return (
        written(f"The recurrent matrix for {gain}", (board.recurrent(),)),
        *(
            written(f"{gain}, step {t} of {last}{others if t == T else ''}", found)
            for t, found in enumerate(lines, start=1)
        ),
    )


class Board(NamedTuple):
    """What the arithmetic is written from: the first gain's matrix and its first steps."""

    result: Result
    W_hh: Matrix
    steps: list[Step]

    def recurrent(self) -> Expression:
        g, angle = (given(x) for x in (self.result.gains[0], self.result.angle))
        c, s = call("cos", angle), call("sin", angle)
        turned = matrix([c, negated(s)], [s, c])
        return equals(W, product("g", "R"), times(g, turned), shown_matrix(self.W_hh))

    def step(self, t: int) -> Iterator[Expression]:
        before, now = self.steps[t - 1], self.steps[t]
        state, P = f"h_{t}", f"P_{t}"
        sums = matvec(self.W_hh, before.h)
        a = [r + exact(x_i) for r, x_i in zip(sums, self.result.x, strict=True)]
        yield equals(f"a_{t}", total(product(W, f"h_{t - 1}"), "x"))
        for i, line in enumerate(self.W_hh):
            terms = (times(shown(w), shown(h)) for w, h in zip(line, before.h, strict=True))
            summed = total(*terms, given(self.result.x[i]))
            yield equals(symbol(f"a_{{{t},{i + 1}}}"), summed, shown(a[i]))
        yield equals(
            state,
            call("tanh", f"a_{t}"),
            call("tanh", row(*map(shown, a))),
            row(*map(shown, now.h)),
        )
        yield equals(
            difference(1, power(state, 2)),
            row(*(difference(1, power(shown(h), 2)) for h in now.h)),
            row(*map(shown, now.slope)),
        )
        yield equals(P, product(call("diag", difference(1, power(state, 2))), W, f"P_{t - 1}"))
        for i, j in ((0, 0), (0, 1), (1, 0), (1, 1)):
            pairs = zip(self.W_hh[i], (before.P[k][j] for k in range(2)), strict=True)
            inner = total(*(times(shown(w), shown(p)) for w, p in pairs))
            name = symbol(f"P_{{{t},{i + 1}{j + 1}}}")
            yield equals(name, times(shown(now.slope[i]), inner), shown(now.P[i][j]))
        entries = tuple(chain(*now.P))
        yield equals(
            quotient(norm(P, "F"), root(2)),
            quotient(root(total(*(power(shown(entry), 2) for entry in entries))), root(2)),
            quotient(shown(norm_of(entries)), root(2)),
            shown(norm_of(entries) / exact(2).sqrt()),
        )


def shown(value: Exact) -> Expression:
    return parse(1) if value == 1 else computed(value)


def shown_matrix(M: Matrix) -> Expression:
    return matrix(*(tuple(shown(entry) for entry in line) for line in M))
