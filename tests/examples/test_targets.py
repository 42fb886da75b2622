"""`--targets`: the note on what is predicted tells of the next word only where that is so."""

from collections.abc import Callable
from pathlib import Path

import pytest

Printed = Callable[..., str]
NOTE = "The target is the next word; after the last word comes the first."
COMMANDS = ("bptt", "loss", "truncate")


@pytest.mark.parametrize("command", COMMANDS)
def test_the_next_word_is_told_where_it_is_the_target(printed: Printed, command: str) -> None:
    assert NOTE in printed(command, "--sentence", "the dog ran", "-f", "plain")


@pytest.mark.parametrize("command", COMMANDS)
def test_targets_given_are_not_called_the_next_word(printed: Printed, command: str) -> None:
    options = ("--sentence", "the dog ran", "--targets", "ran ran ran")
    assert NOTE not in printed(command, *options, "-f", "plain")


@pytest.mark.parametrize("command", COMMANDS)
def test_vectors_have_no_next_word(printed: Printed, command: str, tmp_path: Path) -> None:
    path = tmp_path / "vectors.csv"
    path.write_text("0.5,0.1\n")
    options = ("--inputs", str(path), "--targets", "dog")
    assert NOTE not in printed(command, *options, "-f", "plain")
