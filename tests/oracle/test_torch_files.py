"""Files that PyTorch wrote: state dicts as .safetensors, and a .pt through the line we print."""

import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rnn_examples.errors import InputError
from rnn_examples.network.forward import forward
from rnn_examples.network.load.load import load

torch = pytest.importorskip("torch")
save_file = pytest.importorskip("safetensors.torch").save_file


def model(kind: str, both: bool = False) -> Any:
    torch.manual_seed(0)
    width = 5 * (1 + both)
    return torch.nn.ModuleDict(
        {
            "embedding": torch.nn.Embedding(6, 3),
            "rnn": getattr(torch.nn, kind)(3, 5, 2, bidirectional=both),
            "fc": torch.nn.Linear(width, 6),
        }
    )


def logits(net: Any, ids: list[int]) -> np.ndarray:
    net = net.double()
    h = net["rnn"](net["embedding"](torch.tensor(ids)))[0]
    return net["fc"](h).detach().numpy()


@pytest.mark.parametrize("kind", ["RNN", "LSTM", "GRU"])
@pytest.mark.parametrize("both", [False, True])
def test_a_whole_model(tmp_path: Path, kind: str, both: bool) -> None:
    net = model(kind, both)
    save_file(net.state_dict(), tmp_path / "m.safetensors")
    ours = load(tmp_path / "m.safetensors")
    found = ours.logits(forward(ours, [0, 5, 2]).h)
    assert np.abs(found - logits(net, [0, 5, 2])).max() < 1e-12


@pytest.mark.parametrize("kind", ["RNN", "LSTM", "GRU"])
@pytest.mark.parametrize("both", [False, True])
@pytest.mark.parametrize("rows", [2, 3, 4])
@pytest.mark.parametrize("ends", ["", "embedding", "fc", "embedding fc"])
def test_square_matrices_are_not_turned(
    tmp_path: Path, kind: str, both: bool, rows: int, ends: str
) -> None:
    """D = H, and as many words as one direction, or both, have units: no shape tells rows."""
    torch.manual_seed(0)
    layer = getattr(torch.nn, kind)(2, 2, bidirectional=both).double()
    embedding, fc = torch.nn.Embedding(rows, 2).double(), torch.nn.Linear(2 + 2 * both, rows)
    parts = {"rnn": layer, "embedding": embedding, "fc": fc.double()}
    state = {
        f"{name}.{key}": array.numpy()
        for name, part in parts.items()
        if name == "rnn" or name in ends
        for key, array in part.state_dict().items()
    }
    np.savez(tmp_path / "m.npz", **state)
    ours = load(tmp_path / "m.npz")
    words = torch.tensor([0, rows - 1])
    vectors = embedding(words)
    given = words.tolist() if "embedding" in ends else vectors.detach().numpy()
    expected = layer(vectors)[0]
    h = forward(ours, given).h
    assert np.abs(h - expected.detach().numpy()).max() < 1e-12
    if "fc" in ends:
        assert np.abs(ours.logits(h) - fc(expected).detach().numpy()).max() < 1e-12


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_half_widths_are_widened(tmp_path: Path, dtype: str) -> None:
    net = model("LSTM").to(getattr(torch, dtype))
    save_file(net.state_dict(), tmp_path / "m.safetensors")
    ours = load(tmp_path / "m.safetensors")
    found = ours.logits(forward(ours, [0, 5, 2]).h)
    assert np.abs(found - logits(net, [0, 5, 2])).max() < 1e-12


def test_the_line_that_converts_a_pickle_does(tmp_path: Path) -> None:
    net = model("GRU")
    torch.save(net.state_dict(), tmp_path / "m.pt")
    with pytest.raises(InputError) as caught:
        load(tmp_path / "m.pt")
    line = re.search(r"python -c .*", str(caught.value))
    assert line is not None
    command = [sys.executable, *shlex.split(line[0])[1:]]
    subprocess.run(command, cwd=tmp_path, check=True)
    ours = load(tmp_path / "m.npz")
    found = ours.logits(forward(ours, [0, 5, 2]).h)
    assert np.abs(found - logits(net, [0, 5, 2])).max() < 1e-12


def test_a_pickle_under_another_name_is_refused(tmp_path: Path) -> None:
    torch.save(model("RNN").state_dict(), tmp_path / "m.npz")
    with pytest.raises(InputError, match="found a pickle, which can run code and is never opened"):
        load(tmp_path / "m.npz")
