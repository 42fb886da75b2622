"""`influence` as it is typed and printed."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import mpmath
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rnn_examples.errors import InputError

Rows = Callable[..., list[dict[str, Any]]]
Right = Callable[[object, object], bool]

# The lesson prints four decimals, with the zeros at a number's end left off.
PRINTED = {
    "0.5": ("0.4266", "0.0083", "0.0001", "0.0000"),
    "0.9": ("0.7679", "0.0989", "0.0152", "0.0004"),
    "1.5": ("1.2798", "0.8562", "1.2180", "1.1540"),
    "2": ("1.7064", "2.2703", "2.4696", "1.3574"),
}
NUMBER = st.decimals(-3, 3, places=2, allow_nan=False).map(str) | st.builds(
    "{}/{}".format, st.integers(-9, 9), st.integers(3, 7)
)


def test_the_lesson_s_sixteen_figures(run: Callable[..., str]) -> None:
    lines = [line.split() for line in run("influence").splitlines()]
    table = [line for line in lines if line and line[0] in PRINTED and len(line) == 5]
    assert {line[0]: tuple(line[1:]) for line in table} == PRINTED
    for gain, figures in PRINTED.items():
        for steps, figure in zip((1, 5, 10, 20), figures, strict=True):
            assert run("influence", "--cell", f"{gain},{steps}:influence") == f"{figure}\n"


def value(text: str) -> Any:
    top, _, bottom = text.partition("/")
    return mpmath.mpf(top) / mpmath.mpf(bottom or 1)


def reference(gain: str, steps: int, angle: str, x: tuple[str, str]) -> Any:
    c, s = mpmath.cos(value(angle)), mpmath.sin(value(angle))
    W = value(gain) * mpmath.matrix([[c, -s], [s, c]])
    given_, h, P = mpmath.matrix(list(map(value, x))), mpmath.matrix([0, 0]), mpmath.eye(2)
    for _ in range(steps):
        a = W * h + given_
        h = a.apply(mpmath.tanh)
        P = mpmath.diag([1 - mpmath.tanh(a_i) ** 2 for a_i in a]) * W * P
    return mpmath.sqrt(mpmath.fsum(entry**2 for entry in P) / 2)


@settings(max_examples=30, deadline=None)
@given(
    st.lists(NUMBER, min_size=1, max_size=2, unique_by=Fraction),
    st.lists(st.integers(0, 15), min_size=1, max_size=3, unique=True),
    NUMBER,
    st.tuples(NUMBER, NUMBER),
)
def test_every_digit_is_right(
    rows: Rows,
    run: Callable[..., str],
    is_right: Right,
    gains: list[str],
    steps: list[int],
    angle: str,
    x: tuple[str, str],
) -> None:
    line = ["influence", "--gains", ",".join(gains), "--steps", ",".join(map(str, steps))]
    line += ["--angle", angle, "--input", ",".join(x)]
    found = rows("influence", *line)
    assert [row["steps"] for row in found] == steps * len(gains)
    with mpmath.workdps(150):
        asked = ((gain, T) for gain in gains for T in steps)
        for place, (gain, T) in enumerate(asked, start=1):
            right = reference(gain, T, angle, x)
            row = found[place - 1]
            assert list(row) == ["gain", "steps", "influence"]
            assert is_right(row["gain"], value(gain))
            assert is_right(row["influence"], right)
            cell = f"#{place}:influence"
            assert is_right(run(*line, "--cell", cell).strip(), right)
            assert is_right(run(*line, "--cell", cell, "--digits", "15").strip(), right)


def test_a_negative_input_after_a_space(rows: Rows) -> None:
    mirrored = rows("influence", "influence", "--input", "-0.5,0.3")
    assert mirrored == rows("influence", "influence")  # tanh is odd, its slope is even


def test_a_tiny_influence_is_there_in_full(run: Callable[..., str]) -> None:
    """0.1^500 times slopes below 1."""
    text = run("influence", "--gains", "0.1", "--steps", "500", "-f", "csv").splitlines()[1]
    assert text.startswith("0.1,500,")
    assert 0 < mpmath.mpf(text.split(",")[2]) < mpmath.mpf("1e-500")


def test_what_the_eigenvalues_alone_would_say(run: Callable[..., str]) -> None:
    """2^20 = 1048576, and what is printed for g = 2 after 20 steps."""
    text = run("influence")
    assert "without the slopes of tanh 1.0e+06 would be left at g = 2 after 20 steps" in text
    assert "with them it is 1.3574." in text


def test_zero_is_told_from_what_rounds_to_it(run: Callable[..., str]) -> None:
    assert "stands for less than 0.00005" in run("influence", "--gain", "0.5", "--steps", "20")
    assert "stands for" not in run("influence", "--gain", "0", "--steps", "20")


def test_the_work(run: Callable[..., str]) -> None:
    text = run("influence", "--gains", "0.5", "--steps", "1", "--work")
    for line in (
        "= 0.5·[[cos(0.8), -sin(0.8)], [sin(0.8), cos(0.8)]]",
        "a_1,1 = 0.3484·0 + (-0.3587)·0 + 0.5 = 0.5000",
        "h_1 = tanh(a_1) = tanh(0.5000, -0.3000) = (0.4621, -0.2913)",
        "P_1,12 = 0.7864·(0.3484·0 + (-0.3587)·1) = -0.2821",
        "= 0.4266",
    ):
        assert f"{line}\n" in text
    assert "step 2 of" not in text
    assert "The recurrent matrix" in run("influence", "--steps", "0", "--work")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("--gains 0.5,x", "--gains: 'x' is not a number"),
        ("--gains 0.5,1 --steps 501", "2 gains of 501 steps are too many. Expected at most 500"),
        ("--steps 1001", "--steps: 1001 is out of range. Expected a whole number from 0 to 1000"),
        ("--steps -1", "--steps: -1 is out of range"),
        ("--steps 1.5", "--steps: '1.5' is not a whole number"),
        ("--angle left", "--angle: 'left' is not a number"),
        ("--input 1", "--input: '1' has 1 number. Expected 2"),
        ("--input 1,2,3", "--input: '1,2,3' has 3 numbers. Expected 2"),
        ("--gains 1e900", "a unit saturates"),
    ],
)
def test_refusals(run: Callable[..., str], options: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        run("influence", *options.split())
