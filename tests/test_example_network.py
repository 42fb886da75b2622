"""The trained network of examples/: it answers as it was trained to, and its gates hold on."""

from pathlib import Path

import numpy as np
import pytest

from rnn_examples.network.forward import forward
from rnn_examples.network.load.load import load
from rnn_examples.network.network import Network
from rnn_examples.training.memory_task import WORDS, held_out

MODEL = Path(__file__).parent.parent / "examples" / "memory-lstm.toml"


@pytest.fixture(scope="module")
def network() -> Network:
    return load(str(MODEL))


def test_it_knows_the_tasks_words(network: Network) -> None:
    assert network.vocabulary == WORDS


def test_it_answers_every_sequence_right(network: Network) -> None:
    tokens, targets = held_out(10, 200)
    answers = [int(np.argmax(network.logits(forward(network, row).h[-1:])[0])) for row in tokens]
    assert answers == targets.tolist()


def test_its_forget_gates_are_wide_open(network: Network) -> None:
    tokens, _ = held_out(10, 50)
    gates = [forward(network, row).layers[0][0].gate("forget").mean(axis=0) for row in tokens]
    assert np.mean(gates) > 0.95
