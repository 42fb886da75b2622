"""The command of a block: split as a shell would, never given to one."""

import re
import shlex
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from rnn_examples.errors import InputError
from rnn_examples.tables.formats import ENDINGS

LONGEST = 4096
# Each with whatever follows a hyphen: --save-weights as --save.
WRITING = ("--output", "--plot", "--save", "--resume", "--checkpoint", "--export", "--log")
# The gate of `lstm-cell`, a number.
READING = "--output-gate"
CONNECTING = "--cluster"
STANDARD_INPUT = ("--text=-", "--passage=-")
FORMAT = ("-f", "--format")
CELL = "--cell"
HELP = ("-h", "--help")
SHORT = re.compile(r"-[A-Za-z]")


@dataclass(frozen=True, slots=True)
class Command:
    """What to run, and the format it prints; None where it prints one bare cell."""

    arguments: tuple[str, ...]
    format_name: str | None


def read_command(
    text: str, commands: Collection[str], default: str, whose: str = "block"
) -> Command:
    """The command of a start marker, with the document's own format where it names none.

    whose: what has the command, to be named when it is refused.

    Errors: InputError for text that cannot be split, a command that is not among commands, and
    an option that writes or reads standard input.
    """
    if len(text) > LONGEST:
        raise InputError(f"the command is longer than {LONGEST} characters. Shorten it")
    try:
        arguments = shlex.split(text)
    except ValueError as error:
        raise InputError(f"the command cannot be split: {error}. Close its quotes") from error
    if not arguments or arguments[0] not in commands:
        first = arguments[0] if arguments else ""
        known = ", ".join(sorted(commands))
        raise InputError(f"'{first}' is no command that a {whose} may run. Expected one of {known}")
    options = arguments[1 : arguments.index("--")] if "--" in arguments else arguments[1:]
    for option, value in zip(options, (*options[1:], ""), strict=False):
        _refuse_writing(option, whose)
        if f"{option}={value}" in STANDARD_INPUT or option in STANDARD_INPUT:
            raise InputError(f"a {whose} has no standard input: give a file instead of '-'")
    chosen = _chosen_format(options)
    if chosen is not None or any(_names(option, CELL) for option in options):
        return Command(tuple(arguments), chosen)
    end = len(options) + 1
    return Command((*arguments[:end], "--format", default, *arguments[end:]), default)


def _refuse_writing(option: str, whose: str) -> None:
    if option in HELP:
        raise InputError(f"a {whose} has no use for help: leave out '{option}'")
    if _names(option, CONNECTING):
        raise InputError(f"a {whose} may not use a cluster: leave out '{option}'")
    writing = any(_names(option, name) or option.startswith(f"{name}-") for name in WRITING)
    if (writing and not _names(option, READING)) or option.startswith("-o"):
        raise InputError(f"a {whose} may not write files: leave out '{option}'")
    if SHORT.match(option) is None or len(option) == 2 or option.startswith("-f"):
        return
    if not _is_number(option):
        raise InputError(f"'{option}': give each short option on its own, its value apart")


def _names(option: str, name: str) -> bool:
    return option == name or option.startswith(f"{name}=")


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _chosen_format(options: Sequence[str]) -> str | None:
    """The one given, by its name where it is an ending (md); twice, the command line refuses."""
    chosen: str | None = None
    for place, option in enumerate(options):
        if option in FORMAT:
            chosen = options[place + 1] if place + 1 < len(options) else ""
        elif option.startswith("--format="):
            chosen = option.removeprefix("--format=")
        elif option.startswith("-f"):
            chosen = option.removeprefix("-f").removeprefix("=")
    return None if chosen is None else ENDINGS.get(f".{chosen}", chosen)
