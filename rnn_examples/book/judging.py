"""What becomes of a claim when what it prints is computed."""

import re
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from math import inf

from rnn_examples.book.ledger import Claim
from rnn_examples.book.rounding import (
    WORDS,
    Number,
    Printed,
    read_exact,
    read_number,
    rounds_to,
    to_decimal,
)
from rnn_examples.counted import counted
from rnn_examples.errors import InputError
from rnn_examples.record import Record
from rnn_examples.tables.numbers import machine

Value = Number | str | tuple[Number, ...]

RANGE = re.compile(r"\[(?P<least>[^,\]]+), (?P<most>[^,\]]+)\]")
MORE = re.compile(r"(?P<which>more|less) than (?P<number>\S+)(?P<percent> %)?")
LEAST_DIGITS = 2
# A power of ten that is still written out where the printed number is.
FARTHEST = 20
MOST_READINGS = 2


class Finding(Record):
    """What was computed for a claim: a value for each reading of it, and numbers that tell why.

    A claim with several readings is true under all, none or some of them.
    """

    readings: tuple[Value, ...]
    facts: Mapping[str, Number | str]


def found(*readings: Value, **facts: Number | str) -> Finding:
    return Finding(readings, facts)


def verdict(claim: Claim, finding: Finding) -> str:
    """agrees, differs or depends: under every reading, none or some. Raises InputError for printed
    text that cannot be read as the comparison needs it."""
    try:
        true = [agrees(claim, value) for value in finding.readings]
    except InputError as error:
        raise InputError(f"claim {claim.id}: printed: {error}") from error
    return "agrees" if all(true) else "depends" if any(true) else "differs"


def agrees(claim: Claim, value: Value) -> bool:
    """Whether the printed text is what the value says."""
    printed = claim.printed
    if isinstance(value, str):
        return value == printed
    numbers = value if isinstance(value, tuple) else (value,)
    if not all(map(_is_finite, numbers)):
        return False
    match claim.compare:
        case "rounds":
            texts = printed.split()
            read = [_checked(claim, read_number(text)) for text in texts]
            return len(read) == len(numbers) and all(
                rounds_to(number, one, claim.decimals, claim.significant)
                for number, one in zip(numbers, read, strict=True)
            )
        case "exact":
            wanted = {read_exact(text) for text in printed.split(" or ")}
            return wanted == {Fraction(number) for number in numbers}
        case "bound":
            return _is_tight(printed, numbers)
        case _:
            return _order(read_number(printed).value) == _order(_one(printed, numbers))


def _one(printed: str, numbers: tuple[Number, ...]) -> Number:
    """The number that is compared. Raises InputError where there are several."""
    if len(numbers) != 1:
        raise InputError(
            f"'{printed}' is compared with one number, and {len(numbers)} are computed. Name one "
            "component in the cell, such as h[1]"
        )
    return numbers[0]


def _order(number: Number) -> int | None:
    """The nearest power of ten; None of 0."""
    size = to_decimal(number).copy_abs()
    return round(size.log10()) if size else None


def _checked(claim: Claim, printed: Printed) -> Printed:
    """Raises InputError for more digits than the claim says are compared."""
    if claim.significant is not None and printed.digits > claim.significant:
        raise InputError(
            f"it has {counted(printed.digits, 'digit')}, significant is {claim.significant}"
        )
    if claim.decimals is not None and (printed.value * 10**claim.decimals).denominator != 1:
        raise InputError(f"it has more than the {counted(claim.decimals, 'decimal')} compared")
    return printed


def _is_tight(printed: str, numbers: tuple[Number, ...]) -> bool:
    """A bound holds, and no tighter one could be printed with as many digits."""
    both = RANGE.fullmatch(printed)
    if both:
        ends = read_number(both["least"]), read_number(both["most"])
        return len(numbers) == 2 and all(map(rounds_to, numbers, ends))
    one = MORE.fullmatch(printed)
    if one is None:
        raise InputError(f"'{printed}' is no bound. Expected [0, 0.25] or more than 99 %")
    limit = read_number(one["number"])
    beyond = Fraction(_one(printed, numbers)) * (100 if one["percent"] else 1) - limit.value
    return 0 < (beyond if one["which"] == "more" else -beyond) <= limit.unit


