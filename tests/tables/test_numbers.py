"""One value as text: rounded once for people, and for machines what reads back to the same."""

import math
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rnn_examples.tables.numbers import (
    as_json,
    bar,
    fixed,
    machine,
    rounded,
    shortest,
    show,
    show_vector,
    significant,
)
from rnn_examples.tables.table import Column

PLAIN = Column("a", "a")
FOUR = Column("a", "a", decimals=4)
THREE = Column("a", "a", significant=3)
BOTH = Column("a", "a", decimals=2, significant=2)
COLUMNS = (PLAIN, FOUR, THREE, BOTH)


@pytest.mark.parametrize(
    ("value", "column", "text"),
    [
        (None, FOUR, ""),
        ("1E10 007 8.10", FOUR, "1E10 007 8.10"),
        (True, FOUR, "yes"),
        (False, FOUR, "no"),
        (1234567, FOUR, "1,234,567"),
        (2**64, THREE, "18,446,744,073,709,551,616"),
        (10**30, BOTH, "1" + ",000" * 10),
        (-0.00004, FOUR, "0.0000"),
        (-0.0, PLAIN, "0"),
        (-0.0, FOUR, "0.0000"),
        (0.125, Column("a", "a", decimals=2), "0.12"),
        (Fraction(1, 3), PLAIN, "1/3"),
        (Fraction(9, 10), PLAIN, "0.9"),
        (Fraction(1, 3), FOUR, "0.3333"),
        (5266.456, BOTH, "5266.46"),
        (13780.612, BOTH, "13,780.61"),
        (-131472.1034, FOUR, "-131,472.1034"),
        (9999.99996, FOUR, "10,000.0000"),
        (14400.0, PLAIN, "14,400"),
        (-2500.5, PLAIN, "-2500.5"),
        (123456.0, Column("a", "a", significant=6), "123,456"),
        (Fraction(100_000, 3), PLAIN, "100000/3"),
        (1e16, PLAIN, "1e+16"),
        (7.1054e-15, BOTH, "7.1e-15"),
        (Decimal("7.1e-1506"), BOTH, "7.1e-1506"),
        (Decimal("2.86e880"), THREE, "2.86e+880"),
        (1.7479e-46, THREE, "1.75e-46"),
        (0.9999, THREE, "1.00"),
        (999.96, THREE, "1.00e+03"),
        (1e-8, PLAIN, "1e-08"),
        (3.0, PLAIN, "3"),
        (Decimal("3e400"), PLAIN, "3e+400"),
        (Decimal("-1.5e-400"), PLAIN, "-1.5e-400"),
        (Fraction(10**5000, 3), PLAIN, "3.3333333333333333e+4999"),
        (Fraction(1, 2**70), PLAIN, "8.470329472543003e-22"),
        (Fraction(1, 3**40), PLAIN, "1/12157665459056928801"),
        (Fraction(1, 3**50), PLAIN, "1.3929555690985383e-24"),
        (Fraction(10**20, 3), PLAIN, f"1{'0' * 20}/3"),
        (Fraction(10**20 + 1, 3), PLAIN, "3.3333333333333333e+19"),
        (949999.4, BOTH, "949,999.40"),
        (1234567.8, BOTH, "1.2e+06"),
        (-1e15, FOUR, "-1,000,000,000,000,000.0000"),
        (1e15, FOUR, "1,000,000,000,000,000.0000"),
        (-1.1e15, FOUR, "-1.1000e+15"),
        (1.1e15, FOUR, "1.1000e+15"),
    ],
)
def test_what_people_see(value: object, column: Column, text: str) -> None:
    assert show(value, column) == text


def test_digits_replace_what_the_column_declares() -> None:
    assert show(1 / 3, FOUR, 2) == "0.33"
    assert show(1 / 3, THREE, 5) == "0.33333"
    assert show(1 / 3, THREE, 0) == "0.3"
    assert show(7.1054e-15, BOTH, 4) == "7.105e-15"
    assert show(7.1054, BOTH, 4) == "7.1054"
    assert show(0.00123, BOTH, 1) == "0.001"
    assert show(2.5, FOUR, 0) == "2"
    assert show(7, FOUR, 2) == "7"


def test_a_fraction_is_rounded_once() -> None:
    """A little above the tie at 28 digits' rounding: 0.125 + 1e-40 is 0.13, not 0.12. And every
    digit is its own: 10^15/7."""
    for small in (10**40, 10**70):
        above = Fraction(1, 8) + Fraction(1, small)
        assert show(above, Column("a", "a", decimals=2)) == "0.13"
    seventh = show(Fraction(10**15, 7), Column("a", "a", decimals=15))
    assert seventh == "142,857,142,857,142.857142857142857"


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_what_is_no_number_is_told_to_people_and_missing_for_machines(value: float) -> None:
    for column in COLUMNS:
        assert show(value, column) == str(value)
        assert show(Decimal(value), column) == str(value)
    for same in (value, Decimal(value)):
        assert as_json(same) is None
        assert machine(same) == ""
    assert bar(value, 1e-5, 1) == ""


def test_an_integer_longer_than_python_writes_is_rounded() -> None:
    assert show(10**5000, PLAIN, 3) == "1.00e+5000"
    assert show(10**5000, PLAIN) == "1.00000e+5000"
    assert machine(10**5000) == "1.0000000000000000e+5000"
    assert machine(10**4000) == "1" + "0" * 4000
    # Where Python's limit is left as it is, all of 14,000 bits are written out.
    assert machine(2**14_000 - 1) == str(2**14_000 - 1)
    assert machine(2**14_000) == f"{Decimal(2**14_000):.16e}"


