"""One run of the command line: what it prints is written, what goes wrong is told in one line."""

import errno
import os
import sys
from collections.abc import Sequence

from typer import Abort, TyperException

from rnn_examples.cli.app import invoke
from rnn_examples.errors import ExampleError
from rnn_examples.output import forget_standard_output, surroundings, write_error, write_text

INTERRUPTED = 130
WRONG_USE = 2


def run(arguments: Sequence[str]) -> int:
    """Run a command line; the exit code. RNN_EXAMPLES_DEBUG=1 lets tracebacks through."""
    try:
        outcome = invoke(arguments, surroundings(os.environ))
        write_text(outcome.pieces, outcome.path)
        sys.stdout.flush()
        return outcome.exit_code
    except (KeyboardInterrupt, Abort):
        return INTERRUPTED
    except ExampleError as error:
        return _told(str(error), error.exit_code)
    except TyperException as error:
        return _told(error.format_message(), WRONG_USE)
    except (OSError, SystemExit) as error:
        return _stream_failed(error)
    except Exception as error:
        if os.environ.get("RNN_EXAMPLES_DEBUG"):
            raise
        kind = type(error).__name__
        return _told(
            f"unexpected {kind}: {error}. This is a fault of the tool: please report it "
            "with the command (RNN_EXAMPLES_DEBUG=1 shows the traceback)",
            WRONG_USE,
        )


def _told(message: str, exit_code: int) -> int:
    if os.environ.get("RNN_EXAMPLES_DEBUG"):
        raise
    write_error(message)
    return exit_code


def _stream_failed(error: OSError | SystemExit) -> int:
    """Help and version print for themselves: a reader gone is quiet, a full disk is told."""
    forget_standard_output()
    if isinstance(error, OSError) and error.errno != errno.EPIPE:
        write_error(f"standard output cannot be written: {error.strerror or error}")
        return WRONG_USE
    return 0
