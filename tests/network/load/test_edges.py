"""Files at the edge of what is read: the largest that is taken, odd bytes, odd faults, options."""

import io
import re
import zipfile
from collections.abc import Callable
from pathlib import Path, PurePosixPath

import numpy as np
import pytest

from rnn_examples.errors import InputError
from rnn_examples.network.load import files
from rnn_examples.network.load.inputs import read_inputs
from rnn_examples.network.load.load import load
from rnn_examples.network.load.npz import read_npy, read_npz

CELL = "W_xh = [[1]]\nW_hh = [[1]]\nb_h = [0]\n"
MOST = files.MOST_NUMBERS
VECTORS = "an .npy file, or text with a vector a line"


def refused(call: Callable[[], object], line: str) -> None:
    with pytest.raises(InputError, match=f"^{re.escape(line)}$"):
        call()


def test_a_file_as_long_as_may_be_is_read(tmp_path: Path) -> None:
    path = tmp_path / "m.toml"
    path.write_bytes(b"abc" * 1000)
    assert files.read_bytes(path, 3000) == b"abc" * 1000
    line = f"{path}: found 3,000 bytes; expected at most 2,999"
    refused(lambda: files.read_bytes(path, 2999), line)


def test_a_model_of_as_many_numbers_as_may_be_is_read() -> None:
    path = Path("m.npz")
    assert files.within_bounds(path, "W", (MOST,), 0) == MOST
    assert files.within_bounds(path, "W", (2, 3), MOST - 6) == MOST
    assert files.within_bounds(path, "W", (1,) * 8, 1) == 2
    refused(
        lambda: files.within_bounds(path, "W", (2, 3), MOST - 5),
        f"m.npz: W: found shape (2, 3), {MOST + 1:,} numbers with what precedes it; "
        f"expected at most {MOST:,} in a model",
    )
    for shape in ((MOST + 1,), (1,) * 9, (-1,)):
        line = f"m.npz: W: found shape {shape}; expected a vector or a matrix"
        refused(lambda shape=shape: files.within_bounds(path, "W", shape, 0), line)


@pytest.mark.parametrize(
    ("error", "told"),
    [(OSError(5, "Input/output error"), "Input/output error"), (OSError("odd"), "odd")],
)
def test_a_disk_s_fault_is_told(monkeypatch: pytest.MonkeyPatch, error: OSError, told: str) -> None:
    def fail(*_: object) -> int:
        raise error

    monkeypatch.setattr(files.os, "open", fail)
    refused(lambda: files.read_bytes(Path("m.npz"), 9), f"m.npz: cannot be read: {told}")


def test_a_name_with_a_backslash_is_quoted_in_the_line_that_converts_it() -> None:
    line = files.pickle_refusal(PurePosixPath("a\\b.pt"))
    assert "numpy.savez('a\\\\b.npz', " in str(line)
    assert "torch.load('a\\\\b.pt', " in str(line)


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_lines_end_as_on_any_machine(tmp_path: Path, ends: str) -> None:
    (tmp_path / "x.csv").write_bytes(f"x,y{ends}1,2{ends}3,4".encode())
    assert read_inputs(tmp_path / "x.csv", 2).tolist() == [[1, 2], [3, 4]]


