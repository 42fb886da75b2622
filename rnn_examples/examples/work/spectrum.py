"""A two by two matrix's eigenvalue and singular value, and the first Jacobian of its run.

Letters: W = [[a, b], [c, d]], q the sum of squares, s slopes 1 - h^2.
"""

from collections.abc import Iterator
from decimal import Decimal

from rnn_examples.equations.expression import (
    Expression,
    absolute,
    call,
    difference,
    equals,
    matrix,
    norm,
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
from rnn_examples.examples.work.exact import computed, given, written
from rnn_examples.examples.work.sizes import (
    PRECISION,
    computed_matrix,
    computed_vector,
    in_full,
    scaled_rows,
    slopes_of,
)
from rnn_examples.network.decimals import dot, working
from rnn_examples.network.scaled import spectral_radius
from rnn_examples.network.spectrum import states
from rnn_examples.tables.table import Work

MOST_CASES = 4


def work(result: Result) -> tuple[Work, ...]:
    """The first few matrices of two units; larger ones have no formula that a board holds."""
    small = [case for case in result.cases if len(case.W) == 2][:MOST_CASES]
    which = "" if len(small) == len(result.cases) else ", of the first two by two matrices"
    title = f"its values and its first step{which}"
    with working(PRECISION):
        return tuple(
            written(f"{case.name}: {title}", (*_values(case), *_step(case))) for case in small
        )


def _values(case: Case) -> Iterator[Expression]:
    """lambda from the trace and the determinant; sigma^2 = (q + sqrt(q^2 - 4 det^2)) / 2."""
    A, B, C, D = map(given, case.W.ravel().tolist())
    (a, b), (c, d) = in_full(case.W)
    yield equals("W", matrix((A, B), (C, D)))
    trace, determinant = a + d, a * d - b * c
    yield equals(call("tr", "W"), total(A, D), computed(trace))
    yield equals(call("det", "W"), difference(times(A, D), times(B, C)), computed(determinant))
    inside = trace * trace - 4 * determinant
    largest = computed(spectral_radius(case.W).value)
    within = difference(power(computed(trace), 2), times(4, computed(determinant)))
    discriminant = difference(power(call("tr", "W"), 2), times(4, call("det", "W")))
    yield equals(discriminant, within, computed(inside))
    if inside < 0:  # a complex pair, whose product is the determinant
        yield equals(LAMBDA, root(call("det", "W")), root(computed(determinant)), largest)
    else:
        top = total(absolute(call("tr", "W")), root(computed(inside)))
        put = total(computed(abs(trace)), computed(inside.sqrt()))
        yield equals(LAMBDA, quotient(top, 2), quotient(put, 2), largest)
    q = a * a + b * b + c * c + d * d
    yield equals("q", total(*(power(entry, 2) for entry in (A, B, C, D))), computed(q))
    under = max(Decimal(0), q * q - 4 * determinant * determinant).sqrt()
    formula = difference(power("q", 2), times(4, power(call("det", "W"), 2)))
    squared = (q + under) / 2
    yield equals(
        power(SIGMA, 2),
        quotient(total("q", root(formula)), 2),
        quotient(total(computed(q), computed(under)), 2),
        computed(squared),
    )
    yield equals(SIGMA, root(computed(squared)), computed(squared.sqrt()))


def _step(case: Case) -> Iterator[Expression]:
    """h_1, its slopes, P_1 = J_1 and its norm."""
    a, h = states(case.W, case.activation, case.run, 1)
    slopes = slopes_of(case.activation, a[0])
    J = scaled_rows(slopes, in_full(case.W))
    pre = vector(*map(given, a[0].tolist()))
    yield equals("h_1", call(case.activation, pre), computed_vector(h[0].tolist()))
    if case.activation == "tanh":
        squares = (difference(1, power(computed(entry), 2)) for entry in h[0].tolist())
        yield equals("s_1", vector(*squares), computed_vector(slopes))
    else:
        yield equals("s_1", computed_vector(slopes))
    multiplied = (
        tuple(times(computed(s), given(w)) for w in line)
        for s, line in zip(slopes, case.W.tolist(), strict=True)
    )
    yield equals(
        symbol("P_1"),
        product(call("diag", "s_1"), "W"),
        matrix(*multiplied),
        computed_matrix(J),
    )
    entries = [entry for line in J for entry in line]
    yield equals(
        norm("P_1", "F"),
        root(total(*(power(computed(entry), 2) for entry in entries))),
        computed(dot(entries, entries).sqrt()),
    )
