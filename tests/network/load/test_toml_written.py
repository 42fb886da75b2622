"""The text of a network as TOML, whole: every kind of vocabulary, cell, direction and layer."""

from dataclasses import replace

import numpy as np

from rnn_examples.network.cells.gate import Gate
from rnn_examples.network.cells.gru import GRUWeights
from rnn_examples.network.cells.lstm import LSTMWeights
from rnn_examples.network.cells.rnn import RNNWeights
from rnn_examples.network.load.toml_text import write_toml
from rnn_examples.network.network import Layer, Network

FIRST = "# Vectors are columns: W_xh has a row per hidden unit and a column per input.\n"


def rnn(D: int, n: float = 0.5, activation: str = "tanh", has_bias: bool = True) -> RNNWeights:
    W_xh, W_hh, b_h = np.full((1, D), n), np.full((1, 1), -n), np.full(1, n if has_bias else 0.0)
    return RNNWeights(W_xh, W_hh, b_h, activation, has_bias)


def gate(n: float, has_bias: bool = True) -> Gate:
    return Gate(np.full((1, 1), n), np.full((1, 1), -n), np.full(1, n), has_bias)


def test_one_hot_words_and_outputs() -> None:
    network = Network(
        (Layer(rnn(2)),), vocabulary=("a", "b c"), W_hy=np.array([[1.0], [2.0]]), b_y=np.ones(2)
    )
    assert write_toml(network) == FIRST + (
        'cell = "rnn"\n'
        "# One-hot: word n is the vector with a one at place n.\n"
        'vocabulary = ["a", "b c"]\n'
        "\n"
        "[weights]\n"
        'activation = "tanh"\n'
        "W_xh = [\n  [0.5, 0.5],\n]\n"
        "W_hh = [\n  [-0.5],\n]\n"
        "b_h = [0.5]\n"
        "W_hy = [\n  [1.0],\n  [2.0],\n]\n"
        "b_y = [1.0, 1.0]\n"
    )


def test_words_with_vectors_and_a_direction_in_reverse() -> None:
    network = Network(
        (Layer(rnn(1, 0.5, "relu"), rnn(1, 0.25, "relu")),),
        vocabulary=("the", "b c"),
        embedding=np.array([[1e-3], [2.0]]),
    )
    weights = '{0}weights]\nactivation = "relu"\nW_xh = [\n  [{1}],\n]\nW_hh = [\n  [-{1}],\n]\n'
    assert write_toml(network) == FIRST + (
        'cell = "rnn"\n'
        "\n[vocabulary]\n"
        'the = [0.001]\n"b c" = [2.0]\n'
        "\n" + weights.format("[", 0.5) + "b_h = [0.5]\n"
        "\n" + weights.format("[reverse.", 0.25) + "b_h = [0.25]\n"
    )


def test_layers_without_biases_and_numbered_words() -> None:
    one, two = (rnn(1, n, has_bias=False) for n in (0.5, 0.25))
    network = Network(
        (Layer(one), Layer(two, two)), embedding=np.array([[3.0]]), W_hy=np.array([[1.0, 2.0]])
    )

    def cell(name: str, n: float) -> str:
        return f'\n[{name}]\nactivation = "tanh"\nW_xh = [\n  [{n}],\n]\nW_hh = [\n  [-{n}],\n]\n'

    assert write_toml(network) == FIRST + (
        'cell = "rnn"\nbias = false\n'
        "embedding = [\n  [3.0],\n]\n"
        "\n[weights]\nW_hy = [\n  [1.0, 2.0],\n]\n"
        "\n[[layer]]\n"
        + cell("layer.weights", 0.5)
        + "\n[[layer]]\n"
        + cell("layer.weights", 0.25)
        + cell("layer.reverse.weights", 0.25)
    )


def gates(prefix: str, names: str, last: str = "") -> str:
    return "".join(
        f"\n[{prefix}gates.{name}]\nW_xh = [\n  [{n}],\n]\nW_hh = [\n  [-{n}],\n]\nb_h = [{n}]\n"
        for name, n in (pair.split("=") for pair in names.split())
    )


def test_the_gates_of_an_lstm_stand_as_the_sources_have_them() -> None:
    cell = LSTMWeights(gate(1.0), gate(2.0), gate(3.0), gate(4.0))
    network = Network((Layer(cell, cell),), W_hy=np.array([[5.0, 6.0]]))
    order = "forget=2.0 input=1.0 output=3.0 candidate=4.0"
    assert write_toml(network) == FIRST + (
        'cell = "lstm"\n'
        + gates("", order)
        + "\n[weights]\nW_hy = [\n  [5.0, 6.0],\n]\n"
        + gates("reverse.", order)
    )


def test_both_forms_of_a_gru() -> None:
    """A bias tells the form, and where the network has none a line does."""
    textbook = GRUWeights(gate(1.0), gate(2.0), gate(3.0))
    order = "reset=1.0 update=2.0 candidate=3.0"
    head = FIRST + 'cell = "gru"\n'
    assert write_toml(Network((Layer(textbook),))) == head + gates("", order)
    after = replace(textbook, b_hn=np.array([0.5]))
    expected = head + gates("", order) + "b_hn = [0.5]\n"
    assert write_toml(Network((Layer(after),))) == expected
    bare = GRUWeights(*(gate(n, has_bias=False) for n in (1.0, 2.0, 3.0)), b_hn=np.zeros(1))
    lines = [line for line in (head + gates("", order)).split("\n") if "b_h" not in line]
    lines[2:2] = ["bias = false"]
    assert write_toml(Network((Layer(bare),))) == "\n".join(lines) + "reset_after = true\n"
