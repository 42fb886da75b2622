"""How large dh_T/dh_k is for every k: one product backward, whatever its sizes.

Letters: t step, k earlier step, T steps, H hidden, P = dh_T/dh_k, J = dh_t/dh_{t-1}.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from rnn_examples.network.activations import tanh, tanh_derivative
from rnn_examples.network.arrays import Array
from rnn_examples.network.cells.gru import GRUWeights
from rnn_examples.network.cells.lstm import LSTMWeights
from rnn_examples.network.gradients import jacobians
from rnn_examples.network.network import Network
from rnn_examples.network.pre_activations import pre_activations
from rnn_examples.network.scaled import (
    Scaled,
    Size,
    Slopes,
    frobenius,
    multiply,
    plus,
    scale_rows,
    scaled,
    slopes,
)
from rnn_examples.network.states import States, Trace
from rnn_examples.network.through_time import backward_order, lstm_step_at
from rnn_examples.network.weights import Weights


class Blame(NamedTuple):
    """||dh_T/dh_k||_F / sqrt(H) and, of an LSTM, ||dh_T/dc_k||_F / sqrt(H), k = T, ..., 1, 0.

    In the direction of reading: of a layer that reads in reverse, T is the first word.
    """

    h: tuple[Size, ...]
    c: tuple[Size, ...] | None = None


def blame(network: Network, states: States) -> tuple[tuple[Blame, ...], ...]:
    """Every direction of every layer, through its own recurrence, T products each.

    dh_T/dh_k holds the memory c_k still; dh_T/dc_k counts what h_k shows of c_k too. That of a
    plain RNN is diag(f'(a_T)) W_hh ... diag(f'(a_{k+1})) W_hh. Source: lesson, "Blame through
    time".
    """
    inputs = pre_activations(network, states)
    return tuple(
        tuple(
            _of_direction(weights, trace, a[place] if a else None)
            for place, (weights, trace) in enumerate(zip(layer.directions, traces, strict=True))
        )
        for layer, traces, a in zip(network.layers, states.layers, inputs, strict=True)
    )


def _of_direction(weights: Weights, trace: Trace, a: Array | None) -> Blame:
    identity = scaled(np.eye(weights.hidden))
    if isinstance(weights, LSTMWeights):
        return _of_lstm(weights, trace)
    if isinstance(weights, GRUWeights):
        products = _products(_transposed_jacobians(weights, trace), identity)
    else:
        assert a is not None
        s = slopes(weights.activation, a)
        by_step = (s.at(t) for t in backward_order(trace))
        products = _rnn_products(weights.W_hh, by_step, identity)
    return Blame(tuple(frobenius(P, weights.hidden) for P in products))


def _rnn_products(W_hh: Array, by_step: Iterator[Slopes], P: Scaled) -> Iterator[Scaled]:
    """P_k^T = W_hh^T diag(s_{k+1}) P_{k+1}^T."""
    yield P
    W = np.ascontiguousarray(W_hh.T)
    for s in by_step:
        P = multiply(W, scale_rows(s, P))
        yield P


def _transposed_jacobians(weights: Weights, trace: Trace) -> Iterator[Array]:
    """J_T^T, ..., J_1^T."""
    return (J.T for J in jacobians(weights, trace, backward=True))


def _products(transposed: Iterator[Array], P: Scaled) -> Iterator[Scaled]:
    """P_k^T = J_{k+1}^T P_{k+1}^T."""
    yield P
    for J in transposed:
        P = multiply(J, P)
        yield P


def _of_lstm(weights: LSTMWeights, trace: Trace) -> Blame:
    H = weights.hidden
    start = scaled(np.vstack([np.eye(H), np.zeros((H, H))]))
    shown = [_shown(trace, t) for t in backward_order(trace)]
    by_h, by_c = [], []
    products = _products(_transposed_jacobians(weights, trace), start)
    # What h_0 is does not depend on c_0: nothing of it is shown.
    for P, dh_dc in zip(products, [*shown, np.zeros(H)], strict=True):
        of_h, of_c = Scaled(P.M[:H], P.e[:H]), Scaled(P.M[H:], P.e[H:])
        by_h.append(frobenius(of_h, H))
        through_h = scale_rows(Slopes(*np.frexp(dh_dc)), of_h)
        by_c.append(frobenius(plus(of_c, through_h), H))
    return Blame(tuple(by_h), tuple(by_c))


def _shown(trace: Trace, t: int) -> Array:
    """dh_t/dc_t = o_t (1 - tanh^2 c_t) (H,)."""
    step = lstm_step_at(trace, t)
    return np.asarray(step.o * tanh_derivative(tanh(step.c)))
