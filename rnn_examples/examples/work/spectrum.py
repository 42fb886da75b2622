"""A two by two matrix's eigenvalue and singular value, and the first Jacobian of its run.

Letters: W = [[a, b], [c, d]], q the sum of squares, s slopes 1 - h^2.
"""

from collections.abc import Iterator

import numpy as np

from rnn_examples.equations.expression import (
    Expression,
    absolute,
    call,
    difference,
    equals,
    matrix,
    norm,
    number,
    power,
    product,
    quotient,
    root,
    symbol,
    times,
    total,
    vector,
)
from rnn_examples.examples.spectrum import Result
from rnn_examples.examples.spectrum_tables import LAMBDA, SIGMA
from rnn_examples.examples.spectrum_values import Case
from rnn_examples.network.activations import activation
from rnn_examples.network.scaled import spectral_radius
from rnn_examples.network.spectrum import states
from rnn_examples.tables.numbers import shortest, show
from rnn_examples.tables.table import Column, Work

SHOWN = Column("shown", "shown", decimals=4, significant=2)
MOST_CASES = 4
LONGEST = 7


def work(result: Result) -> tuple[Work, ...]:
    """The first few matrices of two units; larger ones have no formula that a board holds."""
    small = [case for case in result.cases if len(case.W) == 2][:MOST_CASES]
    which = "" if len(small) == len(result.cases) else ", of the first two by two matrices"
    return tuple(
        Work(f"{case.name}: its values and its first step{which}", (*_values(case), *_step(case)))
        for case in small
    )


def _values(case: Case) -> Iterator[Expression]:
    """lambda from the trace and the determinant; sigma^2 = (q + sqrt(q^2 - 4 det^2)) / 2."""
    (a, b), (c, d) = case.W.tolist()
    A, B, C, D = map(_given, (a, b, c, d))
    yield equals("W", matrix((A, B), (C, D)))
    trace, determinant = a + d, a * d - b * c
    yield equals(call("tr", "W"), total(A, D), _text(trace))
    yield equals(call("det", "W"), difference(times(A, D), times(B, C)), _text(determinant))
    inside = trace * trace - 4 * determinant
    largest = _text(float(spectral_radius(case.W).value))
    within = difference(power(_text(trace), 2), times(4, _text(determinant)))
    discriminant = difference(power(call("tr", "W"), 2), times(4, call("det", "W")))
    yield equals(discriminant, within, _text(inside))
    if inside < 0:  # a complex pair, whose product is the determinant
        yield equals(LAMBDA, root(call("det", "W")), root(_text(determinant)), largest)
    else:
        top = total(absolute(call("tr", "W")), root(_text(inside)))
        put = total(_text(abs(trace)), _text(inside**0.5))
        yield equals(LAMBDA, quotient(top, 2), quotient(put, 2), largest)
    q = a * a + b * b + c * c + d * d
    yield equals("q", total(*(power(entry, 2) for entry in (A, B, C, D))), _text(q))
    under = max(0.0, q * q - 4 * determinant * determinant)
    formula = difference(power("q", 2), times(4, power(call("det", "W"), 2)))
    squared = (q + under**0.5) / 2
    yield equals(
        power(SIGMA, 2),
        quotient(total("q", root(formula)), 2),
        quotient(total(_text(q), _text(under**0.5)), 2),
        _text(squared),
    )
    yield equals(SIGMA, root(_text(squared)), _text(squared**0.5))


def _step(case: Case) -> Iterator[Expression]:
    """h_1, its slopes, P_1 = J_1 and its norm."""
    a, h = states(case.W, case.activation, case.run, 1)
    slopes = activation(case.activation).derivative(h[0])
    J = slopes[:, None] * case.W
    pre = vector(*map(_given, a[0].tolist()))
    yield equals("h_1", call(case.activation, pre), vector(*map(_text, h[0].tolist())))
    if case.activation == "tanh":
        squares = (difference(1, power(_text(entry), 2)) for entry in h[0].tolist())
        yield equals("s_1", vector(*squares), vector(*map(_text, slopes.tolist())))
    else:
        yield equals("s_1", vector(*map(_text, slopes.tolist())))
    multiplied = (
        tuple(times(_text(s), _given(w)) for w in line)
        for s, line in zip(slopes.tolist(), case.W.tolist(), strict=True)
    )
    yield equals(
        symbol("P_1"),
        product(call("diag", "s_1"), "W"),
        matrix(*multiplied),
        matrix(*(tuple(map(_text, line)) for line in J.tolist())),
    )
    entries = J.ravel().tolist()
    yield equals(
        norm("P_1", "F"),
        root(total(*(power(_text(entry), 2) for entry in entries))),
        _text(float(np.sqrt(np.sum(np.square(J))))),
    )


def _text(value: float) -> Expression:
    return number(show(value, SHOWN))


def _given(value: float) -> Expression:
    """A number as it was given, where that is short."""
    text = shortest(value)
    return number(text) if len(text) <= LONGEST else _text(value)
