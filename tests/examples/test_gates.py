"""`gates`: the notebook's two gates, the rest by mpmath; a network's gates step by step."""

import json
import math
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rnn_examples.errors import InputError
from rnn_examples.examples.gates import compute
from rnn_examples.examples.gates_measured import compute as measured
from rnn_examples.examples.gates_measured import compute_text
from rnn_examples.examples.sentence import Sentence, of_words
from rnn_examples.network.cells.gate import Gate
from rnn_examples.network.cells.gru import GRUWeights
from rnn_examples.network.cells.lstm import LSTMWeights
from rnn_examples.network.load.toml_text import write_toml
from rnn_examples.network.network import Layer, Network

Printed = Callable[..., str]


def tables(printed: Printed, *arguments: str) -> dict[str, list[dict[str, Any]]]:
    document = json.loads(printed("gates", *arguments, "-f", "json"))
    return {table["name"]: table["rows"] for table in document["tables"]}


def sigmoid(x: Any) -> Any:
    return 1 / (1 + np.exp(-x))


def network(kind: str, biases: list[float], *, both: bool = False, seed: int = 0) -> Network:
    """A small network whose keeping gate has these biases."""
    rng = np.random.Generator(np.random.PCG64(seed))
    H = len(biases)

    def gate(b_h: list[float] | None = None) -> Gate:
        b = rng.normal(size=H) if b_h is None else np.array(b_h)
        return Gate(rng.normal(size=(H, 2)), rng.normal(size=(H, H)), b)

    def cell() -> LSTMWeights | GRUWeights:
        if kind == "gru":
            return GRUWeights(gate(), gate(biases), gate())
        return LSTMWeights(gate(), gate(biases), gate(), gate())

    return Network(
        (Layer(cell(), cell() if both else None),),
        vocabulary=("a", "b", "c"),
        embedding=rng.normal(size=(3, 2)),
        source="mine.toml",
    )


def test_the_notebooks_gates(printed: Printed) -> None:
    gates = {row["bias"]: row for row in tables(printed)["gates"]}
    assert gates[0]["gate"] == 0.5
    assert round(gates[3]["gate"], 3) == 0.953
    assert round(gates[1]["gate"], 6) == 0.731059
    assert gates[0]["half_life"] == 1
    assert printed("gates", "--cell", "1:gate") == "0.731059\n"


def test_the_memory_is_the_gate_to_the_k(printed: Printed) -> None:
    kept = {(row["bias"], row["distance"]): row["kept"] for row in tables(printed)["kept"]}
    assert [kept[0, k] for k in (5, 10, 20, 40, 80)] == [0.5**k for k in (5, 10, 20, 40, 80)]
    f = 1 / (1 + math.exp(-3))
    assert kept[3, 80] == pytest.approx(f**80, rel=1e-12)


@settings(max_examples=40, deadline=None)
@given(
    st.fractions(-40, 40, max_denominator=60),
    st.decimals(-5, 5, places=2, allow_nan=False),
    st.integers(0, 10**6),
)
def test_every_digit_is_mpmaths(b: Fraction, a: Decimal, k: int) -> None:
    result = compute((b,), (k,), a)
    with mpmath.workdps(80):
        x = mpmath.mpf(str(a)) + mpmath.mpf(b.numerator) / b.denominator
        f = 1 / (1 + mpmath.exp(-x))
        exact = (f, mpmath.log(0.5) / mpmath.log(f), f**k)
        found = (result.gates[0].gate, result.gates[0].half_life, result.kept[0].kept)
        for ours, right in zip(found, exact, strict=True):
            assert abs(mpmath.mpf(str(ours)) / right - 1) < mpmath.mpf(10) ** -24


