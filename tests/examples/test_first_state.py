"""The state that a network starts from, and what is said of one that does not fit."""

import re

import numpy as np
import pytest

from rnn_examples.errors import InputError
from rnn_examples.examples.first_state import check_first_state
from rnn_examples.network.cells.rnn import RNNWeights
from rnn_examples.network.network import Layer, Network

ONE = RNNWeights(np.ones((1, 1)), np.ones((1, 1)), np.ones(1))
TWO = RNNWeights(np.ones((2, 1)), np.ones((2, 2)), np.ones(2))
PLAIN = Network((Layer(TWO),), source="plain.npz")
BOTH = Network((Layer(TWO, TWO),), source="both.npz")
DEEP = Network((Layer(ONE), Layer(ONE), Layer(ONE)), source="deep.npz")


@pytest.mark.parametrize(
    ("network", "h0"),
    [
        (PLAIN, None),
        (PLAIN, [[0.5, 1]]),
        (BOTH, None),
        (BOTH, [[0.5, 1], [2, 3]]),
        (DEEP, [[1], [2], [3]]),
    ],
)
def test_a_number_a_unit_a_row_a_layer_and_direction_fits(
    network: Network, h0: list[list[float]] | None
) -> None:
    check_first_state(network, h0)


@pytest.mark.parametrize(
    ("network", "h0", "message"),
    [
        (PLAIN, [[1]], "1 number is given, model plain.npz has 2 units. Expected 2"),
        (PLAIN, [[1, 2, 3]], "3 numbers are given, model plain.npz has 2 units. Expected 2"),
        (
            PLAIN,
            [[1, 2], [3, 4]],
            "2; 2 numbers are given, model plain.npz has 2 units. Expected 2",
        ),
        (
            BOTH,
            [[1, 2]],
            "2 numbers are given, model both.npz has 2 units. Expected 2 for each of its 2 layers "
            "and directions, separated by ;",
        ),
        (
            DEEP,
            [[1], [2, 3], [4]],
            "1; 2; 1 numbers are given, model deep.npz has 1 unit. Expected 1 for each of its 3 "
            "layers and directions, separated by ;",
        ),
    ],
)
def test_another_is_refused(network: Network, h0: list[list[float]], message: str) -> None:
    with pytest.raises(InputError, match=f"^{re.escape('--h0: ' + message)}$"):
        check_first_state(network, h0)
