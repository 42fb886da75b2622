"""Verdicts on what is printed, by each way of comparing."""

from decimal import Decimal
from fractions import Fraction

import pytest

from rnn_examples.book.judging import Value, computed, found, verdict
from rnn_examples.book.ledger import Claim
from rnn_examples.errors import InputError


def claim(printed: str, compare: str, **digits: int) -> Claim:
    return Claim("a", "chapter", "", "", printed, compare, "agrees", **digits)


# printed, compare, digits, value, what is shown, whether it agrees
CASES = [
    (
        "0.063 -0.066 0.31",
        "rounds",
        {"decimals": 3},
        (0.0629, -0.0661, 0.31),
        "0.063 -0.066 0.310",
        True,
    ),
    (
        "0.063 -0.066 0.31",
        "rounds",
        {"decimals": 3},
        (0.0629, 0.0661, 0.31),
        "0.063 0.066 0.310",
        False,
    ),
    ("0.063 -0.066", "rounds", {"decimals": 3}, (0.0629,), "0.063", False),
    ("1.0e-94", "rounds", {"significant": 2}, Decimal("1.04e-94"), "1.0e-94", True),
    ("1.3e+05", "rounds", {"significant": 2}, 130100.0, "1.3e+05", True),
    ("0.0071", "rounds", {"significant": 2}, 0.007123, "0.0071", True),
    ("0.0071", "rounds", {"significant": 2}, 0.00723, "0.0072", False),
    ("10.00", "rounds", {"significant": 4}, 9.9996, "10.00", True),
    ("10.00", "rounds", {"significant": 4}, 0.0, "0", False),
    ("12,600", "rounds", {"significant": 5}, 12601.0, "12,601", False),
    ("8,004,000", "rounds", {}, 8_004_100, "8,004,100", False),
    ("0.5", "rounds", {"significant": 1}, Decimal("1e-400"), "1e-400", False),
    ("7.1e-3", "rounds", {"significant": 2}, 0.00712, "7.1e-03", True),
    ("5266.46", "rounds", {"decimals": 2}, Decimal("5266.457"), "5266.46", True),
    ("0.5", "rounds", {}, float("nan"), "nan", False),
    ("0.5", "rounds", {}, float("inf"), "inf", False),
    ("four times", "exact", {}, 4, "four times", True),
    ("four times", "exact", {}, Fraction(7, 2), "3.5 times", False),
    ("1/4", "exact", {}, Decimal("0.25"), "1/4", True),
    ("eight", "exact", {}, 5, "five", False),
    ("47", "exact", {}, 37, "37", False),
    ("8,004,000", "exact", {}, 8_004_000, "8,004,000", True),
    (
        "0.468 or 0.532",
        "exact",
        {},
        (Fraction(133, 250), Fraction(117, 250)),
        "0.468 or 0.532",
        True,
    ),
    ("0.468 or 0.532", "exact", {}, (Fraction(117, 250),), "0.468", False),
    ("[0, 0.25]", "bound", {}, (Decimal("1e-400"), Decimal("0.25")), "[0, 0.25]", True),
    ("[0, 0.35]", "bound", {}, (Decimal("1e-400"), Decimal("0.25")), "[0, 0.25]", False),
    ("more than 99 %", "bound", {}, 0.9948, "99.48 %", True),
    ("more than 98 %", "bound", {}, 0.9948, "99.48 %", False),
    ("more than 99 %", "bound", {}, 0.99, "99.00 %", False),
    ("less than 5", "bound", {}, 4.5, "4.5", True),
    ("less than 4", "bound", {}, 4.5, "4.5", False),
    ("holds", "bound", {}, "holds", "holds", True),
    ("holds", "bound", {}, "fails", "fails", False),
    ("1.4e-16", "order", {}, 5.6e-17, "1e-16", True),
    ("1.4e-16", "order", {}, 2.2e-16, "1e-16", True),
    ("1.4e-15", "order", {}, 1.1e-16, "1e-16", False),
    ("1.4e-16", "order", {}, 0.0, "0", False),
    ("a b -> c", "text", {}, "a b -> c", "a b -> c", True),
    ("a b -> c", "text", {}, "a  b -> c", "a  b -> c", False),
    ("vanishes", "statement", {}, "may grow", "may grow", False),
]


@pytest.mark.parametrize(("printed", "compare", "digits", "value", "shown", "agrees"), CASES)
def test_one_reading(
    printed: str, compare: str, digits: dict[str, int], value: Value, shown: str, agrees: bool
) -> None:
    one = claim(printed, compare, **digits)
    assert verdict(one, found(value)) == ("agrees" if agrees else "differs")
    assert computed(one, found(value)) == shown


def test_more_digits_are_in_the_printed_style_too() -> None:
    one = claim("0.0071", "rounds", significant=2)
    assert computed(one, found(0.007234), 2) == "0.007234"
    assert computed(claim("10.00", "rounds", significant=4), found(10.1), 2) == "10.1000"


def test_several_readings() -> None:
    one = claim("five", "exact")
    assert verdict(one, found(5, 6)) == "depends"
    assert verdict(one, found(5, 5)) == "agrees"
    assert verdict(one, found(6, 7)) == "differs"
    assert computed(one, found(5, 6)) == "five or six"
    assert computed(one, found(6, 5)) == "five or six"
    assert computed(one, found(5, 5)) == "five"
    assert computed(one, found(5, 9, 6)) == "five to nine"


@pytest.mark.parametrize(
    ("printed", "compare", "digits"),
    [
        ("about 5", "rounds", {}),
        ("0.12345", "rounds", {"decimals": 3}),
        ("1.234e-5", "rounds", {"significant": 2}),
        ("some", "exact", {}),
        ("roughly 5", "bound", {}),
        ("five", "order", {}),
    ],
)
def test_printed_text_that_cannot_be_compared_so_is_refused(
    printed: str, compare: str, digits: dict[str, int]
) -> None:
    with pytest.raises(InputError, match=r"^claim a: printed: "):
        verdict(claim(printed, compare, **digits), found(0.5))


@pytest.mark.parametrize(("printed", "compare"), [("1e-16", "order"), ("more than 0.2", "bound")])
def test_a_vector_where_one_number_is_compared_is_refused(printed: str, compare: str) -> None:
    told = f"^claim a: printed: '{printed}' is compared with one number, and 2 are computed. Name"
    with pytest.raises(InputError, match=told):
        verdict(claim(printed, compare), found((0.25, 0.5)))
