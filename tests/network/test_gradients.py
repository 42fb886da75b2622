"""Backpropagation through time against the complex step, by hand, and step by step."""

from collections.abc import Callable, Mapping

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rnn_examples.errors import InputError
from rnn_examples.network.book_models import chapter
from rnn_examples.network.cells.gru import gru_step
from rnn_examples.network.cells.lstm import LSTMWeights, lstm_step
from rnn_examples.network.cells.rnn import RNNWeights
from rnn_examples.network.forward import forward
from rnn_examples.network.gradients import backward, jacobians, loss_gradients
from rnn_examples.network.loss import cross_entropy
from rnn_examples.network.network import Layer, Network
from rnn_examples.network.numeric import numeric_gradients

CELLS = ["tanh", "relu", "sigmoid", "leaky_relu", "lstm", "gru", "gru-textbook"]
IDS, TARGETS = np.array([0, 2, 1, 3, 3]), np.array([2, 1, 3, 3, 0])
Maker = Callable[..., Network]


def loss_of(network: Network, ids: np.ndarray, targets: np.ndarray) -> Callable[..., np.ndarray]:
    def loss(arrays: Mapping[str, np.ndarray]) -> np.ndarray:
        other = network.replaced(arrays)
        return cross_entropy(other.logits(forward(other, ids).h), targets).sum()

    return loss


def hand_sized() -> tuple[Network, np.ndarray]:
    weights = RNNWeights(np.array([[1.0]]), np.array([[0.5]]), np.zeros(1))
    return Network((Layer(weights),)), np.array([[1.0], [0.0], [1.0]])


@pytest.mark.parametrize("cell", CELLS)
@pytest.mark.parametrize("both", [False, True])
@pytest.mark.parametrize("embedding", [False, True])
def test_every_array_of_a_deep_network(
    make_network: Maker, cell: str, both: bool, embedding: bool
) -> None:
    network = make_network(cell, layers=2 if both else 3, both=both, embedding=embedding)
    found = loss_gradients(network, forward(network, IDS), TARGETS).gradients.arrays
    expected = numeric_gradients(loss_of(network, IDS, TARGETS), network.arrays())
    assert found.keys() == expected.keys()
    for name, array in expected.items():
        assert found[name] == pytest.approx(array, rel=1e-11, abs=1e-13), name


@given(
    st.sampled_from(CELLS),
    st.integers(0, 2**32),
    st.lists(st.integers(0, 3), min_size=1, max_size=6),
)
@settings(max_examples=50, deadline=None)
def test_fifty_random_models(cell: str, seed: int, ids: list[int]) -> None:
    make = RANDOM["make"]
    network = make(cell, seed=seed, D=2, H=2)
    words = np.array(ids)
    found = loss_gradients(network, forward(network, words), words).gradients.arrays
    expected = numeric_gradients(loss_of(network, words, words), network.arrays())
    for name, array in expected.items():
        assert found[name] == pytest.approx(array, rel=1e-10, abs=1e-13), name


RANDOM: dict[str, Maker] = {}


@pytest.fixture(autouse=True)
def _random(make_network: Maker) -> None:
    # Hypothesis refuses fixtures that live for one test.
    RANDOM["make"] = make_network


def test_one_unit_by_hand() -> None:
    network, x = hand_sized()
    states = forward(network, x)
    found = backward(network, states, np.array([[0.0], [0.0], [1.0]])).arrays
    assert found["W_hh"][0, 0] == pytest.approx(0.218191, abs=5e-7)
    assert found["W_xh"][0, 0] == pytest.approx(0.343092, abs=5e-7)


def test_one_unit_truncated_to_one_step() -> None:
    network, x = hand_sized()
    states = forward(network, x)
    found = backward(network, states, np.array([[0.0], [0.0], [1.0]]), through_time=False)
    assert found.arrays["W_hh"][0, 0] == pytest.approx(0.114267, abs=5e-7)


def test_the_chapters_equations_hold_for_the_immediate_terms() -> None:
    network, ids = chapter(), np.array([0, 1, 2])
    states = forward(network, ids)
    found = loss_gradients(network, states, [1, 2, 0], through_time=False)
    h, h_before, U, V = states.h, states.trace.h_before, np.zeros((2, 2)), np.zeros((3, 2))
    for t in range(3):
        V += np.outer(found.errors[t], h[t])  # (12.2)
        U += np.outer((network.W_hy.T @ found.errors[t]) * (1 - h[t] ** 2), h_before[t])  # (12.3)
    assert found.gradients.arrays["W_hy"] == pytest.approx(V, rel=1e-14)
    assert found.gradients.arrays["W_hh"] == pytest.approx(U, rel=1e-14)
    full = loss_gradients(network, states, [1, 2, 0]).gradients.arrays["W_hh"]
    assert np.abs(U / full - 1).max() > 0.1


def test_a_loss_of_the_last_step_alone(notebook_classifier: Network) -> None:
    network = notebook_classifier
    ids, target = np.array([0, 1, 9, 12, 3]), np.array([5])
    found = loss_gradients(network, forward(network, ids), target, steps=(-1,))

    def loss(arrays: Mapping[str, np.ndarray]) -> np.ndarray:
        other = network.replaced(arrays)
        return cross_entropy(other.logits(forward(other, ids).h[-1:]), target)[0]

    expected = numeric_gradients(loss, network.arrays())
    assert found.losses.shape == (1,)
    for name in ("W_hh", "b_h", "b_y"):
        assert found.gradients.arrays[name] == pytest.approx(expected[name], rel=1e-11, abs=1e-14)


