"""Each power as a product, or through its logarithm."""

from rnn_examples.equations.expression import (
    Expression,
    equals,
    negated,
    parse,
    power,
    times,
)
from rnn_examples.examples.vanish import REMAINING_COLUMN, Decay, Result
from rnn_examples.tables.numbers import fixed, shortest, show
from rnn_examples.tables.table import Work

LONGEST_PRODUCT = 10


def work(result: Result) -> tuple[Work, ...]:
    """Each power with its numbers, and the way through its logarithm."""
    rows = result.at_blank or (*result.decay, *result.forty_seven)
    return (Work("Each power, and its logarithm", tuple(map(_power_shown, rows))),)


def _power_shown(row: Decay) -> Expression:
    """The product written out where it is short, else the way through the logarithm."""
    factor = parse(shortest(row.factor))
    remaining = show(row.remaining, REMAINING_COLUMN)
    if not row.log10:
        return equals(power(factor, row.distance), remaining)
    if 1 < row.distance <= LONGEST_PRODUCT:
        return equals(power(factor, row.distance), times(*[factor] * row.distance), remaining)
    each = fixed(row.log10 / row.distance, 4)
    signed = negated if row.remaining < 0 else parse
    return equals(
        power(factor, row.distance),
        signed(power(10, times(row.distance, each))),
        signed(power(10, fixed(row.log10, 4))),
        remaining,
    )
