"""`influence` over a whole range of gains at once, in float64: what its heat map shows.

g gain (G,), R rotation (2,2), s slope 1 - h^2 (2,G), P product of Jacobians (2,2,G), T steps
"""

from collections.abc import Sequence

import numpy as np

from rnn_examples.network.arrays import Array


def influence_map(
    gains: Sequence[float], steps: int, angle: float, x: tuple[float, float]
) -> Array:
    """log10 of ||P||_F / sqrt(2) after 1, ..., steps steps of each gain: (G, T); -inf for 0.

    P is kept at norm 1 and its logarithm beside it, so that none under- or overflows. Source:
    lesson, "Influence"; the exact figures of single gains are `influence.influences`.
    """
    g = np.asarray(gains, np.float64)
    c, s = np.cos(angle), np.sin(angle)
    R = np.array([[c, -s], [s, c]])
    b = np.asarray(x, np.float64)[:, None]
    h, P = np.zeros((2, len(g))), np.repeat(np.eye(2)[:, :, None], len(g), axis=2)
    logs = np.zeros(len(g))
    found = np.empty((len(g), steps))
    with np.errstate(divide="ignore", invalid="ignore", under="ignore", over="ignore"):
        for t in range(steps):
            a = g * (R @ h) + b
            h = np.tanh(a)
            slope = 1 / np.cosh(a) ** 2  # 1 - tanh^2, also where that rounds to 0
            P = slope[:, None] * g * np.einsum("ij,jkg->ikg", R, P)
            size = np.sqrt((P * P).sum(axis=(0, 1)))
            logs = logs + np.log10(size)
            P = P / size
            found[:, t] = logs
    # P_0 = I has the norm sqrt(2), which the definition divides by.
    found -= np.log10(np.sqrt(2.0))
    found[np.isnan(found)] = -np.inf  # P was 0, of which no step makes anything else
    return found
