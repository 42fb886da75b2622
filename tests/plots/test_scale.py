"""Where axes begin and end, and what is written along them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rnn_examples.plots.picture import Axis
from rnn_examples.plots.scale import limits, short, ticks

LINEAR, LOG = Axis("x"), Axis("x", log=True)


@pytest.mark.parametrize(
    ("low", "high", "axis", "expected"),
    [
        (0.0, 1.0, LINEAR, ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]),
        (-0.1, 0.1, LINEAR, ["-0.10", "-0.05", "0.00", "0.05", "0.10"]),
        (0.0, 500_000.0, LINEAR, ["0", "100,000", "200,000", "300,000", "400,000", "500,000"]),
        (0.0, 2e20, LINEAR, ["0", "5e+19", "1e+20", "1.5e+20", "2e+20"]),
        (-8.0, 1.0, LOG, ["10⁻⁸", "10⁻⁶", "10⁻⁴", "0.01", "1"]),
        (-200.0, 10.0, LOG, ["10⁻²⁰⁰", "10⁻¹⁵⁰", "10⁻¹⁰⁰", "10⁻⁵⁰", "1"]),
        (-1.0, 0.1, LOG, ["0.1", "0.2", "0.5", "1"]),
        (7.9, 8.4, LOG, ["1e+08", "2e+08"]),
        (0.5, 3.5, Axis("word", names=("the", "dog", "ran")), ["the", "dog", "ran"]),
    ],
)
def test_round_numbers(low: float, high: float, axis: Axis, expected: list[str]) -> None:
    assert [name for _, name in ticks(low, high, axis, 6)] == expected


def test_powers_without_raised_digits() -> None:
    assert [name for _, name in ticks(-8.0, 0.0, LOG, 4, plain=True)] == [
        "1e-8", "1e-6", "1e-4", "0.01", "1"
    ]  # fmt: skip


def test_of_many_names_every_so_many() -> None:
    axis = Axis("word", names=tuple(map(str, range(1, 101))))
    assert [at for at, _ in ticks(0.5, 100.5, axis, 10)] == [1.0 + 10 * n for n in range(10)]


@given(
    st.lists(st.floats(-1e90, 1e90) | st.none(), max_size=4),
    st.booleans(),
    st.integers(2, 12),
)
@settings(max_examples=200, deadline=None)
def test_any_values_have_an_axis(values: list[float | None], log: bool, most: int) -> None:
    axis = Axis("x", log=log)
    low, high = limits(values, axis)
    assert low < high
    found = ticks(low, high, axis, most)
    assert len(found) <= 3 * most + 6
    spare = 1e-6 * (high - low)
    assert all(low - spare <= at <= high + spare for at, _ in found)


def test_the_data_may_leave_an_axis_that_has_ends() -> None:
    low, high = limits([-200.0, 8.0], Axis("x", log=True, low=-20.0))
    assert low == -20.0
    assert 8.0 < high < 11.0


def test_a_very_long_word_is_cut() -> None:
    assert short("x" * 99) == "x" * 19 + "…"
    assert short("a\nb") == "a\\nb"
