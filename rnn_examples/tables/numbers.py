"""One value as text: rounded once for people, shortest exact text for machines."""

from collections.abc import Sequence
from decimal import MAX_EMAX, MIN_EMIN, ROUND_05UP, Context, Decimal
from fractions import Fraction
from math import hypot, inf

from rnn_examples.tables.table import Column, Scalar

LONGEST_VECTOR = 8
FIRST_SHOWN = 3
BAR_WIDTH = 24


def show(value: Scalar, column: Column, digits: int | None = None) -> str:
    """The value as people read it; `digits` replaces the number the column declares."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}" if _is_printable(value) else significant(Decimal(value), digits or 6)
    if not _is_finite(value):
        return str(float(value))
    if column.decimals is not None and column.significant is not None:
        return rounded(
            _plain(value),
            column.decimals if digits is None else digits,
            max(1, column.significant if digits is None else digits),
        )
    if column.decimals is not None:
        return fixed(_plain(value), column.decimals if digits is None else digits)
    if column.significant is not None:
        return significant(_plain(value), max(1, column.significant if digits is None else digits))
    return grouped(shortest(value))


def show_size(value: Scalar, column: Column, digits: int | None = None) -> str:
    """The same, with significant digits where it would read as zeros, as a sentence has no room
    to say what zeros stand for."""
    text = show(value, column, digits)
    if not value or not is_zeros(text):
        return text
    return show(value, column.but(decimals=None, significant=max(2, digits or 0)))


def is_zeros(text: str) -> bool:
    """0.0000: a number of which no digit is seen."""
    return "0" in text and not text.strip("0.")


def half_unit(zeros: str) -> Decimal:
    """Half a unit of the last place: 0.00005 of 0.0000."""
    return Decimal(5).scaleb(-1 - len(zeros.partition(".")[2]))


def show_vector(values: tuple[Scalar, ...], column: Column, digits: int | None = None) -> str:
    """(0.27, 0.15); a long vector is told by its norm, its extremes and its first entries."""
    if column.between is not None:
        return column.between.join(show(value, column, digits) for value in values)
    if len(values) <= LONGEST_VECTOR or column.picked is not None:
        return f"({', '.join(show(value, column, digits) for value in values)})"
    numbers = [value for value in values if value is not None and not isinstance(value, str)]
    first = ", ".join(show(value, column, digits) for value in values[:FIRST_SHOWN])
    if len(numbers) != len(values):
        return f"({first}, … {len(values) - FIRST_SHOWN} more)"
    typed = column.decimals is None and column.significant is None
    norm = show(_norm(numbers), column.but(significant=_TYPED_DIGITS) if typed else column, digits)
    least, largest = (show(number, column, digits) for number in (min(numbers), max(numbers)))
    hidden = len(values) - FIRST_SHOWN
    return f"norm {norm}, least {least}, largest {largest}: ({first}, … {hidden} more)"


def _norm(values: Sequence[int | float | Decimal | Fraction]) -> float | Decimal:
    """The vector's length; of exact entries to every digit shown, whatever their sizes."""
    if all(isinstance(value, float) for value in values) and hypot(*values) < inf:
        return hypot(*values)
    context = Context(prec=2 * _FRACTION_DIGITS, Emax=MAX_EMAX, Emin=MIN_EMIN)
    total = Decimal(0)
    for entry in (Decimal(_plain(value)) for value in values):
        total = context.add(total, context.multiply(entry, entry))
    return context.sqrt(total)


def fixed(value: Decimal | float, decimals: int) -> str:
    """Fixed point, rounded half to even; a value that rounds to zero carries no sign."""
    if value > _FIXED_LIMIT or value < -_FIXED_LIMIT:
        return significant(value, decimals + 1)
    return grouped(f"{value:z.{decimals}f}")


def rounded(value: Decimal | float, decimals: int, digits: int) -> str:
    """Fixed point where that shows so many significant digits, as a book prints 5266.46 beside
    7.1e-15."""
    if not value:
        return "0"
    power = int(f"{value:.{digits - 1}e}".split("e")[1])
    if digits - 1 - decimals <= power < _LARGEST_PLAIN:
        return fixed(value, decimals)
    return significant(value, digits)


def significant(value: Decimal | float, digits: int) -> str:
    """So many significant digits; scientific below 1e-4 and where zeros would stand for digits."""
    if not value:
        return "0"
    mantissa, exponent = f"{value:.{digits - 1}e}".split("e")
    power = int(exponent)
    if -4 <= power < digits:
        return grouped(f"{value:.{max(0, digits - 1 - power)}f}")
    return f"{mantissa}e{power:+03d}"


