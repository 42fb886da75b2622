"""States and gradients of PyTorch's own modules, over random sizes, layers and directions."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rnn_examples.network.forward import forward
from rnn_examples.network.gradients import backward
from rnn_examples.network.load.named import Reading, from_named
from rnn_examples.network.loss import text_loss
from rnn_examples.network.network import Network

torch = pytest.importorskip("torch")

CELLS = ("RNN", "RNN-relu", "LSTM", "GRU")
PYTORCH_GATES = {
    "lstm": ("input", "forget", "candidate", "output"),
    "gru": ("reset", "update", "candidate"),
}


def module(cell: str, D: int, H: int, layers: int, both: bool, bias: bool, seed: int) -> Any:
    torch.manual_seed(seed)
    options = {"nonlinearity": "relu"} if cell == "RNN-relu" else {}
    return getattr(torch.nn, cell.split("-")[0])(
        D, H, layers, bias=bias, bidirectional=both, dtype=torch.float64, **options
    )


def as_network(found: Any, cell: str, **ends: Any) -> Network:
    arrays = {key: value.detach().numpy() for key, value in found.state_dict().items()} | ends
    activation = "relu" if cell == "RNN-relu" else None
    return from_named(Path("m.npz"), arrays, Reading(layout="pytorch", activation=activation))


def packed(network: Network, arrays: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Our gradients under PyTorch's names."""
    found = {}
    for index, prefix in enumerate(network.prefixes()):
        both = network.bidirectional
        place = f"l{index // (1 + both)}{'_reverse' if both and index % 2 else ''}"
        gates = PYTORCH_GATES.get(network.kind, ("",))
        dotted = [f"{prefix}{gate}." if gate else prefix for gate in gates]
        found[f"weight_ih_{place}"] = np.concatenate([arrays[f"{gate}W_xh"] for gate in dotted])
        found[f"weight_hh_{place}"] = np.concatenate([arrays[f"{gate}W_hh"] for gate in dotted])
        if f"{dotted[0]}b_h" not in arrays:
            continue
        b_ih = [arrays[f"{gate}b_h"] for gate in dotted]
        b_hh = [arrays.get(f"{gate}b_hn", arrays[f"{gate}b_h"]) for gate in dotted]
        found[f"bias_ih_{place}"] = np.concatenate(b_ih)
        found[f"bias_hh_{place}"] = np.concatenate(b_hh)
    return found


@given(
    cell=st.sampled_from(CELLS),
    D=st.integers(1, 6),
    H=st.integers(1, 7),
    T=st.integers(1, 12),
    layers=st.integers(1, 3),
    both=st.booleans(),
    bias=st.booleans(),
    seed=st.integers(0, 2**31),
)
@settings(max_examples=120, deadline=None)
def test_states_and_gradients(
    cell: str, D: int, H: int, T: int, layers: int, both: bool, bias: bool, seed: int
) -> None:
    theirs = module(cell, D, H, layers, both, bias, seed)
    ours = as_network(theirs, cell)
    x = torch.randn(T, D, dtype=torch.float64, requires_grad=True)
    shape = (layers * (1 + both), H)
    h0 = torch.randn(shape, dtype=torch.float64, requires_grad=True)
    c0 = torch.randn(shape, dtype=torch.float64, requires_grad=True)
    h, end = theirs(x, (h0, c0) if cell == "LSTM" else h0)
    dh = torch.randn_like(h)
    (h * dh).sum().backward()

    first = {"h0": h0.detach().numpy()} | ({"c0": c0.detach().numpy()} if cell == "LSTM" else {})
    states = forward(ours, x.detach().numpy(), **first)
    assert np.abs(states.h - h.detach().numpy()).max() < 1e-12
    ends = [trace.end for layer in states.layers for trace in layer]
    last = (end[0] if cell == "LSTM" else end).detach().numpy()
    assert np.abs(np.stack([each.h for each in ends]) - last).max() < 1e-12
    if cell == "LSTM":
        memories = np.stack([each.c for each in ends if each.c is not None])
        assert np.abs(memories - end[1].detach().numpy()).max() < 1e-12

    gradients = backward(ours, states, dh.numpy())
    assert np.abs(gradients.dx - x.grad.numpy()).max() < 1e-12
    found = packed(ours, gradients.arrays)
    assert found.keys() == {name for name, _ in theirs.named_parameters()}
    for name, parameter in theirs.named_parameters():
        assert np.abs(found[name] - parameter.grad.numpy()).max() < 1e-12, name
    traces = [trace for layer in gradients.traces for trace in layer]
    assert np.abs(np.stack([trace.dh0 for trace in traces]) - h0.grad.numpy()).max() < 1e-12
    if cell == "LSTM":
        dc0 = np.stack([trace.dc0 for trace in traces if trace.dc0 is not None])
        assert np.abs(dc0 - c0.grad.numpy()).max() < 1e-12


@pytest.mark.parametrize("cell", CELLS)
def test_the_loss_of_a_text_in_one_pass(cell: str) -> None:
    V, D, H, T = 11, 5, 6, 300
    recurrent = module(cell, D, H, 2, False, True, 7)
    embedding = torch.nn.Embedding(V, D, dtype=torch.float64)
    linear = torch.nn.Linear(H, V, dtype=torch.float64)
    ids = torch.randint(0, V, (T,))
    logits = linear(recurrent(embedding(ids))[0])
    expected = torch.nn.functional.cross_entropy(logits[:-1], ids[1:]).item()
    ends = {
        "embedding.weight": embedding.weight.detach().numpy(),
        "fc.weight": linear.weight.detach().numpy(),
        "fc.bias": linear.bias.detach().numpy(),
    }
    network = as_network(recurrent, cell, **ends)
    found = text_loss(network, np.array_split(ids.numpy(), 7))
    assert found.mean == pytest.approx(expected, abs=1e-12)
