"""A command as its arguments are read: each option once, in either number, and no stray word."""

from collections.abc import Iterator, Sequence
from typing import Any

from typer.core import TyperCommand, TyperOption

from rnn_examples.cli import reading
from rnn_examples.cli.helping import HelpfulCommand
from rnn_examples.errors import InputError

NUMBER_LISTS = ("NUMBERS",)
NAME_LISTS = ("NAMES",)
COUNTED = ("N", "NUMBER", *NUMBER_LISTS, *NAME_LISTS)
MOST_NAMED = 4
LONGEST_SHOWN = 60


class Leaf(HelpfulCommand):
    """A command that refuses an option given twice, knows --factor as --factors and the reverse,
    and says which options take a word that stands alone."""

    def make_parser(self, ctx: Any) -> Any:
        parser = super().make_parser(ctx)
        taken = {name for option in _options(self) for name in _names(option)}
        for option in _options(self):
            if option.metavar in COUNTED:
                others = dict.fromkeys(map(_other_number, option.opts))
                free = [name for name in others if name not in taken]
                taken.update(free)
                if free:
                    action = "append" if option.multiple else "store"
                    parser.add_option(
                        obj=option, opts=free, dest=option.name, action=action, nargs=option.nargs
                    )
        return parser

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        typed = list(args)
        ctx.allow_extra_args = True
        stray = super().parse_args(ctx, args)
        if ctx.resilient_parsing:
            return stray
        if stray:
            ctx.fail(_told_of(stray, self))
        order = self.make_parser(ctx).parse_args(args=list(typed))[2]
        for option in _options(self):
            count = order.count(option)
            if count > 1 and _is_once(option):
                raise InputError(
                    f"{max(option.opts, key=len)}: given {count} times. "
                    f"{_expected(option, typed, count)}"
                )
        return stray


def _options(command: TyperCommand) -> Iterator[TyperOption]:
    return (one for one in command.params if isinstance(one, TyperOption))


def _names(option: TyperOption) -> tuple[str, ...]:
    return (*option.opts, *option.secondary_opts)


def _is_once(option: TyperOption) -> bool:
    """A switch given twice says the same again, unless it can be taken back."""
    return not option.multiple and (not option.is_flag or bool(option.secondary_opts))


def _other_number(name: str) -> str:
    """--distances for --distance, and the reverse."""
    return name.removesuffix("s") if name.endswith("s") else f"{name}s"


def _expected(option: TyperOption, typed: Sequence[str], count: int) -> str:
    if option.metavar not in (*NUMBER_LISTS, *NAME_LISTS):
        return "Expected once"
    kind = "numbers" if option.metavar in NUMBER_LISTS else "names"
    joined = ",".join(_values(option, typed))
    several = joined.count(",") >= count - 1 and len(joined) <= LONGEST_SHOWN
    return f"Put the {kind} in one list{f': {joined}' if several else ''}"


def _values(option: TyperOption, typed: Sequence[str]) -> Iterator[str]:
    """What stands after the option's name, each time."""
    known = {*option.opts, *map(_other_number, option.opts)}
    for place, text in enumerate(typed):
        name, equals, value = text.partition("=")
        if name in known and equals:
            yield value
        elif text in known and place + 1 < len(typed):
            yield typed[place + 1]


def _told_of(stray: Sequence[str], command: TyperCommand) -> str:
    """Which words stand alone, and the options that take such words."""
    text = " ".join(stray)
    shown = text if len(text) <= LONGEST_SHOWN else f"{text[: LONGEST_SHOWN - 3]}..."
    numbers = all(reading.is_number(item) for item in text.replace(",", " ").split())
    kind, metavars = ("a number", COUNTED[:3]) if numbers else ("a sentence", ("WORDS",))
    own = [one for one in _options(command) if one.metavar in metavars and not one.envvar]
    if not own:
        return f"'{shown}' belongs to no option"
    names = [max(option.opts, key=len) for option in own]
    some = " or ".join(names[:MOST_NAMED]) + (" or ..." if len(names) > MOST_NAMED else "")
    return f"'{shown}' belongs to no option; {kind} goes after {some}"
