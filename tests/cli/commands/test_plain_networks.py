"""Plain networks of one's own: of vectors, numbers, one-hot words, without a bias, of layers."""

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rnn_examples.errors import InputError

Run = Callable[..., str]
Rows = Callable[..., list[dict[str, Any]]]
Saved = Callable[[str], str]

# h_t = tanh(0.5 x_t + 0.1 h_{t-1} + 0.2), and three outputs.
CELL = "[weights]\nW_xh = [[0.5]]\nW_hh = [[0.1]]\nb_h = [0.2]\n"
OUTPUTS = "W_hy = [[1.0], [-1.0], [0.5]]\n"
BIAS = "b_y = [0.1, 0.0, -0.1]\n"
NUMBERED = "embedding = [[0.5], [-1.0], [2.0]]\n"
# Two one-hot words, no bias anywhere.
ONE_HOT = """
vocabulary = ["a", "b"]
[weights]
W_xh = [[0.5, -0.3], [0.2, 0.4]]
W_hh = [[0.1, 0.2], [0.3, -0.1]]
b_h = [0.0, 0.0]
W_hy = [[1.0, -1.0], [0.5, 0.25]]
"""
LAYERS = """
[vocabulary]
a = [1.0]
b = [-0.5]
[[layer]]
[layer.weights]
W_xh = [[0.5]]
W_hh = [[0.9]]
b_h = [0.1]
[[layer]]
[layer.weights]
W_xh = [[1.5]]
W_hh = [[-0.8]]
b_h = [0.0]
"""


@pytest.fixture
def saved(tmp_path: Path) -> Saved:
    def save(text: str) -> str:
        (tmp_path / "mine.toml").write_text(text)
        return str(tmp_path / "mine.toml")

    return save


@pytest.fixture
def vectors(tmp_path: Path) -> str:
    (tmp_path / "x.csv").write_text("1\n2\n-1\n")
    return str(tmp_path / "x.csv")


def states(xs: list[float], h: float = 0.0) -> list[float]:
    found = []
    for x in xs:
        h = math.tanh(0.5 * x + 0.1 * h + 0.2)
        found.append(h)
    return found


def softmax(z: list[float]) -> list[float]:
    powers = list(map(math.exp, z))
    return [power / sum(powers) for power in powers]


def test_words_without_names_are_numbers_in_and_out(run: Run, rows: Rows, saved: Saved) -> None:
    path = saved(NUMBERED + CELL + OUTPUTS + BIAS)
    line = ("unroll", "--model", path, "--sentence", "0 2", "--outputs", "--h0", "0.25")
    found = rows("outputs", *line)
    for row, h in zip(found, states([0.5, 2.0], 0.25), strict=True):
        assert row["y"] == pytest.approx(softmax([h + 0.1, -h, 0.5 * h - 0.1]), rel=1e-14)
    assert [row["next"] for row in found] == [0, 0]
    text = run(*line, "--work")
    assert "The entries of y_t are in the order of the words' numbers, from 0." in text
    assert "  W_hh h_0 = (0.1·0.25) = (0.025)\n" in text
    assert f"      = ({states([0.5], 0.25)[0]:.4f})\n" in text


def test_a_network_of_numbers_reads_back_as_it_was_written(run: Run, saved: Saved) -> None:
    path = saved(NUMBERED + CELL)
    text = run("model", "show", path)
    assert "embedding = [\n  [0.5],\n  [-1.0],\n  [2.0],\n]\n" in text
    assert run("model", "show", saved(text)) == text


def test_the_words_of_a_great_vocabulary_are_looked_up_one_by_one(
    rows: Rows, tmp_path: Path
) -> None:
    """Four units of 300,000 words: too many numbers to keep W_xh x of each."""
    embedding = np.arange(300_000.0)[:, None] / 1e5
    W = np.array([[0.5], [-0.25], [1.0], [0.125]])
    arrays = {"weight_ih_l0": W, "weight_hh_l0": np.zeros((4, 4)), "embedding.weight": embedding}
    np.savez(tmp_path / "great.npz", **arrays)
    line = ("unroll", "--model", str(tmp_path / "great.npz"), "--sentence", "0 299999 100000")
    found = rows("trace", *line)
    assert [row["input"] for row in found] == [
        [0, 0, 0, 0],
        pytest.approx([1.499995, -0.7499975, 2.99999, 0.37499875], rel=1e-15),
        [0.5, -0.25, 1, 0.125],
    ]
    assert found[2]["h"] == pytest.approx(np.tanh([0.5, -0.25, 1, 0.125]), rel=1e-15)


