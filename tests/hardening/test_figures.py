"""Faults in numbers that tools of this kind had: each with its input and its right figure, through
the command line."""

import json
import math
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rnn_examples.tables.formats import MODULES

# A command line, its cell, and what that prints.
FIGURES = (
    ("vanish --factor -0.5 --distance 3", "3,-0.5:remaining", "-0.12"),
    ("vanish --factor 1.5 --distance 5000", "5000,1.5:remaining", "2.9e+880"),
    ("vanish --factor 1.5 --distance 5000 --digits 3", "5000,1.5:remaining", "2.86e+880"),
    ("vanish --factor 2 --distance 64,-1", "64,2:remaining", "18,446,744,073,709,551,616"),
    ("vanish --factor 2 --distance 64,-1", "-1,2:remaining", "0.50"),
    ("vanish --factor 0.9 --distance 1000 --digits 5", "1000,0.9:remaining", "1.7479e-46"),
    ("clip --gradient 3e200,4e200 --threshold 1", "#1:clipped", "(0.6000, 0.8000)"),
    ("clip --gradient 3e200,4e200 --threshold 1", "#1:norm", "5.0e+200"),
    ("clip --gradient 3e-200,4e-200 --threshold 1", "#1:norm", "5.0e-200"),
    ("clip --gradient 3e-200,4e-200 --threshold 1", "#1:scale", "1.0000"),
    ("clip --gradient 0,0 --threshold 1", "#1:clipped", "(0, 0)"),
    ("clip --gradient 0,0 --threshold 1", "#1:cosine", ""),
    ("clip --gradient 3,4 --threshold 5", "#1:clipped", "(3.0000, 4.0000)"),
    ("clip --gradient 3,4 --threshold 6", "#1:clipped", "(3.0000, 4.0000)"),
    ("clip --gradient 3,4 --threshold 1", "#1:clipped", "(0.6000, 0.8000)"),
    (
        "clip --gradient 3,4 --threshold 1 --rule pytorch --digits 8",
        "#1:clipped",
        "(0.59999988, 0.79999984)",
    ),
    ("gates --bias 1 --digits 6", "1:gate", "0.731059"),
    ("gates --bias 0 --pre-activation -1000", "0:gate", "5.08e-435"),
    ("loss --logits 1000,0,-1000 --targets 1", "1:loss", "0.0000"),
    ("loss --logits 1000,0,-1000 --targets 1", "1:prediction[2]", "0.0000"),
    ("loss --logits 1000,0,-1000 --targets 2", "1:probability", "5.1e-435"),
    # e^3,000,000 is 10^(3,000,000 / ln 10) = 10^1302883.44571.
    ("loss --logits 3e6,0 --targets 2", "1:perplexity", "2.7907e+1302883"),
    ("loss --logits 3e6,0 --targets 2", "1:probability", "3.6e-1302884"),
)


@pytest.mark.parametrize(("line", "cell", "figure"), FIGURES)
def test_a_figure_is_right(line: str, cell: str, figure: str, run_here: Callable[..., Any]) -> None:
    ended = run_here([*line.split(), "--cell", cell])
    assert (ended.code, ended.printed, ended.told) == (0, f"{figure}\n", "")


RAW = (
    ("vanish --factor -0.5 --distance 3", "3,-0.5:remaining", "-0.125"),
    ("vanish --factor 2 --distance 64", "64,2:remaining", "18446744073709551616"),
    ("vanish --factor 1/3 --distance 1", "1,1/3:remaining", "0.3333333333333333"),
    ("activations --points=-0.00004", "-0.00004:tanh", repr(math.tanh(-0.00004))),
)


@pytest.mark.parametrize(("line", "cell", "figure"), RAW)
def test_a_machine_gets_every_digit(
    line: str, cell: str, figure: str, run_here: Callable[..., Any]
) -> None:
    for name in ("json", "csv"):
        assert run_here([*line.split(), "--cell", cell, "-f", name]).printed == f"{figure}\n"


@pytest.mark.parametrize("gradient", ["inf,1", "nan,1"])
def test_a_gradient_that_is_no_number_is_an_error(
    gradient: str, run_here: Callable[..., Any]
) -> None:
    ended = run_here(["clip", "--gradient", gradient])
    assert (ended.code, ended.printed) == (2, "")
    assert f"'{gradient[:3]}' is not a number" in ended.told


def test_a_power_between_whole_ones_is_refused(run_here: Callable[..., Any]) -> None:
    ended = run_here(["vanish", "--factor", "-0.5", "--distance", "2.5"])
    assert ended.code == 2
    assert "'2.5' is not a whole number" in ended.told


@pytest.mark.parametrize(("convention", "count"), [("textbook", 3), ("keras", 3), ("pytorch", 4)])
def test_an_rnn_has_one_bias_or_pytorch_s_two(
    convention: str, count: int, run_here: Callable[..., Any]
) -> None:
    """Of one input and one unit: without embedding and output layer."""
    line = f"params --embedding 1 --hidden 1 --vocabulary 1 --convention {convention} -f json"
    rows = json.loads(run_here(line.split()).printed)["tables"][0]["rows"]
    recurrent = [row for row in rows if row["array"].endswith(("_l0", "U", "W", "b_h", "kernel"))]
    total = next(row["count"] for row in rows if row["array"] == "total")
    outside = 3  # an embedding, an output weight, its bias
    assert total - outside == count, recurrent


PLAIN = """vocabulary = ["a", "b"]
[weights]
activation = "{activation}"
W_xh = [[{w}, -{w}]]
W_hh = [[{w}]]
b_h = [{b}]
W_hy = [[{w}], [-{w}]]
b_y = [0.0, 0.0]
"""
READERS = (
    *("unroll --outputs", "bptt", "loss", "truncate --updates 1", "bidirectional", "blame"),
    *("spectrum --steps 1,2", "activations"),
)


