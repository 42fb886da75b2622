"""Truncated gradients: each segment's own, with what came before it held fixed."""

import itertools
from collections.abc import Callable, Mapping

import numpy as np
import pytest

from rnn_examples.errors import InputError
from rnn_examples.network.arrays import Array
from rnn_examples.network.cells.rnn import RNNWeights
from rnn_examples.network.forward import forward
from rnn_examples.network.loss import cross_entropy
from rnn_examples.network.network import Layer, Network
from rnn_examples.network.numeric import numeric_gradients
from rnn_examples.network.truncated import segments, summed, truncated_gradients

Make = Callable[..., Network]

TEXT = np.array([0, 2, 1, 3, 3, 0, 1])
TARGETS = np.array([2, 1, 3, 3, 0, 1, 0])


def one_unit() -> Network:
    one = np.array([[1.0]])
    return Network((Layer(RNNWeights(one, 0.5 * one, np.zeros(1))),), source="one")


@pytest.mark.parametrize(
    ("size", "W_hh", "W_xh"),
    [
        # L = h_3 of h_1 = tanh 1, h_2 = tanh(h_1/2), h_3 = tanh(1 + h_2/2), by hand:
        # one step (1 - h_3^2) h_2 and (1 - h_3^2) x_3.
        (1, 0.114267, 0.314438),
        (3, 0.218191, 0.343092),
        (9, 0.218191, 0.343092),
    ],
)
def test_the_one_unit_network(size: int, W_hh: float, W_xh: float) -> None:
    network = one_unit()
    states = forward(network, np.array([[1.0], [0.0], [1.0]]))
    found = summed(truncated_gradients(network, states, None, size))
    assert float(found["W_hh"][0, 0]) == pytest.approx(W_hh, abs=5e-7)
    assert float(found["W_xh"][0, 0]) == pytest.approx(W_xh, abs=5e-7)


@pytest.mark.parametrize("cell", ["tanh", "relu", "lstm", "gru", "gru-textbook"])
@pytest.mark.parametrize("layers", [1, 2])
def test_a_segment_takes_the_state_before_it_as_given(
    make_network: Make, cell: str, layers: int
) -> None:
    """The complex step of each segment's loss, started from the numbers that the last one left."""
    network = make_network(cell, layers=layers, seed=3)
    states = forward(network, TEXT)
    expected: list[Mapping[str, Array]] = []
    for first in range(0, len(TEXT), 3):
        rows = slice(first, first + 3)
        traces = [trace for layer in states.layers for trace in layer]
        h0 = np.stack([t.h[first - 1] if first else t.start.h for t in traces])
        c0 = None
        if network.kind == "lstm":
            c = [(t.c if first else t.start.c) for t in traces]
            c0 = np.stack([np.asarray(m[first - 1] if first else m) for m in c if m is not None])

        def loss(
            arrays: Mapping[str, Array],
            rows: slice = rows,
            h0: Array = h0,
            c0: Array | None = c0,
        ) -> Array:
            other = network.replaced(arrays)
            h = forward(other, TEXT[rows], h0=h0, c0=c0, hidden_only=True).h
            return np.asarray(cross_entropy(other.logits(h), TARGETS[rows]).sum())

        expected.append(numeric_gradients(loss, network.arrays()))
    found = summed(truncated_gradients(network, states, TARGETS, 3))
    for name, array in found.items():
        assert array == pytest.approx(sum(part[name] for part in expected), abs=1e-12), name


def test_the_pieces_are_the_whole(make_network: Make) -> None:
    states = forward(make_network("lstm", layers=2), TEXT)
    pieces = list(segments(states, 3))
    assert [first for first, _ in pieces] == [0, 3, 6]
    assert [len(piece.inputs) for _, piece in pieces] == [3, 3, 1]
    for layer in range(2):
        whole = [piece.of_layer(layer) for _, piece in pieces]
        assert np.array_equal(np.concatenate(whole), states.of_layer(layer))
    for (_, before), (_, after) in itertools.pairwise(pieces):
        for ended, begun in zip(before.layers, after.layers, strict=True):
            assert np.array_equal(ended[0].end.h, begun[0].start.h)
            assert np.array_equal(np.asarray(ended[0].end.c), np.asarray(begun[0].start.c))


def test_a_reading_from_the_end_cannot_be_cut(make_network: Make) -> None:
    states = forward(make_network("tanh", both=True), TEXT)
    with pytest.raises(
        InputError,
        match=(
            r"^the network reads from the end too, and a segment's end is not the text's: "
            r"expected one that reads forward alone$"
        ),
    ):
        list(segments(states, 2))
