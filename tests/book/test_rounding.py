"""The half-unit rule."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rnn_examples.book.rounding import read_exact, read_number, rounds_to
from rnn_examples.errors import InputError

# value, printed, decimals, significant, whether it agrees
CASES = [
    (3.14159, "3.14", None, None, True),
    (3.14159, "3.15", None, None, False),
    (3.14159, "3.13", None, None, False),
    (1e-9, "-5e-9", None, None, False),
    (-5e-9, "5e-9", None, None, False),
    (-0.4996656, "-0.5", 3, None, True),
    (-0.4994, "-0.5", 3, None, False),
    (-0.49966, "-0.5", None, None, True),
    (-0.5, "0.5", 3, None, False),
    (Decimal("5266.457"), "5266.46", None, None, True),
    (Decimal("5266.4549"), "5266.46", None, None, False),
    (1.218, "1.218", 4, None, True),
    (1.21804, "1.218", 4, None, True),
    (1.2181, "1.218", 4, None, False),
    (4.6e-9, "0.0", 4, None, True),
    (6e-5, "0.0", 4, None, False),
    (-4.6e-9, "0.0", 4, None, True),
    (4.6e-9, "-0.0", 4, None, False),
    (-4.6e-9, "-0.0", 4, None, True),
    (0, "0", None, 2, True),
    (1e-300, "0", None, 2, False),
    # An exact tie: either neighbour.
    (Fraction(1, 8), "0.12", None, None, True),
    (Fraction(1, 8), "0.13", None, None, True),
    (Fraction(1, 8), "0.11", None, None, False),
    # 2.675 as a float64 lies below the tie.
    (2.675, "2.67", None, None, True),
    (2.675, "2.68", None, None, False),
    # Below a power of ten the unit is the value's own.
    (Decimal("9.96e-5"), "1.0e-4", None, 2, True),
    (Decimal("9.94e-5"), "1.0e-4", None, 2, False),
    (Decimal("9.94e-5"), "9.9e-5", None, 2, True),
    (Decimal("1.04e-94"), "1.0e-94", None, 2, True),
    (Decimal("1.06e-94"), "1.0e-94", None, 2, False),
    (Decimal("1e-9000"), "1.0e-9000", None, 2, True),
    (Decimal("1.06e-9000"), "1.0e-9000", None, 2, False),
    (Decimal("1.06e9000"), "1.1e+9000", None, 2, True),
    (8_004_000, "8,004,000", None, None, True),
    # 64/7 = 9.1428...: two digits are tenths, though 64 has four bits more than 7.
    (Fraction(64, 7), "9.1", None, 2, True),
    (Fraction(64, 7), "9.2", None, 2, False),
]


@pytest.mark.parametrize(("value", "printed", "decimals", "significant", "expected"), CASES)
def test_a_value_agrees_with_what_it_rounds_to(
    value: float, printed: str, decimals: int | None, significant: int | None, expected: bool
) -> None:
    assert rounds_to(value, read_number(printed), decimals, significant) is expected


@given(st.floats(-1e6, 1e6), st.integers(0, 6))
@settings(deadline=None)
def test_pythons_own_rounding_agrees_and_its_neighbours_do_not(value: float, places: int) -> None:
    exact = Decimal(value)
    unit = Decimal(1).scaleb(-places)
    printed = exact.quantize(unit)
    if value or not printed.is_signed():
        assert rounds_to(value, read_number(f"{printed:f}"), None, None)
    tie = abs(exact - printed) == unit / 2
    for neighbour in (printed + unit, printed - unit):
        if not tie:
            assert not rounds_to(value, read_number(f"{neighbour:f}"), None, None)


@given(st.floats(1e-300, 1e300), st.integers(1, 8))
@settings(deadline=None)
def test_pythons_significant_digits_agree(value: float, digits: int) -> None:
    printed = read_number(f"{value:.{digits - 1}e}")
    assert rounds_to(value, printed, None, digits)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("60", 60),
        ("8,004,000", 8_004_000),
        ("1/4", Fraction(1, 4)),
        ("four", 4),
        ("four times", 4),
        ("eight", 8),
        ("47", 47),
        ("-0.5", Fraction(-1, 2)),
    ],
)
def test_exact_numbers_are_read(text: str, value: Fraction) -> None:
    assert read_exact(text) == value


@pytest.mark.parametrize(
    "text", ["", "nan", "inf", "1_000", "8,04,000", "1e", ".5", "5.", "1e99999", "٣", "1/0", "--1"]
)
def test_no_number_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="is not a number such as"):
        read_exact(text)
