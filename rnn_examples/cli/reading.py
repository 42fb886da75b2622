"""Option texts as values. Every refusal repeats the item and says what is expected."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TypeVar

from rnn_examples.counted import counted
from rnn_examples.errors import InputError

Value = TypeVar("Value")
Word = TypeVar("Word", bound=str)

LONGEST_NUMBER = 1000
MOST_ITEMS = 10_000
LARGEST_EXPONENT = 10_000
LARGEST_MODERATE = 10**1000
LARGEST_SEED = (1 << 63) - 1


def items(text: str, option: str) -> list[str]:
    """The items of a list separated by commas or spaces; an empty item is refused."""
    parts = [part.strip() for part in text.split(",")]
    if not text.strip():
        raise InputError(f"{option}: nothing is given. Expected a list such as 1,2,3")
    if not all(parts):
        place = parts.index("") + 1
        raise InputError(f"{option}: item {place} of '{text}' is empty. Remove the extra comma")
    found = [item for part in parts for item in part.split()]
    if len(found) > MOST_ITEMS:
        raise InputError(
            f"{option}: {len(found):,} items are given. Expected {MOST_ITEMS:,} at most"
        )
    return found


def number(text: str, option: str) -> Fraction:
    """One number exactly as typed: 0.9, -0.5, 1e-8, 1/3."""
    parts = text.strip().split("/")
    values = [_decimal(part) for part in parts] if len(text) <= LONGEST_NUMBER else [None]
    if len(values) > 2 or None in values or (len(values) == 2 and values[1] == 0):
        raise InputError(
            f"{option}: '{_short(text)}' is not a number. "
            "Expected one such as 0.9, -0.5, 1e-8 or 1/3"
        )
    top, bottom = values[0], values[1] if len(values) == 2 else Fraction(1)
    assert top is not None
    assert bottom is not None
    return top / bottom


def is_number(text: str) -> bool:
    """Whether `number` reads it."""
    try:
        number(text, "")
    except InputError:
        return False
    return True


def moderate(text: str, option: str) -> Fraction:
    """One number exactly as typed, of a size that exact arithmetic is quick with."""
    value = number(text, option)
    if value and not 1 <= abs(value) * LARGEST_MODERATE <= LARGEST_MODERATE**2:
        raise InputError(
            f"{option}: '{text}' is out of range. Expected 0 or a size from 1e-1000 to 1e1000"
        )
    return value


def moderates(text: str, option: str, *, once: bool = False) -> tuple[Fraction, ...]:
    """A list of such numbers, each once where they name rows."""
    return _each(text, option, moderate, once)


def share(text: str, option: str) -> Fraction:
    """One number from 0 to 1."""
    value = moderate(text, option)
    if not 0 <= value <= 1:
        raise InputError(f"{option}: '{text}' is out of range. Expected a number from 0 to 1")
    return value


def _decimal(text: str) -> Fraction | None:
    mantissa, mark, exponent = text.lower().partition("e")
    digits = _unsigned(mantissa).replace(".", "", 1)
    if not (digits.isascii() and digits.isdigit()) or (mark and not _is_whole(exponent)):
        return None
    return Fraction(text) if abs(int(exponent or "0")) <= LARGEST_EXPONENT else None


def _is_whole(text: str) -> bool:
    """Whether the text is digits with at most one sign before them, and nothing else."""
    digits = _unsigned(text)
    return digits.isascii() and digits.isdigit()


def _unsigned(text: str) -> str:
    return text[1:] if text[:1] in ("+", "-") else text


def real(text: str, option: str) -> float:
    """One number as a float64; a size that no float64 holds is refused."""
    exact = number(text, option)
    try:
        value = float(exact)
    except OverflowError:
        value = float("inf")
    if value in (float("inf"), float("-inf")) or (exact and not value):
        raise InputError(
            f"{option}: '{_short(text)}' does not fit a float64. "
            "Expected 0 or a size from 5e-324 to 1.8e308"
        )
    return value


def positive(text: str, option: str) -> float:
    """One float64 above 0."""
    value = real(text, option)
    if not value > 0:
        raise InputError(f"{option}: '{text}' is not above 0. Expected a number such as 0.1")
    return value


def whole(text: str, option: str, least: int | None = None, most: int | None = None) -> int:
    """One whole number within bounds."""
    expected = _expected(least, most)
    plain = text.strip()
    if len(plain) > LONGEST_NUMBER or not _is_whole(plain):
        raise InputError(f"{option}: '{_short(text)}' is not a whole number. Expected {expected}")
    value = int(plain)
    if (least is not None and value < least) or (most is not None and value > most):
        raise InputError(f"{option}: {plain} is out of range. Expected {expected}")
    return value


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:57]}..."


def _expected(least: int | None, most: int | None) -> str:
    if least is not None and most is not None:
        return f"a whole number from {least} to {most}"
    if least is not None:
        return f"a whole number of at least {least}"
    return "a whole number such as 5"


def numbers(text: str, option: str, *, once: bool = False) -> tuple[Fraction, ...]:
    """A list of numbers exactly as typed, each once where they name rows."""
    return _each(text, option, number, once)


def reals(text: str, option: str) -> tuple[float, ...]:
    """A list of float64 numbers."""
    return _each(text, option, real)


def wholes(
    text: str,
    option: str,
    least: int | None = None,
    most: int | None = None,
    *,
    once: bool = False,
) -> tuple[int, ...]:
    """A list of whole numbers within bounds, each once where they name rows; what is no whole
    number is not told the bounds."""
    for item in items(text, option):
        if not _is_whole(item):
            raise InputError(
                f"{option}: '{_short(item)}' is not a whole number. "
                "Expected whole numbers with commas, such as 1,5,10"
            )
    return _each(text, option, lambda item, name: whole(item, name, least, most), once)


def _each(
    text: str, option: str, read: Callable[[str, str], Value], once: bool = False
) -> tuple[Value, ...]:
    found = tuple(read(item, option) for item in items(text, option))
    if once and len(set(found)) < len(found):
        raise InputError(f"{option}: '{_short(text)}' names one twice. Expected each once")
    return found


def matrix(text: str, option: str) -> tuple[tuple[float, ...], ...]:
    """A matrix as rows separated by semicolons: 0.9,5;0,0.9."""
    rows = [reals(row, option) for row in text.split(";")]
    if len({len(row) for row in rows}) != 1:
        lengths = ", ".join(str(len(row)) for row in rows)
        raise InputError(
            f"{option}: the rows of '{text}' have {lengths} entries. Expected as many in each"
        )
    return tuple(rows)


def span(text: str, option: str, size: int) -> range:
    """A part of so many units, as a Python slice names it: 0:8 the first eight, 4: from the fifth
    on."""
    first, colon, last = text.strip().partition(":")
    named = [int(end) if _is_whole(end) and len(end) < 10 else None for end in (first, last)]
    start, stop = (0 if not first else named[0]), (size if not last else named[1])
    if not colon or start is None or stop is None or not 0 <= start < stop <= size:
        raise InputError(
            f"{option}: '{text}' is no part of {counted(size, 'unit')}. Expected FROM:TO within "
            f"0:{size}, counted from 0 and without TO"
        )
    return range(start, stop)


def choice(text: str, option: str, known: Sequence[Word]) -> Word:
    """One of the known words."""
    for word in known:
        if word == text:
            return word
    raise InputError(f"{option}: '{text}' is none of {', '.join(known)}")


def choices(text: str, option: str, known: Sequence[Word]) -> tuple[Word, ...]:
    """A list of known words, each once."""
    return _each(text, option, lambda item, name: choice(item, name, known), once=True)


def words(text: str, option: str) -> tuple[str, ...]:
    """A sentence split at white space."""
    found = tuple(text.split())
    if not found:
        raise InputError(f"{option}: no word is given. Expected a sentence such as 'the dog ran'")
    return found
