"""Full backpropagation through time: every layer, both directions, all three cells.

Letters: t step, T steps, H hidden, D input, V words, G gates. A name that starts with d is the
loss's derivative by that quantity: dh is dL/dh_t.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from rnn_examples.errors import InputError
from rnn_examples.network.arrays import Array, Ids
from rnn_examples.network.cells.gru import GRUWeights, gru_jacobian
from rnn_examples.network.cells.lstm import LSTMWeights, lstm_jacobian
from rnn_examples.network.cells.rnn import RNNWeights, rnn_jacobian
from rnn_examples.network.loss import cross_entropy, cross_entropy_derivative
from rnn_examples.network.network import Network
from rnn_examples.network.states import States, Trace
from rnn_examples.network.through_time import (
    TraceGradient,
    backward_order,
    gru_step_at,
    gru_through_time,
    lstm_step_at,
    lstm_through_time,
    rnn_through_time,
)
from rnn_examples.network.weights import Weights


@dataclass(frozen=True, slots=True, eq=False)
class Gradients:
    """arrays: dL/d of every array, named as `Network.arrays` names them.

    traces: what passed through each layer and direction, as `States.layers`. dx (T, D): dL/dx_t.
    """

    arrays: dict[str, Array]
    traces: tuple[tuple[TraceGradient, ...], ...]
    dx: Array


@dataclass(frozen=True, slots=True, eq=False)
class LossGradients:
    """losses (n,): E_t in nats at the steps that were read; errors (n, V): yhat_t - y_t."""

    losses: Array
    errors: Array
    dh: Array
    gradients: Gradients


def backward(
    network: Network, states: States, dh: Array, *, through_time: bool = True
) -> Gradients:
    """The gradient of a loss that reads the last layer's states, from dh (T, width) = dL/dh_t.

    through_time=False keeps each step's immediate term alone: (12.3), (12.4) as printed.
    Raises InputError for a wrong shape and for gradients beyond the largest float.
    """
    if dh.shape != states.h.shape:
        raise InputError(f"dh: found shape {dh.shape}; expected {states.h.shape}")
    arrays = {name: np.zeros_like(array) for name, array in network.arrays().items()}
    prefixes = list(network.prefixes())
    traces: list[tuple[TraceGradient, ...]] = []
    with np.errstate(over="ignore", under="ignore", invalid="ignore"):
        for number in reversed(range(len(network.layers))):
            found, first = [], 0
            directions = network.layers[number].directions
            names = prefixes[-len(directions) :]
            del prefixes[-len(directions) :]
            x = states.of_layer(number - 1) if number else _first_inputs(network, states)
            for weights, trace, prefix in zip(
                directions, states.layers[number], names, strict=True
            ):
                part = dh[:, first : first + weights.hidden]
                gradient = _through_time(weights, trace, part, through_time)
                found.append(gradient)
                first += weights.hidden
                arrays |= {
                    prefix + name: array
                    for name, array in _of_weights(weights, trace, gradient, x).items()
                }
            traces.insert(0, tuple(found))
            pairs = zip(directions, found, strict=True)
            dh = np.sum([_of_inputs(weights, gradient) for weights, gradient in pairs], axis=0)
        if network.embedding is not None and states.inputs.ndim == 1:
            np.add.at(arrays["embedding"], states.inputs, dh)
    _check_finite(arrays)
    return Gradients(arrays, tuple(traces), dh)


def loss_gradients(
    network: Network,
    states: States,
    targets: Ids | Sequence[int],
    *,
    steps: Sequence[int] | None = None,
    through_time: bool = True,
) -> LossGradients:
    """The gradient of the sum of E_t over `steps` (all by default; (-1,) reads the last alone).

    The outputs' arrays included: (12.2) dE_t/dW_hy = (yhat_t - y_t) h_t^T. Raises InputError for
    gradients beyond the largest float.
    """
    read = np.arange(len(states.h)) if steps is None else np.asarray(steps)
    h = states.h[read]
    logits = network.logits(h)
    losses = cross_entropy(logits, np.asarray(targets))
    errors = cross_entropy_derivative(logits, np.asarray(targets))
    dh = np.zeros(states.h.shape, errors.dtype)
    with np.errstate(over="ignore", under="ignore", invalid="ignore"):
        np.add.at(dh, read, errors @ network.output_weights())
        heads = {"W_hy": errors.T @ h}
    if network.b_y is not None:
        heads["b_y"] = errors.sum(axis=0)
    _check_finite(heads)
    gradients = backward(network, states, dh, through_time=through_time)
    whole = replace(gradients, arrays=gradients.arrays | heads)
    return LossGradients(losses, errors, dh, whole)


def _check_finite(arrays: Mapping[str, Array]) -> None:
    for name, array in arrays.items():
        if not np.isfinite(array).all():
            raise InputError(
                f"the gradient of {name} leaves the range of floats; "
                "expected smaller weights or fewer steps"
            )


def jacobians(weights: Weights, trace: Trace, *, backward: bool = False) -> Iterator[Array]:
    """dh_t/dh_{t-1} of each step, in the direction of reading, t = 1 first: (H, H).

    backward: t = T first. Of an LSTM d(h_t, c_t)/d(h_{t-1}, c_{t-1}), (2H, 2H), h's rows and
    columns first.
    """
    h_before = trace.h_before
    c_before = trace.c_before if isinstance(weights, LSTMWeights) else h_before
    order = backward_order(trace)
    for t in order if backward else reversed(order):
        if isinstance(weights, LSTMWeights):
            yield lstm_jacobian(weights, lstm_step_at(trace, t), c_before[t])
        elif isinstance(weights, GRUWeights):
            yield gru_jacobian(weights, gru_step_at(trace, t), h_before[t])
        else:
            yield rnn_jacobian(weights, trace.h[t])


def recurrent_factors(
    weights: Weights, trace: Trace, gradient: TraceGradient
) -> dict[str, tuple[Array, Array]]:
    """For each recurrent matrix a (T, H) and b (T, H) with dL/dW_hh = sum_k a_k b_k^T.

    The term of step k is what of the gradient reached that step.
    """
    h_before = trace.h_before
    prefixes = [f"{name}." for name in weights.gate_names] or [""]
    found = {
        f"{prefix}W_hh": (np.asarray(gradient.da[:, index]), h_before)
        for index, prefix in enumerate(prefixes)
    }
    if isinstance(weights, GRUWeights) and gradient.dp is not None:
        read = trace.gate("reset") * h_before if weights.b_hn is None else h_before
        found["candidate.W_hh"] = gradient.dp, read
    return found


def _through_time(weights: Weights, trace: Trace, dh: Array, through_time: bool) -> TraceGradient:
    if isinstance(weights, LSTMWeights):
        return lstm_through_time(weights, trace, dh, through_time)
    if isinstance(weights, GRUWeights):
        return gru_through_time(weights, trace, dh, through_time)
    return rnn_through_time(weights, trace, dh, through_time)


def _of_weights(
    weights: Weights, trace: Trace, gradient: TraceGradient, x: Array
) -> dict[str, Array]:
    """The gradients of one direction's arrays: outer products, summed over the steps."""
    recurrent = recurrent_factors(weights, trace, gradient)
    found = {name: np.asarray(a.T @ b) for name, (a, b) in recurrent.items()}
    for index, prefix in enumerate([f"{name}." for name in weights.gate_names] or [""]):
        da = gradient.da[:, index]
        found[f"{prefix}W_xh"] = _by_input(weights, da, x)
        found[f"{prefix}b_h"] = da.sum(axis=0)
    if isinstance(weights, GRUWeights) and weights.b_hn is not None and gradient.dp is not None:
        found["candidate.b_hn"] = gradient.dp.sum(axis=0)
    return {name: found[name] for name in weights.arrays()}


def _by_input(weights: Weights, da: Array, x: Array) -> Array:
    """dL/dW_xh = sum_t da_t x_t^T, of vectors x (T, D) or of one-hot words' numbers (T,)."""
    if x.ndim == 2:
        return np.asarray(da.T @ x)
    columns = np.zeros((weights.inputs, da.shape[1]), da.dtype)
    np.add.at(columns, x, da)
    return columns.T


def _of_inputs(weights: Weights, gradient: TraceGradient) -> Array:
    """dL/dx_t = sum over the gates of W_xh^T da_t: (T, D)."""
    if isinstance(weights, RNNWeights):
        return np.asarray(gradient.da[:, 0] @ weights.W_xh)
    gates = enumerate(weights.gates)
    parts = [gradient.da[:, index] @ gate.W_xh for index, gate in gates]
    return np.asarray(np.sum(parts, axis=0))


def _first_inputs(network: Network, states: States) -> Array:
    return states.inputs if network.embedding is None else network.vectors(states.inputs)