def test_the_smallest_normal_number_is_still_a_number() -> None:
    """Below it a float has fewer digits than the fraction."""
    assert as_json(Fraction(1, 2**1022)) == 2.0**-1022
    assert as_json(Fraction(1, 2**1023)) == "1.1125369292536007e-308"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1 / 3, "0.3333333333333333"),
        (Fraction(1, 3), "0.3333333333333333"),
        (-0.0, "0.0"),
        (Decimal("-0.0"), "0.0"),
        (5e-324, "5e-324"),
        (2**64, "18446744073709551616"),
        (Decimal("0.5"), "0.5"),
        (Decimal("1e-400"), "1.0000000000000000e-400"),
        (Decimal("-2.5e400"), "-2.5000000000000000e+400"),
        (Fraction(10**400, 3), "3.3333333333333333e+399"),
        (True, "true"),
        (None, ""),
        ("1E10", "1E10"),
    ],
)
def test_what_machines_read(value: object, text: str) -> None:
    assert machine(value) == text


@settings(deadline=None)
@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_float_reads_back_to_itself(value: float) -> None:
    assert float(machine(value)) == value
    assert as_json(value) == value
    assert float(shortest(value)) == value


@settings(deadline=None)
@given(
    st.floats(allow_nan=False, allow_infinity=False),
    st.integers(0, 15),
    st.sampled_from([fixed, lambda v, n: significant(v, n + 1), lambda v, n: rounded(v, n, n + 1)]),
)
def test_no_rounding_leaves_a_sign_on_zero_or_moves_a_digit(
    value: float, digits: int, write: Callable[[float, int], str]
) -> None:
    text = write(value, digits).replace(",", "")
    exact = Decimal(value)
    ulp = Decimal(1).scaleb(Decimal(text).as_tuple().exponent)
    assert abs(Decimal(text) - exact) <= ulp / 2
    assert not (text.startswith("-") and not Decimal(text))


def test_vectors() -> None:
    assert show_vector((0.25, -0.5, None), FOUR) == "(0.2500, -0.5000, )"
    assert show_vector((3e200, 4e200, *[0.0] * 7), THREE) == (
        "norm 5.00e+200, least 0, largest 4.00e+200: (3.00e+200, 4.00e+200, 0, … 6 more)"
    )
    assert show_vector((1.7e308,) * 9, BOTH).startswith("norm 5.1e+308, ")
    assert show_vector(("a",) * 9, PLAIN) == "(a, a, a, … 6 more)"
    assert show_vector((0.25,) * 8, FOUR) == f"({', '.join(['0.2500'] * 8)})"


def test_digits_replace_what_the_column_declares_in_every_number_of_a_vector() -> None:
    third = (1 / 3, -2 / 3)
    assert show_vector(third, FOUR, 2) == "(0.33, -0.67)"
    assert show_vector(third, FOUR.but(between=" + "), 2) == "0.33 + -0.67"
    # Nine of 2/3 in size: their norm is 3 times that, 2.
    assert show_vector((1 / 3 * 2,) * 5 + (-2 / 3,) * 4, THREE, 2) == (
        "norm 2.0, least -0.67, largest 0.67: (0.67, 0.67, 0.67, … 6 more)"
    )


def test_the_length_of_a_long_exact_vector_is_exact() -> None:
    """3-4-5 in sizes that no float holds; of entries shown as typed, to six digits."""
    far = (Decimal("3e400"), Decimal("4e400"), Fraction(1, 3), *[Decimal(0)] * 6)
    assert show_vector(far, BOTH) == (
        "norm 5.0e+400, least 0, largest 4.0e+400: (3.0e+400, 4.0e+400, 0.33, … 6 more)"
    )
    for power in ("600000", "-600000"):  # whose squares Python's own contexts do not hold
        vector = (Decimal(f"3e{power}"), Decimal(f"4e{power}"), *[Decimal(0)] * 7)
        assert show_vector(vector, BOTH).startswith(f"norm 5.0e{int(power):+d}, ")
    near = (Decimal("3e-400"), Decimal("4e-400"), *[Decimal(0)] * 7)
    assert show_vector(near, BOTH).startswith("norm 5.0e-400, ")
    # √285 (mpmath), in a size that leaves thirty digits.
    large = tuple(Decimal(n * 10**13) for n in range(1, 10))
    assert show_vector(large, Column("a", "a", decimals=15)).startswith(
        "norm 168,819,430,161,341.321831168894095, "
    )
    assert show_vector(tuple(range(1, 10)), PLAIN) == (
        "norm 16.8819, least 1, largest 9: (1, 2, 3, … 6 more)"
    )


@pytest.mark.parametrize(
    ("format_name", "shown"),
    [
        ("table", "13,780.61"),
        ("plain", "13,780.61"),
        ("markdown", "13,780.61"),
        ("latex", "$13{,}780.61$"),
        ("html", ">13,780.61<"),
    ],
)
def test_people_read_long_numbers_in_threes_and_machines_do_not(
    printed: Callable[..., str], format_name: str, shown: str
) -> None:
    line = ("vanish", "--factors", "1.1", "--distances", "100")
    assert shown in printed(*line, "-f", format_name)
    for machine_format in ("csv", "json"):
        assert "13780.6123" in printed(*line, "-f", machine_format)


def test_the_arithmetic_reads_long_numbers_in_threes(printed: Callable[..., str]) -> None:
    """120^2 + 50^2 = 16,900, and a logarithm of five digits, 50·(-300)."""
    assert "√(14,400 + 2500) = √16,900 = 130 > 5" in printed("clip", "--work")
    shown = printed("vanish", "--factors", "1e-300", "--distances", "50", "--work")
    assert "10^(50·(-300.0000)) = 10^(-15,000.0000) = 1.0e-15000" in shown
