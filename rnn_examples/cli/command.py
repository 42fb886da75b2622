"""An example as a command: its own options first, then those that every example shares."""

import gc
import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any

import typer

from rnn_examples.cli.files import check_apart
from rnn_examples.cli.leaf import Leaf
from rnn_examples.cli.options import one_of
from rnn_examples.cli.outcome import Outcome
from rnn_examples.cli.presenting import Presentation, prepare, present
from rnn_examples.errors import InputError
from rnn_examples.examples.catalogue import TABLES
from rnn_examples.record import Record
from rnn_examples.tables.example import Example
from rnn_examples.tables.formats import MODULES

SHOWN_AS = "How it is shown"
# What says nothing of many documents in one.
OF_ONE_TABLE = ("table", "cell", "caption", "label")

# An option's words that are an example's own: the parameter that they go to, and which they are.
Also = Mapping[str, tuple[str, Callable[[str], bool]]]
NONE_OWN = ("", lambda _text: False)


class Computed(Record):
    """What an example's function hands back: its module, its result, and the contents of other
    files to write, by path."""

    module: Example
    result: Any
    files: tuple[tuple[str, bytes], ...] = ()


def _tables(ctx: typer.Context, incomplete: str) -> list[str]:
    names = TABLES.get(ctx.command.name or "", "").split()
    return [name for name in names if name.startswith(incomplete)]


def _shared(
    ctx: typer.Context,
    format_name: Annotated[
        str | None,
        typer.Option(
            "--format",
            "-f",
            metavar="FORMAT",
            help=f"One of {', '.join(MODULES)}, or an ending such as md. "
            "Default: by the ending of --output, else table.",
            envvar="RNN_EXAMPLES_FORMAT",
            autocompletion=one_of(MODULES),
            rich_help_panel=SHOWN_AS,
        ),
    ] = None,
    output: Annotated[
        list[str] | None,
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
            "--table",
            metavar="NAME",
            help="Only the table of this name.",
            autocompletion=_tables,
            rich_help_panel=SHOWN_AS,
        ),
    ] = None,
    cell: Annotated[
        list[str] | None,
        typer.Option(
            "--cell",
            metavar="ROW:COLUMN",
            help="One value alone. ROW is the value of the row's key column, several keys with "
            "commas (47,0.5), or #3 for the third row. COLUMN is a name as in JSON, h[1] "
            "for a vector's component.",
            rich_help_panel=SHOWN_AS,
        ),
    ] = None,
    caption: Annotated[
        str | None,
        typer.Option(
            "--caption",
            metavar="TEXT",
            help="The caption of the first table.",
            rich_help_panel=SHOWN_AS,
        ),
    ] = None,
    label: Annotated[
        str | None,
        typer.Option(
            "--label",
            metavar="NAME",
            help="The label of the first table in LaTeX, its id in HTML.",
            rich_help_panel=SHOWN_AS,
        ),
    ] = None,
    work: Annotated[
        bool,
        typer.Option(
            "--work", help="Show the arithmetic, number by number.", rich_help_panel=SHOWN_AS
        ),
    ] = False,
    plot: Annotated[
        str | None,
        typer.Option(
            "--plot",
            metavar="FILE",
            help="Draw it too: an .svg, .png or .pdf file, or - for the terminal.",
            rich_help_panel=SHOWN_AS,
        ),
    ] = None,
) -> None: ...


def example(
    app: typer.Typer,
    *,
    tables: bool = True,
    digits: bool = True,
    work: bool = True,
    plot: bool = False,
    also: Also | None = None,
) -> Callable[[Callable[..., Computed]], Callable[..., Computed]]:
    """Register a function of an example's own options.

    tables: whether one table can be chosen, and named; digits: whether any number is rounded;
    work: whether the example's module can show its arithmetic; plot: whether plots/ draws its
    result; also: of --cell and --output, which texts go to an own parameter of the function.
    """

    def register(compute: Callable[..., Computed]) -> Callable[..., Computed]:
        own = inspect.signature(compute).parameters.values()
        shared = dict(inspect.signature(_shared).parameters)
        for name, has in (
            *dict.fromkeys(OF_ONE_TABLE, tables).items(),
            ("digits", digits),
            ("work", work),
            ("plot", plot),
        ):
            if not has:
                del shared[name]

        def command(ctx: typer.Context, **values: Any) -> Outcome:
            presentation = {name: values.pop(name) for name in shared if name != "ctx"}
            for option in [name for name in ("cell", "output") if name in presentation]:
                name, is_own = (also or {}).get(f"--{option}", NONE_OWN)
                texts = presentation[option]
                presentation[option], own_text = _sorted(texts, f"--{option}", is_own)
                if own_text is not None:
                    _refuse_both(ctx, name, f"--{option}")
                    values[name] = own_text
            check_apart(ctx.command.params, presentation | values)
            prepared = prepare(ctx, Presentation(**presentation))
            _collect_garbage()
            computed = compute(**values)
            outcome = present(prepared, computed.module, computed.result)
            return outcome.but(files=(*outcome.files, *computed.files))

        parameters = [*own, *shared.values()]
        signature = inspect.Signature([p.replace(kind=p.KEYWORD_ONLY) for p in parameters])
        vars(command)["__signature__"] = signature
        command.__annotations__ = {}  # all that Typer reads is in the signature
        command.__doc__ = compute.__doc__
        app.command(cls=Leaf)(command)
        return compute

    return register


def _collect_garbage() -> None:
    """From here on, where start-up has turned it off; what is imported by now never is any."""
    if not gc.isenabled():
        gc.freeze()
        gc.enable()


def _sorted(
    texts: Sequence[str] | None, option: str, is_own: Callable[[str], bool]
) -> tuple[str | None, str | None]:
    """An option's text as every example reads it, and the one that is the example's own."""
    shared = [text for text in texts or () if not is_own(text)]
    own = [text for text in texts or () if is_own(text)]
    for found in (shared, own):
        if len(found) > 1:
            raise InputError(f"{option}: given {len(found)} times. Expected one at a time")
    return next(iter(shared), None), next(iter(own), None)


def _refuse_both(ctx: typer.Context, name: str, option: str) -> None:
    """Raises InputError where the own parameter that an option's text goes to is typed too."""
    source = ctx.get_parameter_source(name)
    if source is not None and source.name == "COMMANDLINE":
        own = next(one for one in ctx.command.params if one.name == name)
        raise InputError(
            f"{option} and {max(own.opts, key=len)} both say the same. Expected one of them"
        )
