"""Norms over the whole range of floats."""

import numpy as np
import pytest

from rnn_examples.network.arrays import norm


@pytest.mark.parametrize(
    ("x", "expected"),
    [
        ([3, 4], 5),
        ([3e200, 4e200], 5e200),
        ([3e-200, 4e-200], 5e-200),
        ([0, 0], 0),
        ([1, 1], 2**0.5),
        ([1, np.inf], np.inf),
        ([], 0),
        ([[3, 0], [0, -4]], 5),
        ([5e-324], 5e-324),
    ],
)
def test_norm(x: list[float], expected: float) -> None:
    assert norm(np.array(x, float)) == pytest.approx(expected, rel=4e-16, abs=0)
