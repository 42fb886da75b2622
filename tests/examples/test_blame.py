"""The lesson's scene against mpmath, its bound, and networks from files."""

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rnn_examples.errors import InputError
from rnn_examples.examples import blame
from rnn_examples.examples.blame_scene import Scene, random_scenes
from rnn_examples.network.cells.rnn import RNNWeights
from rnn_examples.seeded import generator

Printed = Callable[..., str]
WORDS = ["the", "flowers", "she", "bought", "at", "the", "market", "were"]


def scenes(*gains: str, words: list[str] = WORDS, activation: str = "tanh") -> tuple[Scene, ...]:
    numbers = tuple(map(Fraction, gains))
    rng = generator(0)
    return random_scenes(words, numbers, rng, hidden=6, inputs=4, activation_name=activation)


def plain(scene: Scene) -> RNNWeights:
    (weights,) = scene.network.directions
    assert isinstance(weights, RNNWeights)
    return weights


def reference(scene: Scene) -> list[mpmath.mpf]:
    """||prod diag(1 - h_t^2) W||_F / sqrt(H), k = T first, at 200 digits."""
    with mpmath.workdps(200):
        w = plain(scene)
        W_x, W_h = mpmath.matrix(w.W_xh.tolist()), mpmath.matrix(w.W_hh.tolist())
        h, slopes = mpmath.matrix([0] * 6), []
        for x in scene.sentence.inputs.tolist():
            a = W_x * mpmath.matrix(x) + W_h * h
            h = a.apply(mpmath.tanh)
            slopes.append(mpmath.diag([mpmath.sech(entry) ** 2 for entry in a]))
        P = mpmath.eye(6)
        found = [P]
        for slope in reversed(slopes):
            P = P * slope * W_h
            found.append(P)
        return [mpmath.sqrt(mpmath.fsum(e**2 for e in M) / 6) for M in found]


@pytest.mark.parametrize("gain", ["0.9", "8", "1000"])
def test_sizes_are_mpmath_s(gain: str) -> None:
    """At 1000 the units are saturated and the sizes of the order of 1e-6000."""
    (scene,) = scenes(gain)
    result = blame.compute([scene], generator(0))
    for line in result.lines:
        right = reference(scene)[line.distance]
        ours = mpmath.ldexp(mpmath.mpf(line.size.m), line.size.e)
        assert abs(ours / right - 1) < 1e-9
    assert [line.k for line in result.lines] == list(range(9))
    assert [line.word for line in result.lines] == [None, *WORDS]


def test_the_weights_are_drawn_as_told() -> None:
    small, large = scenes("0.9", "8")
    for scene, gain in ((small, 0.9), (large, 8.0)):
        W = plain(scene).W_hh
        assert np.linalg.norm(W, 2) == pytest.approx(gain, rel=1e-14)
        assert W / gain == pytest.approx(plain(small).W_hh / 0.9)
        assert not plain(scene).b_h.any()
    rng = generator(0)
    assert plain(small).W_xh.tolist() == rng.normal(0, 0.5, (6, 4)).tolist()
    rng.normal(size=(6, 6))
    drawn = rng.normal(size=(7, 4))  # "the" comes twice
    assert small.sentence.inputs[:2].tolist() == drawn[:2].tolist()
    assert small.sentence.inputs[5].tolist() == drawn[0].tolist()


@settings(max_examples=25, deadline=None)
@given(st.fractions(0, 20), st.sampled_from(("tanh", "sigmoid")))
def test_no_size_exceeds_the_bound(gain: Fraction, activation: str) -> None:
    result = blame.compute(scenes(str(gain), activation=activation), generator(1), 3)
    steepest = {"tanh": 1.0, "sigmoid": 0.25}[activation]
    for line in result.lines:
        assert line.bound is not None
        assert float(line.bound) == pytest.approx((steepest * float(gain)) ** line.distance)
        assert float(line.size.value) <= float(line.bound) * (1 + 1e-12)
    for spread in result.spreads:
        limit = (steepest * float(gain)) ** spread.distance
        assert float(spread.largest.value) <= limit * (1 + 1e-12)


