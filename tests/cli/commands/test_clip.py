"""`clip` as it is typed and printed."""

from collections.abc import Callable
from typing import Any

import mpmath
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rnn_examples.errors import InputError

Rows = Callable[..., list[dict[str, Any]]]
Right = Callable[[object, object], bool]

NUMBER = (
    st.decimals(-1000, 1000, allow_nan=False, places=4).map(str)
    | st.builds("{}e{}".format, st.integers(-999, 999), st.integers(-400, 400))
    | st.builds("{}/{}".format, st.integers(-99, 99), st.integers(1, 99))
)
GRADIENTS = st.lists(st.lists(NUMBER, min_size=1, max_size=4), min_size=1, max_size=3)
COLUMNS = ["gradient", "norm", "scale", "clipped", "clipped_norm", "cosine"]


def value(text: str) -> Any:
    top, _, bottom = text.partition("/")
    return mpmath.mpf(top) / mpmath.mpf(bottom or 1)


@settings(max_examples=40, deadline=None)
@given(GRADIENTS, st.sampled_from(["5", "0.125", "1e-30", "1/3"]), st.booleans(), st.booleans())
def test_every_digit_is_right(
    rows: Rows,
    run: Callable[..., str],
    is_right: Right,
    gradients: list[list[str]],
    threshold: str,
    together: bool,
    pytorch: bool,
) -> None:
    line = ["clip", "--threshold", threshold, "--rule", "pytorch" if pytorch else "textbook"]
    for gradient in gradients:
        line += ["--gradient", ",".join(gradient)]
    line += ["--together"] if together else []
    found = rows("clipping", *line)
    with mpmath.workdps(1300):
        for place, gradient in enumerate(gradients, start=1):
            group = [entry for g in gradients for entry in g] if together else gradient
            length = mpmath.sqrt(mpmath.fsum(value(entry) ** 2 for entry in group))
            divisor = length + (mpmath.mpf("1e-6") if pytorch else 0)
            # One part in 10^1000: a norm that is the threshold itself, its square root rounded.
            above = divisor > value(threshold) * (1 + mpmath.mpf("1e-1000"))
            scale = value(threshold) / divisor if above else mpmath.mpf(1)
            clipped = [value(entry) * scale for entry in gradient]
            exact = {
                "norm": length,
                "scale": scale,
                "clipped_norm": length * scale,
                "cosine": mpmath.mpf(1) if length else None,
            }
            row = found[place - 1]
            for column, right in exact.items():
                assert is_right(row[column], right), (column, row[column])
                shown = run(*line, "--cell", f"#{place}:{column}").strip()
                assert is_right(shown or None, right), (column, shown)
            for entry, right in enumerate(clipped, start=1):
                assert is_right(row["clipped"][entry - 1], right)
                where = f"#{place}:clipped[{entry}]"
                assert is_right(run(*line, "--digits", "9", "--cell", where).strip(), right)


def test_the_columns(rows: Rows) -> None:
    assert [list(row) for row in rows("clipping", "clip")] == [COLUMNS] * 6


@pytest.mark.parametrize(
    ("options", "cell", "shown"),
    [
        ("--gradient 3e200,4e200 --threshold 1", "#1:clipped", "(0.6000, 0.8000)"),
        ("--gradient 3e200,4e200 --threshold 1", "#1:norm", "5.0e+200"),
        ("--gradient 3e-200,4e-200", "#1:norm", "5.0e-200"),
        ("--gradient 0,0", "0,0:cosine", ""),
        ("--gradient 0,0", "0,0:clipped", "(0, 0)"),
        ("--gradient 3,4 --threshold 1 --rule pytorch", "3,4:clipped", "(0.59999988, 0.79999984)"),
        ("--gradient 3,4 --threshold 5", "3,4:clipped", "(3.0000, 4.0000)"),
        ("--gradient -120,50", "-120,50:clipped[2]", "1.9231"),
        ("--gradient -120,50", "-120.0 5e1:scale", "0.0385"),
        ("--gradient 3,4 --gradient 12 --together --threshold 6.5", "12:clipped[1]", "6.0000"),
        ("--gradient 3,4 --gradient 12 --together --threshold 6.5", "#1:norm", "13.0000"),
    ],
)
def test_one_cell(run: Callable[..., str], options: str, cell: str, shown: str) -> None:
    assert run("clip", *options.split(), "--cell", cell) == f"{shown}\n"


def test_a_long_gradient_is_told_by_its_exact_norm(run: Callable[..., str]) -> None:
    text = run("clip", "--gradient", "3e400,4e400,0,0,0,0,0,0,1/3")
    assert "norm 5.00000e+400, least 0, largest 4e+400: (3e+400, 4e+400, 0, … 6 more)" in text


def test_whose_the_gradients_are_is_said_of_the_default_alone(run: Callable[..., str]) -> None:
    assert "The gradients are ours" in run("clip", "--threshold", "2")
    assert "ours" not in run("clip", "--gradient", "3,4")


def test_the_work(run: Callable[..., str]) -> None:
    text = run("clip", "--gradient", "6,8", "--work")
    for line in (
        "‖g‖ = √(6^2 + 8^2) = √(36 + 64) = √100 = 10 > 5",
        "g′ = (θ/‖g‖) g = (5/10)·(6, 8) = 0.5·(6, 8) = (3, 4)",
        "cos(g, g′) = (6·3 + 8·4)/(10·5) = 50/50 = 1",
    ):
        assert f"\n  {line}\n" in text
    assert "‖g‖ + 10^(-6) = 10 + 10^(-6) = 10.000001 > 5" in run(
        "clip", "--gradient", "6,8", "--work", "--rule", "pytorch"
    )
    assert "= √(9 + 16 + 144) = √169 = 13 > 5" in run(
        "clip", "--gradient", "3,4", "--gradient", "12", "--work", "--together"
    )


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("--gradient inf,1", "--gradient: 'inf' is not a number"),
        ("--gradient nan,1", "--gradient: 'nan' is not a number"),
        ("--gradient 1_000", "--gradient: '1_000' is not a number"),
        ("--gradient 1,,2", "--gradient: item 2 of '1,,2' is empty"),
        ("--gradient 1e1001", "--gradient: '1e1001' is out of range"),
        ("--gradient 1e-1001/3", "--gradient: '1e-1001/3' is out of range"),
        ("--threshold 0", "--threshold: '0' is not above 0"),
        ("--threshold -2", "--threshold: '-2' is not above 0"),
        ("--threshold inf", "--threshold: 'inf' is not a number"),
        ("--rule keras", "--rule: 'keras' is none of textbook, pytorch"),
        ("--gradient 3,4 --gradient 3,4 --cell 3,4:norm", "fits 2 rows. Give .* #1"),
        ("--cell 5,5:norm", "no row '5,5'. ROW is gradient. The rows: 3,4; 6,8"),
    ],
)
def test_refusals(run: Callable[..., str], options: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        run("clip", *options.split())


def test_too_many_entries_are_refused(run: Callable[..., str]) -> None:
    with pytest.raises(InputError, match=r"1,002 entries are given. Expected 1,000 at most"):
        run("clip", "--gradient", ",".join(["1"] * 501), "--gradient", ",".join(["1"] * 501))
