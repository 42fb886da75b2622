"""One direction of one layer, walked backward: the step functions of the cells, chained.

Letters: t step, T steps, H hidden, D input, G gates. A name that starts with d is the loss's
derivative by that quantity: dh is dL/dh_t.
"""

from dataclasses import dataclass

import numpy as np

from rnn_examples.errors import InputError
from rnn_examples.network.arrays import Array
from rnn_examples.network.cells.gru import GRUStep, GRUWeights, gru_step_backward
from rnn_examples.network.cells.lstm import LSTMStep, LSTMWeights, lstm_step_backward
from rnn_examples.network.cells.rnn import RNNWeights, rnn_step_backward
from rnn_examples.network.states import Trace


@dataclass(frozen=True, slots=True, eq=False)
class TraceGradient:
    """What passed through a trace's steps, in the order of the words.

    dh (T, H): dL/dh_t, all that depends on it. da (T, G, H): by the pre-activations, G = 1 of an
    RNN. dc (T, H): by the memory c_t. dp (T, H): by the GRU candidate's recurrent product.
    dh0, dc0 (H,): by the state before the first step.
    """

    dh: Array
    da: Array
    dh0: Array
    dc: Array | None = None
    dp: Array | None = None
    dc0: Array | None = None


def rnn_through_time(w: RNNWeights, trace: Trace, dh: Array, through_time: bool) -> TraceGradient:
    """Backward through every step of a plain RNN, from the dL/dh_t (T, H) of what reads h_t."""
    total, da = np.empty_like(dh), np.empty_like(dh)
    carried = np.zeros(w.hidden)
    for t in backward_order(trace):
        total[t] = dh[t] + carried
        step = rnn_step_backward(w, trace.h[t], total[t])
        da[t] = step.da
        if through_time:
            carried = step.dh
    return TraceGradient(total, da[:, None], carried)


def lstm_through_time(w: LSTMWeights, trace: Trace, dh: Array, through_time: bool) -> TraceGradient:
    """The same of an LSTM; dc is what reaches the memory c_t, along the belt and from h_t."""
    total, da = np.empty_like(dh), np.empty((len(dh), 4, w.hidden), dh.dtype)
    dc = np.empty_like(dh)
    c_before = trace.c_before
    carried, belt = np.zeros(w.hidden), np.zeros(w.hidden)
    for t in backward_order(trace):
        total[t] = dh[t] + carried
        step = lstm_step_backward(w, lstm_step_at(trace, t), c_before[t], total[t], belt)
        da[t], dc[t] = step.da, step.dc
        if through_time:
            carried, belt = step.dh, step.dc_before
    return TraceGradient(total, da, carried, dc=dc, dc0=belt)


def gru_through_time(w: GRUWeights, trace: Trace, dh: Array, through_time: bool) -> TraceGradient:
    """The same of a GRU."""
    total, da = np.empty_like(dh), np.empty((len(dh), 3, w.hidden), dh.dtype)
    dp = np.empty_like(dh)
    h_before = trace.h_before
    carried = np.zeros(w.hidden)
    for t in backward_order(trace):
        total[t] = dh[t] + carried
        step = gru_step_backward(w, gru_step_at(trace, t), h_before[t], total[t])
        da[t], dp[t] = step.da, step.dp
        if through_time:
            carried = step.dh
    return TraceGradient(total, da, carried, dp=dp)


def lstm_step_at(trace: Trace, t: int) -> LSTMStep:
    """The values of step t, as the forward pass recorded them."""
    gates, c = _recorded(trace.gates), _recorded(trace.c)
    i, f, o, g = gates[t]
    return LSTMStep(i, f, o, g, c[t], trace.h[t])


def gru_step_at(trace: Trace, t: int) -> GRUStep:
    """The values of step t, as the forward pass recorded them."""
    r, z, n = _recorded(trace.gates)[t]
    return GRUStep(r, z, n, trace.h[t])


def _recorded(array: Array | None) -> Array:
    if array is None:
        raise InputError("the forward pass kept its states alone; expected hidden_only=False")
    return array


def backward_order(trace: Trace) -> range:
    """The steps from the last one read to the first."""
    T = len(trace.h)
    return range(T) if trace.reverse else range(T - 1, -1, -1)
