"""A text as it arrives, and how long a sentence may be that is kept whole."""

import re

import numpy as np
import pytest

from rnn_examples.errors import InputError
from rnn_examples.examples import gates_measured
from rnn_examples.examples.sentence import Sentence, check_kept
from rnn_examples.network.cells.gate import Gate
from rnn_examples.network.cells.lstm import LSTMWeights
from rnn_examples.network.cells.rnn import RNNWeights
from rnn_examples.network.network import Layer, Network

ONE = RNNWeights(np.ones((1, 1)), np.ones((1, 1)), np.ones(1))
GATE = Gate(np.ones((1, 1)), np.ones((1, 1)), np.ones(1))
CELL = LSTMWeights(GATE, GATE, GATE, GATE)
LSTM = Network((Layer(CELL),), vocabulary=("a", "b"), embedding=np.ones((2, 1)), source="m.npz")
BOTH = Network((Layer(CELL, CELL),), vocabulary=("a", "b"), source="both.npz")


@pytest.mark.parametrize(
    ("network", "texts", "given", "message"),
    [
        (LSTM, [], None, "the text holds no word. Expected at least one"),
        (LSTM, [[]], {}, "the text holds no word. Expected at least one"),
        (LSTM, [], {"text": "a.txt"}, "--text: 'a.txt' holds no word. Expected at least one"),
        (
            LSTM,
            [["a"], ["b", "c"]],
            None,
            "the text: word 3 'c' is not in the vocabulary of model m.npz; it knows a, b",
        ),
        (
            LSTM,
            [["a"], ["b", "c"]],
            {"text": "a.txt"},
            "--text: 'a.txt': word 3 'c' is not in the vocabulary of model m.npz; it knows a, b",
        ),
        (
            BOTH,
            [["a"]],
            {"text": "a.txt"},
            "--text: model both.npz reads from the end too, so a text cannot be computed word by "
            "word. Give its words with --sentence",
        ),
    ],
)
def test_a_text_that_cannot_be_read_is_named(
    network: Network, texts: list[list[str]], given: dict[str, str] | None, message: str
) -> None:
    with pytest.raises(InputError, match=f"^{re.escape(message)}$"):
        gates_measured.compute_text(network, texts, given=given)


def test_a_sentence_of_no_vectors_is_refused_by_a_network_that_reads_both_ways() -> None:
    with pytest.raises(InputError, match=r"^the text holds no word. Expected at least one$"):
        gates_measured.compute(BOTH, Sentence(None, np.zeros((0, 1))))


def test_what_is_kept_whole_has_a_bound_of_steps_and_one_of_numbers() -> None:
    """A plain unit that reads both ways keeps 3 numbers a direction: 2^24 / 6 = 2,796,202 steps."""
    both = Network((Layer(ONE, ONE),))
    check_kept(both, 5, 5)
    check_kept(both, 2_796_202)
    message = "{} steps are too many for a network that reads from the end too. Expected at most {}"
    for T, most, said in ((6, 5, ("6", "5")), (2_796_203, 2**24, ("2,796,203", "2,796,202"))):
        with pytest.raises(InputError, match=f"^{re.escape(message.format(*said))}$"):
            check_kept(both, T, most)
