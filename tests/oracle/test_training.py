"""The notebook's networks against PyTorch's modules, optimizer and clipping."""

from typing import Any

import numpy as np
import pytest

from rnn_examples.training import adam
from rnn_examples.training.cell import build
from rnn_examples.training.classifier import initial_weights, loss_and_gradients
from rnn_examples.training.memory_task import sequences
from rnn_examples.training.networks.frame import MemoryNetwork
from rnn_examples.training.pytorch_start import D, H, V, pytorch_start

torch = pytest.importorskip("torch")
NETWORKS = ["rnn", "irnn", "gru", "lstm", "lstm-open"]
RATE = 0.01


class Modules:
    """Embedding, recurrent layer and linear layer, made in this order under a seed."""

    def __init__(self, network: str, seed: int) -> None:
        torch.manual_seed(seed)
        self.embedding = torch.nn.Embedding(V, D)
        if network == "irnn":
            self.rnn = torch.nn.RNN(D, H, batch_first=True, nonlinearity="relu")
        else:
            kind = {"rnn": "RNN", "gru": "GRU"}.get(network, "LSTM")
            self.rnn = getattr(torch.nn, kind)(D, H, batch_first=True)
        self.linear = torch.nn.Linear(H, V)
        with torch.no_grad():
            if network == "irnn":
                self.rnn.weight_hh_l0.copy_(torch.eye(H))
                self.rnn.bias_ih_l0.zero_()
                self.rnn.bias_hh_l0.zero_()
            if network == "lstm-open":
                self.rnn.bias_ih_l0[H : 2 * H] = 3
                self.rnn.bias_hh_l0[H : 2 * H] = 0

    def named(self) -> dict[str, Any]:
        return {
            "embedding.weight": self.embedding.weight,
            **{f"rnn.{name}": value for name, value in self.rnn.named_parameters()},
            "linear.weight": self.linear.weight,
            "linear.bias": self.linear.bias,
        }

    def loss(self, tokens: np.ndarray, targets: np.ndarray) -> Any:
        states, _ = self.rnn(self.embedding(torch.from_numpy(tokens)))
        scores = self.linear(states[:, -1])
        return torch.nn.functional.cross_entropy(scores, torch.from_numpy(targets))


@pytest.mark.parametrize("seed", [0, 1, 2**32 - 1])
@pytest.mark.parametrize("network", NETWORKS)
def test_initial_weights(network: str, seed: int) -> None:
    found = pytorch_start(network, seed)
    expected = Modules(network, seed).named()
    assert list(found) == list(expected)
    for name, value in expected.items():
        # Uniforms to the bit; PyTorch's vectorised logarithm and cosine err by a few last bits.
        ulps = 8 if name == "embedding.weight" else 0
        wanted = value.detach().numpy()
        assert found[name].dtype == np.float32
        assert (np.abs(found[name] - wanted) <= ulps * np.spacing(np.abs(wanted))).all()


@pytest.mark.parametrize("k", [5, 20])
@pytest.mark.parametrize("network", NETWORKS)
def test_gradients_in_float64(network: str, k: int) -> None:
    tokens, targets = sequences(np.random.default_rng(2), 6, k)
    start = {n: a.astype(np.float64) for n, a in pytorch_start(network, 1).items()}
    modules = Modules(network, 1)
    for layer in (modules.embedding, modules.rnn, modules.linear):
        layer.double()
    with torch.no_grad():
        for name, value in modules.named().items():
            value.copy_(torch.from_numpy(start[name]))
    loss = modules.loss(tokens, targets)
    loss.backward()
    model = build(network, dict(start), k + 3, 6)
    assert model.loss_and_gradients(tokens, targets).loss == pytest.approx(loss.item(), rel=1e-13)
    for name, value in modules.named().items():
        assert model.gradient_arrays[name] == pytest.approx(value.grad.numpy(), abs=1e-13)


def _step_of_both(network: str, dtype: type) -> tuple[Modules, MemoryNetwork, dict[str, Any]]:
    """PyTorch's modules and ours after one step from one start, and PyTorch's clipped gradients."""
    k, B = 10, 64
    tokens, targets = sequences(np.random.default_rng(0), B, k)
    modules = Modules(network, 0)
    for layer in (modules.embedding, modules.rnn, modules.linear):
        layer.to(torch.float64 if dtype == np.float64 else torch.float32)
    # The same start to the bit, so that what differs is the step.
    start = {n: v.detach().numpy().copy() for n, v in modules.named().items()}
    parameters = list(modules.named().values())
    optimizer = torch.optim.Adam(parameters, lr=RATE)
    modules.loss(tokens, targets).backward()
    torch.nn.utils.clip_grad_norm_(parameters, 1.0)
    gradients = {name: value.grad.numpy().copy() for name, value in modules.named().items()}
    optimizer.step()
    model = build(network, start, k + 3, B)
    model.loss_and_gradients(tokens, targets)
    adam.clip_pytorch(model.gradients, 1.0)
    adam.Adam(model.weights, RATE).update(model.weights, model.gradients)
    return modules, model, gradients


def _first_step(gradient: np.ndarray) -> np.ndarray:
    """Adam's first: both running means are the gradient's own, after their correction."""
    return RATE * gradient / (np.abs(gradient) + 1e-8)


@pytest.mark.parametrize("network", NETWORKS)
def test_one_step_in_float32_agrees_in_every_parameter(network: str) -> None:
    """To the rounding of its gradient's sum, and what Adam's first step makes of that: where a
    gradient is nothing but rounding, its sign is too, and the step is the rate either way."""
    modules, model, gradients = _step_of_both(network, np.float32)
    for name, value in modules.named().items():
        g, wanted = gradients[name].astype(np.float64), value.detach().numpy()
        rounding = 3e-6 * np.abs(g).max()
        assert np.abs(model.gradient_arrays[name] - g).max() <= rounding
        allowed = _first_step(g + rounding) - _first_step(g - rounding) + 3e-7
        assert (np.abs(model.arrays[name] - wanted) <= allowed).all()


@pytest.mark.parametrize("network", NETWORKS)
def test_one_step_in_float64_agrees_in_every_parameter(network: str) -> None:
    modules, model, _ = _step_of_both(network, np.float64)
    for name, value in modules.named().items():
        assert np.abs(model.arrays[name] - value.detach().numpy()).max() <= 1e-10


def test_the_classifiers_gradients_as_the_notebook_checks_them() -> None:
    weights = initial_weights(1)
    tokens, targets = sequences(np.random.default_rng(3), 8, 6)
    loss, found = loss_and_gradients(weights, tokens, targets)
    leaves = {
        name: torch.tensor(array, dtype=torch.float64, requires_grad=True)
        for name, array in weights.arrays().items()
    }
    h = torch.zeros(8, 16, dtype=torch.float64)
    for t in range(tokens.shape[1]):
        x = leaves["W_xh"].T[torch.from_numpy(tokens[:, t])]
        h = torch.tanh(x + h @ leaves["W_hh"].T + leaves["b_h"])
    scores = h @ leaves["W_hy"].T + leaves["b_y"]
    expected = torch.nn.functional.cross_entropy(scores, torch.from_numpy(targets))
    expected.backward()
    assert loss == pytest.approx(expected.item(), rel=1e-15)
    differences = [
        np.abs(array - leaves[name].grad.numpy()).max() for name, array in found.arrays().items()
    ]
    # The notebook prints 1.4e-16; the last bits are the order of the sums.
    assert max(differences) < 1e-15
