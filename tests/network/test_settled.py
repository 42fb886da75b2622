"""Recurrences whose errors grow, against a closed form; sums that cancel; what never settles."""

from decimal import Decimal, getcontext

import mpmath
import pytest

from rnn_examples.errors import InputError
from rnn_examples.network.decimals import working
from rnn_examples.network.settled import settled, settled_rows


def logistic(steps: int) -> list[Decimal]:
    """x <- 4 x (1 - x), each step of which doubles an error."""
    x = Decimal("0.3")
    for _ in range(steps):
        x = 4 * x * (1 - x)
    return [x]


def test_settled_outruns_a_chaotic_recurrence() -> None:
    steps = 500
    (found,) = settled(lambda: logistic(steps))
    with mpmath.workdps(400):  # x_n = sin^2(2^n asin sqrt x_0)
        angle = mpmath.asin(mpmath.sqrt(mpmath.mpf(3) / 10))
        right = mpmath.sin(2**steps * angle) ** 2
        assert f"{found:.24e}" == f"{Decimal(mpmath.nstr(right, 60)):.24e}"
    with working():
        assert f"{logistic(steps)[0]:.2e}" != f"{found:.2e}"


def test_settled_knows_a_sum_that_cancels() -> None:
    precisions: list[int] = []

    def cancels() -> list[Decimal]:
        precisions.append(getcontext().prec)
        third = Decimal(1) / 3
        return [third + third + third - 1, Decimal("1e-1000")]

    assert settled(cancels) == (0, Decimal("1e-1000"))
    # The first run and a finer one, and three doublings more.
    assert precisions == [60, 120, 240, 480, 960]


def test_settled_gives_up_on_what_never_settles() -> None:
    precisions: list[int] = []

    def restless() -> list[Decimal]:
        precisions.append(getcontext().prec)
        return [Decimal(len(precisions))]

    with pytest.raises(
        InputError,
        match=(
            r"^the result is still unsettled at 15360 digits: its rounding errors "
            r"grow too fast; use fewer steps or smaller weights$"
        ),
    ):
        settled(restless)
    assert precisions == [60 * 2**n for n in range(9)]


def test_rows_are_shown_to_the_digits_that_were_asked_for() -> None:
    """97 of one and 100 of another, of a third: 0.333..."""
    for precision in (97, 100):
        ((third,),) = settled_rows(lambda: [[Decimal(1) / 3]], precision=precision)
        assert str(third) == "0." + precision * "3"


def test_rows_keep_their_shapes_and_settle_as_one() -> None:
    def rows() -> list[list[Decimal]]:
        third = Decimal(1) / 3
        return [[third], [], [third + third + third - 1, *logistic(200)]]

    with working():
        assert settled_rows(rows) == ((Decimal(1) / 3,), (), (0, *settled(lambda: logistic(200))))
