"""The command: `rnn-examples`, or `python -m rnn_examples`."""

import gc
import sys


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
        from rnn_examples.interrupt import Ended, end_at_once, is_over

        end_at_once()
        gc.disable()  # until all is imported: a command turns it on again before it computes
        from rnn_examples.cli.run import run

        try:
            code = run(sys.argv[1:])
        except Ended as end:
            code = end.code
        is_over()
        return code
    except KeyboardInterrupt:
        return 130  # interrupt.INTERRUPTED, which may not have been imported by now


if __name__ == "__main__":
    sys.exit(main())
