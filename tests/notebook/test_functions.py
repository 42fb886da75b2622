"""Every example as a function: the command line's options and defaults, in Python."""

import inspect
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

import rnn_examples
from rnn_examples.cli import reading
from rnn_examples.errors import InputError
from rnn_examples.examples.catalogue import EXAMPLES
from rnn_examples.notebook.functions import example, options_of
from rnn_examples.notebook.values import as_texts

SLOW = {"train", "fade", "remember"}


def test_every_example_is_there() -> None:
    names = sorted(entry.name.replace("-", "_") for entry in EXAMPLES)
    assert names == sorted(rnn_examples.EXAMPLES)
    assert set(rnn_examples.EXAMPLES) <= set(dir(rnn_examples))


@pytest.mark.parametrize("name", [name for name in rnn_examples.EXAMPLES if name not in SLOW])
def test_without_arguments_it_is_the_command(name: str, printed: Callable[..., str]) -> None:
    shown = getattr(rnn_examples, name)()
    assert repr(shown) + "\n" == printed(name.replace("_", "-"))


@pytest.mark.parametrize("name", rnn_examples.EXAMPLES)
def test_its_defaults_say_what_the_command_takes(name: str) -> None:
    """Given as they stand in the signature, each is what the option has without being given."""
    function = example(name)
    command = getattr(import_module(f"rnn_examples.cli.commands.{name}"), name)
    parameters = inspect.signature(function).parameters.values()
    for parameter, option in zip(parameters, options_of(command), strict=True):
        text = as_texts(parameter.default, option)
        if isinstance(text, str) and reading.is_number(text.split()[0]):
            assert reading.numbers(text, "") == reading.numbers(option.default, "")
        elif isinstance(text, str):
            assert text.split() == option.default.replace(",", " ").split()
        else:
            assert text == option.default


@pytest.mark.parametrize("name", rnn_examples.EXAMPLES)
def test_help_says_what_each_value_means(name: str) -> None:
    function = example(name)
    assert function.__name__ == name
    doc = inspect.getdoc(function)
    assert doc is not None
    for parameter in inspect.signature(function).parameters:
        assert f"\n{parameter}\n    " in doc
    assert "quiet" not in inspect.signature(function).parameters


def test_the_first_value_needs_no_name(printed: Callable[..., str]) -> None:
    assert repr(example("unroll")("dog ran")) + "\n" == printed("unroll", "--sentence", "dog ran")
    assert example("unroll")(["dog", "ran"]).result.sentence.words == ("dog", "ran")


def test_numbers_of_any_type_are_taken_exactly() -> None:
    result = example("vanish")([0.1, Fraction(1, 3), np.float64(0.5)], distances=range(0, 2)).result
    assert result.factors == (Fraction(1, 10), Fraction(1, 3), Fraction(1, 2))
    assert result.distances == (0, 1)


def test_a_part_of_the_units() -> None:
    assert example("unroll")(units=range(1, 2)).result.units == range(1, 2)


@pytest.mark.parametrize(
    ("gradient", "rows"),
    [
        ((3, 4), [(3, 4)]),
        ([(3, 4), (6, 8)], [(3, 4), (6, 8)]),
        (["3,4", "6,8"], [(3, 4), (6, 8)]),
        ("3,4", [(3, 4)]),
        (np.array([[3.0, 4.0]]), [(3, 4)]),
    ],
)
def test_an_option_that_can_be_given_again(gradient: object, rows: object) -> None:
    result = example("clip")(gradient).result
    assert [row.gradient for row in result.rows] == rows


def test_matrices() -> None:
    one, two = np.array([[0.9, 5.0], [0.0, 0.9]]), [[0.5, 0.0], [0.0, 0.5]]
    assert np.array_equal(example("spectrum")(one).result.cases[0].W, one)
    assert len(example("spectrum")([one.tolist(), two]).result.cases) == 2


def test_names_are_the_command_lines() -> None:
    parameters = inspect.signature(example("lstm_cell")).parameters
    assert {"forget", "input", "output_gate", "belt"} <= set(parameters)
    assert "from_" in inspect.signature(example("fade")).parameters
    assert "kind" in inspect.signature(example("params")).parameters


def test_a_wrong_value_is_told_as_on_the_command_line() -> None:
    with pytest.raises(InputError, match="--threshold: '0' is not above 0"):
        example("clip")(threshold=0)
    with pytest.raises(TypeError, match="treshold"):
        example("clip")(treshold=5)


def test_a_file_is_written(tmp_path: Path) -> None:
    path = tmp_path / "weights.toml"
    shown = example("train")(steps=2, every=1, save=path)
    assert path.read_text().startswith("#") or "W_xh" in path.read_text()
    assert len(shown.result.history.rows) == 2


def test_nothing_is_imported_before_it_is_asked_for() -> None:
    code = "import sys, rnn_examples; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    found = {name for name in done.stdout.decode().split() if name.startswith("rnn_examples")}
    assert found == {"rnn_examples"}


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'unrol'"):
        _ = rnn_examples.unrol
