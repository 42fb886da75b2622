"""Random networks of every kind, for the tests of the mathematics."""

from collections.abc import Callable

import numpy as np
import pytest

from rnn_examples.network.cells.gate import Gate
from rnn_examples.network.cells.gru import GRUWeights
from rnn_examples.network.cells.lstm import LSTMWeights
from rnn_examples.network.cells.rnn import RNNWeights
from rnn_examples.network.network import Layer, Network
from rnn_examples.network.weights import Weights

NetworkMaker = Callable[..., Network]


def _weights(rng: np.random.Generator, cell: str, D: int, H: int) -> Weights:
    def gate() -> Gate:
        return Gate(*(0.6 * rng.normal(size=shape) for shape in ((H, D), (H, H), (H,))))

    if cell == "lstm":
        return LSTMWeights(gate(), gate(), gate(), gate())
    if cell in ("gru", "gru-textbook"):
        b_hn = rng.normal(size=H) if cell == "gru" else None
        return GRUWeights(gate(), gate(), gate(), b_hn)
    g = gate()
    return RNNWeights(g.W_xh, g.W_hh, g.b_h, cell)


@pytest.fixture
def make_network() -> NetworkMaker:
    """make_network(cell, seed=0, V=4, D=3, H=3, layers=1, both=False, embedding=True)."""

    def make(
        cell: str,
        *,
        seed: int = 0,
        V: int = 4,
        D: int = 3,
        H: int = 3,
        layers: int = 1,
        both: bool = False,
        embedding: bool = True,
    ) -> Network:
        rng = np.random.Generator(np.random.PCG64(seed))
        width = H * (1 + both)
        sizes = [D if embedding else V] + [width] * (layers - 1)
        return Network(
            layers=tuple(
                Layer(_weights(rng, cell, size, H), _weights(rng, cell, size, H) if both else None)
                for size in sizes
            ),
            vocabulary=tuple(f"w{n}" for n in range(V)),
            embedding=rng.normal(size=(V, D)) if embedding else None,
            W_hy=rng.normal(size=(V, width)),
            b_y=rng.normal(size=V),
            source="random",
        )

    return make
