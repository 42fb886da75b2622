"""Decimal arithmetic whose digits are the same on every machine.

Every function works in the decimal context in force (see `working`), carries guard digits inside,
and rounds once at its end. The operands are taken as they are, however many digits they have.

p digits of the context, x argument, r reduced argument, Z logits
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from decimal import (
    MAX_EMAX,
    MIN_EMIN,
    ROUND_HALF_EVEN,
    Context,
    Decimal,
    DivisionByZero,
    InvalidOperation,
    Overflow,
    getcontext,
    localcontext,
)
from fractions import Fraction

from rnn_examples.errors import InputError

GUARD = 12
# e^-1e20 is below decimal's least exponent: no digit of a larger exponent matters.
LARGEST_SPREAD = 20

WIDEST = Context(
    rounding=ROUND_HALF_EVEN,
    Emin=MIN_EMIN,
    Emax=MAX_EMAX,
    capitals=1,
    clamp=0,
    flags=[],
    traps=[InvalidOperation, DivisionByZero, Overflow],
)

Number = float | int | str | Fraction | Decimal
Exact = Decimal | Fraction
Vector = Sequence[Decimal]
Matrix = Sequence[Sequence[Decimal]]


@contextmanager
def working(precision: int = 60) -> Iterator[Context]:
    """A local context of `precision` digits, with the widest exponents, rounding half to even.

    Raises InputError for a value too large even for those exponents.
    """
    with localcontext(WIDEST, prec=precision) as local:
        try:
            yield local
        except Overflow:
            raise InputError(
                f"a result exceeds 1e{MAX_EMAX}, the largest that can be shown: use smaller inputs"
            ) from None


def exact(x: Number) -> Decimal:
    """The Decimal equal to x; a float stands for the shortest decimal that reads back to it.

    A fraction whose decimals never end is rounded to the context. Raises InputError for a text
    that is no number, for NaN and for infinities.
    """
    if isinstance(x, Fraction):
        value = _decimal_of_fraction(x)
        return Decimal(x.numerator) / Decimal(x.denominator) if value is None else value
    text = float.__repr__(x) if isinstance(x, float) else x
    try:
        if isinstance(text, str) and ("_" in text or not text.isascii()):
            raise InvalidOperation
        value = Decimal(text)
    except InvalidOperation:
        raise InputError(f"'{x}' is not a number: write it like 0.5, -3 or 1e-8") from None
    if not value.is_finite():
        raise InputError(f"'{x}' is not a finite number: use a number like 0.5, -3 or 1e-8")
    return value


def as_typed(x: Number) -> Exact:
    """x as `exact` reads it, but a fraction whose decimals never end stays the fraction it is.

    `exact` rounds that to the context of the moment, so it is called where the context is known.
    """
    if not isinstance(x, Fraction):
        return exact(x)
    value = _decimal_of_fraction(x)
    return x if value is None else value


def _decimal_of_fraction(x: Fraction) -> Decimal | None:
    """The Decimal equal to x, None where its decimals never end."""
    n, d = x.numerator, x.denominator
    twos = (d & -d).bit_length() - 1
    fives, rest = _taken_out(5, d >> twos)
    if rest != 1:
        return None
    places = max(twos, fives)
    sign, digits, _ = Decimal(n * 2 ** (places - twos) * 5 ** (places - fives)).as_tuple()
    return Decimal((sign, digits, -places))


def _taken_out(p: int, n: int) -> tuple[int, int]:
    """How often p divides n, and what is left; in few divisions, squaring p on the way."""
    if n % p:
        return 0, n
    pairs, rest = _taken_out(p * p, n // p)
    return (2 * pairs + 1, rest) if rest % p else (2 * pairs + 2, rest // p)


def tanh(x: Decimal) -> Decimal:
    """(e^2x - 1) / (e^2x + 1)."""
    p = getcontext().prec
    if not x or -2 * x.adjusted() > p + GUARD:  # x^3/3 lies beyond the last digit
        return +x
    if abs(x) > 2 * (p + GUARD):  # 2 e^-2x lies beyond the last digit
        return Decimal(1).copy_sign(x)
    with localcontext(prec=p + GUARD + max(0, -x.adjusted())):
        e = (2 * x).exp()
        result = (e - 1) / (e + 1)
    return +result


def tanh_slope(x: Decimal) -> Decimal:
    """1 - tanh(x)^2 = 4 e^-2|x| / (1 + e^-2|x|)^2: right where tanh(x) itself rounds to 1."""
    with localcontext(prec=getcontext().prec + GUARD + min(LARGEST_SPREAD, max(0, x.adjusted()))):
        e = (-2 * abs(x)).exp()
        result = 4 * e / (1 + e) ** 2
    return +result


def tanh_and_slope(x: Decimal) -> tuple[Decimal, Decimal]:
    """tanh x and 1 - tanh(x)^2 = 4 e^2x / (e^2x + 1)^2, of one exponential where both need it."""
    p = getcontext().prec
    if not x or -2 * x.adjusted() > p + GUARD or abs(x) > 2 * (p + GUARD):
        return tanh(x), tanh_slope(x)
    with localcontext(prec=p + GUARD + max(0, -x.adjusted())):
        e = (2 * x).exp()
        value, slope = (e - 1) / (e + 1), 4 * e / (e + 1) ** 2
    return +value, +slope


def sigmoid(x: Decimal) -> Decimal:
    """1 / (1 + e^-x), through e^-|x| so that nothing overflows."""
    with localcontext(prec=getcontext().prec + GUARD):
        e = x.copy_abs().copy_negate().exp()
        result = (e if x < 0 else Decimal(1)) / (1 + e)
    return +result


def softmax(Z: Vector) -> tuple[Decimal, ...]:
    """e^z / sum e^z, each share right however small. Raises InputError for no logits."""
    if not Z:
        raise InputError("softmax of nothing: give at least one logit")
    spread = min(LARGEST_SPREAD, max(0, *(z.adjusted() for z in Z)))
    with localcontext(prec=getcontext().prec + GUARD + spread):
        top = max(Z)
        parts = [(z - top).exp() for z in Z]
        total = sum(parts, Decimal(0))
        shares = [part / total for part in parts]
    return tuple(+share for share in shares)


def dot(a: Vector, b: Vector) -> Decimal:
    """sum a_i b_i, summed exactly and rounded once, so that nothing is lost to cancellation.

    Terms more than 1000 digits apart beyond the context's own may fall below the sum's last digit.
    Raises InputError for vectors of different lengths.
    """
    if len(a) != len(b):
        raise InputError(f"vectors of lengths {len(a)} and {len(b)} have no dot product")
    pairs = [(x, y) for x, y in zip(a, b, strict=True) if x and y]
    if not pairs:
        return Decimal(0)
    p = getcontext().prec
    top = max(x.adjusted() + y.adjusted() + 1 for x, y in pairs)
    bottom = min(_exponent(x) + _exponent(y) for x, y in pairs)
    with localcontext(prec=min(top - bottom + len(str(len(pairs))) + 2, 4 * p + 1000)):
        result = sum((x * y for x, y in pairs), Decimal(0))
    return +result


def _exponent(x: Decimal) -> int:
    """The power of ten of the last digit of a finite x."""
    exponent = x.as_tuple().exponent
    assert isinstance(exponent, int)
    return exponent


def matvec(W: Matrix, v: Vector) -> tuple[Decimal, ...]:
    """W v, W (H,D), v (D,). Raises InputError where the lengths differ."""
    return tuple(dot(row, v) for row in W)


def norm(v: Vector) -> Decimal:
    """||v||_2, of entries scaled by a power of ten so that no square over- or underflows."""
    top = max((x.adjusted() for x in v if x), default=0)
    with localcontext(prec=getcontext().prec + GUARD):
        scaled = [Decimal((*x.as_tuple()[:2], _exponent(x) - top)) for x in v]
        result = dot(scaled, scaled).sqrt().scaleb(top)
    return +result
