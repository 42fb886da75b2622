"""Decimal functions against mpmath at 120 digits and against figures computed by hand."""

from collections.abc import Sequence
from decimal import Decimal, getcontext
from fractions import Fraction

import mpmath
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rnn_examples.errors import InputError
from rnn_examples.network import decimals

NUMBERS = st.decimals(-50, 50, allow_nan=False) | st.builds(
    lambda digits, exponent: Decimal(digits).scaleb(exponent),
    st.integers(-(10**17), 10**17),
    st.integers(-80, -15),
)
moderate = settings(max_examples=150, deadline=None)


def rounded(x: object, digits: int = 17) -> str:
    """The text of so many significant digits, of a Decimal or of mpmath's number."""
    if not isinstance(x, Decimal):
        with mpmath.workdps(120):
            x = Decimal(mpmath.nstr(x, 100, strip_zeros=False))
    return f"{x:.{digits - 1}e}" if x else "0"


def same(ours: Decimal, x: object) -> None:
    """The digits that are shown; and half a unit of the last of the context's 60, and a hair."""
    assert rounded(ours) == rounded(x)
    right = Decimal(rounded(x, 80))
    assert abs(ours - right) <= Decimal("0.500001").scaleb(right.adjusted() - 59)


@moderate
@given(NUMBERS)
def test_functions_of_one_number_round_as_mpmath_does(x: Decimal) -> None:
    with decimals.working(), mpmath.workdps(250):
        z = mpmath.mpf(str(x))
        same(decimals.tanh(x), mpmath.tanh(z))
        same(decimals.tanh_slope(x), mpmath.sech(z) ** 2)
        assert decimals.tanh_and_slope(x) == (decimals.tanh(x), decimals.tanh_slope(x))
        length = decimals.norm([x, 2 * x, 3 * x])
        same(length, mpmath.sqrt(14) * abs(z))
        same(decimals.sigmoid(x), 1 / (1 + mpmath.exp(-z)))


@pytest.mark.parametrize(
    ("x", "tanh", "slope", "sigmoid"),
    [
        ("0", "0", "1", "0.5"),
        ("0.5", "0.462117", "0.786448", "0.622459"),
        ("1", "0.761594", "0.419974", "0.731059"),
        ("1e-30", "1.00000e-30", "1.00000", "0.500000"),
        ("-1e-5000", "-1.00000e-5000", "1.00000", "0.500000"),
        ("1e-90000000", "1.00000e-90000000", "1.00000", "0.500000"),
        ("500", "1", "2.03038e-434", "1.00000"),
        ("-1000", "-1", "1.03061e-868", "5.07596e-435"),
        ("1e30", "1", "0", "1"),
        ("-1e30", "-1", "0", "0"),
    ],
)
def test_tiny_and_huge_arguments(x: str, tanh: str, slope: str, sigmoid: str) -> None:
    with decimals.working():
        found = Decimal(x)
        assert decimals.tanh(found) == Decimal(tanh) or f"{decimals.tanh(found):.6g}" == tanh
        slope_found = decimals.tanh_slope(found)
        assert slope_found == Decimal(slope) or f"{slope_found:.6g}" == slope
        value = decimals.sigmoid(found)
        assert value == Decimal(sigmoid) or f"{value:.6g}" == sigmoid


def test_large_arguments_keep_the_digits_behind_their_point() -> None:
    """10^15 and a third to 60 digits: 75 digits, all of which count."""
    with decimals.working(75):
        x = Decimal(10**15) + Decimal(1) / 3
    with decimals.working(), mpmath.workdps(120):
        z = mpmath.mpf(str(x))
        same(decimals.tanh_slope(x), 4 * mpmath.exp(-2 * z))
        share, rest = decimals.softmax([Decimal(10**15), x])
        same(share, 1 / (1 + mpmath.exp(z - 10**15)))
        same(rest, 1 / (1 + mpmath.exp(10**15 - z)))


def test_tanh_slope_is_right_where_tanh_rounds_to_one() -> None:
    with decimals.working():
        assert decimals.tanh(Decimal(100)) == 1
        assert f"{decimals.tanh_slope(Decimal(100)):.10e}" == "5.5355861069e-87"


@moderate
@given(st.lists(st.decimals(-800, 800, allow_nan=False), min_size=1, max_size=5))
def test_softmax_rounds_as_mpmath_does(Z: list[Decimal]) -> None:
    with decimals.working(), mpmath.workdps(120):
        powers = [mpmath.exp(mpmath.mpf(str(z))) for z in Z]
        for share, e in zip(decimals.softmax(Z), powers, strict=True):
            same(share, e / mpmath.fsum(powers))


