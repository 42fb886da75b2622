"""Lines of `--work` whose numbers are long, fractions, zeros, or at an edge of what is written."""

import re
import shlex
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

# A command line, and lines of its arithmetic. The figures are a calculator's.
LINES = {
    # The digits of the gates' table, of what the reader typed too.
    "gates --bias 0.12345678901 --pre-activation 0.98765432109 --distances 2": [
        "f = σ(0.987654 + 0.123457) = σ(1.111111) = 1/(1 + e^(-1.111111)) = 1/(1 + 0.329193) "
        "= 0.752336",
        "half-life = ln(0.5)/ln(0.752336) = -0.693147/(-0.284572) = 2.44",
        "0.752336^2 = e^(2·(-0.284572)) = e^(-0.569144) = 0.5660",
    ],
    "gates --bias 0 --distances 1": [
        "f = σ(0 + 0) = σ(0) = 1/(1 + e^0) = 1/(1 + 1.000000) = 0.500000",
        "half-life = ln(0.5)/ln(0.500000) = -0.693147/(-0.693147) = 1.00",
    ],
    # Those of the trace.
    "lstm-cell --input 0.12345678901 --cues 1.23456789012,-0.45678901234 --output 0.51234567891 "
    "--forget 0.33333333333 --key 1": [
        "c_1 = f·c_0 + i_1·tanh(v_1) = 0.333·0 + 1·tanh(1.235) = 0 + 0.844 = 0.844",
        "c_2 = f·c_1 + i_2·tanh(v_2) = 0.333·0.844 + 0.123·tanh(-0.457) = 0.281 - 0.053 = 0.229",
        "o·tanh(c_2) = 0.512·tanh(0.229) = 0.115",
        "∂c_2/∂c_1 = f^1 = 0.333^1 = 0.333",
    ],
    "lstm-cell --cues 1,-1,1 --key 1 --input 1 --forget 0.9": [
        "∂c_3/∂c_1 = f^2 = 0.9^2 = 0.9·0.9 = 0.810",
        "∂c_3/∂c_1 = f^2 = 0.97^2 = 0.97·0.97 = 0.94",
    ],
    # A power of two to eight steps is written out.
    "lstm-cell --cues 1,1,1,1,1,1,1,1,1 --forget 0.5 --key 1": [
        "∂c_9/∂c_1 = f^8 = 0.5^8 = 0.5·0.5·0.5·0.5·0.5·0.5·0.5·0.5 = 0.0039",
    ],
    "lstm-cell --cues 1,1,1,1,1,1,1,1,1,1 --forget 0.5 --key 1": [
        "∂c_10/∂c_1 = f^9 = 0.5^9 = 0.0020",
    ],
    "lstm-cell --cues 1,1 --forget 0.5 --key 1": ["∂c_2/∂c_1 = f^1 = 0.5^1 = 0.500"],
    # Of a negative power the size goes through the logarithm.
    "vanish --factors=-1.2 --distances 47": [
        "(-1.2)^47 = -10^(47·0.07918125) = -10^3.721519 = -5266.46",
    ],
    # The first power is the factor, and its text once more only where that is rounded.
    "vanish --factors 0.123456,1/3,0.5 --distances 1,2": [
        "0.123456^1 = 0.123456 = 0.12",
        "(1/3)^1 = 1/3 = 0.33",
        "0.5^1 = 0.5",
        "0.123456^2 = 0.123456·0.123456 = 0.015",
    ],
    "activations --points 1 '--pre=-1,2;-3,-4'": [
        "unit 1 = (-1.0000, -3.0000) → dead",
        "unit 2 = (2.0000, -4.0000) → 1 above 0",
    ],
    # Near ln 27 = 3.2958, the loss of a guess among 27 words.
    "bptt --model notebook --sequences 2 --fillers 0 --no-autograd": [
        "L = (3.3120 + 3.3120)/2 = 3.3120",
    ],
    # Where as many steps are left over as the distance has, none of them adds a pair.
    "truncate --length 1050 --distances 50,49": [
        "inside_50 = 10·(100 - 50) = 500",
        "inside_49 = 10·(100 - 49) + (50 - 49) = 511",
    ],
    "clip --gradient 3,4 --together --threshold 1": [
        "‖g‖ = √(3^2 + 4^2) = √(9 + 16) = √25 = 5 > 1",
        "g′ = (θ/‖g‖) g = (1/5)·(3, 4) = 0.2·(3, 4) = (0.6, 0.8)",
        "cos(g, g′) = (3·0.6 + 4·0.8)/(5·1) = 5/5 = 1",
    ],
    # Zeros stay zeros, but PyTorch's rule scales them where a millionth is above the threshold.
    "clip --gradient 0,0 --rule pytorch --threshold 1e-7": [
        "‖g‖ + 10^(-6) = 0 + 10^(-6) = 1e-06 > 1e-07",
        "g′ = (θ/(‖g‖ + 10^(-6))) g = (1e-07/1e-06)·(0, 0) = 0.1·(0, 0) = (0, 0)",
    ],
    "clip --gradient 0,0 --rule pytorch --threshold 1": [
        "‖g‖ + 10^(-6) = 0 + 10^(-6) = 1e-06 ≤ 1",
        "g′ = g = (0, 0)",
    ],
}


