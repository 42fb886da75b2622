"""Complex numbers through every cell: a complex step of a pass, and of a gradient."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from rnn_examples.network.cells.gate import Gate
from rnn_examples.network.cells.gru import GRUWeights
from rnn_examples.network.cells.lstm import LSTMWeights
from rnn_examples.network.forward import forward
from rnn_examples.network.gradients import loss_gradients
from rnn_examples.network.network import Layer, Network

STEP = 1e-100


@pytest.mark.parametrize("cell", ["tanh", "sigmoid", "leaky_relu", "lstm", "gru", "gru-textbook"])
def test_the_second_derivatives_of_the_loss_are_symmetric(
    make_network: Callable[..., Network], cell: str
) -> None:
    """d/dw_j of dL/dw_i is d/dw_i of dL/dw_j: a complex step of every gradient."""
    network = make_network(cell, embedding=False, V=3, H=2, layers=2)
    network = replace(network, vocabulary=("a", "b", "c"))
    inputs, targets = np.array([0, 2, 1, 2]), np.array([2, 1, 2, 0])
    arrays = network.arrays()
    rows = []
    for name, array in arrays.items():
        for place in np.ndindex(array.shape):
            moved = array.astype(complex)
            moved[place] += 1j * STEP
            other = network.replaced({**arrays, name: moved})
            found = loss_gradients(other, forward(other, inputs), targets).gradients.arrays
            row = [found[key].imag.ravel() for key in arrays]
            rows.append(np.concatenate(row) / STEP)
    H = np.array(rows)
    assert pytest.approx(H.T, abs=1e-12) == H
    assert np.abs(H).max() > 0.01


@pytest.mark.parametrize("bias", [-1000.0, 1000.0])
@pytest.mark.parametrize("kind", ["lstm", "gru"])
def test_a_gate_far_out_is_shut_or_open_and_does_not_move(kind: str, bias: float) -> None:
    """e^1000 is beyond floats; the slope there is 0."""

    def gate(b: complex) -> Gate:
        return Gate(np.eye(1), np.eye(1), np.array([b]))

    far, near = gate(bias + 1j * STEP), gate(0.5)
    cell = LSTMWeights(far, far, near, near) if kind == "lstm" else GRUWeights(near, far, near)
    trace = forward(Network((Layer(cell),)), np.array([[0.25]])).trace
    name = "forget" if kind == "lstm" else "update"
    assert trace.gate(name).tolist() == [[0.0 if bias < 0 else 1.0]]
    assert np.isfinite(trace.h).all()