@pytest.mark.parametrize("cell", ["tanh", "relu", "gru", "gru-textbook", "lstm"])
@pytest.mark.parametrize("both", [False, True])
def test_a_jacobian_is_the_steps_derivative(make_network: Maker, cell: str, both: bool) -> None:
    network = make_network(cell, both=both)
    states, x = forward(network, IDS), network.vectors(IDS)
    for weights, trace in zip(network.directions, states.layers[0], strict=True):
        order = range(len(IDS))[::-1] if trace.reverse else range(len(IDS))
        for t, J in zip(order, jacobians(weights, trace), strict=True):
            h = trace.h_before[t]
            for k in range(3):
                nudge = 1e-100j * np.eye(3)[k]
                if isinstance(weights, LSTMWeights):
                    c = trace.c_before[t]
                    for column, step in (
                        (k, lstm_step(weights, x[t], h + nudge, c)),
                        (3 + k, lstm_step(weights, x[t], h, c + nudge)),
                    ):
                        both_parts = np.concatenate([step.h, step.c]).imag / 1e-100
                        assert J[:, column] == pytest.approx(both_parts, abs=1e-14)
                elif isinstance(weights, RNNWeights):
                    alone = Network((Layer(weights),))
                    step_h = forward(alone, x[t][None], h0=trace.h_before[t]).h[0]
                    assert step_h == pytest.approx(trace.h[t], abs=1e-15)
                    slope = 1 - step_h**2 if cell == "tanh" else step_h > 0
                    assert J[:, k] == pytest.approx(slope * weights.W_hh[:, k], abs=1e-15)
                else:
                    step_h = gru_step(weights, x[t], h + nudge).h
                    assert J[:, k] == pytest.approx(step_h.imag / 1e-100, abs=1e-14)


@pytest.mark.parametrize("cell", CELLS)
def test_the_gradient_by_the_first_state(make_network: Maker, cell: str) -> None:
    network = make_network(cell)
    h0 = np.array([0.1, -0.2, 0.3])
    states = forward(network, IDS, h0=h0)
    gradient = backward(network, states, np.ones_like(states.h)).traces[0][0].dh0
    for k in range(3):
        complex_network = network.replaced({n: a + 0j for n, a in network.arrays().items()})
        nudged = forward(complex_network, IDS, h0=h0 + 1e-100j * np.eye(3)[k]).h.sum()
        assert gradient[k] == pytest.approx(nudged.imag / 1e-100, rel=1e-11, abs=1e-14)


def test_float32_weights_are_widened_before_they_are_nudged(make_network: Maker) -> None:
    network = make_network("tanh")
    narrow = {name: array.astype(np.float32) for name, array in network.arrays().items()}
    wide = {name: array.astype(np.float64) for name, array in narrow.items()}
    loss = loss_of(network, IDS, TARGETS)
    found = numeric_gradients(loss, narrow)
    expected = loss_gradients(
        network.replaced(wide), forward(network.replaced(wide), IDS), TARGETS
    ).gradients.arrays
    for name, array in found.items():
        assert array == pytest.approx(expected[name], rel=1e-11, abs=1e-13)


def test_the_central_difference_agrees_with_the_complex_step(make_network: Maker) -> None:
    network = make_network("lstm")
    loss = loss_of(network, IDS, TARGETS)
    names = ("forget.W_hh", "embedding")
    exact = numeric_gradients(loss, network.arrays())
    central = numeric_gradients(loss, network.arrays(), method="central")
    for name in names:
        assert central[name] == pytest.approx(exact[name], abs=1e-9)
        assert (central[name] != exact[name]).any()


def test_gradients_beyond_the_largest_float_are_told_without_a_warning() -> None:
    weights = RNNWeights(np.eye(1), np.array([[1e200]]), np.zeros(1), "relu")
    network = Network((Layer(weights),), source="big.toml")
    states = forward(network, np.array([[0.0], [0.0], [0.0], [1.0]]))
    # Dead units pass nothing on.
    assert backward(network, states, np.ones((4, 1))).arrays["W_hh"].tolist() == [[0]]
    states = forward(network, np.array([[1e-300], [0.0], [0.0]]))
    with pytest.raises(
        InputError,
        match=(
            r"^the gradient of W_xh leaves the range of floats; expected smaller "
            r"weights or fewer steps$"
        ),
    ):
        backward(network, states, np.full((3, 1), 1e200))


def test_a_wrong_shape_is_told() -> None:
    network = chapter()
    with pytest.raises(InputError, match=r"^dh: found shape \(1, 2\); expected \(2, 2\)$"):
        backward(network, forward(network, [0, 1]), np.zeros((1, 2)))


def test_gates_that_were_not_kept_are_told(make_network: Maker) -> None:
    network = make_network("gru")
    states = forward(network, IDS, hidden_only=True)
    with pytest.raises(
        InputError, match=r"^the forward pass kept its states alone; expected hidden_only=False$"
    ):
        backward(network, states, np.zeros_like(states.h))
