"""Products of float64 matrices and vectors with every number in place, for `--work`.

Letters: H rows, D columns.
"""

from collections.abc import Iterable

from rnn_examples.equations.expression import Expression, number, times, total, vector
from rnn_examples.examples.work.exact import given
from rnn_examples.network.arrays import Array
from rnn_examples.tables.numbers import fixed

DECIMALS = 4


def shown(value: float) -> Expression:
    """A computed number, to four decimals."""
    return number(fixed(value, DECIMALS))


def shown_vector(values: Iterable[float]) -> Expression:
    """(0.27, 0.15)."""
    return vector(*map(shown, values))


def product_sums(W: Array, x: Array, *, plus: Iterable[Expression] | None = None) -> Expression:
    """W x entry by entry: (0.7·0.31 + (-0.2)·0.12, ...), with a further term a row where given."""
    others = [()] * len(W) if plus is None else [(term,) for term in plus]
    return vector(
        *(
            total(
                *(times(given(w), shown(v)) for w, v in zip(line, x.tolist(), strict=True)),
                *other,
            )
            for line, other in zip(W.tolist(), others, strict=True)
        )
    )