@pytest.mark.parametrize("bias", ["10000", "-10000"])
def test_a_gate_that_is_almost_open_or_almost_shut_is_told_in_full(bias: str) -> None:
    """-ln f is e^-10000 = 1.1355e-4343, or 10000."""
    (row,) = compute((bias,), (10**9,)).gates
    if bias == "10000":
        assert f"{row.half_life:.3e}" == "6.104e+4342"
        assert row.gate <= 1
    else:
        assert f"{row.gate:.3e}" == "1.135e-4343"
        assert f"{row.half_life:.6e}" == "6.931472e-5"


def test_the_pre_activation_is_added_before_the_sigmoid(printed: Printed) -> None:
    line = ("--bias", "1", "--pre-activation", "-0.5", "--distances", "1")
    (row,) = tables(printed, *line)["gates"]
    assert row["gate"] == pytest.approx(1 / (1 + math.exp(-0.5)), rel=1e-15)
    assert "f = σ(-0.5 + 1)\n    = σ(0.5)\n" in printed("gates", *line, "--work")


def test_the_work(printed: Printed) -> None:
    text = printed("gates", "--work")
    for line in (
        "f = σ(0 + 3) = σ(3) = 1/(1 + e^(-3)) = 1/(1 + 0.049787) = 0.952574",
        "half-life = ln(0.5)/ln(0.952574) = -0.693147/(-0.048587) = 14.27",
        "0.731059^20 = e^(20·(-0.313262)) = e^(-6.265234) = 0.0019",
    ):
        assert f"  {line}\n" in text


@pytest.mark.parametrize("kind", ["lstm", "gru"])
def test_a_networks_gate_is_its_mean_over_the_steps(kind: str) -> None:
    """The recurrence written out, step by step."""
    net = network(kind, [0.0, 1.0, 3.0])
    words = ["a", "b", "c", "c", "a", "b"]
    cell = net.layers[0].forward
    w = cell.arrays()
    h, c = np.zeros(3), np.zeros(3)
    keeper = "update" if kind == "gru" else "forget"
    values = []

    def at(gate: str, x: np.ndarray, h: np.ndarray) -> np.ndarray:
        return np.asarray(w[f"{gate}.W_xh"] @ x + w[f"{gate}.W_hh"] @ h + w[f"{gate}.b_h"])

    for x in net.vectors(net.ids(words)):
        f = sigmoid(at(keeper, x, h))
        values.append(f)
        if kind == "gru":
            n = np.tanh(at("candidate", x, sigmoid(at("reset", x, h)) * h))
            h = (1 - f) * n + f * h
        else:
            i, o = sigmoid(at("input", x, h)), sigmoid(at("output", x, h))
            c = f * c + i * np.tanh(at("candidate", x, h))
            h = o * np.tanh(c)
    F = np.array(values)
    result = measured(net, of_words(net, words), (4,))
    assert result.steps == 6
    for j, unit in enumerate(result.units):
        assert unit.mean == pytest.approx(F[:, j].mean(), rel=1e-13)
        assert (unit.least, unit.largest) == pytest.approx((F[:, j].min(), F[:, j].max()))
        assert unit.half_life == pytest.approx(math.log(0.5) / math.log(F[:, j].mean()))
        root = math.prod(F[:, j]) ** (1 / 6)
        assert unit.root == pytest.approx(root, rel=1e-13)
        assert unit.root_half_life == pytest.approx(math.log(0.5) / math.log(root))
        assert unit.kept(4) == pytest.approx(root**4)


