"""A wrong use of the command line as one line: the command, what was wrong, where help is."""

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any

from typer import TyperException

from rnn_examples.errors import InputError

MOST_SUGGESTED = 3
MOST_OWNERS = 15


def wrong_use(error: TyperException, program: str, arguments: Sequence[str]) -> InputError:
    """A fault that the option parser found, after the command's name, and where help is."""
    context: Any = getattr(error, "ctx", None)
    if context is not None:
        path = context.command_path
    else:
        named = arguments[:1] if arguments and not arguments[0].startswith("-") else ()
        path = " ".join([program, *named])
    command = path.removeprefix(program).strip()
    see = f"See {path} --help"
    option: str | None = getattr(error, "option_name", None)
    if option is not None and hasattr(error, "possibilities") and (others := _owners(option)):
        return InputError(f"{command or program} has no {option}; {others}.", see)
    message = error.format_message().rstrip(".")
    return InputError(f"{f'{command}: ' if command else ''}{message}.", see)


def unknown_command(name: str, known: Sequence[str], path: str) -> InputError:
    """The fault of a command that is not there, with those that are spelled alike."""
    near = get_close_matches(name.lower(), known, MOST_SUGGESTED)
    hint = f"Did you mean {' or '.join(near)}?" if near else f"The commands: {', '.join(known)}."
    return InputError(f"no command '{name}'. {hint}", f"See {path} --help")


def _owners(option: str) -> str:
    """Which commands have an option; "" where none has."""
    from rnn_examples.cli.app import load_command
    from rnn_examples.cli.catalogue import COMMANDS

    found: list[str] = []
    for entry in COMMANDS:
        loaded: Any = load_command(entry)
        inner = getattr(loaded, "commands", {"": loaded})
        found += [
            f"{entry.name} {name}".strip()
            for name, command in inner.items()
            if any(option in (*one.opts, *one.secondary_opts) for one in command.params)
        ]
    if len(found) > MOST_OWNERS:
        return "most other commands have it"
    return f"{', '.join(found)} {'has' if len(found) == 1 else 'have'} it" if found else ""
