"""One gate's weights: W_xh x_t + W_hh h_{t-1} + b_h.

Letters: H hidden, D input.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from rnn_examples.network.arrays import Array


@dataclass(frozen=True, slots=True, eq=False)
class Gate:
    """W_xh (H, D), W_hh (H, H), b_h (H,) of one gate.

    has_bias: False of a gate without one, whose b_h is zeros and no parameter.
    """

    W_xh: Array
    W_hh: Array
    b_h: Array
    has_bias: bool = True

    def arrays(self, gate: str) -> dict[str, Array]:
        """The parameters by name, such as forget.W_xh."""
        found = {f"{gate}.W_xh": self.W_xh, f"{gate}.W_hh": self.W_hh}
        return found | {f"{gate}.b_h": self.b_h} if self.has_bias else found

    def replaced(self, arrays: Mapping[str, Array], gate: str) -> "Gate":
        """The same gate with other arrays, named as `arrays` names them."""
        return replace(
            self,
            W_xh=arrays[f"{gate}.W_xh"],
            W_hh=arrays[f"{gate}.W_hh"],
            b_h=arrays[f"{gate}.b_h"] if self.has_bias else self.b_h,
        )


def pre_activation(gate: Gate, x: Array, h: Array) -> Array:
    """W_xh x + W_hh h + b_h, shape (H,)."""
    return np.asarray(gate.W_xh @ x + gate.W_hh @ h + gate.b_h)
