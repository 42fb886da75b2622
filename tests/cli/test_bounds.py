"""What would take too long or too much is refused before it is computed, with the bound."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from rnn_examples.errors import InputError
from rnn_examples.examples import gates, spectrum, truncate
from rnn_examples.examples.spectrum_values import Case
from rnn_examples.network.spectrum import Run

Printed = Callable[..., str]
GATES = ("input", "forget", "output", "candidate")


def numbers(count: int) -> str:
    return ",".join(str(n) for n in range(1, count + 1))


def plain(folder: Path, H: int, D: int, V: int = 0) -> str:
    """A plain RNN of zeros, with V outputs."""
    arrays = {"weight_ih_l0": np.zeros((H, D)), "weight_hh_l0": np.zeros((H, H))}
    head = {"fc.weight": np.zeros((V, H)), "embedding.weight": np.zeros((V, D))} if V else {}
    np.savez(folder / "plain.npz", **arrays, **head)
    return str(folder / "plain.npz")


def lstm(folder: Path, H: int, both: bool = False) -> str:
    shapes = {"weight_ih_l0": (4 * H, 1), "weight_hh_l0": (4 * H, H)}
    ways = ("", "_reverse") if both else ("",)
    arrays = {f"{name}{way}": np.zeros(shape) for way in ways for name, shape in shapes.items()}
    np.savez(folder / "lstm.npz", **arrays)
    return str(folder / "lstm.npz")


def vectors(folder: Path, T: int) -> str:
    np.save(folder / "x.npy", np.zeros((T, 1)))
    return str(folder / "x.npy")


def refused(printed: Printed, *arguments: str) -> str:
    with pytest.raises(InputError) as caught:
        printed(*arguments)
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize(
    ("command", "option", "value", "message"),
    [
        ("activations", "--points", numbers(2001), "--points: 2,001 are given. Expected 2,000"),
        ("activations", "--sentence", "the " * 524_289, "--sentence: 524,289 steps of chapter"),
        ("bidirectional", "--sentence", "the " * 100_001, "Expected at most 100,000"),
        ("blame", "--sentence", "the " * (2**20 + 1), "1,048,577 words are too many for vectors"),
        ("spectrum", "--steps", numbers(1001), "--steps: 1,001 are given. Expected 1,000"),
        ("truncate", "--sentence", "the " * 699_051, "699,051 words are too many for 3 outputs"),
    ],
    ids=lambda value: value if len(value) < 20 else "",
)
def test_too_many_of_one_option(
    printed: Printed, command: str, option: str, value: str, message: str
) -> None:
    assert message in refused(printed, command, option, value)


def test_too_many_matrices(printed: Printed) -> None:
    many = ["--matrix", "1"] * 101
    assert refused(printed, "spectrum", *many) == "--matrix: 101 are given. Expected 100 at most"
    assert "\nW100 " in printed("spectrum", *many[:200], "--steps", "1", "-f", "plain")


def test_gates_by_distances(printed: Printed, tmp_path: Path) -> None:
    line = ("gates", "--bias", numbers(101), "--distances")
    assert "101 biases by 100 distances are too many" in refused(printed, *line, numbers(100))
    assert printed(*line, numbers(99), "-f", "csv").count("\n") == 101 * 100 + 3
    wide = ("gates", "--model", lstm(tmp_path, 101), "--distances")
    message = "--distances: 101 units by 10,000 distances are too many. Expected at most 1,000,000"
    assert message in refused(printed, *wide, numbers(10_000))


def test_steps_of_a_network_that_reads_from_the_end(printed: Printed, tmp_path: Path) -> None:
    """It cannot be read piece by piece: of each step 2 directions of 4 gates, c, h and the input
    side are kept."""
    line = ("gates", "--model", lstm(tmp_path, 1, both=True), "--inputs")
    most = 2**24 // 14
    message = refused(printed, *line, vectors(tmp_path, most + 1))
    assert f"{most + 1:,} steps are too many" in message
    assert message.endswith(f"Expected at most {most:,}")


def test_a_table_of_all_gradients(printed: Printed, tmp_path: Path) -> None:
    """1,000 units of 1,100 inputs: 2.1 million weights, and no biases."""
    model = plain(tmp_path, 1000, 1100)
    np.save(tmp_path / "x.npy", np.zeros((1, 1100)))
    line = ("truncate", "--model", model, "--inputs", str(tmp_path / "x.npy"))
    assert "it has 2,100,000 parameters. Expected at most 2,000,000" in refused(printed, *line)


def test_matrices_too_large_for_their_eigenvalues(printed: Printed, tmp_path: Path) -> None:
    """The cube of 1,300 units by thirty is more than 6e10."""
    model = plain(tmp_path, 1300, 1)
    line = ("spectrum", "--model", model, "--inputs", vectors(tmp_path, 1))
    message = "the matrices are too large. Expected at most 1,259 units in all"
    assert refused(printed, *line) == message


@pytest.mark.parametrize(("ending", "bytes_"), [("toml", 2**28), ("npz", 2**30 + 2**24)])
def test_a_model_s_file_of_more_bytes_than_are_read(
    printed: Printed, tmp_path: Path, ending: str, bytes_: int
) -> None:
    path = tmp_path / f"m.{ending}"
    with path.open("wb") as file:
        file.truncate(bytes_ + 1)
    message = f"{path}: found {bytes_ + 1:,} bytes; expected at most {bytes_:,}"
    assert refused(printed, "model", "show", str(path)) == message


def test_what_the_functions_refuse_that_no_command_line_gives() -> None:
    """A notebook's call goes through the command line's options; these are called in Python."""
    case = Case("W", np.eye(2), Run((0.0, 0.0)))
    for compute, message in (
        (lambda: gates.compute([], [1]), "give at least one bias"),
        (lambda: gates.compute([1], []), "at least one bias and one distance"),
        (lambda: gates.compute([1], [-1]), "the distance -1 is out of range"),
        (lambda: gates.compute([1], [10**9 + 1]), "the distance 1000000001 is out of range"),
        (lambda: spectrum.compute([case], [-1]), "--steps: -1 is negative"),
        (lambda: truncate.compute(distances=()), "give at least one distance"),
        (lambda: truncate.compute(length=0), "the length 0 is out of range"),
        (lambda: truncate.compute(segment=10**15 + 1), "the segment 1000000000000001 is out"),
        (lambda: truncate.compute(distances=(5, 0)), "the distance 0 is out of range"),
    ):
        with pytest.raises(InputError, match=message):
            compute()
