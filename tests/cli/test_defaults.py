"""What the command line repeats, so that --help needs no mathematics, is what the examples have."""

from collections.abc import Iterable
from fractions import Fraction
from importlib import import_module
from typing import Any, get_args

import pytest
from typer.main import get_command

from rnn_examples.cli import models, reading
from rnn_examples.cli.catalogue import module_of
from rnn_examples.cli.commands import blame, bptt, clip, fade, params, spectrum, truncate
from rnn_examples.examples import blame_scene, task, truncate_gradients
from rnn_examples.examples import clip as clip_example
from rnn_examples.examples import fade as fade_example
from rnn_examples.examples import params as params_example
from rnn_examples.examples import spectrum as spectrum_example
from rnn_examples.network.load import load
from rnn_examples.network.numeric import Method
from rnn_examples.training.remember import RememberConfig
from rnn_examples.training.train import TrainConfig

REMEMBER = RememberConfig()
TRAIN = TrainConfig()


def default_of(command: str, option: str) -> str:
    leaf: Any = get_command(import_module(module_of(command)).app)
    (found,) = (one for one in leaf.params if option in one.opts)
    return str(found.default)


@pytest.mark.parametrize(
    ("command", "option", "values"),
    [
        ("train", "--distance", [TRAIN.distance]),
        ("train", "--steps", [TRAIN.steps]),
        ("train", "--batch", [TRAIN.batch]),
        ("train", "--rate", [TRAIN.rate]),
        ("train", "--seed", [TRAIN.seed]),
        ("train", "--clip", [TRAIN.clip]),
        ("train", "--every", [TRAIN.every]),
        ("fade", "--distance", [fade_example.DISTANCE]),
        ("remember", "--distances", REMEMBER.distances),
        ("remember", "--seeds", [REMEMBER.seeds]),
        ("remember", "--steps", [REMEMBER.recipe.steps]),
        ("task", "--distance", [task.DISTANCE]),
        ("task", "--count", [task.COUNT]),
        ("task", "--seed", [task.SEED]),
        ("truncate", "--steps", [truncate_gradients.STEPS]),
        ("truncate", "--rate", [truncate_gradients.RATE]),
    ],
)
def test_a_number_that_need_not_be_typed(
    command: str, option: str, values: Iterable[float]
) -> None:
    typed = reading.numbers(default_of(command, option), option)
    assert typed == tuple(Fraction(str(value)) for value in values)


def test_what_is_read_and_drawn() -> None:
    assert blame.SENTENCE == blame_scene.SENTENCE
    assert reading.wholes(spectrum.STEPS, "") == spectrum_example.STEPS
    assert reading.reals(spectrum.INPUT, "") == spectrum_example.INPUT


def test_the_names_that_may_be_typed() -> None:
    assert tuple(default_of("remember", "--networks").split(",")) == REMEMBER.networks
    assert set(fade.NETWORKS) == {*fade_example.BOTH, "both"}
    assert truncate.LOSSES == truncate_gradients.LOSSES
    assert get_args(Method) == bptt.METHODS
    assert get_args(clip_example.Rule) == clip.RULES
    assert get_args(params_example.Which) == params.KINDS
    assert models.ENDINGS == load.SUFFIXES
