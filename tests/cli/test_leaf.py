"""An option is given once and known in either number; a word that stands alone is told where to."""

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

import pytest
from typer import TyperException
from typer.main import get_command

from rnn_examples.cli.app import invoke
from rnn_examples.cli.catalogue import COMMANDS, module_of
from rnn_examples.errors import InputError
from rnn_examples.output import Surroundings


def options() -> Iterator[tuple[str, Any]]:
    """Each command's options, after its name (and that of its own command, such as model show)."""
    for entry in COMMANDS:
        command: Any = get_command(import_module(module_of(entry.name)).app)
        inner = getattr(command, "commands", {"": command})
        for name, leaf in inner.items():
            for option in leaf.params:
                if option.param_type_name == "option":
                    yield f"{entry.name} {name}".strip(), option


NEEDED = {"model show": ["chapter"], "docs check": ["x.md"], "docs update": ["x.md"]}
ONCE = [pair for pair in options() if not (pair[1].multiple or pair[1].is_flag)]
NUMBERS = [pair for pair in options() if pair[1].metavar in ("N", "NUMBER", "NUMBERS", "NAMES")]


def told(*arguments: str) -> str:
    with pytest.raises((InputError, TyperException)) as caught:
        invoke(arguments, Surroundings())
    return str(caught.value)


def named(pair: tuple[str, Any]) -> str:
    return f"{pair[0]} {max(pair[1].opts, key=len)}"


def test_there_are_options_to_hold() -> None:
    assert len(ONCE) > 100
    assert len(NUMBERS) > 60


@pytest.mark.parametrize("pair", ONCE, ids=named)
def test_an_option_given_twice_is_refused_by_its_name(pair: tuple[str, Any]) -> None:
    command, option = pair
    words = [*command.split(), *NEEDED.get(command, [])]
    name = max(option.opts, key=len)
    for again in option.opts:
        message = told(*words, f"{name}=7", again, "8")
        assert message.startswith(f"{name}: given 2 times. "), message
        if option.metavar == "NUMBERS":
            assert message.endswith("Put the numbers in one list: 7,8")
        elif option.metavar == "NAMES":
            assert message.endswith("Put the names in one list: 7,8")
        else:
            assert message.endswith("Expected once")


@pytest.mark.parametrize("pair", NUMBERS, ids=named)
def test_an_option_is_known_in_either_number(pair: tuple[str, Any]) -> None:
    """Unless the other is an option of its own, as --sentences beside --sentence."""
    command, option = pair
    name = max(option.opts, key=len)
    other = name.removesuffix("s") if name.endswith("s") else f"{name}s"
    owners = [one for words, one in options() if words == command and other in one.opts]
    owner = owners[0] if owners else option
    if not owner.multiple:
        needed = NEEDED.get(command, [])
        message = told(*command.split(), *needed, other, "7", other, "8")
        assert message.startswith(f"{max(owner.opts, key=len)}: given 2 times"), message


def test_a_number_reaches_its_option_under_either_name(printed: Callable[..., str]) -> None:
    cell = ("influence", "--gain", "2", "--cell", "#1:steps", "-f", "csv")
    assert printed(*cell, "--step", "3") == printed(*cell, "--steps=3") == "3\n"
    first = ("task", "--count", "1", "-f", "csv")
    assert printed(*first, "--distances", "2") == printed(*first, "--distance", "2")
    several = ("--gradients", "3,4", "--gradient=6,8")
    assert "(6, 8)" in printed("clip", *several)
    assert printed("clip", "--thresholds", "3") == printed("clip", "--threshold", "3")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("vanish --factor 0.9 --factors 0.8 --factor=1", "one list: 0.9,0.8,1"),
        ("vanish --factors 0.9 -f csv --format json", "--format: given 2 times. Expected once"),
        ("params --bias --no-bias", "--bias: given 2 times. Expected once"),
        ("params --kind lstm --cell gru", "--cell and --kind both say the same. Expected one"),
        ("params --cell lstm --cell gru", "--cell: given 2 times. Expected one at a time"),
        ("vanish --cell 47,0.5:log10 --cell 5:log10", "--cell: given 2 times"),
        ("vanish --cell 47,0.5:log10 --work", "one value alone, bare. Leave out --work"),
        ("vanish --cell 47,0.5:log10 --caption=", "one value alone, bare. Leave out --caption"),
        ("vanish --cell 47,0.5:log10 --label a", "one value alone, bare. Leave out --label"),
        ("loss --logits 1,2 --targets 1 --model notebook", "--logits stands in place of a model"),
        ("bptt --no-autograd", "--no-autograd: only the notebook's check has it"),
    ],
)
def test_what_is_said_twice_is_refused(line: str, message: str) -> None:
    assert message in told(*line.split())


@pytest.mark.parametrize(
    "line",
    [
        "vanish --factors 0.5,1/2",
        "vanish --distances 3,4,3",
        "activations --points 1,1.0",
        "activations --steps 5,5",
        "params --contexts 5,5",
        "truncate --distances 1,2,1",
        "truncate --updates 1,1",
        "gates --bias 1,1.0",
        "gates --distances 1,1",
        "gates --model notebook --distances 1,1",
        "influence --gains 1/2,0.5",
        "influence --steps 3,3",
        "spectrum --steps 3,3",
        "spectrum --model chapter --steps 3,3",
        "blame --gain 1,1",
        "remember --distances 5,5",
        "remember --networks rnn,rnn",
    ],
)
def test_a_value_that_names_a_row_is_given_once(line: str) -> None:
    """Twice it would be two rows that no --cell tells apart."""
    _, option, values = line.rsplit(" ", 2)
    message = f"{option}: '{values}' names one twice. Expected each once"
    assert told(*line.split()) == message


def test_a_switch_may_be_said_again_and_help_comes_first(
    printed: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert printed("vanish", "--work", "--work") == printed("vanish", "--work")
    printed("vanish", "--factors", "1", "--factors", "2", "--help")
    assert "Usage: rnn-examples vanish" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("unroll the dog ran", "'the dog ran' belongs to no option; a sentence goes after --sent"),
        ("bptt the dog", "a sentence goes after --sentence or --targets"),
        ("vanish --factors 0.9 0.8", "'0.8' belongs to no option; a number goes after --factors"),
        ("list chapter", "'chapter' belongs to no option"),
        ("model show chapter notebook", "'notebook' belongs to no option"),
    ],
)
def test_a_word_that_stands_alone_is_told_where_it_goes(line: str, message: str) -> None:
    assert message in told(*line.split())
