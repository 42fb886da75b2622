"""Archives of arrays: what is read, and each way in which one can lie."""

import io
import pickle
import struct
import tracemalloc
import warnings
import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rnn_examples.errors import InputError
from rnn_examples.network.load.npz import read_npy, read_npz


def npy(array: np.ndarray) -> bytes:
    stream = io.BytesIO()
    np.save(stream, array)
    return stream.getvalue()


def npz(path: Path, members: dict[str, bytes], compression: int = zipfile.ZIP_STORED) -> Path:
    with zipfile.ZipFile(path, "w", compression) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return path


def header(text: str) -> bytes:
    padded = text.encode() + b" " * (63 - (len(text) + 10 - 1) % 64) + b"\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(padded)) + padded


@pytest.mark.parametrize("save", [np.savez, np.savez_compressed])
@pytest.mark.parametrize("dtype", ["<f8", ">f8", "<f4", "<f2", "<i4", "<u1"])
def test_arrays_are_widened(tmp_path: Path, save: Callable[..., None], dtype: str) -> None:
    W = np.array([[1, 2, 3], [4, 5, 6]], dtype)
    save(tmp_path / "m.npz", W=W, F=np.asfortranarray(W), b=W[0])
    found = read_npz(tmp_path / "m.npz")
    assert list(found) == ["W", "F", "b"]
    assert all(array.dtype == np.float64 for array in found.values())
    assert found["W"].tolist() == found["F"].tolist() == W.tolist()
    assert found["b"].tolist() == [1, 2, 3]


def test_half_precision_keeps_its_value(tmp_path: Path) -> None:
    np.savez(tmp_path / "m.npz", b=np.array([0.1], np.float16))
    assert read_npz(tmp_path / "m.npz")["b"].tolist() == [0.0999755859375]