def test_large_weights_are_erratic() -> None:
    result = blame.compute(scenes("0.9", "8"), generator(0), 100)
    ends = [spread for spread in result.spreads if spread.distance == 8]
    ratios = [float(s.largest.value) / float(s.least.value) for s in ends]
    assert ratios[0] < 1000 < 10_000 < ratios[1]
    assert float(ends[1].largest.value) > 1 > float(ends[1].median)


def test_the_spread_is_that_of_the_sentences() -> None:
    """Three sentences: the least, the middle and the largest are theirs."""
    (scene,) = scenes("2")
    result = blame.compute([scene], generator(5), 3)
    rng = generator(5)
    sizes = []
    for _ in range(3):
        inputs = rng.normal(0, 1, (8, 4))
        alone = Scene(scene.network, scene.sentence._replace(inputs=inputs), scene.gain)
        sizes.append([line.size.value for line in blame.compute([alone], generator(0)).lines])
    for spread in result.spreads:
        found = sorted(float(of_one[8 - spread.distance]) for of_one in sizes)
        row = (spread.least.value, spread.median, spread.largest.value)
        assert [float(value) for value in row] == found


def test_sizes_beyond_floats(printed: Printed) -> None:
    words = " ".join(f"w{n}" for n in range(1500))
    options = ("--sentence", words, "--gain", "0.5", "--sentences", "0")
    document = json.loads(printed("blame", *options, "-f", "json"))
    names = [column["name"] for column in document["tables"][0]["columns"]]
    first = document["tables"][0]["rows"][0]
    assert names == ["gain", "k", "word", "distance", "size", "log10_size", "bound"]
    assert first["bound"][:3] + first["bound"][-5:] == "2.8e-452"  # 0.5^1500
    assert float(first["size"].split("e")[1]) == pytest.approx(first["log10_size"], abs=1)
    assert first["log10_size"] < -452
    shown = printed("blame", *options).splitlines()
    assert shown[0].endswith("some of 1,500 steps")
    assert sum("w" in line and "█" in line for line in shown) < 25


def test_no_gain_leaves_nothing() -> None:
    result = blame.compute(scenes("0"), generator(0), 2)
    assert [float(line.size.value) for line in result.lines] == [0.0] * 8 + [1.0]
    assert result.spreads[-1].median == 0


def test_the_chapter_s_model(printed: Printed) -> None:
    """h_3 = (-0.1007, 0.1086) as `unroll` has it: ||diag(1 - h_3^2) U||_F / sqrt 2 = 0.5849."""
    assert printed("blame", "--model", "chapter", "--cell", "2:size").strip() == "0.5849"
    assert printed("blame", "--model", "chapter", "--cell", "3:size").strip() == "1.0000"
    csv = printed("blame", "--model", "chapter", "--sentences", "5", "--seed", "3", "-f", "csv")
    assert csv.splitlines()[0] == "k,word,distance,size,log10_size,bound"
    assert "distance,least,median,largest,log10_ratio" in csv


def lstm_file(folder: Path, layers: int, both: bool) -> str:
    rng = generator(7)
    arrays: dict[str, Any] = {}
    for layer in range(layers):
        for end in ("", "_reverse")[: 1 + both]:
            D = 2 if layer == 0 else 3 * (1 + both)
            arrays |= {
                f"weight_ih_l{layer}{end}": rng.normal(size=(12, D)),
                f"weight_hh_l{layer}{end}": rng.normal(size=(12, 3)),
                f"bias_ih_l{layer}{end}": rng.normal(size=12),
                f"bias_hh_l{layer}{end}": np.zeros(12),
            }
    np.savez(folder / "net.npz", **arrays)
    (folder / "x.csv").write_text("1,0\n0,1\n1,1\n", encoding="utf-8")
    return str(folder / "net.npz")


