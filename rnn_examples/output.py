"""The only writer: standard output, or a file that is whole or not there at all."""

import contextlib
import os
import shutil
import stat
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

from rnn_examples.errors import OutputError
from rnn_examples.record import Record
from rnn_examples.visible import visible
from rnn_examples.wrapping import wrapped

# Letters of a file's name that its unfinished copy repeats: no name grows too long.
LONGEST_PREFIX = 40
# Letters of a line on standard error: what is beyond them was typed, or read from a file.
LONGEST_ERROR = 2000
# Of a terminal that does not know its own.
UNKNOWN_COLUMNS = 80


class Surroundings(Record):
    """Where text goes: the terminal's width (None: not a terminal), colour, lines or ASCII only."""

    width: int | None = None
    colour: bool = False
    ascii: bool = False
    captured: bool = False


def surroundings(environ: Mapping[str, str]) -> Surroundings:
    """What standard output is, by the stream itself and NO_COLOR, FORCE_COLOR, TERM, COLUMNS."""
    stream = sys.stdout
    terminal = stream is not None and not stream.closed and stream.isatty()
    colour = (terminal or bool(environ.get("FORCE_COLOR"))) and not environ.get("NO_COLOR")
    dumb = environ.get("TERM", "") in ("dumb", "unknown")
    encoding = (stream.encoding if stream is not None else None) or "utf-8"
    return Surroundings(
        width=max(1, shutil.get_terminal_size().columns) if terminal else None,
        colour=colour and not dumb,
        ascii=not encoding.lower().replace("_", "-").startswith(("utf-8", "utf8", "utf-16")),
    )


def write_text(pieces: Iterable[str], path: str | None = None) -> None:
    """Write the pieces to a file, or to standard output as they come.

    A reader that has gone away (a closed pipe) ends the writing quietly.
    Errors: OutputError where the place cannot be written.
    """
    if path is not None and path != "-":
        write_file(path, (_encoded(piece, "utf-8") for piece in pieces))
        return
    if sys.stdout is None or sys.stdout.closed:
        raise OutputError("standard output is closed. Open it, or write to a file with --output")
    encoding = sys.stdout.encoding or "utf-8"
    for piece in pieces:
        if not _put(_encoded(piece, encoding)):
            return


def _put(data: bytes) -> bool:
    """Write to standard output at once; False where nobody reads any more."""
    try:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        forget_standard_output()
        return False
    except OSError as error:
        forget_standard_output()
        reason = error.strerror or str(error)
        raise OutputError(f"standard output cannot be written: {reason}") from error
    return True


def flush_standard_output() -> None:
    """Write what help and version, which print for themselves, have left in the buffer."""
    if sys.stdout is not None:
        sys.stdout.flush()


def forget_standard_output() -> None:
    """Send what is left in Python's buffers nowhere, so that its own exit stays silent."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def write_file(path: str | Path, pieces: Iterable[bytes]) -> None:
    """Replace a file's content in one step: its mode and a symbolic link to it stay.

    The new content is written beside the old one, forced to the disk, then renamed over it, so
    that a kill at any moment leaves the old file or the new one. A device or pipe is written
    directly. Errors: OutputError with the path and the reason.
    """
    try:
        mode = _mode(path)
        if mode is not None and stat.S_ISDIR(mode):
            raise OutputError(f"'{path}' is a folder. Give the name of a file")
        if mode is not None and not stat.S_ISREG(mode):
            with open(path, "wb") as device:
                device.writelines(pieces)
            return
        _replace(Path(os.path.realpath(path)), pieces, mode)
    except OSError as error:
        reason = error.strerror or str(error)
        raise OutputError(f"'{path}' cannot be written: {reason}") from error


def _mode(path: str | Path) -> int | None:
    try:
        return os.stat(path).st_mode
    except FileNotFoundError:
        return None


def _replace(target: Path, pieces: Iterable[bytes], mode: int | None) -> None:
    prefix = f".{target.name[:LONGEST_PREFIX]}."
    import tempfile

    from rnn_examples.interrupt import held, raised

    name: str | None = None
    with raised():
        try:
            with held():  # until there is a name to remove
                handle, name = tempfile.mkstemp(prefix=prefix, suffix=".part", dir=target.parent)
            with os.fdopen(handle, "wb") as file:
                file.writelines(pieces)
                file.flush()
                os.fchmod(file.fileno(), _permissions(mode))
                os.fsync(file.fileno())
            os.replace(name, target)
        except BaseException:
            with held(), contextlib.suppress(FileNotFoundError):
                if name is not None:
                    os.unlink(name)
            raise


def _permissions(mode: int | None) -> int:
    """The old file's, or a new one's."""
    return stat.S_IMODE(mode) if mode is not None else 0o666 & ~_umask()


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def write_error(message: str, command: str = "") -> None:
    """One line on standard error, of a very long one its ends; where that is closed, nothing.

    On a terminal it is folded between words, and a command that ends it stands on its own line.
    """
    line = visible(" ".join(message.split()))
    if len(line) > LONGEST_ERROR:
        line = f"{line[: LONGEST_ERROR // 2]} ... {line[-LONGEST_ERROR // 2 :]}"
    with contextlib.suppress(OSError, ValueError, AttributeError):
        text = f"rnn-examples: {line}"
        if sys.stderr.isatty():
            text = "\n".join(wrapped(text, visible(command), _columns(sys.stderr.fileno())))
        sys.stderr.buffer.write(_encoded(f"{text}\n", sys.stderr.encoding or "utf-8"))
        sys.stderr.buffer.flush()


def _columns(file: int) -> int:
    """Of a terminal: those that COLUMNS says, or its own."""
    named = os.environ.get("COLUMNS", "")
    if named.isdecimal() and int(named):
        return int(named)
    return os.get_terminal_size(file).columns or UNKNOWN_COLUMNS


def _encoded(text: str, encoding: str) -> bytes:
    """The text in the stream's encoding; what that lacks is written \\uXXXX, as JSON reads it."""
    try:
        return text.encode(encoding)
    except UnicodeEncodeError:
        return b"".join(_character(character, encoding) for character in text)


def _character(character: str, encoding: str) -> bytes:
    try:
        return character.encode(encoding)
    except UnicodeEncodeError:
        units = character.encode("utf-16-be", "surrogatepass").hex()
        return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4)).encode("ascii")
