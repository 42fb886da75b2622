"""The TOML a person writes: read, written, read back, and every slip of the hand told."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from toml_texts import LSTM, RNN, read

from rnn_examples.errors import InputError
from rnn_examples.network.book_models import BOOK_MODELS, chapter
from rnn_examples.network.forward import forward
from rnn_examples.network.load.toml_text import write_toml
from rnn_examples.network.network import Network

AWKWARD = ("", "a\nb", "[bold] x[/]", 'say "no"', "日本 👍", "\x7f", "a.b", "\\", "=1+1", "'")


def same(one: Network, other: Network) -> bool:
    left, right = one.arrays(), other.arrays()
    return (
        one.vocabulary == other.vocabulary
        and left.keys() == right.keys()
        and all(left[name].tobytes() == right[name].tobytes() for name in left)
        and [w.kind for w in one.directions] == [w.kind for w in other.directions]
    )


def test_an_rnn(tmp_path: Path) -> None:
    network = read(tmp_path, RNN)
    assert network.kind == "rnn"
    assert network.vocabulary == ("a", "b c")
    assert network.embedding is not None
    assert network.embedding.tolist() == [[1, 0.5], [-0.001, 2]]
    assert network.arrays()["W_xh"].tolist() == [[1, 2], [3, 4], [5, 6]]
    assert forward(network, [0]).h[0] == pytest.approx(np.tanh([2.1, 5.2, 8.3]))
    assert network.logits(np.array([[1.0, 2, 3]])).tolist() == [[1, 2.5]]


def test_gates_are_known_by_name_in_any_order(tmp_path: Path) -> None:
    network = read(tmp_path, LSTM)
    assert network.kind == "lstm"
    assert network.arrays()["candidate.b_h"].tolist() == [2]
    assert network.arrays()["output.W_hh"].tolist() == [[3]]


@pytest.mark.parametrize("name", BOOK_MODELS)
def test_the_books_models_read_back_to_the_same_numbers(tmp_path: Path, name: str) -> None:
    network = BOOK_MODELS[name]()
    assert same(read(tmp_path, write_toml(network)), network)


@pytest.mark.parametrize("cell", ["tanh", "relu", "lstm", "gru", "gru-textbook"])
@pytest.mark.parametrize("layers", [1, 2])
@pytest.mark.parametrize("both", [False, True])
@pytest.mark.parametrize("embedding", [False, True])
def test_every_kind_reads_back(
    tmp_path: Path,
    make_network: Callable[..., Network],
    cell: str,
    layers: int,
    both: bool,
    embedding: bool,
) -> None:
    network = make_network(cell, layers=layers, both=both, embedding=embedding)
    again = read(tmp_path, write_toml(network))
    assert same(again, network)
    assert forward(again, [0, 3, 1]).h.tolist() == forward(network, [0, 3, 1]).h.tolist()


GRU = "".join(
    f"[gates.{gate}]\nW_xh = [[{n}, 1]]\nW_hh = [[{n}]]\n"
    for n, gate in enumerate(("reset", "update", "candidate"))
)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (RNN.replace("b_h = [0.1, 0.2, 0.3]\n", ""), ["embedding", "W_xh", "W_hh", "W_hy", "b_y"]),
        (GRU, [f"{g}.{w}" for g in ("reset", "update", "candidate") for w in ("W_xh", "W_hh")]),
    ],
)
def test_a_network_without_biases_says_so(tmp_path: Path, text: str, names: list[str]) -> None:
    with pytest.raises(InputError, match=r"b_h is missing"):
        read(tmp_path, text)
    network = read(tmp_path, f"bias = false\n{text}")
    assert list(network.arrays()) == names
    assert same(read(tmp_path, write_toml(network)), network)


@pytest.mark.parametrize("after", [False, True])
def test_a_gru_without_biases_keeps_its_form(tmp_path: Path, after: bool) -> None:
    """One step by NumPy: whether the reset stands before or after the product."""
    rows = GRU.replace("W_hh = [[2]]", "W_hh = [[2, 1], [0, 2]]").replace(
        "W_xh = [[2, 1]]", f"W_xh = [[2, 1], [1, 1]]\nreset_after = {str(after).lower()}"
    )
    for n in (0, 1):
        rows = rows.replace(f"W_xh = [[{n}, 1]]", f"W_xh = [[{n}, 1], [1, {n}]]")
        rows = rows.replace(f"W_hh = [[{n}]]", f"W_hh = [[{n}, 1], [0, 2]]")
    x, h = np.array([0.2, 0.3]), np.array([0.5, -0.25])
    r = 1 / (1 + np.exp(-np.array([[0, 1], [1, 0]]) @ x - np.array([[0, 1], [0, 2]]) @ h))
    z = 1 / (1 + np.exp(-np.array([[1, 1], [1, 1]]) @ x - np.array([[1, 1], [0, 2]]) @ h))
    W = np.array([[2, 1], [0, 2]])
    n = np.tanh(np.array([[2, 1], [1, 1]]) @ x + (r * (W @ h) if after else W @ (r * h)))
    network = read(tmp_path, f"bias = false\n{rows}")
    again = read(tmp_path, write_toml(network))
    for each in (network, again):
        found = forward(each, x[None], h0=h).h[0]
        assert found == pytest.approx((1 - z) * n + z * h, abs=1e-15)


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=6, max_size=6))
@settings(max_examples=100, deadline=None)
def test_every_float_reads_back(tmp_path_factory: pytest.TempPathFactory, x: list[float]) -> None:
    network = replace(chapter(), embedding=np.array(x).reshape(3, 2))
    again = read(tmp_path_factory.mktemp("float"), write_toml(network))
    assert same(again, network)


@pytest.mark.parametrize("one_hot", [False, True])
def test_awkward_words_read_back(tmp_path: Path, one_hot: bool) -> None:
    V = len(AWKWARD)
    network = replace(chapter(), vocabulary=AWKWARD, embedding=np.ones((V, 2)), W_hy=None, b_y=None)
    if one_hot:
        weights = replace(network.layers[0].forward, W_xh=np.ones((2, V)))
        network = replace(
            network, embedding=None, layers=(replace(network.layers[0], forward=weights),)
        )
    assert read(tmp_path, write_toml(network)).vocabulary == AWKWARD


def test_a_word_that_no_file_can_hold_is_told() -> None:
    with pytest.raises(InputError, match=r"^word '\\ud800' cannot be written as UTF-8$"):
        write_toml(replace(chapter(), vocabulary=("a", "b", "\ud800")))
