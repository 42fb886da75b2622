"""dh_T/dh_k of every cell, against the backward pass row by row."""

from collections.abc import Callable

import numpy as np
import pytest

from rnn_examples.network import blame as module
from rnn_examples.network.blame import blame
from rnn_examples.network.forward import forward
from rnn_examples.network.gradients import backward
from rnn_examples.network.network import Network
from rnn_examples.network.scaled import Scaled, multiply

NetworkMaker = Callable[..., Network]

CELLS = ("tanh", "relu", "sigmoid", "lstm", "gru", "gru-textbook")


@pytest.mark.parametrize("cell", CELLS)
@pytest.mark.parametrize("both", [False, True])
def test_is_what_the_backward_pass_sends_to_each_state(
    make_network: NetworkMaker, cell: str, both: bool
) -> None:
    """One backward pass a unit of h_T gives a row of dh_T/dh_k, and of dh_T/dc_k."""
    network = make_network(cell, both=both, H=4)
    states = forward(network, [0, 3, 1, 1, 2])
    found = blame(network, states)
    for place, weights in enumerate(network.layers[0].directions):
        H, T = weights.hidden, 5
        last = 0 if place else T - 1
        of_h, of_c = np.zeros((T + 1, H, H)), np.zeros((T + 1, H, H))
        for unit in range(H):
            dh = np.zeros((T, H * (1 + both)))
            dh[last, place * H + unit] = 1.0
            trace = backward(network, states, dh).traces[0][place]
            order = slice(None) if place else slice(None, None, -1)
            of_h[:, unit] = [*trace.dh[order], trace.dh0]
            if trace.dc is not None:
                of_c[:, unit] = [*trace.dc[order], trace.dc0]
        expected = np.sqrt(np.square(of_h).sum(axis=(1, 2)) / H)
        assert [size.value for size in found[0][place].h] == pytest.approx(expected, abs=1e-13)
        if weights.kind == "lstm":
            memory = found[0][place].c
            assert memory is not None
            expected = np.sqrt(np.square(of_c).sum(axis=(1, 2)) / H)
            assert [size.value for size in memory] == pytest.approx(expected, abs=1e-13)
        else:
            assert found[0][place].c is None


def test_a_layer_is_blamed_through_its_own_recurrence(make_network: NetworkMaker) -> None:
    network = make_network("tanh", layers=2)
    states = forward(network, [0, 1, 2])
    second = blame(network, states)[1][0]
    W, h = network.arrays()["layer2.W_hh"], states.of_layer(1)
    J = [(1 - h[t] ** 2)[:, None] * W for t in range(3)]
    products = [np.eye(3), J[2], J[2] @ J[1], J[2] @ J[1] @ J[0]]
    expected = [np.linalg.norm(P) / np.sqrt(3) for P in products]
    assert [size.value for size in second.h] == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("cell", ["tanh", "lstm", "gru"])
def test_the_cost_grows_with_the_steps(
    make_network: NetworkMaker, cell: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken = []

    def counted(A: np.ndarray, Q: Scaled) -> Scaled:
        taken.append(A)
        return multiply(A, Q)

    monkeypatch.setattr(module, "multiply", counted)
    network = make_network(cell)
    for T in (10, 20, 40):
        taken.clear()
        blame(network, forward(network, [1] * T))
        assert len(taken) == T
