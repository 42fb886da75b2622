"""From a computed example to its text: the format, the table or the cell that was asked for."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from importlib import import_module
from types import ModuleType
from typing import Any

import typer

from rnn_examples.cli import reading
from rnn_examples.cli.outcome import Outcome
from rnn_examples.errors import InputError
from rnn_examples.output import Surroundings
from rnn_examples.tables.formats import MACHINE_FORMATS, MODULES, Look, by_ending, render
from rnn_examples.tables.lookup import find_cell
from rnn_examples.tables.table import Document, Work

MOST_DIGITS = 15
LABEL = re.compile(r"[A-Za-z][A-Za-z0-9:._-]*")


@dataclass(frozen=True, slots=True)
class Presentation:
    """The shared options, as typed."""

    format_name: str | None = None
    output: str | None = None
    digits: str | None = None
    table: str | None = None
    cell: str | None = None
    caption: str | None = None
    label: str | None = None
    work: bool = False


def present(ctx: typer.Context, module: ModuleType, result: Any, asked: Presentation) -> Outcome:
    """The result as the presentation asks for it. Errors: InputError for a wrong option."""
    around: Surroundings = ctx.obj
    format_name = _format(ctx, asked, around)
    look = _look(ctx, asked, around, format_name)
    document: Document = module.document(result)
    if asked.table is not None:
        document = document.only(asked.table)
    if asked.cell is not None:
        machine = format_name in MACHINE_FORMATS
        text = find_cell(document, asked.cell, look.digits, machine)
        return Outcome((f"{text}\n",), asked.output)
    if asked.work:
        document = replace(document, work=_work(document.example, result))
    return Outcome(_whole(render(document, format_name, look)), asked.output)


def _work(example: str, result: Any) -> tuple[Work, ...]:
    module = import_module(f"rnn_examples.examples.work.{example.replace('-', '_')}")
    lines: tuple[Work, ...] = module.work(result)
    return lines


def _whole(pieces: Iterator[str]) -> Iterator[str]:
    """The pieces, the first computed before anything is written: an early fault prints nothing."""
    first = next(pieces, "")
    yield first
    yield from pieces


def _given(ctx: typer.Context, name: str, around: Surroundings) -> bool:
    """Whether an option counts: a captured run heeds no environment variable."""
    source = ctx.get_parameter_source(name)
    return source is not None and not (around.captured and source.name == "ENVIRONMENT")


def _format(ctx: typer.Context, asked: Presentation, around: Surroundings) -> str:
    """--format, else the ending of --output, else RNN_EXAMPLES_FORMAT, else table."""
    name = asked.format_name if _given(ctx, "format_name", around) else None
    source = ctx.get_parameter_source("format_name")
    from_environment = source is not None and source.name == "ENVIRONMENT"
    if asked.output not in (None, "-") and (name is None or from_environment):
        assert asked.output is not None
        return by_ending(asked.output)
    option = "RNN_EXAMPLES_FORMAT" if from_environment else "--format"
    return reading.choice(name, option, tuple(MODULES)) if name is not None else "table"


def _look(ctx: typer.Context, asked: Presentation, around: Surroundings, format_name: str) -> Look:
    digits = asked.digits if _given(ctx, "digits", around) else None
    if asked.label is not None and LABEL.fullmatch(asked.label) is None:
        raise InputError(
            f"--label: '{asked.label}' "
            "is no label. Expected a letter, then letters, digits or : . _ -"
        )
    to_terminal = asked.output is None and format_name == "table"
    return Look(
        digits=None if digits is None else reading.whole(digits, "--digits", 0, MOST_DIGITS),
        caption=asked.caption,
        label=asked.label,
        width=around.width if to_terminal else None,
        colour=around.colour and to_terminal,
        ascii=around.ascii and to_terminal,
    )
