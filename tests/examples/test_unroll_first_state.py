"""`unroll` in float64: the first state in tables and on the board, what no float holds, texts."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from rnn_examples.cli.app import invoke
from rnn_examples.equations.text import to_text
from rnn_examples.errors import InputError
from rnn_examples.examples.sentence import Sentence
from rnn_examples.examples.unroll import compute, document
from rnn_examples.examples.work.unroll import work
from rnn_examples.network.cells.gate import Gate
from rnn_examples.network.cells.gru import GRUWeights
from rnn_examples.network.cells.lstm import LSTMWeights
from rnn_examples.network.cells.rnn import RNNWeights
from rnn_examples.network.network import Layer, Network
from rnn_examples.output import Surroundings

START = (Fraction("0.25"), Fraction("-0.75"))
X = np.array([[0.5, -1.0]])


def sigmoid(a: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-a))


def gates_of(names: str) -> dict[str, Gate]:
    rng = np.random.Generator(np.random.PCG64(3))
    return {
        name: Gate(rng.normal(size=(2, 2)), rng.normal(size=(2, 2)), rng.normal(size=2))
        for name in names
    }


def plain_step(h: np.ndarray) -> tuple[Network, np.ndarray]:
    """The network, and h_1 by NumPy."""
    (w,) = gates_of("w").values()
    cell = RNNWeights(w.W_xh, w.W_hh, w.b_h, activation="sigmoid")
    return Network((Layer(cell),), source="mine"), sigmoid(w.W_xh @ X[0] + w.W_hh @ h + w.b_h)


def lstm_step(h: np.ndarray) -> tuple[Network, np.ndarray]:
    """The memory c_0 is 0: c_1 = i g, h_1 = o tanh(c_1)."""
    w = gates_of("ifog")
    i, _, o, g = (gate.W_xh @ X[0] + gate.W_hh @ h + gate.b_h for gate in w.values())
    cell = LSTMWeights(input=w["i"], forget=w["f"], output=w["o"], candidate=w["g"])
    network = Network((Layer(cell),), source="mine")
    return network, sigmoid(o) * np.tanh(sigmoid(i) * np.tanh(g))


def gru_step(h: np.ndarray) -> tuple[Network, np.ndarray]:
    """The textbook's form: the state is reset before it is multiplied."""
    w = gates_of("rzn")
    r, z = (sigmoid(w[name].W_xh @ X[0] + w[name].W_hh @ h + w[name].b_h) for name in "rz")
    n = np.tanh(w["n"].W_xh @ X[0] + w["n"].W_hh @ (r * h) + w["n"].b_h)
    network = Network((Layer(GRUWeights(w["r"], w["z"], w["n"])),), source="mine")
    return network, (1 - z) * n + z * h


STEPS = [plain_step, lstm_step, gru_step]


@pytest.mark.parametrize("step", STEPS)
def test_the_first_step_starts_from_the_state_given(
    step: Callable[[np.ndarray], tuple[Network, np.ndarray]],
) -> None:
    """In the table and in the arithmetic, which begins with it and ends with the table's state."""
    start = np.array([0.25, -0.75])
    network, h = step(start)
    network = replace(network, W_hy=np.array([[2.0, -1.0], [0.5, 1.0]]))
    result = compute(network, Sentence(None, X), h0=(START,), outputs=True)
    trace, outputs = document(result).tables
    ((_, *cells),), ((_, y, _),) = trace.rows, outputs.rows
    powers = np.exp([2 * h[0] - h[1], 0.5 * h[0] + h[1]])
    assert y == pytest.approx((powers / powers.sum()).tolist(), abs=1e-14)
    assert cells[-1] == pytest.approx(h.tolist(), abs=1e-14)
    if network.kind == "rnn":
        W_hh = network.arrays()["W_hh"]
        assert cells[1] == pytest.approx((W_hh @ start).tolist(), abs=1e-14)
    board = work(compute(network, Sentence(None, X), h0=(START,)))[0]
    lines = [to_text(line) for line in board.lines]
    assert any("·0.25 " in line and "·(-0.75)" in line for line in lines)
    assert lines[-1].endswith(f"({h[0]:.4f}, {h[1]:.4f})")


def test_a_product_that_no_float_holds_is_infinite_and_no_fault(tmp_path: Path) -> None:
    """1e200 1e200 saturates the sigmoid: the state is 1, and the product inf, null in JSON."""
    np.savez(
        tmp_path / "m.npz",
        weight_ih_l0=np.array([[1e200, 1e200]]),
        weight_hh_l0=np.array([[1e308]]),
    )
    (tmp_path / "x.csv").write_text("1e200,1\n1,1\n")
    line = ["unroll", "--model", str(tmp_path / "m.npz"), "--inputs", str(tmp_path / "x.csv")]
    line += ["--activation", "sigmoid"]
    document = invoke(line, Surroundings()).document
    assert document is not None
    assert list(document.tables[0].rows) == [
        (1, (np.inf,), (0.0,), (1.0,)),
        (2, (2e200,), (1e308,), (1.0,)),
    ]
    json = "".join(invoke([*line, "-f", "json"], Surroundings()).pieces)
    assert '{"t": 1, "input": [null], "recurrent": [0.0], "h": [1.0]}' in json


def test_a_product_below_floats_is_zero() -> None:
    cell = RNNWeights(np.array([[1e-200]]), np.array([[1e-200]]), np.zeros(1), activation="sigmoid")
    network = Network((Layer(cell),), source="mine")
    start = ((Fraction("1e-200"),),)
    (table,) = document(compute(network, Sentence(None, np.array([[1e-200]])), h0=start)).tables
    assert list(table.rows) == [(1, (0.0,), (0.0,), (0.5,))]


def test_a_word_of_a_text_that_is_not_known_is_told_with_the_file(tmp_path: Path) -> None:
    file = tmp_path / "text"
    file.write_text("the cat\n")
    expected = (
        f"--text: '{file}': word 2 'cat' is not in the vocabulary of model chapter; "
        "it knows the, dog, ran"
    )
    with pytest.raises(InputError) as error:
        invoke(["unroll", "--text", str(file)], Surroundings())
    assert str(error.value) == expected
