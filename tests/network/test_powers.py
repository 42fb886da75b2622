"""Powers of rationals against exact integers, mpmath and known figures."""

import math
from decimal import Decimal
from fractions import Fraction

import mpmath
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rnn_examples.errors import InputError
from rnn_examples.network.powers import log10_power, power

FACTORS = st.builds(Fraction, st.integers(-(10**20), 10**20), st.integers(1, 10**20)) | (
    st.decimals(-3, 3, places=3).map(Fraction)
)
NEAR_ONE = st.builds(
    lambda sign, exponent, numerator: sign + Fraction(numerator, 10**exponent),
    st.sampled_from([1, -1]),
    st.integers(3, 300),
    st.integers(-99, 99),
)
DISTANCES = st.integers(-200, 200) | st.integers(-(10**9), 10**9) | st.integers(-(10**15), 10**15)


@settings(max_examples=200, deadline=None)
@given((FACTORS | NEAR_ONE).filter(bool), DISTANCES)
@example(Fraction(1, 100), 10**15)
@example(1 - Fraction(1, 10**40), 10**15)
@example(1 + Fraction(1, 10**900), -7)
@example(1 + Fraction(1, 10**21), 3)
def test_power_and_logarithm_round_as_mpmath_does(f: Fraction, k: int) -> None:
    found, size = power(f, k), log10_power(f, k)
    assert size is not None
    off = abs(f) - 1
    lost = 0 if not off else max(0, len(str(off.denominator)) - len(str(abs(off.numerator))))
    with mpmath.workdps(120 + 2 * lost):
        z = mpmath.mpf(f.numerator) / f.denominator
        logarithm = k * mpmath.log10(abs(z))
        right = z**k
        for ours, reference in ((Decimal(found), right), (size, logarithm)):
            assert all(_rounds(ours, reference, digits) for digits in (2, 17, 50))
            # To the last of 60 digits, whose unit is at most this share.
            assert mpmath.almosteq(mpmath.mpf(str(ours)), reference, rel_eps=mpmath.mpf("2e-59"))


def _rounds(ours: Decimal, right: object, digits: int) -> bool:
    text = mpmath.nstr(right, 110, strip_zeros=False, min_fixed=1, max_fixed=0)
    mantissa, _, exponent = text.partition("e")
    # mpmath is not exact where the power is: its 110 digits are cut to 90 to find the short ones.
    reference = Decimal(f"{Decimal(mantissa):.90f}e{exponent or 0}")
    return f"{ours:.{digits - 1}e}" == f"{reference:.{digits - 1}e}" or not (ours or reference)


@pytest.mark.parametrize(
    ("f", "k", "right"),
    [
        (Fraction(2), 64, "18446744073709551616"),
        (Fraction(2), -1, "0.5"),
        (Fraction(-1, 2), 3, "-0.125"),
        (Fraction(-7), 24, "191581231380566414401"),
        (Fraction(10), 20, "100000000000000000000"),
        (Fraction(1), 10**15, "1"),
        (Fraction(-1), 10**15 - 1, "-1"),
        (Fraction(-1), -(10**15), "1"),
        (Fraction(0), 5, "0"),
        (Fraction(0), 0, "1"),
        (Fraction(1, 2), 0, "1"),
        (Fraction(1, 100), 10**15, "1E-2000000000000000"),
    ],
)
def test_exact_results_are_exact(f: Fraction, k: int, right: str) -> None:
    assert str(power(f, k)) == right


@pytest.mark.parametrize("k", [10**6, 10**6 + 1, 999_999, -(10**6), -999_999])
def test_a_long_power_s_sign_is_the_base_s_where_the_exponent_is_odd(k: int) -> None:
    third = Decimal(power(Fraction(1, 3), k))
    assert third > 0
    assert power(Fraction(-1, 3), k) == (third.copy_negate() if k % 2 else third)


def test_an_integer_of_more_than_21_digits_is_a_decimal() -> None:
    assert isinstance(power(Fraction(10), 20), int)
    assert isinstance(power(Fraction(10), 21), Decimal)
    assert isinstance(power(Fraction(10**21 - 1), 1), int)
    assert isinstance(power(Fraction(1, 2), 0), Decimal)
    assert isinstance(power(Fraction(-1), -3), int)
    assert isinstance(power(Fraction(2), 0), int)


@pytest.mark.parametrize(
    ("f", "k", "format_", "right"),
    [
        ("1.5", 5000, ".2e", "2.86e+880"),
        ("0.5", 5000, ".1e", "7.1e-1506"),
        ("0.9", 1000, ".4e", "1.7479e-46"),
        ("1.2", 47, ".2f", "5266.46"),
        ("0.01", 47, ".1e", "1.0e-94"),
        ("0.5", 47, ".1e", "7.1e-15"),
    ],
)
def test_known_figures(f: str, k: int, format_: str, right: str) -> None:
    assert format(Decimal(power(Fraction(f), k)), format_) == right


@pytest.mark.parametrize(("f", "two"), [("0.125", "0.12"), ("-0.135", "-0.14")])
def test_rounding_twice_is_rounding_once(f: str, two: str) -> None:
    """A hair beyond the tie, further out than the digits that are kept, goes up all the same."""
    hair = Fraction(1, 10**90)
    assert f"{power(Fraction(f), 1):.2f}" == two
    assert f"{power(Fraction(1, 8) + hair, 1):.2f}" == "0.13"
    assert f"{power(Fraction(27, 200) - hair, 1):.2f}" == "0.13"


TOO_FAR = (
    "a factor to the power 1000000000000000 has left 1e-499999999999999999 to "
    "1e499999999999999999: use a smaller distance or a factor nearer to 1"
)


def test_logarithm_beside_one_is_not_lost() -> None:
    size = log10_power(1 + Fraction(1, 10**5000), 1)
    assert f"{size:.15e}" == f"{10 * math.log10(math.e):.15f}e-5001"
    assert log10_power(Fraction(1), 7) == 0
    assert log10_power(Fraction(0), 7) is None


@pytest.mark.parametrize(
    ("f", "k", "message"),
    [
        (Fraction(0), -1, "0 to the power -1 divides by zero: use a distance of 0 or more"),
        (
            Fraction(1, 2),
            10**15 + 1,
            (
                r"the distance 1000000000000001 is too large: give one of at most 10\^15 "
                "in size"
            ),
        ),
        (Fraction(10) ** 1000, 10**15, TOO_FAR),
        (Fraction(1, 10**1000), 10**15, TOO_FAR),
    ],
)
def test_faults(f: Fraction, k: int, message: str) -> None:
    with pytest.raises(InputError, match=f"^{message}$"):
        power(f, k)
