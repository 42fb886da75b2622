"""`bidirectional`: two recurrences, each by hand, and what each state depends on."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rnn_examples.examples.bidirectional import compute
from rnn_examples.examples.sentence import Sentence, of_words
from rnn_examples.network.arrays import Array
from rnn_examples.network.book_models import book_model, chapter
from rnn_examples.network.cells.gate import Gate
from rnn_examples.network.cells.lstm import LSTMWeights
from rnn_examples.network.cells.rnn import RNNWeights
from rnn_examples.network.forward import forward
from rnn_examples.network.load.toml_text import write_toml
from rnn_examples.network.network import Layer, Network

Printed = Callable[..., str]

# The chapter's sentence, and its model's forward direction.
X = np.array([[0.5, 0.1], [0.9, -0.4], [-0.3, 0.8]])
W, U, B = np.array([[0.6, -0.3], [0.2, 0.5]]), np.array([[0.4, 0.1], [-0.2, 0.7]]), (0.05, -0.05)


def run(W: Array, U: Array, b: Any, x: Array) -> list[list[float]]:
    """h_t = tanh(W x_t + U h_{t-1} + b)."""
    h, found = np.zeros(len(U)), []
    for x_t in x:
        h = np.tanh(W @ x_t + U @ h + b)
        found.append(h.tolist())
    return found


def tables(printed: Printed, *arguments: str) -> dict[str, list[dict[str, Any]]]:
    document = json.loads(printed("bidirectional", *arguments, "-f", "json"))
    return {table["name"]: table["rows"] for table in document["tables"]}


def lstm(layers: int = 1, H: int = 3, D: int = 2, seed: int = 0) -> Network:
    rng = np.random.Generator(np.random.PCG64(seed))

    def cell(D: int) -> LSTMWeights:
        shapes = ((H, D), (H, H), (H,))
        return LSTMWeights(*(Gate(*(rng.normal(size=s) for s in shapes)) for _ in range(4)))

    sizes = [D] + [2 * H] * (layers - 1)
    return Network(
        tuple(Layer(cell(size), cell(size)) for size in sizes),
        vocabulary=("a", "b", "c", "d"),
        embedding=rng.normal(size=(4, D)),
        source="mine.toml",
    )


def test_the_chapters_sentence_read_from_both_ends(printed: Printed) -> None:
    found = tables(printed)
    onward = run(W, U, B, X)
    ours = np.array([[0.5, 0.2], [-0.3, 0.6]]), np.array([[0.3, -0.2], [0.1, 0.5]])
    back = run(*ours, (-0.05, 0.05), X[::-1])[::-1]
    for t, row in enumerate(found["states"]):
        assert (row["t"], row["word"]) == (t + 1, ("the", "dog", "ran")[t])
        assert row["forward"] == pytest.approx(onward[t], rel=1e-13)
        assert row["reverse"] == pytest.approx(back[t], rel=1e-13)
        assert found["concatenation"][t]["h"] == row["forward"] + row["reverse"]
    assert "The reading from the end is ours: W⃖ = [[0.5, 0.2], [-0.3, 0.6]]" in printed(
        "bidirectional"
    )


def test_the_forward_reading_is_unrolls(printed: Printed) -> None:
    trace = json.loads(printed("unroll", "-f", "json"))["tables"][0]["rows"]
    states = tables(printed)["states"]
    assert [row["forward"] for row in states] == [row["h"] for row in trace]


def test_a_reverse_direction_of_your_own(printed: Printed) -> None:
    line = ("--reverse-input", "1,0;0,-1", "--reverse-recurrent", "0.5,0;0,0.25")
    W_r, U_r = np.diag([1.0, -1.0]), np.diag([0.5, 0.25])
    for bias, b in (((), (0, 0)), (("--reverse-bias", "0.1,-0.2"), (0.1, -0.2))):
        rows = tables(printed, *line, *bias)["states"]
        back = run(W_r, U_r, b, X[::-1])[::-1]
        for row, right in zip(rows, back, strict=True):
            assert row["reverse"] == pytest.approx(right, rel=1e-13)
    shown = json.loads(printed("bidirectional", *line, "-f", "json"))
    assert shown["notes"][1:] == ["The reading from the end has the weights given."]


def test_a_network_that_is_given_a_second_direction_has_no_outputs() -> None:
    """They fit the states of one."""
    found = compute(chapter(), of_words(chapter(), ["the"])).network
    assert (found.W_hy, found.b_y, len(found.directions)) == (None, None, 2)


def test_a_network_without_one_is_read_with_its_own_weights(printed: Printed) -> None:
    rows = tables(printed, "--model", "notebook")["states"]
    net = book_model("notebook")
    w = net.layers[0].forward.arrays()
    x = np.eye(6)[::-1]
    back = run(w["W_xh"], w["W_hh"], w["b_h"], x)[::-1]
    for row, right in zip(rows, back, strict=True):
        assert row["reverse"] == pytest.approx(right, rel=1e-12)
    assert "uses the same weights" in printed("bidirectional", "--model", "notebook")


def test_a_given_reverse_direction_has_the_activation_of_the_forward_one(
    printed: Printed, tmp_path: Path
) -> None:
    """relu(0.5 - 1) is 0, and tanh(-0.5) is not; of two layers the last reads both ways."""
    one = RNNWeights(np.eye(1), np.zeros((1, 1)), np.array([0.25]), "relu")
    network = Network((Layer(one), Layer(one)), vocabulary=("a",), embedding=np.full((1, 1), 0.25))
    model = tmp_path / "deep.toml"
    model.write_text(write_toml(network), encoding="utf-8")
    reverse = ("--reverse-input", "1", "--reverse-recurrent", "0", "--reverse-bias=-1")
    line = ("--model", str(model), "--sentence", "a", *reverse)
    assert tables(printed, *line)["states"] == [
        {"t": 1, "word": "a", "forward": [0.75], "reverse": [0.0]}
    ]


def test_a_palindrome_is_a_mirror() -> None:
    """The same weights both ways, the same words both ways: the states mirror each other."""
    net = replace(book_model("notebook"))
    result = compute(net, of_words(net, ["a", "has", "a", "patient", "a", "has", "a"]))
    assert result.forward == result.reverse[::-1]


def test_a_files_own_reverse_direction(printed: Printed, tmp_path: Path) -> None:
    """The direction alone, over the words reversed."""
    net = lstm()
    path = tmp_path / "mine.toml"
    path.write_text(write_toml(net))
    rows = tables(printed, "--model", str(path), "--sentence", "a d c b b")["states"]
    ids = net.ids(["a", "d", "c", "b", "b"])
    last = net.layers[0].reverse
    assert last is not None
    back = forward(replace(net, layers=(Layer(last),)), ids[::-1]).h[::-1]
    onward = forward(replace(net, layers=(Layer(net.layers[0].forward),)), ids).h
    for row, a, b in zip(rows, onward, back, strict=True):
        assert row["forward"] == pytest.approx(a.tolist(), rel=1e-13)
        assert row["reverse"] == pytest.approx(b.tolist(), rel=1e-13)


@pytest.mark.parametrize("layers", [1, 2])
def test_each_state_moves_with_the_words_it_sees_and_no_other(layers: int) -> None:
    """Every word's vector is moved in turn; the table's spans are those of what moves."""
    net = lstm(layers)
    x = net.vectors(net.ids(list("abcda")))
    still = compute(net, Sentence(None, x))
    sees = {"forward": set(), "reverse": set()}  # type: dict[str, set[tuple[int, int]]]
    for k in range(5):
        moved = x.copy()
        moved[k] += 0.5
        other = compute(net, Sentence(None, moved))
        for way in sees:
            pairs = zip(getattr(still, way), getattr(other, way), strict=True)
            sees[way] |= {(t, k) for t, (a, b) in enumerate(pairs) if a != b}
    every = {(t, k) for t in range(5) for k in range(5)}
    deep = layers > 1
    assert still.sees_all == deep
    assert sees["forward"] == (every if deep else {(t, k) for t, k in every if k <= t})
    assert sees["reverse"] == (every if deep else {(t, k) for t, k in every if k >= t})


def test_which_words_each_state_sees(printed: Printed, tmp_path: Path) -> None:
    rows = tables(printed)["sees"]
    assert [(row["forward_sees"], row["reverse_sees"]) for row in rows] == [
        ("the", "the dog ran"),
        ("the dog", "dog ran"),
        ("the dog ran", "ran"),
    ]
    assert [(r["forward_words"], r["reverse_words"], r["words"]) for r in rows] == [
        (1, 3, 3),
        (2, 2, 3),
        (3, 1, 3),
    ]
    assert "cannot generate" in printed("bidirectional")
    deep = tmp_path / "deep.toml"
    deep.write_text(write_toml(lstm(2)))
    rows = tables(printed, "--model", str(deep), "--sentence", "a b c")["sees"]
    assert {row["forward_words"] for row in rows} == {3}


def test_vectors_in_place_of_words(printed: Printed, tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    path.write_text("0.5,0.1\n0.9,-0.4\n-0.3,0.8\n")
    found = tables(printed, "--inputs", str(path))
    assert [row["forward"] for row in found["states"]] == [
        row["forward"] for row in tables(printed)["states"]
    ]
    assert [row["reverse_sees"] for row in found["sees"]] == ["1 to 3", "2 to 3", "3"]
    for rows in found.values():
        assert [row["t"] for row in rows] == [1, 2, 3]


def test_the_units_asked_for(printed: Printed) -> None:
    rows = tables(printed, "--model", "notebook", "--units", "1:3")
    every = tables(printed, "--model", "notebook")
    for part, whole in zip(rows["states"], every["states"], strict=True):
        assert part["forward"] == whole["forward"][1:3]
        assert part["reverse"] == whole["reverse"][1:3]
    assert rows["concatenation"][0]["h"] == (
        rows["states"][0]["forward"] + rows["states"][0]["reverse"]
    )


def test_the_work(printed: Printed) -> None:
    text = printed("bidirectional", "--work")
    for line in (
        "  W⃖ x_3 = (0.5·(-0.3) + 0.2·0.8, -0.3·(-0.3) + 0.6·0.8)",
        "      = tanh((0.01, 0.57) + (0, 0) + (-0.05, 0.05))",
        "  h_3 = (h⃗_3, h⃖_3) = (-0.1007, 0.1086, -0.0400, 0.5511)",
    ):
        assert f"{line}\n" in text
