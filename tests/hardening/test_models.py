"""A network's file that is not what it should be, for every command that takes one: one line with
the file, the key, what was found and what was expected."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest


def arrays(transposed: bool = False) -> dict[str, Any]:
    """Of an LSTM of two inputs and nine units, in PyTorch's names."""
    W_hh = np.full((36, 9), 0.1)
    shapes = {"weight_ih_l0": (36, 2), "bias_ih_l0": (36,), "bias_hh_l0": (36,)}
    own = {name: np.full(shape, 0.1) for name, shape in shapes.items()}
    return own | {"weight_hh_l0": W_hh.T if transposed else W_hh}


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Path, str]]:
    """Files that are wrong, each with what its line has besides its name."""
    folder = tmp_path_factory.mktemp("models")
    objects = np.array([None, 1], dtype=object)
    np.savez(folder / "objects.npz", **(arrays() | {"bias_hh_l0": objects}))
    np.save(folder / "array.npy", np.ones((2, 2)))
    (folder / "array.npy").rename(folder / "array.npz")
    np.savez(folder / "transposed.npz", **arrays(transposed=True))
    return {
        "objects": (folder / "objects.npz", "bias_hh_l0: found objects"),
        "array": (folder / "array.npz", "found a single array (.npy); expected an archive"),
        "transposed": (
            folder / "transposed.npz",
            "weight_hh_l0: found shape (9, 36); expected (36, 9); it looks transposed",
        ),
    }


def lines(leaf: Any, path: str) -> Iterator[list[str]]:
    if leaf.words == ("model", "show"):
        yield [*leaf.words, path]
    elif any(option.name == "--model" for option in leaf.options):
        yield [*leaf.words, *leaf.short, "--model", path]
        if any(option.name == "--sentence" for option in leaf.options):
            yield [*leaf.words, *leaf.short, "--model", path, "--sentence", "a b"]


@pytest.mark.usefixtures("here")
def test_a_file_that_is_no_network_is_told_by_every_command(
    leaf: Any, files: dict[str, tuple[Path, str]], holds: Callable[..., Any]
) -> None:
    for path, message in files.values():
        for line in lines(leaf, str(path)):
            ended = holds(line)
            assert ended.code == 2
            assert f"{path}: {message}" in ended.told


def saved(tensors: dict[str, tuple[list[int], bytes]]) -> bytes:
    """A .safetensors file of BF16 arrays by hand: the header's length, the header, the data."""
    header, data = {}, b""
    for name, (shape, content) in tensors.items():
        offsets = [len(data), len(data) + len(content)]
        header[name] = {"dtype": "BF16", "shape": shape, "data_offsets": offsets}
        data += content
    text = json.dumps(header).encode()
    return len(text).to_bytes(8, "little") + text + data


READ = (
    ("unroll --sentence a --digits 6 --cell 1:h", "(0.761594)\n"),  # tanh 1
    ("activations --sentence a --table units -f csv", "1.0"),
    ("params", "W_hh"),
    ("bidirectional --sentence a", "0.7616"),
    ("blame --sentence a", "0.2100"),  # 0.5 (1 - tanh^2 1)
    ("spectrum --sentence a", "0.5"),
    ("model show", "-0.5"),
)


@pytest.mark.parametrize(("line", "figure"), READ)
def test_bf16_is_read(line: str, figure: str, tmp_path: Path, run_here: Callable[..., Any]) -> None:
    """80 3F is 1, 00 BF is -0.5: the weights of one unit."""
    one, half = b"\x80\x3f", b"\x00\xbf"
    tensors = {"weight_ih_l0": ([1, 2], one + half), "weight_hh_l0": ([1, 1], half)}
    (tmp_path / "m.safetensors").write_bytes(saved(tensors))
    (tmp_path / "words").write_text("a\nb\n")
    path, words = str(tmp_path / "m.safetensors"), ["--words", str(tmp_path / "words")]
    model = [path] if line.startswith("model") else ["--model", path]
    ended = run_here([*line.split(), *model, *words])
    assert (ended.code, ended.told) == (0, "")
    assert figure in ended.printed
