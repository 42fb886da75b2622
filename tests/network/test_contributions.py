"""Each pair of steps' share of the recurrent gradient, against gradients of one loss at a time."""

from collections.abc import Callable

import numpy as np
import pytest

from rnn_examples.network.book_models import chapter
from rnn_examples.network.cells.rnn import RNNWeights
from rnn_examples.network.contributions import contributions
from rnn_examples.network.forward import forward
from rnn_examples.network.gradients import backward, loss_gradients, recurrent_factors
from rnn_examples.network.network import Layer, Network

CELLS = ["tanh", "lstm", "gru", "gru-textbook"]
IDS = np.array([0, 2, 1, 3, 3])
Maker = Callable[..., Network]


@pytest.mark.parametrize("cell", CELLS)
@pytest.mark.parametrize("both", [False, True])
def test_the_shares_add_up_to_one(make_network: Maker, cell: str, both: bool) -> None:
    network = make_network(cell, layers=2, both=both)
    states = forward(network, IDS)
    full = loss_gradients(network, states, np.roll(IDS, -1))
    found = contributions(network, states, full.dh, full.gradients)
    assert found.shares.sum() == pytest.approx(1, abs=1e-12)
    later = np.triu(np.ones((5, 5)), 1) > 0
    assert bool(found.norms[later].any()) is both


@pytest.mark.parametrize("cell", CELLS)
def test_a_row_is_the_gradient_of_that_steps_loss(make_network: Maker, cell: str) -> None:
    network = make_network(cell)
    states = forward(network, IDS)
    full = loss_gradients(network, states, np.roll(IDS, -1))
    found = contributions(network, states, full.dh, full.gradients)
    names = [name for name in network.arrays() if name.endswith("W_hh")]
    G = np.concatenate([full.gradients.arrays[name].ravel() for name in names])
    for t in range(5):
        alone = loss_gradients(network, states, np.roll(IDS, -1)[t : t + 1], steps=(t,))
        part = np.concatenate([alone.gradients.arrays[name].ravel() for name in names])
        assert found.shares[t].sum() == pytest.approx(part @ G / (G @ G), abs=1e-12)


def test_the_chapters_three_words() -> None:
    network = chapter()
    states = forward(network, [0, 1, 2])
    full = loss_gradients(network, states, [1, 2, 0])
    found = contributions(network, states, full.dh, full.gradients)
    # h_0 = 0: step 1 multiplied nothing. The size of a term is |delta| |h_{k-1}|.
    assert found.norms[:, 0].tolist() == [0, 0, 0]
    own = (network.W_hy.T @ full.errors[2]) * (1 - states.h[2] ** 2)
    assert found.norms[2, 2] == pytest.approx(np.linalg.norm(own) * np.linalg.norm(states.h[1]))


def test_no_gradient_has_no_shares() -> None:
    network = chapter()
    states = forward(network, [0])
    full = loss_gradients(network, states, [1])
    assert np.isnan(contributions(network, states, full.dh, full.gradients).shares).all()


@pytest.mark.parametrize("cell", CELLS)
def test_the_factors_multiply_to_the_gradient(make_network: Maker, cell: str) -> None:
    network = make_network(cell)
    states = forward(network, IDS)
    gradients = loss_gradients(network, states, IDS).gradients
    factors = recurrent_factors(network.directions[0], states.layers[0][0], gradients.traces[0][0])
    for name, (a, b) in factors.items():
        assert a.T @ b == pytest.approx(gradients.arrays[name], abs=1e-14)


def test_terms_below_the_smallest_float_are_none_without_a_warning() -> None:
    """A chain of 1e-200: only what a step's own loss sends is left."""
    one = np.eye(1)
    network = Network((Layer(RNNWeights(one, 1e-200 * one, np.zeros(1), "relu")),))
    states = forward(network, np.ones((4, 1)))
    dh = np.ones((4, 1))
    found = contributions(network, states, dh, backward(network, states, dh))
    assert found.norms == pytest.approx(np.diag([0.0, 1.0, 1.0, 1.0]), rel=1e-15, abs=1e-190)
    assert found.shares.sum() == pytest.approx(1.0, rel=1e-15)
