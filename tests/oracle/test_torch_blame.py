"""dh_T/dh_k and dh_T/dc_k against PyTorch's autograd, cell by cell."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rnn_examples.network.blame import blame
from rnn_examples.network.forward import forward
from rnn_examples.network.load.named import Reading, from_named

torch = pytest.importorskip("torch")

CELLS = ("RNN", "LSTM", "GRU")
T, H, D = 6, 4, 3


def norms(last: Any, states: list[Any]) -> list[float]:
    """||dh_T/ds||_F / sqrt(H) of each state s, one gradient a unit of h_T."""
    squares = np.zeros(len(states))
    for unit in last[0]:
        found = torch.autograd.grad(unit, states, retain_graph=True, allow_unused=True)
        squares += [0.0 if g is None else float((g**2).sum()) for g in found]
    return [float(size) for size in np.sqrt(squares / H)]


@pytest.mark.parametrize("cell", CELLS)
def test_is_autograd_s(cell: str) -> None:
    torch.manual_seed(3)
    module = getattr(torch.nn, f"{cell}Cell")(D, H, dtype=torch.float64)
    x = torch.randn(T, 1, D, dtype=torch.float64)
    zeros = torch.zeros(1, H, dtype=torch.float64, requires_grad=True)
    h, c = [zeros], [zeros.clone().detach().requires_grad_()]
    for x_t in x:
        out = module(x_t, (h[-1], c[-1]) if cell == "LSTM" else h[-1])
        h.append(out[0] if cell == "LSTM" else out)
        c.append(out[1] if cell == "LSTM" else c[-1])
    arrays = {f"{key}_l0": value.detach().numpy() for key, value in module.state_dict().items()}
    network = from_named(Path("m.npz"), arrays, Reading(layout="pytorch"))
    ((found,),) = blame(network, forward(network, x[:, 0].numpy()))
    assert [size.value for size in found.h] == pytest.approx(norms(h[-1], h[::-1]), abs=1e-13)
    if cell == "LSTM":
        assert found.c is not None
        expected = norms(h[-1], c[::-1])
        assert [size.value for size in found.c] == pytest.approx(expected, abs=1e-13)
