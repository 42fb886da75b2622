"""Passes at the ends of what a float holds, and in another type: right, quiet, or refused."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from rnn_examples.errors import InputError
from rnn_examples.network.cells.rnn import RNNWeights
from rnn_examples.network.forward import forward
from rnn_examples.network.gradients import backward, loss_gradients
from rnn_examples.network.loss import cross_entropy
from rnn_examples.network.network import Layer, Network
from rnn_examples.network.pre_activations import pre_activations

CELLS = ["tanh", "relu", "sigmoid", "lstm", "gru", "gru-textbook"]
Maker = Callable[..., Network]


def one_unit(W_xh: float, W_hh: float, activation: str = "relu", V: int = 0) -> Network:
    """Without a bias; its V outputs weigh as W_xh does."""
    weights = RNNWeights(np.array([[W_xh]]), np.array([[W_hh]]), np.zeros(1), activation)
    W_hy = np.full((V, 1), W_xh) if V else None
    return Network((Layer(weights),), W_hy=W_hy, source="mine")


@pytest.mark.parametrize("cell", CELLS)
@pytest.mark.parametrize("words", [True, False])
def test_float32_is_float64_to_its_own_precision(
    make_network: Maker, cell: str, words: bool
) -> None:
    network = make_network(cell, both=True, layers=2)
    x = np.array([0, 2, 1, 3, 3, 0, 1])
    inputs = x if words else network.vectors(x)
    h0 = np.linspace(-0.5, 0.5, 12).reshape(4, 3)
    single, double = (forward(network, inputs, h0=h0, dtype=d) for d in (np.float32, np.float64))
    assert single.h == pytest.approx(double.h, abs=1e-5)
    for trace in single.traces:
        kept = [trace.h, trace.start.h, trace.end.h, trace.c, trace.gates, trace.end.c]
        assert {array.dtype for array in kept if array is not None} == {np.dtype(np.float32)}


@pytest.mark.parametrize("place", ["W_xh", "W_hh", "x", "h0"])
def test_what_float32_cannot_hold_is_zero_or_refused(place: str) -> None:
    """One unit without a bias whose weights, input and state are 1, but one of them."""

    def state(value: float) -> np.ndarray:
        of = {"W_xh": 1.0, "W_hh": 1.0, "x": 1.0, "h0": 1.0, place: value}
        network = one_unit(of["W_xh"], of["W_hh"])
        h0 = np.array([of["h0"]])
        return forward(network, np.array([[of["x"]]]), h0=h0, dtype=np.float32).h

    assert state(1e-300).tolist() == [[1.0]]
    with pytest.raises(
        InputError,
        match=(
            r"^model mine: the state leaves the range of float32 at step 1; "
            r"expected smaller weights or inputs$"
        ),
    ):
        state(1e300)


@pytest.mark.parametrize("activation", ["relu", "leaky_relu", "sigmoid", "tanh"])
def test_a_sum_that_is_no_number_is_refused(activation: str) -> None:
    """1e300 times 1e300 of the state less as much of the input: infinity less infinity."""
    network = one_unit(1e300, 1e300, activation)
    with pytest.raises(InputError, match=r"the state leaves the range of float64 at step 1;"):
        forward(network, np.array([[-1e300]]), h0=np.array([1e300]))


@pytest.mark.parametrize(("x", "expected"), [(1e-200, 0.0), (1e200, np.inf), (-1e200, -np.inf)])
def test_pre_activations_that_no_float_holds_are_zero_or_infinite(
    x: float, expected: float
) -> None:
    network = one_unit(abs(x), 1e-200, "tanh")
    states = forward(network, np.full((2, 1), x), h0=np.array([1e-200]))
    ((a,),) = pre_activations(network, states)
    assert a.tolist() == [[expected], [expected]]


def test_outputs_beyond_the_largest_float_are_refused_and_below_the_smallest_even() -> None:
    for W in (1e200, 1e-200):
        network = one_unit(W, 0.0, V=4)
        states = forward(network, np.ones((1, 1)))
        if W < 1:
            loss = cross_entropy(network.logits(states.h), np.array([0]))
            assert loss == pytest.approx(np.log(4), rel=1e-15)
            continue
        with pytest.raises(
            InputError, match=r"^the outputs leave the range of floats; expected smaller weights$"
        ):
            cross_entropy(network.logits(states.h), np.array([0]))


@pytest.mark.parametrize(
    ("x", "W_hy", "name"),
    [
        # Of three steps each 1.7e308 / 2: beyond 1.797e308.
        (1.7e308, [0.0, 0.0], "W_hy"),
        # (1/3 + 1/3 + 2/3) 1.7e308 back from the outputs.
        (0.0, [1.7e308, 1.7e308, -1.7e308], "W_xh"),
    ],
)
def test_a_gradient_beyond_the_largest_float_is_refused(
    x: float, W_hy: list[float], name: str
) -> None:
    network = replace(one_unit(1.0, 0.0), W_hy=np.array(W_hy)[:, None])
    states = forward(network, np.full((3, 1), x))
    with pytest.raises(
        InputError,
        match=(
            rf"^the gradient of {name} leaves the range of floats; "
            r"expected smaller weights or fewer steps$"
        ),
    ):
        loss_gradients(network, states, [len(W_hy) - 1] * 3)


@pytest.mark.parametrize("activation", ["relu", "tanh", "leaky_relu"])
def test_gradients_below_the_smallest_float_are_zero(activation: str) -> None:
    """Every product of two of these numbers is."""
    network = one_unit(5e-324, 1e-200, activation, V=3)
    states = forward(network, np.ones((3, 1)))
    found = loss_gradients(network, states, [0, 1, 2])
    assert found.losses == pytest.approx(np.log(3), rel=1e-15)
    assert found.gradients.arrays["W_hh"].tolist() == [[0.0]]
    sent = backward(network, states, np.full((3, 1), 1e-200))
    assert sent.arrays["W_hh"].tolist() == [[0.0]]
    assert sent.dx.tolist() == [[0.0]] * 3
