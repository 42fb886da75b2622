"""A plain recurrence run alone, over the whole range of floats."""

import numpy as np
import pytest

from rnn_examples.network.spectrum import Run, states


def test_the_recurrence_by_hand() -> None:
    """relu of 2 h + 1: 1, 3, 7; held at 1, its pre-activation is."""
    W = np.array([[2.0]])
    a, h = states(W, "relu", Run((1.0,)), 3)
    assert a.tolist() == h.tolist() == [[1.0], [3.0], [7.0]]
    a, h = states(W, "tanh", Run((1.0,), held=True), 3)
    assert a.tolist() == [[1.0]] * 3
    assert h[:, 0] == pytest.approx([0.761594] * 3, abs=5e-7)


def test_what_no_float_holds_is_zero_or_infinite_without_a_warning() -> None:
    a, _ = states(np.array([[1e-200]]), "relu", Run((1e-200,)), 3)
    assert a.tolist() == [[1e-200]] * 3
    a, _ = states(np.array([[1e200]]), "relu", Run((1e200,)), 3)
    assert a.tolist() == [[1e200], [np.inf], [np.inf]]
    a, _ = states(np.diag([1e200, 1.0]), "relu", Run((1e200, 1.0)), 3)
    assert np.isnan(a[2]).any()  # infinity times 0; whose slope is refused
    a, _ = states(np.array([[-1e200]]), "leaky_relu", Run((1e200,)), 4)
    assert a[:2, 0].tolist() == [1e200, -np.inf]
