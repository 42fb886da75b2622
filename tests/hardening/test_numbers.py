"""Numbers as people type them, for every numeric option of every command: right, or refused in one
line that names the option, repeats the item and says what is expected."""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.main import get_command

from rnn_examples.cli.catalogue import COMMANDS, module_of

WHOLE = ("N", "PLACE", "FROM:TO")
REAL = ("NUMBER", "NUMBERS", "GATE", "MATRIX")
# Lists of these are lists of whole numbers.
COUNTED = ("--distances", "--steps", "--contexts", "--updates")
# Of several commands, read in one place: held for one of them.
SHARED = {"--digits": "vanish", "--forget-bias": "gates"}
TWO_ROWS = "0.5,0;0,0.5"
REVERSE = f"--reverse-input {TWO_ROWS} --reverse-recurrent {TWO_ROWS}"
# What an option needs beside it, and the value in which a number stands.
BESIDE: dict[tuple[str, str], tuple[str, str]] = {
    ("unroll", "--h0"): ("", "{},0.25"),
    ("unroll", "--units"): ("", "0:{}"),
    ("loss", "--logits"): ("--targets 1", "{},0.25"),
    ("params", "--projection"): ("--kind lstm", "{}"),
    ("bptt", "--h0"): ("", "{},0.25"),
    **{
        ("bptt", name): ("--model notebook --sequences 1 --fillers 0 --no-autograd", "{}")
        for name in ("--seed", "--sequences", "--fillers", "--draw")
    },
    ("bidirectional", "--units"): ("", "0:{}"),
    ("bidirectional", "--reverse-input"): (REVERSE, "{},0;0,0.5"),
    ("bidirectional", "--reverse-recurrent"): (REVERSE, "{},0;0,0.5"),
    ("bidirectional", "--reverse-bias"): (REVERSE, "{},0.25"),
    **{
        ("blame", name): ("--gains 0.9", "{}")
        for name in ("--sentences", "--seed", "--gains", "--hidden", "--input")
    },
    ("spectrum", "--matrix"): ("", "{},0;0,0.5"),
    ("spectrum", "--input"): ("--matrix 0.5 --steps 1", "{}"),
    ("spectrum", "--hold"): ("--matrix 0.5 --steps 1", "{}"),
    ("influence", "--gains"): ("--steps 2", "{}"),
    ("influence", "--angle"): ("--steps 2", "{}"),
    ("influence", "--input"): ("--steps 2", "{},0.25"),
    ("gates", "--units"): ("--model lstm.npz", "0:{}"),
    ("gates", "--forget-bias"): ("--model lstm.npz", "{}"),
}
# Each number in the spellings of which an option takes all or none, but for one of whole numbers,
# which takes those without a mark.
SAME = (
    ("0.5", "1/2", "5e-1", " .5"),
    ("-0.5", "-1/2"),
    ("1/3", "2/6"),
    ("2", "+2", "2.0"),
    ("10", "1e1", "010"),
    ("1" + "0" * 400, "1e400"),
)
NEVER = ("nan", "inf", "-inf", "1_000", "0x10", "1e", "1/0", "٣", "", " ", "1,,2")
TAKES_LONG = ("remember",)  # a training each: one number does


def numeric() -> Iterator[Any]:
    for entry in COMMANDS:
        command: Any = get_command(import_module(module_of(entry.name)).app)
        for option in command.params:
            name = max(option.opts, key=len)
            if option.metavar in WHOLE + REAL and SHARED.get(name, entry.name) == entry.name:
                whole = option.metavar in WHOLE or name in COUNTED
                yield pytest.param(entry.name, option, whole, id=f"{entry.name}{name}")


NUMERIC = tuple(numeric())
OPTION = pytest.mark.parametrize(("command", "option", "whole"), NUMERIC)


def line_of(short: Sequence[str], command: str, name: str, value: str, spaced: bool) -> list[str]:
    """The command line that gives this option this value, after a space or an equals sign."""
    beside, template = BESIDE.get((command, name), ("", "{}"))
    line = [command, *short, *beside.split()]
    if name in line:
        del line[line.index(name) : line.index(name) + 2]
    text = template.format(value)
    return [*line, *([name, text] if spaced else [f"{name}={text}"]), "-f", "json"]


def numbers_in(text: str) -> set[Fraction]:
    found = re.findall(r"[-+]?[0-9.]+(?:e[-+]?[0-9]+)?(?:/[0-9]+)?", text)
    return {Fraction(one) for one in found if re.search("[0-9]$", one) and one.count(".") < 2}


def assert_refused(told: str, names: Sequence[str], text: str) -> None:
    """One line with the option's name, the item and what is expected."""
    assert told.count("\n") == 1
    assert any(name.strip("-") in told for name in names), told
    items = [item for item in re.split(r"[\s,;:]+", text) if item]
    shown = [item for item in items if item in told or item[:57] in told]
    assert shown or not items or numbers_in(text) & numbers_in(told), told
    assert re.search(r"[Ee]xpected |Remove the extra comma", told), told


@pytest.fixture
def short(leaves: tuple[Any, ...]) -> Callable[[str], tuple[str, ...]]:
    return lambda command: next(leaf.short for leaf in leaves if leaf.words == (command,))


@pytest.fixture(autouse=True)
def _lstm(here: Path) -> None:
    """Of two units and two inputs, as PyTorch saves it."""
    if not (here / "lstm.npz").exists():
        arrays = {f"weight_{which}_l0": np.full((8, 2), 0.25) for which in ("ih", "hh")}
        np.savez(here / "lstm.npz", **arrays)


@OPTION
def test_a_number_is_the_same_in_every_spelling_or_refused(
    command: str, option: Any, whole: bool, short: Callable[..., Any], run_here: Callable[..., Any]
) -> None:
    """-0.5 after a space, fractions, scientific, 10^400."""
    name = max(option.opts, key=len)
    taken = 0
    for spellings in SAME[3:4] if command in TAKES_LONG else SAME:
        tables = {}
        for place, text in enumerate(spellings):
            ended = run_here(line_of(short(command), command, name, text, spaced=place % 2 == 0))
            assert ended.code in (0, 2), ended
            if ended.code:
                assert_refused(ended.told, option.opts, text)
            else:
                tables[text] = json.loads(ended.printed)["tables"]
        assert len({json.dumps(table) for table in tables.values()}) <= 1, tables.keys()
        plain = {text for text in spellings if whole and re.fullmatch("[+-]?[0-9]+", text)}
        assert tables.keys() in (set(), plain or set(spellings)), tables.keys()
        taken += bool(tables)
    assert taken, "no spelling is taken"


@OPTION
def test_what_is_no_number_is_refused(
    command: str, option: Any, whole: bool, short: Callable[..., Any], run_here: Callable[..., Any]
) -> None:
    name = max(option.opts, key=len)
    span = option.metavar == "FROM:TO"  # 0: is all of them
    for place, text in enumerate(one for one in NEVER if one.strip() or not span):
        ended = run_here(line_of(short(command), command, name, text, spaced=place % 2 == 0))
        assert ended.code == 2, (text, ended)
        assert_refused(ended.told, option.opts, text)


def test_the_options_are_those_of_the_command_line() -> None:
    held = {
        (command, max(option.opts, key=len))
        for command, option, _ in (param.values for param in NUMERIC)
    }
    assert len(held) >= 60
    assert held >= BESIDE.keys()
