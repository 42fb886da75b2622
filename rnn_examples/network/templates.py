"""Small networks of every kind of cell as a start for one's own; all numbers are ours.

Letters: H hidden, D input, V words.
"""

import numpy as np

from rnn_examples.network.book_models import CHAPTER_WORDS
from rnn_examples.network.cells.gate import Gate
from rnn_examples.network.cells.gru import GRUWeights
from rnn_examples.network.cells.lstm import LSTMWeights
from rnn_examples.network.network import Layer, Network
from rnn_examples.network.weights import Weights

TEMPLATES = ("lstm", "gru")


def template(kind: str) -> Network:
    """H = D = 2, V = 3, `kind` one of TEMPLATES; every number with a decimal or two."""
    candidate = _gate([[0.6, -0.3], [0.2, 0.5]], [[0.4, 0.1], [-0.2, 0.7]], [0.05, -0.05])
    first = _gate([[0.5, 0.1], [-0.4, 0.3]], [[0.2, -0.1], [0.1, 0.3]], [0.0, 0.0])
    second = _gate([[0.3, -0.2], [0.1, 0.4]], [[0.1, 0.2], [-0.3, 0.2]], [1.0, 1.0])
    third = _gate([[-0.1, 0.6], [0.7, 0.2]], [[0.3, 0.1], [0.2, -0.4]], [0.1, -0.1])
    cell: Weights = (
        LSTMWeights(input=first, forget=second, output=third, candidate=candidate)
        if kind == "lstm"
        else GRUWeights(reset=first, update=second, candidate=candidate)
    )
    return Network(
        layers=(Layer(cell),),
        vocabulary=CHAPTER_WORDS,
        embedding=np.array([[0.5, 0.1], [0.9, -0.4], [-0.3, 0.8]]),
        W_hy=np.array([[0.7, -0.2], [-0.4, 0.6], [0.1, 0.3]]),
        b_y=np.array([0.0, 0.1, -0.1]),
        source=kind,
    )


def _gate(W_xh: list[list[float]], W_hh: list[list[float]], b_h: list[float]) -> Gate:
    return Gate(np.array(W_xh), np.array(W_hh), np.array(b_h))
