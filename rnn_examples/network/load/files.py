"""The bytes of a model's file, after the checks that hold for every format.

Nothing in a file is ever executed, and nothing is allocated because a file says so.
"""

import errno
import math
import os
from pathlib import Path

import numpy as np

from rnn_examples.errors import InputError
from rnn_examples.network.arrays import Array

# A model's numbers, all arrays together: one GiB of float64.
MOST_NUMBERS = 1 << 27
MOST_AXES = 8
MODEL_FILE = "a .toml, .npz or .safetensors file"
VECTORS_FILE = "an .npy file, or text with a vector a line"
# A pipe is refused, not waited for; Windows would change line ends.
OPEN_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
LFS_POINTER = b"version https://git-lfs.github.com/spec/"
PICKLE_SUFFIXES = (".pt", ".pth", ".bin", ".ckpt", ".pkl", ".pickle")


def pickle_refusal(path: Path) -> InputError:
    """The fault of a pickle: why it stays closed, and the line of code that converts it."""
    name = path.name.replace("\\", "\\\\").replace("'", "\\'")
    target = path.stem.replace("\\", "\\\\").replace("'", "\\'") + ".npz"
    return InputError(
        f"{path}: found a pickle, which can run code and is never opened; expected {MODEL_FILE}. "
        "Convert it once, with PyTorch:",
        'python -c "import numpy, torch; '
        f"numpy.savez('{target}', **{{k: v.float().numpy() for k, v in "
        f"torch.load('{name}', map_location='cpu', weights_only=True).items()}})\"",
    )


def read_bytes(path: Path, most: int, expected: str = MODEL_FILE) -> bytes:
    """The whole file; `expected` says what kind of one. Raises InputError: absent, a folder, empty,
    a Git LFS pointer, too long."""
    try:
        with open(os.open(path, OPEN_FLAGS), "rb") as file:
            status = os.fstat(file.fileno())
            if not os.path.isfile(path):
                raise InputError(f"{path}: found no regular file; expected {expected}")
            if status.st_size > most:
                raise InputError(
                    f"{path}: found {status.st_size:,} bytes; expected at most {most:,}"
                )
            data = file.read(status.st_size)
    except OSError as error:
        raise InputError(_unreadable(path, error, expected)) from None
    except ValueError:
        raise InputError(f"{str(path)!r}: not a name that a file can have") from None
    if not data:
        raise InputError(f"{path}: the file is empty; expected {expected}")
    if data.startswith(LFS_POINTER):
        raise InputError(
            f"{path}: found a Git LFS pointer, not the weights; expected the file itself. Get it:",
            "git lfs pull",
        )
    return data


def read_text(path: Path, most: int, expected: str = MODEL_FILE) -> str:
    """The whole file as UTF-8, without a byte order mark, its line ends made \\n."""
    try:
        text = read_bytes(path, most, expected).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(
            f"{path}: byte {error.start + 1} is not UTF-8; expected text in UTF-8"
        ) from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def widened(path: Path, key: str, array: Array) -> Array:
    """The array as float64. Raises InputError for what is no real number, NaN and infinity."""
    if array.dtype.kind not in "fiu":
        raise InputError(f"{path}: {key}: found {array.dtype}; expected floating point numbers")
    with np.errstate(over="ignore", invalid="ignore"):
        wide = array.astype(np.float64)
    wrong = np.argwhere(~np.isfinite(wide))
    if len(wrong):
        place = ", ".join(str(int(index)) for index in wrong[0])
        value = float(wide[tuple(wrong[0])])
        raise InputError(
            f"{path}: {key}: found {value} at [{place}]"
            f"{f' and {len(wrong) - 1} more' if len(wrong) > 1 else ''}; expected finite numbers"
        )
    return wide


def within_bounds(path: Path, key: str, shape: tuple[int, ...], so_far: int) -> int:
    """The numbers read so far with this array's. Raises InputError beyond MOST_NUMBERS."""
    if len(shape) > MOST_AXES or not all(0 <= size <= MOST_NUMBERS for size in shape):
        raise InputError(f"{path}: {key}: found shape {shape}; expected a vector or a matrix")
    total = so_far + math.prod(shape)
    if total > MOST_NUMBERS:
        raise InputError(
            f"{path}: {key}: found shape {shape}, {total:,} numbers with what precedes it; "
            f"expected at most {MOST_NUMBERS:,} in a model"
        )
    return total


def _unreadable(path: Path, error: OSError, expected: str) -> str:
    if error.errno == errno.ENOENT:
        return f"{path}: no such file; expected {expected}"
    if error.errno == errno.EISDIR:
        return f"{path}: found a folder; expected a file"
    return f"{path}: cannot be read: {error.strerror or error}"
