"""Clipping by the norm, against (12.7) in exact fractions and in mpmath."""

import re
from decimal import Decimal
from fractions import Fraction

import mpmath
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rnn_examples.errors import InputError
from rnn_examples.examples import clip


def numbers(*texts: str) -> tuple[Decimal, ...]:
    return tuple(map(Decimal, texts))


def test_the_default_gradients() -> None:
    rows = clip.compute().rows
    assert [row.norm for row in rows] == list(numbers("5", "10", "0.5", "50", "130", "1e-8"))
    assert [row.scale for row in rows[:4]] == list(numbers("1", "0.5", "1", "0.1"))
    assert f"{rows[4].scale:.6f}" == "0.038462"
    assert rows[3].clipped == numbers("3", "-4")
    assert [f"{g:.6f}" for g in rows[4].clipped] == ["-4.615385", "1.923077"]
    after = numbers("5", "5", "0.5", "5", "5", "1e-8")
    assert [row.clipped_norm for row in rows] == list(after)
    assert [row.cosine for row in rows] == [1] * 6


@pytest.mark.parametrize(
    ("gradient", "threshold", "norm", "clipped"),
    [
        (("3e200", "4e200"), "1", "5e200", ("0.6", "0.8")),
        ((3e200, 4e200), 1.0, "5e200", ("0.6", "0.8")),
        (("3e-200", "4e-200"), "1", "5e-200", ("3e-200", "4e-200")),
        (("3", "4"), "5", "5", ("3", "4")),
        (("0.3", "0.4"), "5", "0.5", ("0.3", "0.4")),
        (("7",), "0.5", "7", ("0.5",)),
        (("3e-90000000", "0"), "1e-90000001", "3e-90000000", ("1e-90000001", "0")),
    ],
)
def test_exact_cases(
    gradient: tuple[str, ...], threshold: str, norm: str, clipped: tuple[str, ...]
) -> None:
    (row,) = clip.compute((gradient,), threshold).rows
    assert row.norm == Decimal(norm)
    assert row.clipped == numbers(*clipped)
    assert row.cosine == 1


def test_a_zero_gradient_stays_zero_and_has_no_direction() -> None:
    for together in (False, True):
        (row,) = clip.compute((("0", "0"),), together=together).rows
        assert row.clipped == (0, 0)
        assert (row.norm, row.scale, row.clipped_norm, row.cosine) == (0, 1, 0, None)


def test_a_hair_above_the_threshold_is_clipped() -> None:
    (row,) = clip.compute((("5." + "0" * 149 + "1",),)).rows
    assert row.gradient[0] > 5
    assert row.clipped == (5,)


def test_at_the_threshold_nothing_changes_to_the_last_zero() -> None:
    (row,) = clip.compute((("3.000", "-4.0"),)).rows
    assert tuple(map(str, row.clipped)) == ("3.000", "-4.0")


def test_pytorch_s_rule_divides_by_the_norm_and_a_millionth() -> None:
    (row,) = clip.compute((("3", "4"),), "1", rule="pytorch").rows
    assert [f"{g:.8f}" for g in row.clipped] == ["0.59999988", "0.79999984"]
    assert f"{row.scale:.12f}" == "0.199999960000"
    # At the threshold, and less than a millionth below it, this rule shrinks all the same.
    (at,) = clip.compute((("3", "4"),), "5", rule="pytorch").rows
    assert f"{at.scale:.9f}" == "0.999999800"
    (kept,) = clip.compute((("3", "4"),), "5.000001", rule="pytorch").rows
    assert (kept.scale, kept.clipped) == (1, (3, 4))


def test_together_the_norm_the_scale_and_the_cosine_are_the_whole_s() -> None:
    rows = clip.compute((("3", "4"), ("0",), ("12",)), "6.5", together=True).rows
    assert [(row.norm, row.scale, row.clipped_norm, row.cosine) for row in rows] == [
        (13, Decimal("0.5"), Decimal("6.5"), 1)
    ] * 3
    assert [row.clipped for row in rows] == [numbers("1.5", "2"), (0,), (6,)]


def test_entries_whose_decimals_never_end_are_exact() -> None:
    """(3/7, 4/7) has the norm 5/7; a gradient that is kept is kept as the fractions it is."""
    entries = (Fraction(3, 7), Fraction(-4, 7))
    (row,) = clip.compute((entries,), Fraction(1, 3)).rows
    assert f"{row.norm:.54f}" == "0." + "714285" * 8 + "714286"
    assert f"{row.clipped[0]:.50f}" == "0.2" + "0" * 49
    assert clip.compute((entries,), 1).rows[0].clipped == entries


ENTRIES = st.decimals(-1000, 1000, allow_nan=False, places=6) | st.builds(
    lambda n, e: Decimal(n).scaleb(e), st.integers(-999, 999), st.integers(-250, 250)
)


@settings(max_examples=100, deadline=None)
@given(
    st.lists(ENTRIES, min_size=1, max_size=5),
    st.decimals("0.001", 1000, places=3),
    st.sampled_from(["textbook", "pytorch"]),
)
@example([Decimal("7")], Decimal("0.125"), "textbook")
def test_clipping_rounds_as_mpmath_does(
    gradient: list[Decimal], threshold: Decimal, rule: clip.Rule
) -> None:
    (row,) = clip.compute((gradient,), threshold, rule=rule).rows
    with mpmath.workdps(1100):
        g = [mpmath.mpf(str(x)) for x in gradient]
        length = mpmath.sqrt(mpmath.fsum(x * x for x in g))
        divisor = length + (mpmath.mpf("1e-6") if rule == "pytorch" else 0)
        limit = mpmath.mpf(str(threshold))
        scale = mpmath.mpf(1) if divisor <= limit else limit / divisor
        right = [length, scale, *(x * scale for x in g)]
    for ours, exact in zip([row.norm, row.scale, *row.clipped], right, strict=True):
        reference = Decimal(mpmath.nstr(exact, 80, strip_zeros=False))
        assert f"{ours:.16e}" == f"{reference:.16e}" or ours == reference == 0
    assert row.cosine == (1 if any(gradient) else None)


LIKE = ": use a number like 0.5, -3 or 1e-8"


@pytest.mark.parametrize(
    ("gradients", "threshold", "message"),
    [
        (((float("inf"), 1),), 1, "gradient 1: 'inf' is not a finite number" + LIKE),
        (((1,), ("nan", 1)), 1, "gradient 2: 'nan' is not a finite number" + LIKE),
        (((1,),), 0, "the threshold 0 is not above 0: give a positive one, like 5"),
        (((1,),), "-2", "the threshold -2 is not above 0: give a positive one, like 5"),
        (((1,),), "inf", "'inf' is not a finite number" + LIKE),
        (((),), 1, "gradient 1 has no entries: give numbers, like 3,4"),
        ((), 1, "nothing to clip: give at least one gradient, like 3,4"),
        (
            (("1e900000000",),),
            1,
            "gradient 1: 1e900000000 is out of range: give 0 or a size from 1e-100000000 to "
            "1e100000000",
        ),
    ],
)
def test_faults(gradients: tuple[tuple[str, ...], ...], threshold: str, message: str) -> None:
    with pytest.raises(InputError, match=f"^{re.escape(message)}$"):
        clip.compute(gradients, threshold)
