"""The weights of a cell of any kind. Apart from `network`, so that a plain network's run imports no
gated cell."""

from typing import TypeAlias

from rnn_examples.network.cells.gru import GRUWeights
from rnn_examples.network.cells.lstm import LSTMWeights
from rnn_examples.network.cells.rnn import RNNWeights

Weights: TypeAlias = RNNWeights | LSTMWeights | GRUWeights