def test_softmax_of_far_logits_keeps_the_small_shares() -> None:
    with decimals.working():
        shares = decimals.softmax([Decimal(1000), Decimal(0), Decimal(-1000)])
        assert [f"{share:.4e}" for share in shares] == ["1.0000e+0", "5.0760e-435", "2.5765e-869"]
        assert decimals.softmax([Decimal("1e30"), Decimal(0)]) == (1, 0)
        with pytest.raises(InputError, match=r"^softmax of nothing: give at least one logit$"):
            decimals.softmax([])


FINITE = st.decimals(allow_nan=False, allow_infinity=False, min_value="-1e40", max_value="1e40")


@moderate
@given(st.lists(st.tuples(FINITE, FINITE), max_size=6))
def test_dot_is_the_exact_sum_rounded_once(pairs: list[tuple[Decimal, Decimal]]) -> None:
    a, b = [x for x, _ in pairs], [y for _, y in pairs]
    fraction = sum((Fraction(x) * Fraction(y) for x, y in pairs), Fraction(0))
    with decimals.working():
        exact = Decimal(fraction.numerator) / Decimal(fraction.denominator)
        assert decimals.dot(a, b) == exact
        assert decimals.matvec([a, b], b)[0] == exact


def test_dot_loses_nothing_to_cancellation_and_refuses_unequal_lengths() -> None:
    one = Decimal(1)
    with decimals.working(20):
        tiny = Decimal("1e-300")
        assert decimals.dot([one, tiny, -one], [one, one, one]) == tiny
        with pytest.raises(InputError, match=r"^vectors of lengths 2 and 1 have no dot product$"):
            decimals.dot([one, one], [one])


def test_norm_rounds_once() -> None:
    """Of numbers whose squares are longer than the context: n-ths, as 60 digits have them."""
    for n in (3, 7, 11, 13, 17, 19, 23):
        with decimals.working(), mpmath.workdps(150):
            v = [Decimal(k) / n for k in (1, 2, 5)]
            same(decimals.norm(v), mpmath.sqrt(mpmath.fsum(mpmath.mpf(str(x)) ** 2 for x in v)))


@pytest.mark.parametrize(
    ("v", "length"),
    [
        (("3", "4"), "5"),
        (("3e200", "4e200"), "5e200"),
        (("3e-200", "-4e-200"), "5e-200"),
        (("3e-90000000", "4e-90000000"), "5e-90000000"),
        (("0", "0"), "0"),
        ((), "0"),
    ],
)
def test_norm_neither_overflows_nor_underflows(v: Sequence[str], length: str) -> None:
    with decimals.working():
        assert decimals.norm([Decimal(x) for x in v]) == Decimal(length)


@pytest.mark.parametrize(
    ("x", "text"),
    [
        (0.1, "0.1"),
        (1e-8, "1E-8"),
        (7, "7"),
        ("-0.30", "-0.30"),
        (Fraction(3, 8), "0.375"),
        (Fraction(-1, 2**200), str(-Decimal(5**200).scaleb(-200))),
        (Fraction(1, 3), "0." + "3" * 60),
        (Decimal("1.50"), "1.50"),
    ],
)
def test_exact_reads_a_number_as_written(x: decimals.Number, text: str) -> None:
    with decimals.working():
        if isinstance(x, Fraction) and x.denominator > 1000:
            assert Fraction(decimals.exact(x)) == x
        else:
            assert str(decimals.exact(x)) == text


@pytest.mark.parametrize("x", ["", "1_000", "one", "nan", "inf", "٣", float("nan"), float("-inf")])
def test_exact_refuses_what_is_no_finite_number(x: decimals.Number) -> None:
    with pytest.raises(InputError, match="is not a"):
        decimals.exact(x)


def test_working_leaves_the_caller_s_context_as_it_was() -> None:
    before = getcontext().prec
    with decimals.working(77):
        assert getcontext().prec == 77
        decimals.tanh(Decimal("0.3"))
        assert getcontext().prec == 77
    assert getcontext().prec == before


def test_an_overflow_is_told_as_a_fault_of_the_input() -> None:
    with (
        pytest.raises(
            InputError,
            match=(
                r"^a result exceeds 1e999999999999999999, the largest that can be shown: "
                r"use smaller inputs$"
            ),
        ),
        decimals.working(),
    ):
        Decimal("1e600000000000000000") ** 2


@moderate
@given(st.fractions(max_denominator=50) | st.fractions())
@example(Fraction(1, 5))
@example(Fraction(1, 25))
@example(Fraction(-3, 125))
@example(Fraction(7, 5**9 * 2**4))
@example(Fraction(1, 75))
def test_a_fraction_is_kept_where_its_decimals_never_end(x: Fraction) -> None:
    value, d = decimals.as_typed(x), x.denominator
    assert value == x
    assert isinstance(value, Decimal) == (10 ** d.bit_length() % d == 0)


def test_a_fraction_far_below_one_is_read() -> None:
    for exponent in range(9_900, 10_000):
        assert decimals.exact(Fraction(1, 10**exponent)).adjusted() == -exponent
