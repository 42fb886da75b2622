"""What can go wrong, each kind with the exit code that the command line gives it."""


class ExampleError(Exception):
    """A fault to be told in one line: what was wrong, where, what was expected, what to do.

    command: what ends the line and is there to be copied.
    """

    exit_code = 2

    def __init__(self, message: str = "", command: str = "") -> None:
        super().__init__(f"{message} {command}".rstrip())
        self.command = command

    def lines(self) -> tuple[str, ...]:
        """What is told, a line each; more than one where a check has found several faults."""
        return (str(self),)


class InputError(ExampleError):
    """An option, a file or a word that the example cannot take."""


class OutputError(ExampleError):
    """Standard output or a file that cannot be written."""


class MissingExtraError(ExampleError):
    """An optional library that is not installed."""

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(
            f"{what} needs the '{extra}' extra. Install it:",
            f"pip install 'rnn-examples[{extra}]'",
        )
