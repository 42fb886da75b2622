"""The half-unit rule: a printed number agrees only if the full value rounds to it.

Everything is exact: a float64 stands for the number it holds, a printed one for its decimals.
"""

import re
from decimal import ROUND_05UP, Context, Decimal
from fractions import Fraction
from math import floor, log10

from rnn_examples.errors import InputError
from rnn_examples.record import Record

Number = int | float | Decimal | Fraction

NUMBER = re.compile(
    r"(?P<sign>[+-]?)(?P<whole>[0-9]{1,3}(?:,[0-9]{3})+|[0-9]{1,400})(?:\.(?P<part>[0-9]{1,400}))?"
    r"(?:[eE](?P<exponent>[+-]?[0-9]{1,4}))?"
)
RATIO = re.compile(r"(?P<top>[+-]?[0-9]{1,400})/(?P<bottom>[0-9]{1,400})")
WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
# Digits that a value keeps before it is shown, so that showing rounds it only once.
DIGITS = 60


class Printed(Record):
    """A number as printed. unit: what its last digit counts; digits: from the first one not 0;
    grouped: with commas between the thousands."""

    value: Fraction
    negative: bool
    unit: Fraction
    digits: int
    scientific: bool = False
    grouped: bool = False


def read_number(text: str) -> Printed:
    """5266.46, 8,004,000, 1.0e-94, -0.5. Raises InputError for anything else."""
    found = NUMBER.fullmatch(text)
    if found is None:
        raise InputError(f"'{text}' is not a number such as 0.5, 8,004,000 or 1.0e-94")
    part, exponent = found["part"] or "", int(found["exponent"] or 0)
    digits = found["whole"].replace(",", "") + part
    unit = Fraction(10) ** (exponent - len(part))
    value = int(digits) * unit
    negative = found["sign"] == "-"
    return Printed(
        -value if negative else value,
        negative,
        unit,
        len(digits.lstrip("0")),
        found["exponent"] is not None,
        "," in found["whole"],
    )


def read_exact(text: str) -> Fraction:
    """An exact printed number: 60, 8,004,000, 1/4, four, four times. Raises InputError."""
    word = text.removesuffix(" times")
    if word in WORDS:
        return Fraction(WORDS.index(word))
    ratio = RATIO.fullmatch(word)
    if ratio and int(ratio["bottom"]):
        return Fraction(int(ratio["top"]), int(ratio["bottom"]))
    return read_number(word).value


def rounds_to(
    value: Number, printed: Printed, decimals: int | None = None, significant: int | None = None
) -> bool:
    """Whether the value, rounded to so many decimals or significant digits, is the printed one.

    Without either the printed digits say how many. Half a unit either way; of an exact tie both
    neighbours will do. A sign that is printed is the value's own, and a zero of so many significant
    digits is exactly 0.
    """
    exact = Fraction(value)
    if printed.negative and exact >= 0:
        return False
    if significant is None:
        unit = printed.unit if decimals is None else Fraction(10) ** -decimals
    elif not exact:
        return not printed.value
    else:
        unit = Fraction(10) ** (_power(exact) - significant + 1)
    on_grid = (printed.value / unit).denominator == 1
    return on_grid and 2 * abs(exact - printed.value) <= unit


def _power(value: Fraction) -> int:
    """The power of ten of the first digit of a value that is not 0."""
    bits = value.numerator.bit_length() - value.denominator.bit_length()
    power = floor(bits * log10(2))  # within one or two of it
    while abs(value) < Fraction(10) ** power:
        power -= 1
    while abs(value) >= Fraction(10) ** (power + 1):
        power += 1
    return power


def to_decimal(value: Number) -> Decimal:
    """The value to 60 digits, so that rounding once more gives what rounding it once would."""
    exact = Fraction(value)
    context = Context(prec=DIGITS, rounding=ROUND_05UP)
    return context.divide(Decimal(exact.numerator), Decimal(exact.denominator))
