"""Vectors from .npy and text."""

from pathlib import Path

import numpy as np
import pytest

from rnn_examples.errors import InputError
from rnn_examples.network.load.inputs import read_inputs


@pytest.mark.parametrize(
    "text",
    ["0.5,-1e-3\n 2 ,3\n", "x,y\n0.5,-1e-3\r\n2,3", "\ufeff0.5,-0.001\n\n2,3\n\n"],
)
def test_text_with_commas(tmp_path: Path, text: str) -> None:
    path = tmp_path / "x.csv"
    path.write_bytes(text.encode())
    assert read_inputs(path, 2).tolist() == [[0.5, -0.001], [2, 3]]


def test_an_npy_array(tmp_path: Path) -> None:
    np.save(tmp_path / "x.npy", np.ones((4, 2), np.float32))
    assert read_inputs(tmp_path / "x.npy", 2).tolist() == [[1, 1]] * 4


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1,2\n3\n", "line 2: found 1 cell; expected 2"),
        ("1,2\n\n3,x\n", "line 3: found 'x'; expected a finite number"),
        ("1,nan\n", "line 1: found 'nan'; expected a finite number"),
        ("1,1e400\n", "line 1: found '1e400'; expected a finite number"),
        ("1,1_000\n", "line 1: found '1_000'; expected a finite number"),
        ("1,\n", "line 1: found ''; expected a finite number"),
        ("a,b\nc,d\n", "line 2: found 'c'; expected a finite number"),
        ("nan,inf\n1,2\n", "line 1: found 'nan'; expected a finite number"),
        ("a,b\n", "found no vector; expected at least one of 2 numbers"),
        ("\n", "found no vector; expected at least one of 2 numbers"),
    ],
)
def test_each_fault_is_told(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "x.csv"
    path.write_text(text)
    with pytest.raises(InputError, match=rf"x\.csv: {message}$"):
        read_inputs(path, 2)


@pytest.mark.parametrize(
    ("array", "message"),
    [
        (np.ones(2), r"found shape \(2,\); expected \(steps, 2\)"),
        (np.ones((3, 4)), r"found shape \(3, 4\); expected \(steps, 2\)"),
        (np.ones((0, 2)), "found no vector; expected at least one of 2 numbers"),
        (np.array([[np.inf, 0]]), r"the array: found inf at \[0, 0\]; expected finite numbers"),
    ],
)
def test_each_fault_of_an_array_is_told(tmp_path: Path, array: np.ndarray, message: str) -> None:
    np.save(tmp_path / "x.npy", array)
    with pytest.raises(InputError, match=rf"x\.npy: {message}$"):
        read_inputs(tmp_path / "x.npy", 2)
