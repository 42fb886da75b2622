"""Networks that PyTorch made without biases: nothing counts, blames or trains one."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rnn_examples.network.forward import forward
from rnn_examples.network.load.load import load
from rnn_examples.network.load.toml_text import write_toml

torch = pytest.importorskip("torch")

Printed = Callable[..., str]
WORDS = [2, 0, 3, 1, 4, 2]


def model(kind: str, layers: int = 1, both: bool = False) -> Any:
    torch.manual_seed(0)
    parts = {
        "embedding": torch.nn.Embedding(5, 3),
        "rnn": getattr(torch.nn, kind)(3, 2, layers, bias=False, bidirectional=both),
        "fc": torch.nn.Linear(2 + 2 * both, 5),
    }
    return torch.nn.ModuleDict(parts).double()


def saved(net: Any, path: Path) -> Path:
    np.savez(path, **{key: array.numpy() for key, array in net.state_dict().items()})
    return path


def loss(net: Any) -> Any:
    """Of each next word, the first after the last."""
    ids = torch.tensor(WORDS)
    logits = net["fc"](net["rnn"](net["embedding"](ids))[0])
    return torch.nn.functional.cross_entropy(logits, ids.roll(-1), reduction="none")


@pytest.mark.parametrize(("kind", "total"), [("RNN", 40), ("LSTM", 70), ("GRU", 60)])
def test_params_counts_what_the_file_holds(
    printed: Printed, tmp_path: Path, kind: str, total: int
) -> None:
    net = model(kind)
    assert sum(array.numel() for array in net.parameters()) == total
    path = str(saved(net, tmp_path / "m.npz"))
    rows = json.loads(printed("params", "--model", path, "-f", "json"))["tables"][0]["rows"]
    assert rows[-1]["count"] == total
    assert not [row for row in rows if "b_h" in row["array"]]


@pytest.mark.parametrize("kind", ["RNN", "LSTM", "GRU"])
@pytest.mark.parametrize(("layers", "both"), [(1, False), (2, False), (1, True)])
def test_it_is_written_and_read_back(tmp_path: Path, kind: str, layers: int, both: bool) -> None:
    net = model(kind, layers, both)
    first = load(saved(net, tmp_path / "m.npz"))
    (tmp_path / "m.toml").write_text(write_toml(first))
    again = load(tmp_path / "m.toml")
    expected = net["rnn"](net["embedding"](torch.tensor(WORDS)))[0].detach().numpy()
    for ours in (first, again):
        assert list(ours.arrays()) == list(first.arrays())
        assert sum(a.size for a in ours.arrays().values()) == sum(
            p.numel() for p in net.parameters()
        )
        assert np.abs(forward(ours, WORDS).h - expected).max() < 1e-12


@pytest.mark.parametrize("kind", ["RNN", "LSTM", "GRU"])
def test_gradients_and_updates_are_those_of_the_network_without_them(
    printed: Printed, tmp_path: Path, kind: str
) -> None:
    net = model(kind)
    text = " ".join(map(str, WORDS))
    options = ["--model", str(saved(net, tmp_path / "m.npz")), "--sentence", text, "-f", "json"]
    rows = json.loads(printed("bptt", *options, "--table", "gradients"))["tables"][0]["rows"]
    assert not [row for row in rows if "b_h" in json.dumps(row)]
    told = json.loads(printed("truncate", *options, "--updates", "0,1,20", "--steps", "6"))
    (table,) = [table for table in told["tables"] if table["name"] == "training"]
    assert not [t for t in told["tables"] if "b_h" in json.dumps(t["rows"])]
    descent = torch.optim.SGD(net.parameters(), lr=1.0)
    losses = []
    for _ in range(21):
        losses.append(float(loss(net).mean().detach()))
        descent.zero_grad()
        loss(net).mean().backward()
        descent.step()
    expected = [losses[0], losses[1], losses[20]]
    assert [row["full"] for row in table["rows"]] == pytest.approx(expected, abs=1e-12)