def test_outputs_without_a_bias(run: Run, rows: Rows, saved: Saved) -> None:
    """h_1 = tanh(0.5, 0.2), the word's column; z_1 = W_hy h_1 and nothing more."""
    path = saved(ONE_HOT)
    h = math.tanh(0.5), math.tanh(0.2)
    y = softmax([h[0] - h[1], 0.5 * h[0] + 0.25 * h[1]])
    line = ("--model", path, "--sentence", "a b")
    assert rows("outputs", "unroll", *line, "--outputs")[0]["y"] == pytest.approx(y, rel=1e-14)
    board = run("unroll", *line, "--outputs", "--work")
    assert "  y_1 = softmax(W_hy h_1)\n" in board
    assert "b_y" not in board
    text = run("loss", *line, "--work")
    assert f"  z_1 = W_hy h_1\n      = (1·{h[0]:.4f} + (-1)·{h[1]:.4f}, " in text
    assert f"  E_1 = -ln({y[1]:.4f}) = {-math.log(y[1]):.4f}\n" in text
    assert rows("steps", "loss", *line)[0]["loss"] == pytest.approx(-math.log(y[1]), rel=1e-13)


def test_a_given_number_has_one_text_in_all_arithmetic(run: Run, saved: Saved) -> None:
    """Nine characters without the sign in full, five digits before the point and more in threes;
    of longer ones four decimals, or two significant digits."""
    values = "[0.12345], [-0.12345], [-12345.0], [0.000123456789]"
    path = saved(f"embedding = [[0.5], [1.0], [2.0], [3.0]]\n{CELL}W_hy = [{values}]\n")
    line = ("--model", path, "--sentence", "0", "--targets", "1", "--work")
    h = f"{math.tanh(0.45):.4f}"
    assert f"(0.12345·{h}, -0.12345·{h}, -12,345·{h}, 0.00012·{h})\n" in run("loss", *line)
    board = run("bptt", *line)
    for weight in ("(0.12345·", " + (-0.12345)·", " + (-12,345)·", " + 0.00012·"):
        assert weight in board
    text = run("spectrum", "--matrix", "12345,0;0,-0.1234567", "--work")
    assert "  det(W) = 12,345·(-0.1234567) - 0·0 = " in text


def test_both_readings_of_one_hot_words_without_a_bias(run: Run, saved: Saved) -> None:
    text = run("bidirectional", "--model", saved(ONE_HOT), "--sentence", "a b", "--work")
    assert "  W⃗_xh x_1 = (0.5, 0.2)\n" in text
    assert "  h⃖_2 = tanh(W⃖_xh x_2 + W⃖_hh h⃖_3)\n      = tanh((-0.3, 0.4) + (0, 0))\n" in text
    assert f"      = ({math.tanh(-0.3):.4f}, {math.tanh(0.4):.4f})\n" in text


def test_vectors_have_no_words_and_no_next_one(
    run: Run, rows: Rows, saved: Saved, vectors: str
) -> None:
    """Every example that needs targets reads vectors with --targets, and names no words."""
    line = ("--model", saved(CELL + OUTPUTS + BIAS), "--inputs", vectors, "--targets", "0 2 1")
    losses = []
    for h, target in zip(states([1.0, 2.0, -1.0]), (0, 2, 1), strict=True):
        losses.append(-math.log(softmax([h + 0.1, -h, 0.5 * h - 0.1])[target]))
    steps = rows("steps", "loss", *line)
    assert [row["loss"] for row in steps] == pytest.approx(losses, rel=1e-13)
    (first, *_) = rows("training", "truncate", *line, "--updates", "0", "--steps", "1")
    assert first["full"] == first["truncated"] == pytest.approx(sum(losses) / 3, rel=1e-13)
    signals = rows("signals", "bptt", *line)
    assert [row["target"] for row in signals] == ["0", "2", "1"]
    for example, more in (("loss", ""), ("bptt", ""), ("truncate", "--steps 1 --updates 0,1")):
        text = run(example, *line, *more.split())
        assert "next word" not in text
        assert "one word alone" not in text
    for row in (*steps, *signals):
        assert "word" not in row
    without = ("bptt", *line[:-2])
    with pytest.raises(InputError, match=r"there is no next word. Give what each step is to"):
        run(*without)


@pytest.mark.parametrize("example", ["loss", "bptt", "truncate"])
def test_targets_of_one_s_own_are_not_called_the_next_word(run: Run, example: str) -> None:
    told = "The target is the next word; after the last word comes the first."
    assert told in run(example, "--sentence", "the dog ran")
    assert told not in run(example, "--sentence", "the dog ran", "--targets", "ran ran the")


