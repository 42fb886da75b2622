"""An example as a command: its own options first, then those that every example shares."""

import inspect
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Annotated, Any

import typer

from rnn_examples.cli.outcome import Outcome
from rnn_examples.cli.presenting import Presentation, present
from rnn_examples.errors import InputError
from rnn_examples.tables.formats import MODULES

SHOWN_AS = "How it is shown"

Computed = tuple[ModuleType, Any]


def _formats(incomplete: str) -> list[str]:
    return [name for name in MODULES if name.startswith(incomplete)]


def _shared(
    ctx: typer.Context,
    format_name: Annotated[
        str | None,
        typer.Option(
            "--format",
            "-f",
            metavar="FORMAT",
            help=f"One of {', '.join(MODULES)}. Default: by the ending of --output, else table.",
            envvar="RNN_EXAMPLES_FORMAT",
            autocompletion=_formats,
            rich_help_panel=SHOWN_AS,
        ),
    ] = None,
    output: Annotated[
        str | None,
        typer.Option(
            "--output", "-o", metavar="FILE", help="Write to a file.", rich_help_panel=SHOWN_AS
        ),
    ] = None,
    digits: Annotated[
        str | None,
        typer.Option(
            "--digits",
            metavar="N",
            help="Decimals, or significant digits where a column has those, 0 to 15.",
            envvar="RNN_EXAMPLES_DIGITS",
            rich_help_panel=SHOWN_AS,
        ),
    ] = None,
    table: Annotated[
        str | None,
        typer.Option(
            "--table", metavar="NAME", help="Only the table of this name.", rich_help_panel=SHOWN_AS
        ),
    ] = None,
    cell: Annotated[
        list[str] | None,
        typer.Option(
            "--cell",
            metavar="ROW:COLUMN",
            help="One value alone. ROW is the value of the row's key column, several keys with "
            "commas (47,0.5), or #3 for the third row. COLUMN is a name as in JSON, h\\[1] "
            "for a vector's component.",
            rich_help_panel=SHOWN_AS,
        ),
    ] = None,
    caption: Annotated[
        str | None,
        typer.Option("--caption", metavar="TEXT", help="Its caption.", rich_help_panel=SHOWN_AS),
    ] = None,
    label: Annotated[
        str | None,
        typer.Option(
            "--label",
            metavar="NAME",
            help="Its label in LaTeX, its id in HTML.",
            rich_help_panel=SHOWN_AS,
        ),
    ] = None,
    work: Annotated[
        bool,
        typer.Option(
            "--work", help="Show the arithmetic, number by number.", rich_help_panel=SHOWN_AS
        ),
    ] = False,
) -> None: ...


def example(
    app: typer.Typer, *, work: bool = True, cell_words: Sequence[str] = ()
) -> Callable[[Callable[..., Computed]], Callable[..., Computed]]:
    """Register a function of an example's own options that returns its module and its result.

    work: whether the example's module can show its arithmetic; cell_words: what else --cell may
    name, which then goes to the function's own parameter `cell_words`.
    """

    def register(compute: Callable[..., Computed]) -> Callable[..., Computed]:
        own = inspect.signature(compute).parameters.values()
        shared = dict(inspect.signature(_shared).parameters)
        if not work:
            del shared["work"]

        def command(ctx: typer.Context, **values: Any) -> Outcome:
            presentation = {name: values.pop(name) for name in shared if name != "ctx"}
            cells = presentation["cell"] or []
            for word in (cell for cell in cells if cell in cell_words):
                values["cell_words"] = word
            presentation["cell"] = _one([cell for cell in cells if cell not in cell_words])
            module, result = compute(**values)
            return present(ctx, module, result, Presentation(**presentation))

        parameters = [*own, *shared.values()]
        signature = inspect.Signature([p.replace(kind=p.KEYWORD_ONLY) for p in parameters])
        vars(command)["__signature__"] = signature
        command.__annotations__ = {p.name: p.annotation for p in parameters}
        command.__doc__ = compute.__doc__
        app.command()(command)
        return compute

    return register


def _one(cells: Sequence[str]) -> str | None:
    if len(cells) > 1:
        raise InputError(f"--cell: {len(cells)} cells are asked for. Expected one at a time")
    return cells[0] if cells else None