class Trap:
    """Unpickling it would write a file."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[object, ...]:
        return (Path.touch, (self.path,))


def test_objects_are_never_unpickled(tmp_path: Path) -> None:
    trap = np.array([Trap(tmp_path / "sprung"), 1], dtype=object)
    np.savez(tmp_path / "m.npz", b=trap, allow_pickle=True)
    with pytest.raises(
        InputError,
        match=(
            r"m\.npz: b: found objects, which are pickles and never opened; expected "
            r"floating point numbers$"
        ),
    ):
        read_npz(tmp_path / "m.npz")
    assert not (tmp_path / "sprung").exists()


def whole() -> dict[str, bytes]:
    return {"W.npy": npy(np.ones((2, 3)))}


@pytest.mark.parametrize(
    ("members", "message"),
    [
        ({}, "the archive holds no array; expected a model's weights"),
        ({"readme.txt": b"hi"}, r"readme\.txt: found no array; expected only \.npy"),
        ({"m/data.pkl": pickle.dumps(1)}, r"found a pickle, .* weights_only=True.*"),
        (
            {"W.npy": b""},
            r"W: its header cannot be read \(.+\); expected an array as numpy\.save writes it",
        ),
        (
            {"W.npy": b"\x93NUMPY\x09\x00"},
            r"W: its header cannot be read \(.+\); expected an array as numpy\.save writes it",
        ),
        (
            {"W.npy": npy(np.ones(3))[:-1]},
            r"W: its header claims shape \(3,\) of float64, 24 bytes; found 23",
        ),
        (
            {"W.npy": npy(np.ones(3)) + b"\0"},
            r"W: its header claims shape \(3,\) of float64, 24 bytes; found 25",
        ),
        (
            {"W.npy": header("{'descr': '<f8', 'fortran_order': False, 'shape': (9999999, 13)}")},
            (
                r"W: its header claims shape \(9999999, 13\) of float64, 1,039,999,896 "
                "bytes; found 0"
            ),
        ),
        (
            {
                "W.npy": header(
                    "{'descr': '<f8', 'fortran_order': False, 'shape': (1000000000000,)}"
                )
            },
            r"W: found shape \(1000000000000,\); expected a vector or a matrix",
        ),
        (
            {
                "W.npy": header(
                    "{'descr': '<f8', 'fortran_order': False, 'shape': (0, 100000000000)}"
                )
            },
            r"W: found shape \(0, 100000000000\); expected a vector or a matrix",
        ),
        (
            {"W.npy": header("{'descr': '<f8', 'fortran_order': False, 'shape': (-1,)}")},
            r"W: found shape \(-1,\); expected a vector or a matrix",
        ),
        (
            {"W.npy": header("{'descr': '<f8', 'fortran_order': False, 'shape': (70000, 70000)}")},
            (
                r"W: found shape \(70000, 70000\), 4,900,000,000 numbers with what "
                "precedes it; expected at most 134,217,728 in a model"
            ),
        ),
        (
            {"W.npy": header("__import__('os')")},
            r"W: its header cannot be read \(.+\); expected an array as numpy\.save writes it",
        ),
        (
            {"W.npy": header("{" * 5000)},
            r"W: its header cannot be read \(.+\); expected an array as numpy\.save writes it",
        ),
        ({"W.npy": npy(np.array([1j]))}, "W: found complex128; expected floating point numbers"),
        ({"W.npy": npy(np.array(["a"]))}, "W: found <U1; expected floating point numbers"),
        ({"W.npy": npy(np.array([True]))}, "W: found bool; expected floating point numbers"),
        (
            {"W.npy": npy(np.array([1, np.nan, np.nan]))},
            r"W: found nan at \[1\] and 1 more; expected finite numbers",
        ),
        (
            {"W.npy": npy(np.array([[0, -np.inf]]))},
            r"W: found -inf at \[0, 1\]; expected finite numbers",
        ),
    ],
)
def test_each_fault_is_told(tmp_path: Path, members: dict[str, bytes], message: str) -> None:
    with pytest.raises(InputError, match=rf"m\.npz: {message}$") as caught:
        read_npz(npz(tmp_path / "m.npz", members))
    assert str(caught.value).startswith(str(tmp_path / "m.npz"))
    assert "\n" not in str(caught.value)


def test_an_array_that_stands_twice_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "m.npz"
    with zipfile.ZipFile(path, "w") as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Python's own, of the second name
        for _ in range(2):
            archive.writestr("W.npy", npy(np.ones(3)))
    with pytest.raises(InputError, match=r"m\.npz: W: found twice; expected once$"):
        read_npz(path)


def test_an_encrypted_array_is_refused(tmp_path: Path) -> None:
    """Bit 0 of an entry's flags, which stand 8 bytes into its record of the directory."""
    path = npz(tmp_path / "m.npz", whole())
    data = bytearray(path.read_bytes())
    data[data.index(b"PK\x01\x02") + 8] |= 1
    path.write_bytes(data)
    with pytest.raises(
        InputError, match=r"m\.npz: W: found an encrypted array; expected a plain one$"
    ):
        read_npz(path)


def test_an_array_packed_in_a_way_that_zipfile_lacks_is_refused(tmp_path: Path) -> None:
    """zipfile calls it not implemented. The method stands 10 bytes into the directory's record."""
    path = npz(tmp_path / "m.npz", whole())
    data = bytearray(path.read_bytes())
    data[data.index(b"PK\x01\x02") + 10] = 99
    path.write_bytes(data)
    with pytest.raises(
        InputError,
        match=r"W: the archive is cut or altered \(.*compression.*\); expected a whole \.npz file$",
    ):
        read_npz(path)


def test_an_altered_number_breaks_the_checksum(tmp_path: Path) -> None:
    path = npz(tmp_path / "m.npz", {"W.npy": npy(np.ones(100_000))})
    data = bytearray(path.read_bytes())
    data[data.index(b"PK\x01\x02") - 1] ^= 1  # the last byte of the array
    path.write_bytes(data)
    with pytest.raises(
        InputError,
        match=r"W: the archive is cut or altered \(Bad CRC-32.*\); expected a whole \.npz file$",
    ):
        read_npz(path)


@pytest.mark.parametrize("version", [(1, 0), (2, 0), (3, 0)])
@pytest.mark.parametrize("values", [[1.5, -2.0], [[1.0, 2.0], [3.0, 4.0]]])
@pytest.mark.parametrize("order", ["C", "F"])
def test_every_version_of_the_format_is_read(
    tmp_path: Path, version: tuple[int, int], values: list[object], order: str
) -> None:
    file = io.BytesIO()
    np.lib.format.write_array(file, np.array(values, order=order), version=version)
    path = npz(tmp_path / "m.npz", {"W.npy": file.getvalue()})
    assert read_npz(path)["W"].tolist() == values


