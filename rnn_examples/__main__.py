"""The command: `rnn-examples`, or `python -m rnn_examples`."""

import gc
import sys
from types import FrameType

RETRY = 0.02  # seconds


def main() -> int:
    """Run the command line and return its exit code.

    The version is told before anything else is imported.
    """
    try:
        if sys.argv[1:] == ["--version"]:
            from rnn_examples import __version__
            from rnn_examples.errors import OutputError
            from rnn_examples.output import write_error, write_text

            try:
                write_text([f"rnn-examples {__version__}\n"])
            except OutputError as error:
                write_error(str(error))
                return error.exit_code
            return 0
        _hold_interrupts_while_importing()
        gc.disable()  # until all is imported: a command turns it on again before it computes
        from rnn_examples.cli.run import run

        return run(sys.argv[1:])
    except KeyboardInterrupt:
        return 130


def _hold_interrupts_while_importing() -> None:
    """Act on Ctrl-C once nothing is being imported: NumPy's modules swallow it in their C code, or
    make of it an ImportError. Where the caller ignores it (nohup), it stays ignored."""
    import signal

    def interrupt(_: int, frame: FrameType | None) -> None:
        while frame is not None:
            if frame.f_code.co_filename == "<frozen importlib._bootstrap>":
                signal.setitimer(signal.ITIMER_REAL, RETRY)
                return
            frame = frame.f_back
        raise KeyboardInterrupt

    alarms = hasattr(signal, "setitimer")  # not on Windows
    if alarms and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGALRM, interrupt)
        signal.signal(signal.SIGINT, interrupt)


if __name__ == "__main__":
    sys.exit(main())
