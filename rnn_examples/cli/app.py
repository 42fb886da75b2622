"""The command line as a whole: a command's module is imported when the command is asked for."""

from collections.abc import Sequence
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from rnn_examples import __version__
from rnn_examples.cli.catalogue import COMMANDS, Command, module_of
from rnn_examples.cli.outcome import Outcome
from rnn_examples.output import Surroundings

NAME = "rnn-examples"


class Commands(TyperGroup):
    """The catalogue's commands, in its order, each built when it is first needed."""

    def list_commands(self, ctx: Any) -> list[str]:
        return [entry.name for entry in COMMANDS]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        for entry in COMMANDS:
            if entry.name == cmd_name:
                return _load(entry)
        return None


def _load(entry: Command) -> TyperCommand | TyperGroup:
    command = get_command(import_module(module_of(entry.name)).app)
    assert isinstance(command, (TyperCommand, TyperGroup))
    command.name = entry.name
    command.rich_help_panel = entry.panel
    command.short_help = entry.summary
    return command


app = typer.Typer(
    name=NAME,
    cls=Commands,
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _show_version(asked: bool) -> None:
    if asked:
        typer.echo(f"{NAME} {__version__}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="The version.")
    ] = False,
) -> None:
    """The worked examples of a book on recurrent networks: every table computed, its arithmetic
    shown, in the terminal or in your document's own format."""


def invoke(arguments: Sequence[str], surroundings: Surroundings) -> Outcome:
    """What a command line would print; nothing is written.

    Errors: TyperException for a wrong use of options, ExampleError for what an example refuses.
    """
    result = get_command(app).main(
        args=list(arguments), prog_name=NAME, standalone_mode=False, obj=surroundings
    )
    return result if isinstance(result, Outcome) else Outcome((), None, int(result or 0))