def write(folder: Path, w: str, b: str = "0.0", activation: str = "tanh") -> str:
    path = folder / "model.toml"
    path.write_text(PLAIN.format(w=w, b=b, activation=activation))
    return str(path)


def test_a_bias_is_added_once_and_pytorch_s_two_are_both(
    tmp_path: Path, run_here: Callable[..., Any]
) -> None:
    """tanh 0.5 = 0.462117; with 0.5 in both of PyTorch's vectors tanh 1 = 0.761594."""
    own = write(tmp_path, "0.0", "0.5")
    shapes = {"weight_ih_l0": (1, 2), "weight_hh_l0": (1, 1)}
    arrays = {name: np.zeros(shape) for name, shape in shapes.items()}
    arrays |= {name: np.array([0.5]) for name in ("bias_ih_l0", "bias_hh_l0")}
    np.savez(tmp_path / "two.npz", **arrays)
    (tmp_path / "words").write_text("a\nb\n")
    two = f"{tmp_path / 'two.npz'} --words {tmp_path / 'words'}"
    for model, figure in ((own, "(0.462117)"), (two, "(0.761594)")):
        line = ["unroll", "--model", *model.split(), "--sentence", "a", "--digits", "6"]
        assert run_here([*line, "--cell", "1:h"]).printed == f"{figure}\n"


@pytest.mark.parametrize("line", READERS)
@pytest.mark.parametrize("w", ["1e300", "1e-300", "5e-324", "1.7e308"])
@pytest.mark.parametrize("activation", ["tanh", "relu"])
def test_weights_of_any_size_give_strict_json_or_one_line(
    line: str, w: str, activation: str, tmp_path: Path, run_here: Callable[..., Any]
) -> None:
    """A warning is an error here; so is a 'nan' or an 'inf' that people see."""
    model = write(tmp_path, w, activation=activation)
    for more in (("-f", "json"), ("-f", "plain", "--work")):
        ended = run_here([*line.split(), "--model", model, "--sentence", "a b a", *more])
        assert "fault of the tool" not in ended.told
        assert ended.told.count("\n") == bool(ended.code)
        assert ended.code == 0 or "xpected" in ended.told or "exceeds" in ended.told, ended.told
        assert not re.search(r"\b(nan|inf|infinity)\b", ended.printed, re.IGNORECASE)
        if ended.code == 0 and more[1] == "json":
            json.loads(ended.printed, parse_constant=pytest.fail)


@pytest.mark.parametrize("line", READERS)
def test_what_rounds_to_zero_has_no_sign(
    line: str, tmp_path: Path, run_here: Callable[..., Any]
) -> None:
    """States, gradients and logits around -0.00004, at four decimals."""
    model = write(tmp_path, "0.00004")
    for name in MODULES.keys() - {"csv", "json"}:
        ended = run_here([*line.split(), "--model", model, "--sentence", "b a b", "-f", name])
        assert ended.code == 0
        assert not re.search(r"[-−]0\.0+(?![\d.])", ended.printed), name


@pytest.mark.parametrize(("w", "c"), [("1e-200", "1e-100"), ("1e-9", "1e-9"), ("1e250", "1e-300")])
def test_shares_of_a_gradient_do_not_depend_on_its_size(
    w: str, c: str, tmp_path: Path, run_here: Callable[..., Any]
) -> None:
    """relu, one unit, h_t = h_{t-1} / 2 + 2 w, so h = (2, 3, 3.5) w; each of three equal targets is
    half believed, so dE_t/dh_t = -c. The terms dE_t/dh_k h_{k-1} are 2, 1 and 3 times -c w; their
    squares are 0 where c w is 1e-300."""
    text = PLAIN.format(w=w, b=w, activation="relu").replace(f"W_hh = [[{w}]]", "W_hh = [[0.5]]")
    (tmp_path / "m.toml").write_text(re.sub("W_hy = .*", f"W_hy = [[{c}], [-{c}]]", text))
    line = f"bptt --model {tmp_path / 'm.toml'} --table contributions -f json --sentence"
    rows = json.loads(run_here([*line.split(), "a a a"]).printed)["tables"][0]["rows"]
    shares = {(row["t"], row["k"]): row["share"] for row in rows if row["share"]}
    assert shares == pytest.approx({(2, 2): 100 / 3, (3, 2): 100 / 6, (3, 3): 50}, rel=1e-8)


def test_fifty_random_models_pass_the_gradient_check(
    tmp_path: Path, run_here: Callable[..., Any]
) -> None:
    """Of float32 weights too, which are widened first."""
    drawn = np.random.Generator(np.random.PCG64(1))
    (tmp_path / "words").write_text("a\nb\nc\n")
    for number in range(50):
        V, H = 3, 1 + number % 4
        scale = 10.0 ** drawn.integers(-2, 2)
        arrays = {
            "rnn.weight_ih_l0": drawn.normal(size=(H, V)),
            "rnn.weight_hh_l0": drawn.normal(size=(H, H)),
            "rnn.bias_ih_l0": drawn.normal(size=H),
            "rnn.bias_hh_l0": drawn.normal(size=H),
            "head.weight": drawn.normal(size=(V, H)),
            "head.bias": drawn.normal(size=V),
        }
        kind = np.float32 if number % 2 else np.float64
        path = tmp_path / f"{number}.npz"
        np.savez(path, **{name: (scale * array).astype(kind) for name, array in arrays.items()})
        line = (
            f"bptt --model {path} --words {tmp_path / 'words'} --layout pytorch -f json --sentence"
        )
        ended = run_here([*line.split(), "a b c a c"])
        assert ended.code == 0, ended.told
        assert "agrees with it within" in ended.printed, number
