"""From a computed example to its text: the format, the table or the cell that was asked for."""

from importlib import import_module
from typing import Any

import typer

from rnn_examples.cli import reading
from rnn_examples.cli.outcome import Outcome
from rnn_examples.errors import InputError
from rnn_examples.output import Surroundings
from rnn_examples.record import Record
from rnn_examples.tables.example import Example
from rnn_examples.tables.formats import (
    ENDINGS,
    MACHINE_FORMATS,
    Look,
    by_ending,
    by_name,
    load,
    render,
)
from rnn_examples.tables.table import Work

MOST_DIGITS = 15
IN_LABEL = ":._-"
CHECK_FAILED = 1


class Presentation(Record):
    """The shared options, as typed."""

    format_name: str | None = None
    output: str | None = None
    digits: str | None = None
    table: str | None = None
    cell: str | None = None
    caption: str | None = None
    label: str | None = None
    work: bool = False
    plot: str | None = None


class Prepared(Record):
    """The shared options, read."""

    asked: Presentation
    format_name: str
    look: Look


def prepare(ctx: typer.Context, asked: Presentation) -> Prepared:
    """The options read and the format imported, all before anything is computed.

    Errors: InputError for a wrong option.
    """
    if asked.cell is not None:
        for option, text in (
            ("work", asked.work),
            ("caption", asked.caption),
            ("label", asked.label),
        ):
            if text not in (None, False):
                raise InputError(f"--cell prints one value alone, bare. Leave out --{option}")
    around: Surroundings = ctx.obj
    format_name = _format(ctx, asked, around)
    look = _look(ctx, asked, around, format_name)
    if asked.plot is not None:
        from rnn_examples.cli.plotting import check_plot

        check_plot(asked, format_name)
    if asked.cell is None:
        load(format_name)
    return Prepared(asked, format_name, look)


def present(prepared: Prepared, module: Example, result: Any) -> Outcome:
    """The result as it was asked for, and what an example that checks (`faults`) has found wrong.

    Errors: InputError for a table or cell that is not there.
    """
    asked = prepared.asked
    if asked.plot is None:
        return _shown(prepared, module, result)
    from rnn_examples.cli.plotting import with_picture

    # Drawn first: a table that comes as it is computed is read once.
    return with_picture(
        asked.plot, prepared.look, module, result, lambda: _shown(prepared, module, result)
    )


def _shown(prepared: Prepared, module: Example, result: Any) -> Outcome:
    asked, format_name, look = prepared.asked, prepared.format_name, prepared.look
    document = module.document(result)
    faults: tuple[str, ...] = module.faults(result) if hasattr(module, "faults") else ()
    code = CHECK_FAILED if faults else 0
    if asked.work:
        document = document.but(work=_work(document.example, result))
    if asked.table is not None:
        document = document.only(asked.table)
    if asked.cell is not None:
        from rnn_examples.tables.lookup import find_cell

        machine = format_name in MACHINE_FORMATS
        text = find_cell(document, asked.cell, look.digits, machine)
        return Outcome((f"{text}\n",), asked.output, code, faults=faults)
    if document.parts:
        look = look.but(equations=True)
    # A book in HTML is a page of its own, made from more than its document.
    if format_name == "html" and hasattr(module, "page"):
        pieces = module.page(result, look)
    else:
        pieces = render(document, format_name, look)
    return Outcome(
        pieces, asked.output, code, faults=faults, document=document, computed=(module, result)
    )


def _work(example: str, result: Any) -> tuple[Work, ...]:
    module = import_module(f"rnn_examples.examples.work.{example.replace('-', '_')}")
    lines: tuple[Work, ...] = module.work(result)
    return lines


def _from_environment(ctx: typer.Context, name: str) -> bool:
    """Whether a variable gave the option, and not the command line."""
    source = ctx.get_parameter_source(name)
    return source is not None and source.name == "ENVIRONMENT"


def _format(ctx: typer.Context, asked: Presentation, around: Surroundings) -> str:
    """--format, else the ending of --output, else RNN_EXAMPLES_FORMAT, else table."""
    from_environment = _from_environment(ctx, "format_name")
    # A captured run heeds no environment variable.
    name = None if from_environment and around.captured else asked.format_name
    if asked.output is not None and asked.output != "-" and (name is None or from_environment):
        ending = asked.output.lower().endswith(tuple(ENDINGS))
        if ending or name is None:
            return by_ending(asked.output)
    option = "RNN_EXAMPLES_FORMAT" if from_environment else "--format"
    return by_name(name, option) if name is not None else "table"


def _look(ctx: typer.Context, asked: Presentation, around: Surroundings, format_name: str) -> Look:
    from_environment = _from_environment(ctx, "digits")
    digits = None if from_environment and around.captured else asked.digits
    option = "RNN_EXAMPLES_DIGITS" if from_environment else "--digits"
    if asked.label is not None and not _is_label(asked.label):
        raise InputError(
            f"--label: '{asked.label}' "
            "is no label. Expected a letter, then letters, digits or : . _ -"
        )
    to_terminal = asked.output is None and format_name == "table"
    return Look(
        digits=None if digits is None else reading.whole(digits, option, 0, MOST_DIGITS),
        caption=None if asked.caption is None else asked.caption.strip(),
        label=asked.label,
        width=around.width if to_terminal else None,
        colour=around.colour and to_terminal,
        ascii=around.ascii and to_terminal,
    )


def _is_label(text: str) -> bool:
    others = text[1:].translate(str.maketrans("", "", IN_LABEL))
    return text.isascii() and text[:1].isalpha() and (not others or others.isalnum())
