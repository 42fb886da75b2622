"""The .safetensors format: widths, and headers that lie."""

import builtins
import json
import struct
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rnn_examples.errors import InputError, MissingExtraError
from rnn_examples.network.load.safetensors import read_safetensors


def written(folder: Path, tensors: dict[str, tuple[str, list[int], bytes]]) -> Path:
    entries, data = {}, b""
    for name, (dtype, shape, raw) in tensors.items():
        place = [len(data), len(data) + len(raw)]
        entries[name] = {"dtype": dtype, "shape": shape, "data_offsets": place}
        data += raw
    text = json.dumps(entries).encode()
    text += b" " * (-len(text) % 8)
    path = folder / "m.safetensors"
    path.write_bytes(struct.pack("<Q", len(text)) + text + data)
    return path


@pytest.mark.parametrize(
    ("dtype", "raw", "expected"),
    [
        ("BF16", b"\x80\x3f\x00\xbf", [1.0, -0.5]),
        ("F16", np.array([0.1, -2], "<f2").tobytes(), [0.0999755859375, -2]),
        ("F32", np.array([0.1, -2], "<f4").tobytes(), [0.10000000149011612, -2]),
        ("F64", np.array([0.1, -2], "<f8").tobytes(), [0.1, -2]),
        ("I32", np.array([3, -2], "<i4").tobytes(), [3, -2]),
    ],
)
def test_every_width_is_widened(
    tmp_path: Path, dtype: str, raw: bytes, expected: list[float]
) -> None:
    for shape in ([2], [2, 1], [1, 2]):
        found = read_safetensors(written(tmp_path, {"b": (dtype, shape, raw)}))
        assert found["b"].dtype == np.float64
        assert found["b"].tolist() == np.reshape(expected, shape).tolist()


@pytest.mark.parametrize(
    ("tensors", "message"),
    [
        ({}, "the file holds no array; expected a model's weights"),
        (
            {"b": ("F32", [3], bytes(8))},
            r"the header or the data is cut or altered \(.+\); expected a whole \.safetensors file",
        ),
        (
            {"b": ("F32", [1 << 40, 1 << 40], bytes(8))},
            r"the header or the data is cut or altered \(.+\); expected a whole \.safetensors file",
        ),
        (
            {"b": ("F99", [2], bytes(8))},
            r"the header or the data is cut or altered \(.+\); expected a whole \.safetensors file",
        ),
        (
            {"b": ("BOOL", [2], bytes(2))},
            "b: found BOOL; expected F64, F32, F16, I64, I32, I16, I8, U64, U32, U16, U8 or BF16",
        ),
        ({"b": ("BF16", [1], b"\xc0\x7f")}, r"b: found nan at \[0\]; expected finite numbers"),
    ],
)
def test_each_fault_is_told(
    tmp_path: Path, tensors: dict[str, tuple[str, list[int], bytes]], message: str
) -> None:
    with pytest.raises(InputError, match=rf"m\.safetensors: {message}$") as caught:
        read_safetensors(written(tmp_path, tensors))
    assert str(caught.value).startswith(str(tmp_path / "m.safetensors"))
    assert "\n" not in str(caught.value)


def test_a_file_shorter_than_the_header_s_length_is_told(tmp_path: Path) -> None:
    path = tmp_path / "m.safetensors"
    path.write_bytes(b"\x01\0\0")
    with pytest.raises(InputError) as caught:
        read_safetensors(path)
    assert str(caught.value) == (
        f"{path}: its header claims 1 byte; found 0: "
        "expected a .safetensors file, neither cut nor altered"
    )


@pytest.mark.parametrize("claimed", [3, 1 << 60])
def test_a_header_longer_than_the_file(tmp_path: Path, claimed: int) -> None:
    path = tmp_path / "m.safetensors"
    path.write_bytes(struct.pack("<Q", claimed) + b"{}")
    with pytest.raises(
        InputError,
        match=(
            rf"m\.safetensors: its header claims {claimed:,} bytes; "
            r"found 2: expected a \.safetensors file, neither cut nor altered$"
        ),
    ):
        read_safetensors(path)


def test_every_cut_and_any_padding_is_told(tmp_path: Path) -> None:
    path = written(tmp_path, {"b": ("F32", [2], bytes(8))})
    data = path.read_bytes()
    for altered in [data[:length] for length in range(1, len(data))] + [data + b"\0"]:
        path.write_bytes(altered)
        with pytest.raises(InputError, match=r"expected"):
            read_safetensors(path)


@given(st.integers(0, 100), st.integers(1, 255))
@settings(max_examples=150, deadline=None)
def test_no_altered_byte_raises_anything_else(
    tmp_path_factory: pytest.TempPathFactory, place: int, flip: int
) -> None:
    path = written(tmp_path_factory.mktemp("altered"), {"b": ("F32", [2], bytes(8))})
    data = bytearray(path.read_bytes())
    data[place % len(data)] ^= flip
    path.write_bytes(data)
    try:
        found = read_safetensors(path)
    except InputError:
        return
    assert sum(array.size for array in found.values()) <= 8


def test_without_the_library_its_extra_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    original = builtins.__import__

    def without(name: str, *rest: object) -> object:
        if name == "safetensors":
            raise ImportError(name)
        return original(name, *rest)

    path = written(tmp_path, {"b": ("F32", [2], bytes(8))})
    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(
        MissingExtraError,
        match=(
            r"m\.safetensors: a \.safetensors file needs the 'weights' extra\. "
            r"Install it: pip install 'rnn-examples\[weights\]'$"
        ),
    ):
        read_safetensors(path)
