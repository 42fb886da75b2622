"""One run of the command line: what it prints is written, what goes wrong is told in one line."""

import errno
import os
from collections.abc import Iterable, Sequence
from itertools import chain, islice

from typer import Abort, TyperException

from rnn_examples.cli.app import NAME, invoke
from rnn_examples.errors import ExampleError
from rnn_examples.interrupt import INTERRUPTED
from rnn_examples.output import (
    flush_standard_output,
    forget_standard_output,
    surroundings,
    write_error,
    write_file,
    write_text,
)

WRONG_USE = 2
# What help, version and completion meet where they print for themselves.
OF_STREAM = (errno.EPIPE, errno.ENOSPC, errno.EIO, errno.EBADF)
# What to do where the system refuses something else.
REMEDIES = {
    errno.ENOENT: "Start it in a folder that is still there",
    errno.EMFILE: "Ask for fewer jobs, or let it open more files (ulimit -n)",
    errno.EAGAIN: "Ask for fewer jobs, or let it start more processes (ulimit -u)",
}
OTHERWISE = "RNN_EXAMPLES_DEBUG=1 shows where"

# A line of an error, and the command that ends it.
Told = tuple[str, str]


def run(arguments: Sequence[str]) -> int:
    """Run a command line; the exit code. RNN_EXAMPLES_DEBUG=1 lets tracebacks through."""
    try:
        outcome = invoke(arguments, surroundings(os.environ))
        pieces = iter(outcome.pieces)
        first = list(islice(pieces, 1))  # before any file is written: an early fault leaves none
        for path, data in outcome.files:
            write_file(path, [data])
        write_text(chain(first, pieces), outcome.path)
        flush_standard_output()
        return _told(((fault, "") for fault in outcome.faults), outcome.exit_code)
    except (KeyboardInterrupt, Abort):
        return INTERRUPTED
    except SystemExit as error:
        return _stream_failed(error)
    except Exception as error:
        if isinstance(error, OSError) and _is_of_stream(error):
            return _stream_failed(error)
        if os.environ.get("RNN_EXAMPLES_DEBUG"):
            raise
        return _told(*_diagnosis(error, arguments))


def _diagnosis(error: Exception, arguments: Sequence[str]) -> tuple[Iterable[Told], int]:
    """What tells what was caught, and the exit code."""
    match error:
        case ExampleError():
            return [(line, error.command) for line in error.lines()], error.exit_code
        case TyperException():
            from rnn_examples.cli.mistakes import wrong_use

            wrong = wrong_use(error, NAME, arguments)
            return [(str(wrong), wrong.command)], WRONG_USE
        case MemoryError():
            return [("there is not enough memory for it. Ask for less at a time", "")], WRONG_USE
        case OSError():
            named = f" ('{error.filename}')" if error.filename is not None else ""
            reason = f"{error.strerror or error}{named}"
            remedy = REMEDIES.get(error.errno or 0, OTHERWISE)
            return [(f"the system refuses: {reason}. {remedy}", "")], WRONG_USE
    message = (
        f"unexpected {type(error).__name__}: {error}. This is a fault of the tool: please report "
        "it with the command (RNN_EXAMPLES_DEBUG=1 shows the traceback)"
    )
    return [(message, "")], WRONG_USE


def _told(messages: Iterable[Told], exit_code: int) -> int:
    for message, command in messages:
        write_error(message, command)
    return exit_code


def _is_of_stream(error: OSError) -> bool:
    """A stream that takes no more for now says how much it took; a process that cannot start,
    which has the same number, does not."""
    return error.errno in OF_STREAM or hasattr(error, "characters_written")


def _stream_failed(error: OSError | SystemExit) -> int:
    """Help, version and completion print for themselves: a reader gone is quiet, a full disk is
    told."""
    if isinstance(error, SystemExit) and not error.code:
        return 0
    forget_standard_output()
    if isinstance(error, OSError) and error.errno != errno.EPIPE:
        write_error(f"standard output cannot be written: {error.strerror or error}")
        return WRONG_USE
    return 0
