"""`params --model`: the arrays of a network, and that their counts are those of its kind."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rnn_examples.errors import InputError

Printed = Callable[..., str]


def tables(printed: Printed, *arguments: str) -> dict[str, list[dict[str, Any]]]:
    document = json.loads(printed("params", *arguments, "-f", "json"))
    return {table["name"]: table["rows"] for table in document["tables"]}


def test_the_chapters_model(printed: Printed) -> None:
    rows = tables(printed, "--model", "chapter")["shapes"]
    assert [(row["array"], row["shape"], row["count"]) for row in rows] == [
        ("embedding", [3, 2], 6),
        ("W", [2, 2], 4),
        ("U", [2, 2], 4),
        ("b_h", [2], 2),
        ("V", [3, 2], 6),
        ("b_y", [3], 3),
        ("total", None, 25),
    ]


def test_the_notebooks_matrices_are_shown_as_it_has_them(printed: Printed) -> None:
    rows = {row["array"]: row["shape"] for row in tables(printed, "--model", "notebook")["shapes"]}
    assert (rows["W_xh"], rows["W_hh"]) == ([6, 4], [4, 4])


@pytest.mark.parametrize("layers", [1, 2])
@pytest.mark.parametrize("both", [False, True])
@pytest.mark.parametrize("gates", [1, 3, 4])
def test_a_file_of_pytorchs(
    printed: Printed, tmp_path: Path, layers: int, both: bool, gates: int
) -> None:
    """H = 5, D = 3, V = 7: the textbook's count, one bias a gate, but the GRU's second b_n."""
    H, D, V = 5, 3, 7
    arrays = {"embedding.weight": np.ones((V, D))}
    expected = V * D + V * (H * (1 + both)) + V
    for layer in range(layers):
        for suffix in ("", "_reverse")[: 1 + both]:
            width = D if layer == 0 else H * (1 + both)
            name = f"l{layer}{suffix}"
            arrays |= {
                f"rnn.weight_ih_{name}": np.ones((gates * H, width)),
                f"rnn.weight_hh_{name}": np.ones((gates * H, H)),
                f"rnn.bias_ih_{name}": np.ones(gates * H),
                f"rnn.bias_hh_{name}": np.ones(gates * H),
            }
            expected += gates * (H * width + H * H + H) + (H if gates == 3 else 0)
    arrays |= {"linear.weight": np.ones((V, H * (1 + both))), "linear.bias": np.ones(V)}
    path = tmp_path / "mine.npz"
    np.savez(path, **arrays)
    found = tables(printed, "--model", str(path))
    shapes, parts = found["shapes"], found["parts"]
    assert shapes[-1]["count"] == expected == sum(row["count"] for row in shapes[:-1])
    assert all(np.prod(row["shape"]) == row["count"] for row in shapes[:-1])
    assert parts[-1]["count"] == expected == sum(row["count"] for row in parts[:-1])
    assert len(parts) == layers * (1 + both) + 3
    assert sum(row["share"] for row in parts[:-1]) == pytest.approx(100)


def test_the_work(printed: Printed) -> None:
    text = printed("params", "--model", "chapter", "--work")
    assert "  V = 3·2 = 6\n" in text
    assert "  total = 6 + 4 + 4 + 2 + 6 + 3 = 25\n" in text


def test_parts_are_named_by_layer_and_direction(printed: Printed, tmp_path: Path) -> None:
    arrays = {}
    for layer, width in ((0, 2), (1, 2)):
        for suffix in ("", "_reverse"):
            arrays[f"weight_ih_l{layer}{suffix}"] = np.ones((1, width))
            arrays[f"weight_hh_l{layer}{suffix}"] = np.ones((1, 1))
    path = tmp_path / "deep.npz"
    for kept, names in (
        (arrays, ["layer 1 forward", "layer 1 reverse", "layer 2 forward", "layer 2 reverse"]),
        ({k: a for k, a in arrays.items() if "l0" in k}, ["layer 1 forward", "layer 1 reverse"]),
        (
            {k: a[:, :1] for k, a in arrays.items() if "reverse" not in k},
            ["layer 1", "layer 2"],
        ),
        ({k: a for k, a in arrays.items() if k.endswith("l0")}, ["recurrent layer"]),
    ):
        np.savez(path, **kept)
        parts = tables(printed, "--model", str(path), "--layout", "pytorch")["parts"]
        assert [row["part"] for row in parts[:-1]] == names


@pytest.mark.parametrize(
    ("words", "said"),
    [(131_069, None), (131_070, "they take 1.0 MiB"), (1_000_000, "they take 7.6 MiB")],
)
def test_the_memory_of_a_large_network_is_said(
    printed: Printed, tmp_path: Path, words: int, said: str | None
) -> None:
    """W_xh and W_hh are a number each; 131,072 of eight bytes are the first MiB, 2^20."""
    path = tmp_path / "large.npz"
    one = np.ones((1, 1))
    embedding = np.ones((words, 1))
    np.savez(path, **{"weight_ih_l0": one, "weight_hh_l0": one, "embedding.weight": embedding})
    shown = printed("params", "--model", str(path), "--layout", "pytorch")
    assert ("MiB" in shown) == (said is not None)
    assert said is None or said in shown


def test_one_hot_words_have_no_parameters_and_are_said(printed: Printed) -> None:
    assert "one-hot vectors, which have no parameters" in printed("params", "--model", "notebook")
    assert "one-hot" not in printed("params", "--model", "chapter")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            "--model chapter --hidden 3",
            "--model: a network has its sizes. Leave out --hidden, --kind and the others "
            "that choose them, or leave out --model",
        ),
        (
            "--model chapter --no-bias",
            "--model: a network has its sizes. Leave out --hidden, --kind and the others "
            "that choose them, or leave out --model",
        ),
        (
            "--model nowhere.toml",
            "nowhere.toml: no such file; expected a .toml, .npz or .safetensors file",
        ),
        ("--words x.txt", "--words tells how to read a file. Give the file with --model"),
        ("--inputs x.npy", "--inputs is what a network reads. Give the network with --model"),
    ],
)
def test_refusals(printed: Printed, options: str, message: str) -> None:
    with pytest.raises(InputError, match=f"^{re.escape(message)}$"):
        printed("params", *options.split())


def test_the_output_layer_is_not_taken_for_the_output_gate(printed: Printed) -> None:
    """People read its whole name; the JSON's name of it is stable."""
    model = ("params", "--model", "golden/model/lstm.toml")
    shown = printed(*model, "--table", "parts")
    assert [line.split("  ")[0] for line in shown.splitlines()[3:6]] == [
        "embedding", "recurrent layer", "output layer",
    ]  # fmt: skip
    rows = tables(printed, *model[1:])["parts"]
    assert [row["part"] for row in rows] == ["embedding", "recurrent layer", "output", "total"]
    assert printed(*model, "--cell", "output:count") == "9\n"