def test_without_words_the_biases_are_told(printed: Printed, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(write_toml(network("lstm", [0.0, 1.0, 3.0])))
    rows = tables(printed, "--model", str(path))["units"]
    assert [round(row["mean"], 6) for row in rows] == [0.5, 0.731059, 0.952574]
    assert list(rows[0]) == ["unit", "mean", "half_life"]
    assert "at its bias alone" in printed("gates", "--model", str(path))


def test_a_sentence_a_text_and_vectors_agree(printed: Printed, tmp_path: Path) -> None:
    net = network("lstm", [0.0, 1.0, 3.0])
    model, text, vectors = (tmp_path / name for name in ("mine.toml", "t.txt", "x.npy"))
    model.write_text(write_toml(net))
    text.write_text("a b\nc a")
    np.save(vectors, net.vectors(net.ids(["a", "b", "c", "a"])))
    ways = [
        tables(printed, "--model", str(model), *way)["units"]
        for way in (
            ("--sentence", "a b c a"),
            ("--text", str(text)),
            ("--inputs", str(vectors)),
        )
    ]
    assert ways[0] == ways[1]
    for row, other in zip(ways[0], ways[2], strict=True):
        assert row == pytest.approx(other, rel=1e-13)


def test_a_long_text_in_one_pass_of_bounded_memory() -> None:
    """The mean over pieces is the mean over all."""
    net = network("lstm", [0.0, 1.0])
    words = ["a", "b", "c", "b", "a"]
    long = compute_text(net, (words for _ in range(2_000)), (1,))
    assert long.steps == 10_000
    short = measured(net, of_words(net, words * 200), (1,))
    for one, other in zip(long.units, short.units, strict=True):
        assert one.mean == pytest.approx(other.mean, abs=1e-3)


def test_shut_and_open_gates_make_no_noise() -> None:
    """sigma(-1000) is 0 in float64, sigma(1000) is 1: nothing is kept, nothing is lost."""
    net = network("lstm", [-1000.0, 1000.0])
    shut, open_ = measured(net, of_words(net, ["a", "b"]), (5,)).units
    assert (shut.mean, shut.root, shut.half_life, shut.kept(5), shut.kept(0)) == (0, 0, 0, 0, 1)
    assert (open_.mean, open_.half_life, open_.root_half_life) == (1, None, None)
    assert open_.kept(5) == 1
    at_bias = measured(net, None, (5,)).units
    assert [unit.mean for unit in at_bias] == [0, 1]


def test_what_a_float_cannot_hold_is_kept_too() -> None:
    """f = sigma(0) = 1/2 at the bias alone: 2^-5000 = 7.0e-1506."""
    unit = measured(network("lstm", [0.0]), None, (5000,)).units[0]
    assert f"{unit.kept(5000):.1e}" == "7.1e-1506"


def test_both_directions_and_many_units(printed: Printed, tmp_path: Path) -> None:
    path = tmp_path / "both.toml"
    path.write_text(write_toml(network("lstm", [0.1 * n for n in range(12)], both=True)))
    line = ("--model", str(path), "--sentence", "a b")
    rows = tables(printed, *line)["units"]
    assert len(rows) == 24
    assert [row["direction"] for row in rows] == ["forward"] * 12 + ["reverse"] * 12
    text = printed("gates", *line)
    assert "the 16 of 24 that hold on longest" in text
    picked = tables(printed, *line, "--units", "2:4")["units"]
    assert [row["unit"] for row in picked] == [3, 4, 3, 4]
    assert picked[0] == rows[2]


def test_layers_are_numbered_from_one() -> None:
    one, two = network("lstm", [0.0, 1.0]), network("lstm", [2.0, 3.0], both=True)
    net = Network((*one.layers, *two.layers), vocabulary=("a",), embedding=one.embedding)
    found = measured(net, None, (1,)).units
    places = [(unit.layer, unit.direction, unit.unit) for unit in found]
    assert places == [
        (1, "forward", 1),
        (1, "forward", 2),
        *((2, way, unit) for way in ("forward", "reverse") for unit in (1, 2)),
    ]


def test_a_sentence_too_long_for_a_network_that_reads_in_reverse_is_refused() -> None:
    """Four gates, state, memory and input side of two units, twice: 28 numbers a step, of 2^24."""
    net = network("lstm", [0.0, 1.0], both=True)
    longer = Sentence(None, np.zeros((599_187, 2)))
    with pytest.raises(
        InputError, match=r"^599,187 steps are too many for a .* Expected at most 599,186$"
    ):
        measured(net, longer, (1,))
