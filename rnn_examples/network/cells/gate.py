"""One gate's weights: W_xh x_t + W_hh h_{t-1} + b_h.

Letters: H hidden, D input.
"""

from dataclasses import dataclass

import numpy as np

from rnn_examples.network.arrays import Array


@dataclass(frozen=True, slots=True, eq=False)
class Gate:
    """W_xh (H, D), W_hh (H, H), b_h (H,) of one gate."""

    W_xh: Array
    W_hh: Array
    b_h: Array

    def arrays(self, gate: str) -> dict[str, Array]:
        """The three arrays by name, such as forget.W_xh."""
        return {
            f"{gate}.W_xh": self.W_xh,
            f"{gate}.W_hh": self.W_hh,
            f"{gate}.b_h": self.b_h,
        }


def pre_activation(gate: Gate, x: Array, h: Array) -> Array:
    """W_xh x + W_hh h + b_h, shape (H,)."""
    return np.asarray(gate.W_xh @ x + gate.W_hh @ h + gate.b_h)
