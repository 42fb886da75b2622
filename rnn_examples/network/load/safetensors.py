"""Arrays from a .safetensors file, read by the library; F16 and BF16 are widened to float64."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from rnn_examples.counted import counted
from rnn_examples.errors import InputError, MissingExtraError
from rnn_examples.network.arrays import Array
from rnn_examples.network.load.files import MOST_NUMBERS, read_bytes, widened, within_bounds

LENGTH = 8  # bytes before the header: its length, little endian
DTYPES = {
    "F64": "<f8",
    "F32": "<f4",
    "F16": "<f2",
    "I64": "<i8",
    "I32": "<i4",
    "I16": "<i2",
    "I8": "<i1",
    "U64": "<u8",
    "U32": "<u4",
    "U16": "<u2",
    "U8": "<u1",
}


def read_safetensors(path: Path) -> dict[str, Array]:
    """The file's arrays by name, as float64. Raises InputError, and MissingExtraError."""
    data = read_bytes(path, 8 * MOST_NUMBERS + (1 << 24))
    header = int.from_bytes(data[:LENGTH], "little")
    if header > len(data) - LENGTH:
        raise InputError(
            f"{path}: its header claims {counted(header, 'byte')}; found "
            f"{max(0, len(data) - LENGTH):,}: "
            "expected a .safetensors file, neither cut nor altered"
        )
    try:
        import safetensors
    except ImportError:
        raise MissingExtraError(f"{path}: a .safetensors file", "weights") from None
    deserialize: Callable[[bytes], list[tuple[str, dict[str, Any]]]] = safetensors.deserialize
    try:
        tensors = deserialize(data)
    except (safetensors.SafetensorError, ValueError, TypeError, OverflowError) as error:
        raise InputError(
            f"{path}: the header or the data is cut or altered ({error}); "
            "expected a whole .safetensors file"
        ) from None
    found: dict[str, Array] = {}
    numbers = 0
    for key, tensor in sorted(tensors, key=lambda tensor: tensor[0]):
        shape = tuple(tensor["shape"])
        numbers = within_bounds(path, key, shape, numbers)
        found[key] = widened(path, key, _array(path, key, tensor["dtype"], tensor["data"], shape))
    if not found:
        raise InputError(f"{path}: the file holds no array; expected a model's weights")
    return found


def _array(path: Path, key: str, dtype: str, data: bytes, shape: tuple[int, ...]) -> Array:
    if dtype == "BF16":
        # The upper half of a float32.
        upper = np.frombuffer(data, "<u2").astype(np.uint32) << np.uint32(16)
        return upper.view(np.float32).reshape(shape)
    if dtype not in DTYPES:
        raise InputError(f"{path}: {key}: found {dtype}; expected {', '.join(DTYPES)} or BF16")
    return np.frombuffer(data, DTYPES[dtype]).reshape(shape)
