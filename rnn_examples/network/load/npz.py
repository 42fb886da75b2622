"""Arrays from an .npz archive: never a pickle, no array before its size is known to be true."""

import tokenize
import warnings
import zipfile
import zlib
from io import BytesIO
from pathlib import Path
from typing import IO

import numpy as np

from rnn_examples.counted import counted
from rnn_examples.errors import InputError
from rnn_examples.network.arrays import Array
from rnn_examples.network.load.files import (
    MOST_NUMBERS,
    VECTORS_FILE,
    pickle_refusal,
    read_bytes,
    widened,
    within_bounds,
)

NPY = b"\x93NUMPY"
# Compressed weights shrink by less than half; only a trap grows this much.
MOST_GROWTH = 100
# What a cut or altered archive makes zipfile, zlib and NumPy's header reader raise.
BROKEN = (
    ValueError,
    TypeError,
    SyntaxError,
    EOFError,
    OSError,
    MemoryError,
    RecursionError,
    RuntimeError,  # a compression that zipfile lacks, too
    tokenize.TokenError,
    zipfile.BadZipFile,
    zlib.error,
)


def read_npz(path: Path) -> dict[str, Array]:
    """The archive's arrays by name, as float64. Raises InputError: the file, the key, the fault."""
    data = read_bytes(path, 8 * MOST_NUMBERS + (1 << 24))
    if data.startswith(NPY):
        raise InputError(
            f"{path}: found a single array (.npy); expected an archive of named arrays: "
            "numpy.savez('model.npz', weight_ih_l0=..., ...)"
        )
    try:
        archive = zipfile.ZipFile(BytesIO(data))
    except BROKEN:
        raise InputError(
            f"{path}: found {counted(len(data), 'byte')}, no whole zip archive; "
            "expected an .npz file, neither cut nor altered"
        ) from None
    found: dict[str, Array] = {}
    numbers = 0
    with archive:
        for info in archive.infolist():
            if info.filename.endswith(".pkl"):
                raise pickle_refusal(path)
            key = info.filename.removesuffix(".npy")
            if key == info.filename:
                raise InputError(f"{path}: {info.filename}: found no array; expected only .npy")
            if key in found:
                raise InputError(f"{path}: {key}: found twice; expected once")
            found[key], numbers = _member(path, archive, info, key, len(data), numbers)
    if not found:
        raise InputError(f"{path}: the archive holds no array; expected a model's weights")
    return found


def read_npy(path: Path) -> Array:
    """The array of an .npy file, as float64."""
    data = read_bytes(path, 8 * MOST_NUMBERS + (1 << 16), VECTORS_FILE)
    if not data.startswith(NPY):
        raise InputError(f"{path}: found no .npy array; expected one of vectors, (steps, inputs)")
    return _array(path, "the array", BytesIO(data), len(data), 0)[0]


def _member(
    path: Path, archive: zipfile.ZipFile, info: zipfile.ZipInfo, key: str, size: int, numbers: int
) -> tuple[Array, int]:
    if info.compress_size > size or info.file_size > MOST_GROWTH * info.compress_size + (1 << 16):
        raise InputError(
            f"{path}: {key}: found {counted(info.file_size, 'byte')} claimed from "
            f"{info.compress_size:,} in a file of {size:,}; expected an honest archive"
        )
    if info.flag_bits & 1:
        raise InputError(f"{path}: {key}: found an encrypted array; expected a plain one")
    try:
        with archive.open(info) as member:
            return _array(path, key, member, info.file_size, numbers)
    except BROKEN as error:
        raise InputError(
            f"{path}: {key}: the archive is cut or altered ({_first_line(error)}); "
            "expected a whole .npz file"
        ) from None


def _array(path: Path, key: str, file: IO[bytes], size: int, numbers: int) -> tuple[Array, int]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            version = np.lib.format.read_magic(file)
            read_header = {
                (1, 0): np.lib.format.read_array_header_1_0,
                (2, 0): np.lib.format.read_array_header_2_0,
                # Its text is UTF-8, not Latin-1: they differ in fields' names, never read here.
                (3, 0): np.lib.format.read_array_header_2_0,
            }.get(version)
            if read_header is None:
                raise ValueError(f"version {version} of the format")
            shape, by_columns, dtype = read_header(file)
    except BROKEN as error:
        raise InputError(
            f"{path}: {key}: its header cannot be read ({_first_line(error)}); "
            "expected an array as numpy.save writes it"
        ) from None
    if dtype.hasobject:
        raise InputError(
            f"{path}: {key}: found objects, which are pickles and never opened; "
            "expected floating point numbers"
        )
    total = within_bounds(path, key, shape, numbers)
    claimed = (total - numbers) * dtype.itemsize
    held = size - file.tell()
    if claimed != held:
        raise InputError(
            f"{path}: {key}: its header claims shape {shape} of {dtype}, "
            f"{counted(claimed, 'byte')}; "
            f"found {held:,}"
        )
    data = file.read(claimed)
    if len(data) != claimed or file.read(1):
        raise InputError(f"{path}: {key}: found {counted(len(data), 'byte')}; expected {claimed:,}")
    array: Array = np.ndarray(shape, dtype, data, order="F" if by_columns else "C")
    return widened(path, key, array), total


def _first_line(error: BaseException) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0][:120]
