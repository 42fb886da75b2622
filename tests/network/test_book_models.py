"""The book's networks: its printed states and weights as literals."""

import numpy as np
import pytest

from rnn_examples.errors import InputError
from rnn_examples.network.book_models import book_model
from rnn_examples.network.forward import forward

# The notebook's step 2, printed to 3 decimals.
PRINTED_STATES = [
    [0.063, -0.066, 0.31, 0.052],
    [-0.26, 0.251, 0.614, 0.497],
    [-0.628, -0.449, -0.081, 0.533],
    [-0.907, -0.24, 0.038, 0.34],
    [-0.63, -0.235, 0.665, 0.841],
    [-0.553, 0.637, 0.398, 0.845],
]


def test_the_notebooks_six_states() -> None:
    network = book_model("notebook")
    ids = network.ids(["The", "patient", "has", "a", "critical", "condition"])
    assert forward(network, ids).h.round(3).tolist() == PRINTED_STATES


def test_the_chapters_first_state_by_hand() -> None:
    network = book_model("chapter")
    h = forward(network, network.ids(["the", "dog", "ran"])).h
    # W x + b_h = (0.6 0.5 - 0.3 0.1 + 0.05, 0.2 0.5 + 0.5 0.1 - 0.05)
    assert h[0] == pytest.approx([np.tanh(0.32), np.tanh(0.1)], rel=1e-15)
    recurrent = [0.4 * h[0, 0] + 0.1 * h[0, 1], -0.2 * h[0, 0] + 0.7 * h[0, 1]]
    inputs = [0.6 * 0.9 + 0.3 * 0.4 + 0.05, 0.2 * 0.9 - 0.5 * 0.4 - 0.05]
    assert h[1] == pytest.approx(np.tanh(np.add(recurrent, inputs)), rel=1e-15)


def test_the_chapters_own_arrays_are_told_from_ours() -> None:
    assert book_model("chapter").ours == ("embedding", "W_hy", "b_y")


def test_another_name_is_told() -> None:
    with pytest.raises(
        InputError,
        match=(
            r"^model 'novel' is neither a file nor a model of the book; expected "
            r"chapter or notebook, or a \.toml, \.npz or \.safetensors file$"
        ),
    ):
        book_model("novel")