@pytest.mark.parametrize("name", ["x.csv", "x.npy"])
def test_an_absent_or_empty_file_of_vectors_is_told(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    refused(lambda: read_inputs(path, 2), f"{path}: no such file; expected {VECTORS}")
    path.write_bytes(b"")
    refused(lambda: read_inputs(path, 2), f"{path}: the file is empty; expected {VECTORS}")


@pytest.mark.parametrize("found", ["nan", "inf"])
def test_a_number_that_a_processor_reports_is_refused_like_any_other(
    tmp_path: Path, found: str
) -> None:
    """A signalling NaN, and a wide number beyond the largest float64, where there are wide ones."""
    with np.errstate(over="ignore"):
        wide = np.ldexp(np.ones(1, np.longdouble), 5000)
    signal = np.array([0x7FA00000], "<u4").view("<f4")
    path = tmp_path / "x.npy"
    np.save(path, signal if found == "nan" else wide)
    line = f"{path}: the array: found {found} at [0]; expected finite numbers"
    refused(lambda: read_npy(path), line)


def test_an_archive_that_ends_within_an_array_is_told(tmp_path: Path) -> None:
    """Its directory and the array's header claim 100 numbers more than there are."""
    stream = io.BytesIO()
    np.save(stream, np.ones(130))
    path = tmp_path / "m.npz"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a.npy", b"\x93NUMPY" + bytes(2000))
        archive.writestr("W.npy", stream.getvalue()[: -8 * 100])
    data = path.read_bytes()
    first = data.index(b"PK\x01\x02")
    at = data.index(b"PK\x01\x02", first + 1)
    size = len(stream.getvalue()).to_bytes(4, "little")
    # Both sizes of the second entry, and the first entry left out of the directory.
    entry = data[at : at + 20] + size + size + data[at + 28 :]
    end = entry.index(b"PK\x05\x06")
    count = (1).to_bytes(2, "little")
    ending = (
        entry[end : end + 8]
        + count
        + count
        + end.to_bytes(4, "little")
        + first.to_bytes(4, "little")
        + entry[end + 20 :]
    )
    path.write_bytes(data[:first] + entry[:end] + ending)
    line = f"{path}: W: the archive is cut or altered (EOFError); expected a whole .npz file"
    refused(lambda: read_npz(path), line)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (
            f"weights = 3\n[[layer]]\n[layer.weights]\n{CELL}",
            "weights: found 3; expected a table [weights]",
        ),
        ("weights = 3\n", "weights: found 3; expected a table [weights]"),
        ("gates = 3\n", "gates: found 3; expected a table [gates]"),
        (f"reverse = 3\n[weights]\n{CELL}", "reverse: found 3; expected a table [reverse]"),
        ("layer = [3]\n", "layer 1: found 3; expected a table [layer 1]"),
        (
            f"[[layer]]\n[layer.weights]\n{CELL}[[layer]]\nbias = 1\n[layer.weights]\n{CELL}",
            "layer 2: bias: not a known key; expected weights, gates, reverse",
        ),
        (
            f"[[layer]]\n[layer.weights]\n{CELL}[[layer]]\n[layer.weights]\nW_xh = [['x']]\n",
            "layer 2: weights.W_xh: row 1: found 'x'; expected a number",
        ),
        (
            f"[vocabulary]\na = ['x']\n[weights]\n{CELL}",
            "vocabulary.a: found 'x'; expected a number",
        ),
        (f"[vocabulary]\na = 3\n[weights]\n{CELL}", "vocabulary.a: expected a list of numbers"),
        (
            f"embedding = [['x']]\n[weights]\n{CELL}",
            "embedding: row 1: found 'x'; expected a number",
        ),
        (f"[weights]\n{CELL}W_hy = [['x']]\n", "weights.W_hy: row 1: found 'x'; expected a number"),
        (
            f"[weights]\n{CELL}W_hy = [[1]]\nb_y = ['x']\n",
            "weights.b_y: found 'x'; expected a number",
        ),
        (
            f"vocabulary = ['a', 'b']\n[weights]\n{CELL}",
            "vocabulary: found 2 one-hot words; expected 1, the columns of W_xh",
        ),
        (
            f"[gates.reset]\n{CELL}",
            "gates.update is missing; found gates.reset",
        ),
        (
            f"[gates.update]\n{CELL}",
            "gates.reset is missing; found gates.update",
        ),
        (
            f"[gates.update]\n{CELL}[gates.reset]\n{CELL}b_hn = [1]\n",
            "gates.reset.b_hn: not a known key; expected W_xh, W_hh, b_h; did you mean b_h?",
        ),
        (
            "".join(f"[gates.{g}]\n{CELL}" for g in ("forget", "input", "output", "candidate"))
            + "b_hn = [1]\n",
            "gates.candidate.b_hn: not a known key; expected W_xh, W_hh, b_h; did you mean b_h?",
        ),
        (
            "cell = 'gru'\n[reverse]\n[gates.reset]\n" + CELL,
            "gates.update is missing; found gates.reset",
        ),
    ],
)
def test_each_slip_in_toml_is_told_with_its_whole_place(
    tmp_path: Path, text: str, line: str
) -> None:
    path = tmp_path / "m.toml"
    path.write_text(text)
    refused(lambda: load(path), f"{path}: {line}")


GATES = "".join(f"[gates.{name}]\n{CELL}" for name in ("reset", "update", "candidate"))


@pytest.mark.parametrize(
    ("text", "where", "table"),
    [
        ("cell = 'gru'\n", "", ""),
        ("cell = 'gru'\n[[layer]]\n[layer.weights]\n", "layer 1: ", ""),
        (f"cell = 'gru'\n{GATES}[reverse.weights]\n{CELL}", "reverse.", "reverse."),
        (
            "cell = 'gru'\n[[layer]]\n"
            + GATES.replace("[gates", "[layer.gates")
            + f"[layer.reverse.weights]\n{CELL}",
            "layer 1: reverse.",
            "",
        ),
    ],
)
def test_gates_that_are_not_there_are_named(
    tmp_path: Path, text: str, where: str, table: str
) -> None:
    path = tmp_path / "m.toml"
    path.write_text(text)
    names = ", ".join(f"[{table}gates.{name}]" for name in ("reset", "update", "candidate"))
    line = (
        f"{path}: {where}gates: found none; expected, of a GRU, {names}, each with "
        "W_xh, W_hh, b_h. To print one to start from: rnn-examples model show gru"
    )
    refused(lambda: load(path), line)


def test_the_options_of_a_plain_rnn_reach_the_file_and_are_remembered(tmp_path: Path) -> None:
    path = tmp_path / "m.npz"
    np.savez(path, weight_ih_l0=np.array([[1.0, 2], [3, 4]]), weight_hh_l0=np.eye(2))
    network = load(path, layout="keras", activation="relu")
    assert network.arrays()["W_xh"].tolist() == [[1, 3], [2, 4]]
    assert network.activation == "relu"
    assert network.reading == {
        "gate_order": None,
        "layout": "keras",
        "prefix": None,
        "activation": "relu",
        "forget_bias": None,
    }


def test_every_option_reaches_the_file_and_is_remembered(tmp_path: Path) -> None:
    """By the names of the options, so that the same numbers can be had again."""
    path = tmp_path / "m.npz"
    W_ih, W_hh = np.ones((8, 3)), np.ones((8, 2))
    np.savez(path, **{"a.weight_ih_l0": W_ih.T, "a.weight_hh_l0": W_hh.T, "b.weight_ih_l0": W_ih})
    options = {"gate_order": "igfo", "layout": "keras", "prefix": "a", "forget_bias": 1.0}
    network = load(path, **options)
    assert network.reading == {**options, "activation": None}
    assert network.notes == (
        "The matrices are stored as x W and were transposed.",
        "The gates are packed in the order igfo; g is the candidate.",
        "1.0 was added to the forget gate's bias.",
    )
