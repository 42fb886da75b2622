"""Numbers as typed, against Python's own fractions; what is refused, and at once."""

from fractions import Fraction

import pytest

from rnn_examples.errors import InputError
from rnn_examples.examples import activations, vanish
from rnn_examples.network.rational import rational

REFUSED = ["", "nan", "inf", "1_000", "1/0", "1/2/3", "/2", "1e99999999", "-1e-99999999", "abc"]


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("0.1", Fraction(1, 10)),
        ("-0.5", Fraction(-1, 2)),
        ("1e-8", Fraction(1, 10**8)),
        ("1/3", Fraction(1, 3)),
        ("-1.5/0.5", Fraction(-3)),
        ("0", Fraction(0)),
        ("1e10000", Fraction(10**10000)),
        (0.1, Fraction(1, 10)),
        (-3, Fraction(-3)),
        (Fraction(2, 7), Fraction(2, 7)),
    ],
)
def test_a_number_is_read_as_typed(typed: str | float | Fraction, number: Fraction) -> None:
    assert rational(typed) == number


@pytest.mark.parametrize("text", [*REFUSED, "0x10", "1e10001"])
def test_what_is_no_number_of_a_size_to_compute_with_is_refused(text: str) -> None:
    with pytest.raises(InputError, match=r"is not a|is out of range|divides by zero"):
        rational(text)


@pytest.mark.parametrize("text", REFUSED)
def test_the_examples_refuse_it_as_their_own_input(text: str) -> None:
    for compute in (
        lambda: vanish.compute((text,)),
        lambda: activations.compute([text]),
        lambda: activations.compute(slope=text),
    ):
        with pytest.raises(InputError):
            compute()