def test_a_file_s_lstm_of_two_layers_both_ways(printed: Printed, tmp_path: Path) -> None:
    path = lstm_file(tmp_path, layers=2, both=True)
    inputs = ("--model", path, "--inputs", str(tmp_path / "x.csv"))
    csv = printed("blame", *inputs, "-f", "csv").splitlines()
    assert csv[0] == "layer,direction,k,distance,size,log10_size,memory"
    rows = [line.split(",") for line in csv[1:]]
    assert [(row[0], row[1]) for row in rows[::4]] == [
        ("1", "forward"), ("1", "reverse"), ("2", "forward"), ("2", "reverse"),
    ]  # fmt: skip
    assert [row[2:4] for row in rows[:4]] == [["0", "3"], ["1", "2"], ["2", "1"], ["3", "0"]]
    assert [row[2:4] for row in rows[4:8]] == [["1", "0"], ["2", "1"], ["3", "2"], ["4", "3"]]
    assert "belt" in printed("blame", *inputs, "--work")
    with pytest.raises(InputError, match="no words to draw"):
        printed("blame", *inputs, "--sentences", "2")


def test_a_file_s_plain_network_of_two_layers(printed: Printed, tmp_path: Path) -> None:
    """The bound of each layer is its own: norms 1 / 2 and 3."""
    arrays: dict[str, Any] = {"weight_ih_l0": np.eye(2, 3), "weight_ih_l1": np.eye(2)}
    for layer, size in enumerate((0.5, 3.0)):
        arrays |= {
            f"weight_hh_l{layer}": size * np.eye(2),
            f"bias_ih_l{layer}": np.zeros(2),
            f"bias_hh_l{layer}": np.zeros(2),
        }
    np.savez(tmp_path / "net.npz", **arrays)
    (tmp_path / "x.csv").write_text("1,0,0\n0,1,0\n", encoding="utf-8")
    files = ("--model", str(tmp_path / "net.npz"), "--inputs", str(tmp_path / "x.csv"))
    options = (*files, "--layout", "pytorch")
    text = printed("blame", *options)
    assert "Here g is 0.500, 3.00." in text
    assert [printed("blame", *options, "--cell", f"{n},0:bound").strip() for n in (1, 2)] == [
        "0.250",
        "9.00",
    ]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--gain", "-1"), "-1 is negative"),
        (("--gain", "1,1"), "each once"),
        (("--gain", "1e400"), "does not fit"),
        (("--hidden", "0"), "from 1 to 512"),
        (("--input", "x"), "not a whole number"),
        (("--seed", "-1"), "out of range"),
        (("--sentences", "1.5"), "not a whole number"),
        (("--sentence", " "), "no word"),
        (("--model", "chapter", "--gain", "2"), "--gain draws the random network"),
        (("--model", "chapter", "--hidden", "2"), "--hidden draws"),
        (("--model", "chapter", "--sentence", "the cat"), "'cat' is not in the vocabulary"),
        (("--inputs", "x.csv"), "--inputs goes with a network of yours"),
        (("--activation", "sine"), "'sine' is not known"),
        (("--sentences", "10000", "--hidden", "300"), "too many for this network"),
        (("--hidden", "512", "--sentence", "a " * 500), "500 words are too many"),
        (("--gain", "1e300"), "beyond 1e\\+12"),
    ],
)
def test_faults(printed: Printed, options: tuple[str, ...], message: str) -> None:
    with pytest.raises(InputError, match=message):
        printed("blame", *options)


def test_other_sizes_and_activations(printed: Printed) -> None:
    options = ("--hidden", "3", "--input", "2", "--gain", "2", "--activation", "sigmoid")
    text = printed("blame", *options, "--seed", "4", "--sentence", "a b a", "--work")
    assert "(γ g)^(T - k)" in text
    assert "γ = 0.25" in text
    other = printed("blame", *options, "--seed", "5", "--sentence", "a b a", "--work")
    assert text != other


def test_one_random_sentence_is_compared_with_no_other(printed: Callable[..., str]) -> None:
    line = ("blame", "--gains", "8", "--sentences")
    assert "one random sentence keeps" in printed(*line, "2")
    assert "one random sentence keeps" not in printed(*line, "1")
