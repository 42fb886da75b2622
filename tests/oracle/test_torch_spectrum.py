"""P_n of a network that reads both ways: PyTorch's Jacobian by each direction's own start."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")

H = 2


def by_start(layer: Any, x: Any, place: int, n: int) -> float:
    """||dh_n/dh_0||_2 of the last layer, n steps after its direction (place) begins to read."""
    count = 2 * layer.num_layers

    def state(start: Any) -> Any:
        h0 = torch.zeros(count, H, dtype=torch.float64)
        h0 = torch.cat([h0[: count - 2 + place], start[None], h0[count - 1 + place :]])
        h = layer(x, h0)[0]
        return h[-n, H:] if place else h[n - 1, :H]

    zero = torch.zeros(H, dtype=torch.float64)
    return float(torch.linalg.matrix_norm(torch.func.jacrev(state)(zero), 2).detach())


@pytest.mark.parametrize("kind", ["RNN", "GRU"])
@pytest.mark.parametrize("layers", [1, 2])
@pytest.mark.parametrize("T", [3, 7])
def test_each_row_is_of_the_whole_sentence(
    printed: Callable[..., str], tmp_path: Path, kind: str, layers: int, T: int
) -> None:
    """From the sentence's true end, whichever rows are asked for; read again where n needs it."""
    torch.manual_seed(1)
    layer = getattr(torch.nn, kind)(3, H, layers, bidirectional=True).double()
    path, vectors = tmp_path / "m.npz", tmp_path / "x.npy"
    np.savez(path, **{key: array.numpy() for key, array in layer.state_dict().items()})
    x = torch.randn(T, 3, dtype=torch.float64)
    np.save(vectors, x.numpy())
    options = ("spectrum", "--model", str(path), "--inputs", str(vectors), "-f", "json")
    wanted = (1, 2, 5, 9)
    expected = {
        (place, n): by_start(layer, x.repeat(-(-n // T), 1), place, n)
        for place in (0, 1)
        for n in wanted
    }
    for steps in ("1", "2,1", "1,2,5,9"):
        found = json.loads(printed(*options, "--steps", steps, "--table", "sizes"))
        rows = found["tables"][0]["rows"][-2 * len(steps.split(",")) :]
        sizes = {("reverse" in row["matrix"], row["n"]): row["product_2"] for row in rows}
        assert len(sizes) == len(rows)
        for key, size in sizes.items():
            assert size == pytest.approx(expected[key], abs=1e-12), key
