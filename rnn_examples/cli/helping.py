"""Help as wide as the terminal: each declared text as it is written, folded between words."""

import re
import shutil
from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Any

from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption

from rnn_examples.output import Surroundings
from rnn_examples.record import Record

WIDEST = 100
INDENT = 2
# Columns of names beside their texts, and those that a text needs to stand there.
MOST_NAMES = 32
LEAST_TEXT = 36
# Braces of the usage around what is no choice.
ONE_PIECE = re.compile(r"\{([^|}]*)\}")
BOLD, PLAIN = "\x1b[1m", "\x1b[0m"


class HelpfulCommand(TyperCommand):
    def format_help(self, ctx: Any, formatter: Any) -> None:
        _write_help(self, ctx, formatter)

    def shell_complete(self, ctx: Any, incomplete: str) -> list[Any]:
        """Each option with the first sentence of its help: shells show one line."""
        found = super().shell_complete(ctx, incomplete)
        for item in found:
            item.help = item.help and item.help.partition(". ")[0].removesuffix(".")
        return found


class HelpfulGroup(TyperGroup):
    """Without a command it is asked what there is: the help, as --help prints it."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        asked = args or ctx.resilient_parsing
        return super().parse_args(ctx, args if asked else ctx.help_option_names[:1])

    def format_help(self, ctx: Any, formatter: Any) -> None:
        _write_help(self, ctx, formatter)


class Section(Record):
    """A heading, and below it names with a text each."""

    heading: str
    rows: tuple[tuple[str, str], ...]


def _write_help(command: Any, ctx: Any, formatter: Any) -> None:
    around: Surroundings | None = ctx.find_root().obj
    ctx.color = around is not None and around.colour  # else FORCE_COLOR would not reach a pipe
    width = min(WIDEST, max(1, shutil.get_terminal_size().columns))
    formatter.write("\n".join(help_lines(command, ctx, width, ctx.color)))


def help_lines(command: Any, ctx: Any, width: int, colour: bool = False) -> Iterator[str]:
    """The lines of a command's help: its usage, its prose, its arguments, options and commands."""
    start, end = (BOLD, PLAIN) if colour else ("", "")
    pieces = ONE_PIECE.sub(r"\1", " ".join(command.collect_usage_pieces(ctx)))
    yield from _fold(f"Usage: {ctx.command_path} {pieces}", width, 0, INDENT)
    for paragraph in (command.help or "").split("\n\n"):
        yield ""
        yield from _fold(paragraph, width, 0)
    sections = tuple(_sections(command, ctx))
    names = [len(name) for section in sections for name, _ in section.rows]
    beside = INDENT + max((size for size in names if size <= MOST_NAMES), default=0) + INDENT
    for section in sections:
        yield ""
        yield from (f"{start}{line}{end}" for line in _fold(section.heading, width, 0))
        for name, text in section.rows:
            if width - beside < LEAST_TEXT:
                yield from _fold(name, width, INDENT, 2 * INDENT)
                yield from _fold(text, width, 2 * INDENT)
                continue
            first, *rest = _fold(text, width, beside) or [""]
            if len(name) <= MOST_NAMES:
                yield f"{' ' * INDENT}{name.ljust(beside - INDENT)}{first.strip()}".rstrip()
                yield from rest
            else:
                yield from _fold(name, width, INDENT)
                yield from (first, *rest)


def _fold(text: str, width: int, first: int, further: int | None = None) -> list[str]:
    """The lines of a text, indented where there is room; a word is broken where it fits on none."""
    most = max(0, (width - 1) // 2)
    indents = [" " * min(most, first if one is None else one) for one in (first, further)]
    lines = wrap(
        text,
        width,
        initial_indent=indents[0],
        subsequent_indent=indents[1],
        break_on_hyphens=False,
    )
    return [line.rstrip() for line in lines]  # a broken word leaves the blank before it


def _sections(command: Any, ctx: Any) -> Iterator[Section]:
    """What a command takes, by panel in the order declared, those without one first."""
    rows: dict[str, list[tuple[str, str]]] = {"Arguments": [], "Options": []}
    for parameter in command.get_params(ctx):
        if not parameter.hidden:
            usual = "Arguments" if isinstance(parameter, TyperArgument) else "Options"
            panel = getattr(parameter, "rich_help_panel", None) or usual
            rows.setdefault(panel, []).append((_name(parameter), _text(parameter)))
    if isinstance(command, TyperGroup):
        for name in command.list_commands(ctx):
            inner: Any = command.get_command(ctx, name)
            text = inner.short_help or inner.help.split("\n\n")[0]
            rows.setdefault(inner.rich_help_panel or "Commands", []).append((name, text))
    return (Section(heading, tuple(found)) for heading, found in rows.items() if found)


def _name(parameter: Any) -> str:
    if isinstance(parameter, TyperArgument):
        return str(parameter.metavar)
    names = ", ".join(sorted(parameter.opts, key=len, reverse=True))
    taken_back = "".join(f" / {name}" for name in parameter.secondary_opts)
    metavar = "" if parameter.is_flag or not parameter.metavar else f" {parameter.metavar}"
    return f"{names}{taken_back}{metavar}"


def _text(parameter: Any) -> str:
    """The declared text, then the default and the variable where there is one."""
    parts = [parameter.help or ""]
    default = _default(parameter) if isinstance(parameter, TyperOption) else None
    if default is not None:
        parts.append(f"Default: {default}.")
    if parameter.envvar:
        parts.append(f"Environment variable: {parameter.envvar}.")
    return " ".join(filter(None, parts))


def _default(option: TyperOption) -> str | None:
    if not option.is_flag:
        return None if option.default is None else str(option.default)
    names: Sequence[str] = option.opts if option.default else option.secondary_opts
    return max(names, key=len) if option.secondary_opts else None