@pytest.mark.parametrize("line", LINES)
def test_a_line_of_arithmetic(run: Callable[..., str], line: str) -> None:
    """Lines that are folded at their equals signs are taken as one."""
    text = run(*shlex.split(line), "--work")
    found = re.sub(r"\n +=", " =", text.partition("each number is rounded by itself.")[2])
    told = [one.strip() for one in found.splitlines()]
    for expected in LINES[line]:
        assert expected in told


def test_nothing_is_said_of_the_direction_of_zeros(run: Callable[..., str]) -> None:
    for together in ((), ("--together",)):
        text = run("clip", "--gradient", "0,0", "--rule", "pytorch", "--work", *together)
        assert "cos(" not in text
        assert "‖g′‖" not in text


def test_an_entry_of_a_gradient_is_named_by_its_array_and_its_place(
    run: Callable[..., str], tmp_path: Path
) -> None:
    """U_12 in the chapter's letters, W_hh,12 in ours."""
    W = "W_xh = [[0.5, 0.25], [-0.5, 1]]\nW_hh = [[1, 0.5], [0, -1]]\n"
    (tmp_path / "m.toml").write_text(
        f"vocabulary = ['a', 'b']\nbias = false\n[weights]\n{W}W_hy = [[1, 2], [3, 4]]\n"
    )
    own = run("bptt", "--model", str(tmp_path / "m.toml"), "--sentence", "a b", "--work")
    chapter = run("bptt", "--work")
    for place in (11, 12, 21, 22):
        for letters in ("hh", "xh", "hy"):
            assert f"  ∂E/∂W_{{{letters},{place}}} = " in own
        for letter in "UWV":
            assert f"  ∂E/∂{letter}_{place} = " in chapter


@pytest.mark.parametrize(
    ("H", "activation", "title"),
    [(2, "relu", "Output errors"), (4, "tanh", "Signals"), (5, "tanh", "Output errors")],
)
def test_the_signals_are_written_of_four_tanh_units_at_most(
    run: Callable[..., str], tmp_path: Path, H: int, activation: str, title: str
) -> None:
    path = str(tmp_path / "m.npz")
    names = ("weight_ih_l0", "weight_hh_l0", "fc.weight", "embedding.weight")
    np.savez(path, **dict.fromkeys(names, np.eye(H)))
    line = ("--model", path, "--activation", activation, "--sentence", "0 1", "--work")
    told = run("bptt", *line).partition("each number is rounded by itself.")[2]
    assert told.strip().startswith(f"{title}, from the last step")
