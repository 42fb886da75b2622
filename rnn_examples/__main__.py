"""The command: `rnn-examples`, or `python -m rnn_examples`."""

import sys


def main() -> int:
    """Run the command line and return its exit code.

    The version is told before anything else is imported.
    """
    try:
        if sys.argv[1:] == ["--version"]:
            from rnn_examples import __version__
            from rnn_examples.output import write_text

            write_text([f"rnn-examples {__version__}\n"])
            return 0
        from rnn_examples.cli.run import run

        return run(sys.argv[1:])
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