def test_the_layers_of_a_stack_are_blamed_apart(run: Run, rows: Rows, saved: Saved) -> None:
    """Size of the second layer one step back: (1 - h^2) 0.8."""
    line = ("blame", "--model", saved(LAYERS), "--sentence", "a b")
    first, second, h = 0.0, 0.0, []
    for x in (1.0, -0.5):
        first = math.tanh(0.5 * x + 0.9 * first + 0.1)
        second = math.tanh(1.5 * first - 0.8 * second)
        h.append((first, second))
    sizes = {(row["layer"], row["k"]): row["size"] for row in rows("blame", *line)}
    assert sizes[1, 1] == pytest.approx(0.9 * (1 - h[1][0] ** 2), rel=1e-14)
    assert sizes[2, 1] == pytest.approx(0.8 * (1 - h[1][1] ** 2), rel=1e-14)
    text = run(*line, "--sentences", "5", "--work")
    assert "In layer 1, 2 steps back, one random sentence keeps" in text
    assert "In layer 2, 2 steps back, one random sentence keeps" in text
    assert "; the other layers and directions go the same way\n" in text
    assert "the other layers" not in run("blame", "--sentence", "a b", "--gain", "1", "--work")
    with pytest.raises(InputError, match=r"has 2 layers and directions. Expected one"):
        run("unroll", "--model", saved(LAYERS), "--sentence", "a b", "--work")


def test_a_text_s_segments_need_one_direction(run: Run, saved: Saved) -> None:
    path = saved(NUMBERED + CELL + CELL.replace("[weights]", "[reverse.weights]"))
    with pytest.raises(InputError, match="reads from the end too, and a segment's end is not"):
        run("truncate", "--model", path, "--sentence", "0 1", "--loss", "state")


def test_the_size_of_a_large_network_is_told_in_mebibytes(run: Run, tmp_path: Path) -> None:
    """512 by 512 weights and 512 biases in 8 bytes each; a small one's are not worth telling."""
    for H, told in ((512, "In float64 they take 2.0 MiB."), (16, "")):
        arrays = {"weight_ih_l0": np.zeros((H, 1)), "weight_hh_l0": np.zeros((H, H))}
        np.savez(tmp_path / f"{H}.npz", **arrays)
        text = run("params", "--model", str(tmp_path / f"{H}.npz"))
        assert told in text
        assert ("MiB" in text) is bool(told)


def test_vectors_that_a_network_of_words_reads_are_multiplied_out(
    run: Run, saved: Saved, tmp_path: Path
) -> None:
    """(2, 1) is no word: 0.5*2 - 0.3*1 = 0.7 and 0.2*2 + 0.4*1 = 0.8 are shown as they come."""
    (tmp_path / "x.csv").write_text("2,1\n")
    read = ("--model", saved(ONE_HOT), "--inputs", str(tmp_path / "x.csv"), "--work")
    product = "x_1 = (0.5·2 + (-0.3)·1, 0.2·2 + 0.4·1)"
    for example, W in (("unroll", "W_xh"), ("bidirectional", "W⃗_xh")):
        text = run(example, *read)
        assert "one-hot" not in text
        assert f"  {W} {product}\n" in text
    assert "one-hot" in run("unroll", *read[:2], "--sentence", "a b")


def test_vectors_are_not_said_to_be_the_words_that_are_ours(run: Run, tmp_path: Path) -> None:
    """The chapter's words and their vectors are not read, its outputs are."""
    (tmp_path / "x.csv").write_text("2,1\n1,2\n")
    for line, outputs in (
        ("unroll --outputs", " are ours.\n"),
        ("loss --targets", "V and b_y are ours; the source's are not known."),
        ("bptt --targets", "V and b_y are ours; the source's are not known."),
        ("truncate --length 2 --targets", "V and b_y are ours; the source's are not known."),
    ):
        targets = ["dog ran"] if line.endswith("--targets") else []
        words = run(*line.split(), *targets, *(["--sentence", "the dog"]))
        assert "words' vectors" in words
        text = run(*line.split(), *targets, "--inputs", str(tmp_path / "x.csv"))
        assert "words' vectors" not in text
        assert outputs in text


def test_the_note_on_one_hot_words_goes_with_the_trace(run: Run, saved: Saved) -> None:
    line = ("unroll", "--model", saved(ONE_HOT), "--sentence", "a b", "--outputs")
    assert "one-hot" in run(*line, "--table", "trace")
    assert "one-hot" not in run(*line, "--table", "outputs")
