"""One step of a plain RNN on a board.

Letters: H hidden, D input.
"""

from collections.abc import Iterator
from typing import NamedTuple

from rnn_examples.equations.expression import Expression, equals
from rnn_examples.examples.work.board import (
    Part,
    Step,
    Term,
    activated,
    numbers,
    product_lines,
)
from rnn_examples.network.decimals import Matrix, matvec


class Names(NamedTuple):
    """How a step is written: W x_t, U h_{t-1}, b and h_t; whether vectors are rows."""

    of_input: Expression
    of_state: Expression
    b: Expression
    h: str
    rows: bool


def plain_lines(
    arrays: dict[str, Matrix], step: Step, one_hot: bool, names: Names, activation: str
) -> Iterator[Expression]:
    """Both products entry by entry (of a one-hot word its column stands as it is), then h_t."""
    (b_h,) = arrays.get("b_h", [()])
    a, r = matvec(arrays["W_xh"], step.x), matvec(arrays["W_hh"], step.before)
    if one_hot:
        yield equals(names.of_input, numbers(a, names.rows))
    else:
        yield from product_lines(Term(names.of_input, arrays["W_xh"], step.x, names.rows))
    yield from product_lines(Term(names.of_state, arrays["W_hh"], step.before, names.rows))
    parts = [Part(names.of_input, a), Part(names.of_state, r)]
    if any(b_h):
        parts.append(Part(names.b, b_h))
    yield activated(names.h, activation, parts, step.h, names.rows)
