"""Powers of a rational number, however large the exponent or small the result.

f factor, k exponent, n/d numerator over denominator
"""

from decimal import MAX_EMAX, ROUND_05UP, Decimal
from fractions import Fraction
from functools import lru_cache

from rnn_examples.errors import InputError
from rnn_examples.network.decimals import GUARD, working

PRECISION = 60
LARGEST_EXPONENT = 10**15
LARGEST_PLAIN_DIGITS = 21
LARGEST_POWER_OF_TEN = MAX_EMAX // 2
# Up to here the power's integers are formed in full: its rounding then sees the exact value.
EXACT_BITS = 1 << 17


def power(f: Fraction, k: int) -> int | Decimal:
    """f^k: an int if f is an integer and f^k one of at most 21 digits, else 60 digits.

    The 60th digit is rounded with ROUND_05UP, so that rounding again to fewer digits gives what
    rounding the exact power would. 0^0 = 1. Raises InputError for 0 to a negative power, for
    |k| > 10^15 and for a power beyond the exponents of decimal.
    """
    size = log10_power(f, k)
    if size is None:
        return 0
    if abs(size) > LARGEST_POWER_OF_TEN:
        raise InputError(
            f"a factor to the power {k} has left 1e-{LARGEST_POWER_OF_TEN} to "
            f"1e{LARGEST_POWER_OF_TEN}: use a smaller distance or a factor nearer to 1"
        )
    n, d = (f.numerator, f.denominator) if k >= 0 else (f.denominator, f.numerator)
    steps = abs(k)
    if f.denominator == 1 and abs(d) == 1 and size < LARGEST_PLAIN_DIGITS:
        plain: int = (n * d) ** steps
        return plain
    if steps * max(n.bit_length(), d.bit_length()) <= EXACT_BITS:
        with working(PRECISION) as context:
            context.rounding = ROUND_05UP
            return Decimal(n**steps) / Decimal(d**steps)
    precision = PRECISION + len(str(LARGEST_POWER_OF_TEN)) + GUARD
    with working(precision):
        exponent = k * _log10(f, precision)
        whole = int(exponent.to_integral_value())
        value = ((exponent - whole) * Decimal(10).ln()).exp().scaleb(whole)
    with working(PRECISION):
        return -value if f < 0 and steps % 2 else +value


def log10_power(f: Fraction, k: int) -> Decimal | None:
    """log10 |f^k| to 60 digits, right however near 1 the factor is; None where f^k = 0.

    Raises InputError for 0 to a negative power and for |k| > 10^15.
    """
    if abs(k) > LARGEST_EXPONENT:
        raise InputError(f"the distance {k} is too large: give one of at most 10^15 in size")
    if f == 0 and k:
        if k < 0:
            raise InputError(f"0 to the power {k} divides by zero: use a distance of 0 or more")
        return None
    if k == 0:
        return Decimal(0)
    with working(PRECISION):
        return k * _log10(f, PRECISION + GUARD)


@lru_cache(maxsize=64)
def _log10(f: Fraction, p: int) -> Decimal:
    """log10 |f| to p digits, f not 0."""
    n, d = abs(f.numerator), f.denominator
    if n == d:
        return Decimal(0)
    with working(p + GUARD):
        off = Decimal(n - d) / d  # |f| = 1 + off
        if -off.adjusted() > p:  # off^3 lies beyond the last digit of ln(1 + off)
            return off * (1 - off / 2) / Decimal(10).ln()
    with working(p + GUARD + max(0, -off.adjusted())):
        return (Decimal(n) / d).log10()
