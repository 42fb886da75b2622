"""Truncated gradients against PyTorch's: the state detached at each segment's start."""

import numpy as np
import pytest

from rnn_examples.network.arrays import Array
from rnn_examples.network.cells.rnn import RNNWeights
from rnn_examples.network.forward import forward
from rnn_examples.network.network import Layer, Network
from rnn_examples.network.truncated import summed, truncated_gradients

torch = pytest.importorskip("torch")


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("size", [1, 2, 5, 11])
def test_detached_at_each_boundary(seed: int, size: int) -> None:
    rng = np.random.Generator(np.random.PCG64(seed))
    T, H, D, V = 11, int(rng.integers(1, 6)), int(rng.integers(1, 5)), 4
    shapes = {"W_xh": (H, D), "W_hh": (H, H), "b_h": (H,), "W_hy": (V, H), "b_y": (V,)}
    arrays: dict[str, Array] = {name: rng.normal(size=shape) for name, shape in shapes.items()}
    x, targets = rng.normal(size=(T, D)), rng.integers(0, V, T)
    w = {name: torch.tensor(array, requires_grad=True) for name, array in arrays.items()}
    h = torch.zeros(H, dtype=torch.float64)
    loss = torch.zeros((), dtype=torch.float64)
    for t in range(T):
        if t % size == 0:
            h = h.detach()
        h = torch.tanh(w["W_xh"] @ torch.tensor(x[t]) + w["W_hh"] @ h + w["b_h"])
        logits = w["W_hy"] @ h + w["b_y"]
        loss = loss - torch.log_softmax(logits, 0)[int(targets[t])]
    loss.backward()
    network = Network(
        (Layer(RNNWeights(arrays["W_xh"], arrays["W_hh"], arrays["b_h"])),),
        W_hy=arrays["W_hy"],
        b_y=arrays["b_y"],
    )
    found = summed(truncated_gradients(network, forward(network, x), targets, size))
    for name, array in found.items():
        assert array == pytest.approx(w[name].grad.numpy(), abs=1e-12), name
