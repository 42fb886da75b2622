"""Networks as PyTorch and Keras name and lay out their arrays, of random numbers."""

from pathlib import Path
from typing import Any

import numpy as np

from rnn_examples.network.forward import forward
from rnn_examples.network.load.named import Reading, from_named
from rnn_examples.network.network import Network

PATH = Path("m.npz")
Arrays = dict[str, np.ndarray]


def arrays(G: int, D: int, H: int, layers: int = 1, both: bool = False) -> Arrays:
    """PyTorch's state dict of random numbers."""
    rng = np.random.Generator(np.random.PCG64(G + D + H))
    found: Arrays = {}
    for layer in range(layers):
        size = D if layer == 0 else H * (1 + both)
        for end in ("", "_reverse")[: 1 + both]:
            found[f"weight_ih_l{layer}{end}"] = rng.normal(size=(G * H, size))
            found[f"weight_hh_l{layer}{end}"] = rng.normal(size=(G * H, H))
            found[f"bias_ih_l{layer}{end}"] = rng.normal(size=G * H)
            found[f"bias_hh_l{layer}{end}"] = rng.normal(size=G * H)
    return found


def network(found: Arrays, **options: Any) -> Network:
    return from_named(PATH, found, Reading(**options))


def states(net: Network) -> np.ndarray:
    return forward(net, np.linspace(-1, 1, 4 * net.inputs).reshape(4, -1)).h


def keras(found: Arrays, prefix: str = "l/") -> Arrays:
    """The same arrays as Keras has them: x W, one bias."""
    return {
        f"{prefix}kernel": found["weight_ih_l0"].T,
        f"{prefix}recurrent_kernel": found["weight_hh_l0"].T,
        f"{prefix}bias": found["bias_ih_l0"] + found["bias_hh_l0"],
    }
