"""Sines and cosines in decimal, to the digits of the context in force.

p digits of the context, x angle in radians, r what is left of it beside a multiple of pi/2
"""

from decimal import Decimal, getcontext, localcontext

from rnn_examples.errors import InputError
from rnn_examples.network.decimals import GUARD

# From this size on an angle's reduction would need more digits of pi than anyone waits for.
LARGEST_ANGLE_EXPONENT = 5_000


def pi() -> Decimal:
    """pi to the context's digits, by the arithmetic-geometric mean (Brent and Salamin, 1976)."""
    p = getcontext().prec
    with localcontext(prec=p + GUARD):
        a, b, t, power = Decimal(1), 1 / Decimal(2).sqrt(), Decimal("0.25"), 1
        while abs(a - b) > Decimal(1).scaleb(-p - GUARD + 3):
            a, b, before = (a + b) / 2, (a * b).sqrt(), a
            t -= power * (before - a) ** 2
            power *= 2
        result = (a + b) ** 2 / (4 * t)
    return +result


def sin(x: Decimal) -> Decimal:
    """Sine of x radians, right near its zeros too. Raises InputError for an angle from 1e5000."""
    return _sine_of_quarter_turns(x, 0)


def cos(x: Decimal) -> Decimal:
    """Cosine of x radians, right near its zeros too. Raises InputError for an angle from 1e5000."""
    return _sine_of_quarter_turns(x, 1)


def _sine_of_quarter_turns(x: Decimal, turns: int) -> Decimal:
    """sin(x + turns pi/2), x = quadrant pi/2 + r with |r| <= pi/4."""
    if x.adjusted() >= LARGEST_ANGLE_EXPONENT:
        raise InputError(
            f"the angle {x:.3e} is too large: give one below 1e{LARGEST_ANGLE_EXPONENT} radians"
        )
    p = getcontext().prec
    lost = 0
    while True:
        with localcontext(prec=p + 2 * GUARD + lost + max(0, x.adjusted())):
            quarter = pi() / 2
            quadrant = int((x / quarter).to_integral_value())
            r = x - quadrant * quarter if quadrant else +x
        # Beside a multiple of pi/2 the difference is made of pi's later digits.
        if not quadrant or -r.adjusted() <= lost + GUARD:
            break
        lost = -r.adjusted()
    with localcontext(prec=p + GUARD):
        turned = (quadrant + turns) % 4
        result = _taylor(r, first=Decimal(1) if turned % 2 else r, n=0 if turned % 2 else 1)
    return -result if turned >= 2 else +result


def _taylor(r: Decimal, first: Decimal, n: int) -> Decimal:
    """first (1 - r^2/((n+1)(n+2)) + ...): the sine's series from r, n = 1, the cosine's from 1."""
    total, term, before = first, first, None
    while total != before:
        before = total
        term = -term * r * r / ((n + 1) * (n + 2))
        total += term
        n += 2
    return total
