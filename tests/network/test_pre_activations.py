"""Pre-activations: the activation applied to them gives the states back."""

from collections.abc import Callable

import numpy as np
import pytest

from rnn_examples.errors import InputError
from rnn_examples.network.activations import activation
from rnn_examples.network.forward import forward
from rnn_examples.network.network import Network
from rnn_examples.network.pre_activations import pre_activations, with_activation

Maker = Callable[..., Network]


@pytest.mark.parametrize("name", ["tanh", "relu", "sigmoid"])
@pytest.mark.parametrize("embedding", [True, False])
def test_the_activation_of_them_is_the_state(
    make_network: Maker, name: str, embedding: bool
) -> None:
    network = make_network("tanh", layers=2, both=True, embedding=embedding)
    other = with_activation(network, name)
    states = forward(other, [0, 3, 1, 2])
    for found, traces in zip(pre_activations(other, states), states.layers, strict=True):
        for a, trace in zip(found, traces, strict=True):
            assert activation(name).function(a) == pytest.approx(trace.h, abs=1e-14)


def test_vectors_are_read_as_they_are(make_network: Maker) -> None:
    network = make_network("tanh")
    by_vectors = forward(network, network.vectors(np.array([2, 0])))
    by_words = forward(network, [2, 0])
    assert np.array_equal(
        pre_activations(network, by_vectors)[0][0], pre_activations(network, by_words)[0][0]
    )


@pytest.mark.parametrize("cell", ["lstm", "gru"])
def test_gated_cells_are_refused(make_network: Maker, cell: str) -> None:
    with pytest.raises(
        InputError,
        match=(
            f"^model random: found a network of kind {cell}, whose "
            "activations are part of its gates; expected a plain RNN$"
        ),
    ):
        with_activation(make_network(cell), "relu")
