"""Files that could be read in two ways, or that say one thing and hold another."""

import io
import re
import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from rnn_examples.errors import InputError
from rnn_examples.network.forward import forward
from rnn_examples.network.load.load import load
from rnn_examples.network.load.npz import read_npz
from rnn_examples.network.network import Network

W_IH, W_HH = np.ones((3, 2)), np.ones((3, 3))
CELL = "W_xh = [[1]]\nW_hh = [[1]]\nb_h = [0]\n"
WIDER = "W_xh = [[1, 1]]\nW_hh = [[1]]\nb_h = [0]\n"
GRU = "".join(f"[gates.{gate}]\n{CELL}" for gate in ("reset", "update", "candidate"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            f"gates = 1\n[[layer]]\n[layer.weights]\n{CELL}",
            "gates: found beside [[layer]]; expected in a layer",
        ),
        (
            f"[reverse]\n[[layer]]\n[layer.weights]\n{CELL}",
            "reverse: found beside [[layer]]; expected in a layer",
        ),
        (f'cell = "lstm"\n{GRU}', "cell: found 'lstm'; expected gru"),
        (f'cell = "rnn"\n{GRU}', "cell: found 'rnn'; expected gru"),
        (
            f"[[layer]]\n[layer.weights]\n{CELL}[[layer]]\n{GRU.replace('gates', 'layer.gates')}",
            "found gru and rnn cells; expected one kind",
        ),
        (
            f"[weights]\n{CELL}[reverse.weights]\n{WIDER}",
            "reverse: found 2 inputs and 1 hidden unit; expected 1 and 1",
        ),
        ("[weights]\nW_xh = 1\n", "weights.W_xh: expected a list of rows"),
        ("[weights]\nW_xh = []\n", "weights.W_xh: expected a list of rows"),
        ("[weights]\nW_xh = [1]\n", "weights.W_xh: row 1: expected a list of numbers"),
        (f"embedding = 2\n[weights]\n{CELL}", "embedding: expected a list of rows"),
        (
            f"embedding = [[1, 2]]\n[weights]\n{CELL}",
            "embedding: found shape (1, 2); expected (1, 1)",
        ),
    ],
)
def test_a_toml_file_that_contradicts_itself(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "m.toml").write_text(text)
    with pytest.raises(InputError) as caught:
        load(tmp_path / "m.toml")
    assert str(caught.value) == f"{tmp_path / 'm.toml'}: {message}"


@pytest.mark.parametrize(
    ("arrays", "message"),
    [
        (
            {"weight_ih_l0": W_IH, "weight_ih": W_IH, "weight_hh_l0": W_HH},
            "weight_ih: found beside weight_ih_l0",
        ),
        (
            {"weight_ih_l0": np.ones((5, 7)), "weight_hh_l0": W_HH},
            "weight_ih_l0: found shape (5, 7); expected (3, inputs), "
            "for weight_hh_l0 has shape (3, 3)",
        ),
    ],
)
def test_named_arrays_that_contradict_each_other(
    tmp_path: Path, arrays: dict[str, np.ndarray], message: str
) -> None:
    np.savez(tmp_path / "m.npz", **arrays)
    with pytest.raises(InputError) as caught:
        load(tmp_path / "m.npz")
    assert str(caught.value) == f"{tmp_path / 'm.npz'}: {message}"


def npy(array: np.ndarray) -> bytes:
    stream = io.BytesIO()
    np.save(stream, array)
    return stream.getvalue()


def test_an_archive_with_two_arrays_of_one_name(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "m.npz", "w") as archive:
        archive.writestr("W.npy", npy(np.ones(3)))
        with pytest.warns(UserWarning, match="Duplicate name"):
            archive.writestr("W.npy", npy(np.zeros(3)))
    with pytest.raises(InputError, match=r"m\.npz: W: found twice; expected once$"):
        read_npz(tmp_path / "m.npz")


def altered(data: bytes, offset: int, value: bytes) -> bytes:
    """The archive with other bytes in the entry of its one member in the central directory."""
    at = data.index(b"PK\x01\x02") + offset
    return data[:at] + value + data[at + len(value) :]


@pytest.mark.parametrize(
    ("alter", "message"),
    [
        (
            lambda data: altered(data, 8, b"\x01"),
            "W: found an encrypted array; expected a plain one",
        ),
        # A member that claims one byte more than it holds, and whose checksum is right.
        (
            lambda data: altered(data, 24, (153).to_bytes(4, "little")),
            "W: found 24 bytes; expected 25",
        ),
    ],
)
def test_an_archive_that_lies(
    tmp_path: Path, alter: Callable[[bytes], bytes], message: str
) -> None:
    array = npy(np.arange(25, dtype=np.uint8))[:-1]
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("W.npy", array)
    assert len(array) == 152
    (tmp_path / "m.npz").write_bytes(alter(stream.getvalue()))
    with pytest.raises(InputError) as caught:
        read_npz(tmp_path / "m.npz")
    assert str(caught.value) == f"{tmp_path / 'm.npz'}: {message}"


def test_a_network_of_vectors_reads_no_numbers_of_words(
    make_network: Callable[..., Network],
) -> None:
    network = make_network("tanh", embedding=False)
    network = Network(network.layers, source="mine")
    with pytest.raises(
        InputError,
        match=(
            r"^model mine has neither vocabulary nor embedding; "
            r"expected input vectors of 4 numbers$"
        ),
    ):
        forward(network, [0, 1])
    assert forward(network, np.eye(4)[:2]).h.shape == (2, 3)


@pytest.mark.parametrize("cell", ["'rmn'", "'LSTM'", "3", "['gru']"])
def test_a_cell_that_nobody_knows_is_told_those_that_are(tmp_path: Path, cell: str) -> None:
    path = tmp_path / "m.toml"
    path.write_text(f"cell = {cell}\n[weights]\nW_xh = [[1]]\nW_hh = [[1]]\nb_h = [1]\n")
    with pytest.raises(
        InputError, match=rf"m\.toml: cell: found {re.escape(cell)}; expected rnn, lstm or gru$"
    ):
        load(str(path))
