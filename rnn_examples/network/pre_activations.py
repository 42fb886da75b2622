"""What each unit of a plain recurrent network receives before its activation, step by step.

Letters: t step, T steps, H hidden, D input.
"""

from dataclasses import replace

import numpy as np

from rnn_examples.errors import InputError
from rnn_examples.network.arrays import Array
from rnn_examples.network.cells.rnn import RNNWeights
from rnn_examples.network.network import Layer, Network
from rnn_examples.network.states import States
from rnn_examples.network.weights import Weights


def with_activation(network: Network, name: str) -> Network:
    """The same plain recurrent network with another activation in every layer.

    Raises InputError for an LSTM or a GRU, whose gates are sigmoids by definition.
    """

    def other(weights: Weights) -> RNNWeights:
        if not isinstance(weights, RNNWeights):
            raise InputError(
                f"model {network.source}: found a network of kind {weights.kind}, whose "
                "activations are part of its gates; expected a plain RNN"
            )
        return replace(weights, activation=name)

    return replace(
        network,
        layers=tuple(
            Layer(other(layer.forward), None if layer.reverse is None else other(layer.reverse))
            for layer in network.layers
        ),
    )


def pre_activations(network: Network, states: States) -> tuple[tuple[Array, ...], ...]:
    """W_xh x_t + W_hh h_{t-1} + b_h, shape (T, H), of each direction of each layer."""
    found = []
    for number, (layer, traces) in enumerate(zip(network.layers, states.layers, strict=True)):
        x = states.of_layer(number - 1) if number else network.vectors(states.inputs)
        with np.errstate(over="ignore", under="ignore", invalid="ignore"):
            found.append(
                tuple(
                    np.asarray(x @ w.W_xh.T + trace.h_before @ w.W_hh.T + w.b_h)
                    for w, trace in zip(layer.directions, traces, strict=True)
                    if isinstance(w, RNNWeights)
                )
            )
    return tuple(found)
