"""The gradient without the way back in time, against steps that have none."""

from collections.abc import Callable

import numpy as np
import pytest

from rnn_examples.network.forward import forward
from rnn_examples.network.gradients import loss_gradients
from rnn_examples.network.network import Network


@pytest.mark.parametrize("cell", ["tanh", "sigmoid", "lstm", "gru", "gru-textbook"])
def test_is_the_sum_over_the_steps_each_started_from_its_own_state(
    make_network: Callable[..., Network], cell: str
) -> None:
    network = make_network(cell)
    inputs, targets = np.array([0, 3, 1, 2]), np.array([3, 1, 2, 0])
    states = forward(network, inputs)
    trace = states.trace
    found = loss_gradients(network, states, targets, through_time=False).gradients.arrays
    alone = []
    for t in range(len(inputs)):
        memory = {} if trace.c is None else {"c0": trace.c_before[t]}
        one = forward(network, inputs[t : t + 1], h0=trace.h_before[t], **memory)
        alone.append(loss_gradients(network, one, targets[t : t + 1]).gradients.arrays)
    for name, array in found.items():
        expected = sum(arrays[name] for arrays in alone)
        np.testing.assert_allclose(array, expected, rtol=1e-13, atol=1e-14, err_msg=name)
    whole = loss_gradients(network, states, targets).gradients.arrays
    recurrent = [name for name in whole if name.endswith("W_hh")]
    assert max(abs(whole[name] - found[name]).max() for name in recurrent) > 1e-3