def test_what_the_third_version_is_for_is_refused(tmp_path: Path) -> None:
    """Fields with names beyond Latin-1, of no use as weights, and a version that is not yet."""
    file = io.BytesIO()
    fields = np.zeros(2, dtype=[("日本", float)])
    np.lib.format.write_array(file, fields, version=(3, 0))
    with pytest.raises(
        InputError,
        match=(
            r"m\.npz: W: found .*; expected floating "
            r"point numbers$"
        ),
    ):
        read_npz(npz(tmp_path / "m.npz", {"W.npy": file.getvalue()}))
    objects = io.BytesIO()
    np.lib.format.write_array(objects, np.array([{}]), version=(3, 0))
    with pytest.raises(
        InputError,
        match=(
            r"m\.npz: W: found objects, which are pickles and never opened; expected "
            r"floating point numbers$"
        ),
    ):
        read_npz(npz(tmp_path / "m.npz", {"W.npy": objects.getvalue()}))
    fourth = bytearray(npy(np.ones(3)))
    fourth[6] = 4
    with pytest.raises(InputError, match=r"cannot be read \(version \(4, 0\) of the format\); .*$"):
        read_npz(npz(tmp_path / "m.npz", {"W.npy": bytes(fourth)}))


def test_a_single_array_under_the_name_of_an_archive(tmp_path: Path) -> None:
    (tmp_path / "m.npz").write_bytes(npy(np.ones(3)))
    with pytest.raises(
        InputError,
        match=(
            r"m\.npz: found a single array \(\.npy\); expected an archive of named "
            r"arrays: numpy\.savez\('model\.npz', weight_ih_l0=\.\.\., \.\.\.\)$"
        ),
    ):
        read_npz(tmp_path / "m.npz")


def test_an_archive_that_grows_a_hundredfold_is_not_unpacked(tmp_path: Path) -> None:
    members = {"W.npy": npy(np.zeros((2000, 2000)))}
    path = npz(tmp_path / "m.npz", members, zipfile.ZIP_DEFLATED)
    del members
    tracemalloc.start()
    line = r"W: found 32,000,128 bytes claimed from [\d,]+ in a file of [\d,]+; "
    with pytest.raises(InputError, match=f"{line}expected an honest archive$"):
        read_npz(path)
    assert tracemalloc.get_traced_memory()[1] < 4_000_000
    tracemalloc.stop()


def test_every_cut_of_a_file_is_told(tmp_path: Path) -> None:
    data = npz(tmp_path / "whole.npz", whole()).read_bytes()
    for length in range(1, len(data)):
        (tmp_path / "m.npz").write_bytes(data[:length])
        with pytest.raises(InputError, match=r"expected"):
            read_npz(tmp_path / "m.npz")


@given(st.integers(0, 400), st.integers(1, 255), st.sampled_from([0, 8]))
@settings(max_examples=150, deadline=None)
def test_no_altered_byte_raises_anything_else(
    tmp_path_factory: pytest.TempPathFactory, place: int, flip: int, compression: int
) -> None:
    folder = tmp_path_factory.mktemp("altered")
    data = bytearray(npz(folder / "m.npz", whole(), compression).read_bytes())
    data[place % len(data)] ^= flip
    (folder / "m.npz").write_bytes(data)
    try:
        found = read_npz(folder / "m.npz")
    except InputError:
        return
    # The checksum guards the numbers; names and dates may change.
    assert [array.tolist() for array in found.values()] == [np.ones((2, 3)).tolist()]


def test_an_npy_of_vectors(tmp_path: Path) -> None:
    np.save(tmp_path / "x.npy", np.ones((2, 3), np.float32))
    assert read_npy(tmp_path / "x.npy").tolist() == np.ones((2, 3)).tolist()
    (tmp_path / "x.npy").write_bytes(b"PK\x03\x04")
    with pytest.raises(
        InputError,
        match=(
            r"x\.npy: found no \.npy array; expected one of vectors, \(steps, "
            r"inputs\)$"
        ),
    ):
        read_npy(tmp_path / "x.npy")