def grouped(text: str) -> str:
    """A number's text for people: of five digits and more before the point these are in threes."""
    whole, point, rest = text.partition(".")
    digits = whole.removeprefix("-")
    if len(digits) < _FEWEST_GROUPED or not digits.isdigit():
        return text
    return f"{whole[: len(whole) - len(digits)]}{int(digits):,}{point}{rest}"


def shortest(value: int | float | Decimal | Fraction) -> str:
    """The shortest text that names the value: 0.9, 1, 1/3, 1e-08."""
    if isinstance(value, Fraction) and not _is_decimal(value):
        if max(abs(value.numerator), value.denominator) > _LARGEST_TERM:
            return significant(_plain(value), 17)
        return f"{value.numerator}/{value.denominator}"
    text = machine(value)
    mantissa, mark, exponent = text.partition("e")
    return f"{mantissa.rstrip('0').rstrip('.')}e{exponent}" if mark else text.removesuffix(".0")


def machine(value: Scalar) -> str:
    """The text that reads back to the same value; blank for a missing one.

    A size that no float holds keeps 17 significant digits in scientific notation.
    """
    number = as_json(value)
    if number is None:
        return ""
    if isinstance(number, bool):
        return "true" if number else "false"
    return str(number)


def as_json(value: Scalar) -> bool | int | float | str | None:
    """The value as strict JSON can hold it: a float, or text where no float reaches; what is no
    number at all is missing."""
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, int):
        return value if _is_printable(value) else significant(Decimal(value), 17)
    if not _is_finite(value):
        return None
    if isinstance(value, float):
        return float(value) + 0.0
    try:
        number = float(value) + 0.0
    except OverflowError:
        number = _INFINITY
    if abs(number) == _INFINITY or (value and abs(number) < _SMALLEST_NORMAL):
        return significant(_plain(value), 17)
    return number


def bar(value: Scalar, floor: float | Decimal, ceiling: float | Decimal) -> str:
    """A bar whose length is the size of the value between floor and ceiling on a log scale."""
    if value is None or isinstance(value, str) or not value or not _is_finite(value):
        return ""
    low, high = Decimal(floor).log10(), Decimal(ceiling).log10()
    share = float((Decimal(_plain(value)).copy_abs().log10() - low) / (high - low))
    eighths = round(8 * BAR_WIDTH * min(1.0, max(0.0, share)))
    whole, part = divmod(eighths, 8)
    return "█" * whole + (_EIGHTHS[part - 1] if part else "")


def bar_length(text: str) -> float:
    """The length of a bar of blocks, in blocks."""
    return sum((_EIGHTHS.index(block) + 1) / 8 if block in _EIGHTHS else 1 for block in text)


def _plain(value: float | Decimal | Fraction) -> float | Decimal:
    """The value as a type that formats itself; a fraction so that rounding its digits again
    gives what rounding the fraction would."""
    if isinstance(value, Fraction):
        context = Context(prec=_FRACTION_DIGITS, rounding=ROUND_05UP)
        return context.divide(Decimal(value.numerator), Decimal(value.denominator))
    return value


def _is_finite(value: int | float | Decimal | Fraction) -> bool:
    if isinstance(value, Decimal):
        return value.is_finite()
    return not isinstance(value, float) or value - value == 0


def _is_printable(value: int) -> bool:
    """Whether Python writes the integer out, whatever limit its user has set."""
    return value.bit_length() <= _LONGEST_INTEGER


def _is_decimal(value: Fraction) -> bool:
    """Whether the fraction ends in base ten: no prime but 2 and 5 below the line."""
    d = value.denominator
    return pow(10, d.bit_length(), d) == 0


_INFINITY = float("inf")
_EIGHTHS = "▏▎▍▌▋▊▉"
_FIXED_LIMIT = 10**15
_LARGEST_PLAIN = 6
_FEWEST_GROUPED = 5
_FRACTION_DIGITS = 60
# Above or below a fraction's line, where it is written as one.
_LARGEST_TERM = 10**20
# Of the length of a vector whose entries are shown as they were typed.
_TYPED_DIGITS = 6
# In bits: a little under the 4300 digits from which Python refuses by default.
_LONGEST_INTEGER = 14_000
_SMALLEST_NORMAL = 2.0**-1022
