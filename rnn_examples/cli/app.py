"""The command line as a whole: a command's module is imported when the command is asked for."""

from collections.abc import Sequence
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from rnn_examples import __version__
from rnn_examples.cli.catalogue import BY_NAME, COMMANDS, Command, module_of
from rnn_examples.cli.helping import HelpfulGroup
from rnn_examples.cli.outcome import Outcome
from rnn_examples.errors import InputError
from rnn_examples.interrupt import INTERRUPTED
from rnn_examples.output import Surroundings

NAME = "rnn-examples"


class Commands(HelpfulGroup):
    """The catalogue's commands, in its order, each built when it is first needed."""

    def list_commands(self, ctx: Any) -> list[str]:
        return [entry.name for entry in COMMANDS]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        entry = BY_NAME.get(cmd_name)
        return None if entry is None else load_command(entry)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        name, known = args[0], self.list_commands(ctx)
        if name not in known and not name.startswith("-") and not ctx.resilient_parsing:
            from rnn_examples.cli.mistakes import unknown_command

            raise unknown_command(name, known, ctx.command_path)
        return super().resolve_command(ctx, args)


def load_command(entry: Command) -> TyperCommand | TyperGroup:
    """The command of a catalogue's entry, its module imported."""
    command = get_command(import_module(module_of(entry.name)).app)
    assert isinstance(command, (TyperCommand, TyperGroup))
    command.name = entry.name
    command.rich_help_panel = entry.panel
    command.short_help = entry.summary
    return command


def _show_version(asked: bool) -> None:
    if asked:
        typer.echo(f"{NAME} {__version__}")
        raise typer.Exit


def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="The version.")
    ] = False,
) -> None:
    """The worked examples of a book on recurrent networks: every table computed, its arithmetic
    shown, in the terminal or in your document's own format."""


def _group() -> TyperGroup:
    """The whole command line, with its own help, version and completion."""
    app = typer.Typer(
        name=NAME,
        cls=Commands,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
    )
    app.callback()(_root)
    group = get_command(app)
    assert isinstance(group, TyperGroup)
    return group


def invoke(arguments: Sequence[str], surroundings: Surroundings) -> Outcome:
    """What a command line would print; nothing is written.

    A command named first is run without the group around it, which takes longer to build than most
    tables. Errors: TyperException for a wrong use of options, ExampleError for what an example
    refuses.
    """
    for argument in arguments:
        if "\0" in argument:
            raise InputError(f"'{argument}' has a null character, which no name has. Leave it out")
    named = BY_NAME.get(arguments[0]) if arguments else None
    command = load_command(named) if named else _group()
    result = command.main(
        args=list(arguments[1:] if named else arguments),
        prog_name=f"{NAME} {named.name}" if named else NAME,
        standalone_mode=False,
        obj=surroundings,
        help_option_names=["-h", "--help"],
    )
    if result == INTERRUPTED:  # what Typer makes of a KeyboardInterrupt
        raise KeyboardInterrupt
    return result if isinstance(result, Outcome) else Outcome((), None, int(result or 0))