def shown(claim: Claim, value: Value, more: int = 0) -> str:
    """The value at the precision that is printed, or with `more` digits."""
    if isinstance(value, str):
        return value
    numbers = value if isinstance(value, tuple) else (value,)
    if claim.compare == "exact":
        texts = claim.printed.split(" or ")
        parts = [_exact(number, texts[0]) for number in sorted(numbers)]
        return " or ".join(parts)
    if claim.compare == "bound" and len(numbers) == 2:
        both = RANGE.fullmatch(claim.printed)
        assert both  # else `verdict` has refused it
        ends = read_number(both["least"]), read_number(both["most"])
        parts = [_like(n, end, None, None) for n, end in zip(numbers, ends, strict=True)]
        return f"[{', '.join(parts)}]"
    if claim.compare == "bound" and claim.printed.endswith("%"):
        return f"{float(100 * Fraction(numbers[0])):.2f} %"
    if claim.compare == "order":
        order = _order(numbers[0])
        return "0" if order is None else f"1e{order:+03d}"
    if claim.compare != "rounds":
        return " ".join(map(machine, numbers))
    texts = claim.printed.split()
    if len(texts) != len(numbers):
        texts = texts[:1] * len(numbers)
    return " ".join(
        _like(number, read_number(text), claim.decimals, claim.significant, more)
        for number, text in zip(numbers, texts, strict=True)
    )


def _like(
    number: Number,
    printed: Printed,
    decimals: int | None,
    significant: int | None,
    more: int = 0,
) -> str:
    """With as many digits as the comparison looks at, in the printed one's style."""
    if not _is_finite(number):
        return str(float(number))
    value, comma = to_decimal(number), "," if printed.grouped else ""
    if significant is not None or printed.scientific:
        digits = significant or max(LEAST_DIGITS, printed.digits)
        text = f"{value:.{digits - 1 + more}e}"
        if printed.scientific or abs(value.adjusted()) > FARTHEST:
            return _scientific(text)
        return f"{Decimal(text):z{comma}f}"
    if decimals is None:
        decimals = max(0, len(str(printed.unit.denominator)) - 1)
    return f"{value:z{comma}.{decimals + more}f}"


def _scientific(text: str) -> str:
    """1.3e+05: two digits of exponent at least."""
    mantissa, exponent = text.split("e")
    return f"{mantissa}e{int(exponent):+03d}"


def _exact(number: Number, printed: str) -> str:
    """In words where the printed one is."""
    value = Fraction(number)
    suffix = " times" if printed.endswith(" times") else ""
    if printed.removesuffix(suffix) in WORDS and value in range(len(WORDS)):
        return WORDS[int(value)] + suffix
    if value.denominator == 1:
        return f"{value.numerator:,}{suffix}"
    return (str(value) if "/" in printed else f"{to_decimal(value).normalize():f}") + suffix


def _is_finite(number: Number) -> bool:
    if isinstance(number, Decimal):
        return number.is_finite()
    return not isinstance(number, float) or abs(number) < inf


def computed(claim: Claim, finding: Finding, more: int = 0) -> str:
    """Every reading's value as it should be printed, or with `more` digits, each once, the printed
    one first; of many numbers both ends."""
    texts = list(dict.fromkeys(shown(claim, value, more) for value in finding.readings))
    numbers = [value for value in finding.readings if not isinstance(value, (str, tuple))]
    if len(texts) > MOST_READINGS and len(numbers) == len(finding.readings):
        ends = min(numbers), max(numbers)
        return " to ".join(shown(claim, value, more) for value in ends)
    return " or ".join(sorted(texts, key=lambda text: text != claim.printed))
