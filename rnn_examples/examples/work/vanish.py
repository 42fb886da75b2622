"""Each power as a product, or through its logarithm.

f factor, k distance, L = log10 of f^k: f^k = 10^(k·(L/k)) = 10^L
"""

from decimal import Decimal

from rnn_examples.equations.expression import (
    Expression,
    equals,
    negated,
    parse,
    power,
    times,
)
from rnn_examples.examples.vanish import REMAINING_COLUMN, Decay, Result
from rnn_examples.examples.work.exact import written
from rnn_examples.tables.numbers import fixed, grouped, shortest, show
from rnn_examples.tables.table import Work

LONGEST_PRODUCT = 10
LEAST_DECIMALS = 4
MOST_DECIMALS = 24
# Beyond this exponent the power's first digits would take more decimals than a line has.
LARGEST_EXPONENT = 10**6


def work(result: Result) -> tuple[Work, ...]:
    """Each power with its numbers, and the way through its logarithm."""
    named = {(row.distance, row.factor) for row in result.forty_seven}
    rows = [row for row in result.decay if (row.distance, row.factor) not in named]
    table = "passage" if result.at_blank else "decay"
    shown = tuple(map(_power_shown, result.at_blank or rows))
    found = [written("Each power, and its logarithm", shown, (table,))]
    if named:
        lines = tuple(map(_power_shown, result.forty_seven))
        found.append(written("The forty-seven words", lines, ("decay", "forty_seven")))
    return tuple(found)


def _power_shown(row: Decay) -> Expression:
    """The product written out where it is short, else the way through the logarithm."""
    factor, distance = parse(grouped(shortest(row.factor))), grouped(str(row.distance))
    remaining = show(row.remaining, REMAINING_COLUMN)
    if row.distance == 1:
        shown = [] if _value(remaining) == row.factor else [remaining]
        return equals(power(factor, 1), factor, *shown)
    if not row.log10:
        return equals(power(factor, distance), remaining)
    if 0 < row.distance <= LONGEST_PRODUCT:
        return equals(power(factor, distance), times(*[factor] * row.distance), remaining)
    exponent = _exponent(row.log10, remaining.lstrip("-"))
    each = _each(row.log10, row.distance, exponent)
    signed = negated if row.remaining < 0 else parse
    return equals(
        power(factor, distance),
        signed(power(10, times(distance, each))),
        signed(power(10, exponent)),
        remaining,
    )


def _exponent(log10: Decimal, remaining: str) -> str:
    """The logarithm with the decimals from which a calculator finds the power that is shown."""
    most = MOST_DECIMALS if abs(log10) < LARGEST_EXPONENT else LEAST_DECIMALS
    texts = (fixed(log10, decimals) for decimals in range(LEAST_DECIMALS, most))
    found = (text for text in texts if show(10 ** _value(text), REMAINING_COLUMN) == remaining)
    return next(found, fixed(log10, LEAST_DECIMALS))


def _each(log10: Decimal, distance: int, exponent: str) -> str:
    """The factor's logarithm with the decimals from which the product rounds to the exponent."""
    shown = len(exponent.partition(".")[2])
    texts = (fixed(log10 / distance, decimals) for decimals in range(shown, MOST_DECIMALS))
    found = (text for text in texts if fixed(_value(text) * distance, shown) == exponent)
    return next(found, fixed(log10 / distance, LEAST_DECIMALS))


def _value(text: str) -> Decimal:
    """A number that is shown, its digits grouped or not."""
    return Decimal(text.replace(",", ""))
