"""`task`, `train`, `fade` and `remember` as they are typed and printed."""

import inspect
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rnn_examples.cli.app import invoke
from rnn_examples.cli.commands import remember as remember_command
from rnn_examples.cli.commands import train as train_command
from rnn_examples.errors import InputError
from rnn_examples.output import Surroundings
from rnn_examples.training.pytorch_start import NETWORKS
from rnn_examples.training.remember import RememberConfig
from rnn_examples.training.train import TrainConfig

Run = Callable[..., str]
Rows = Callable[..., list[dict[str, Any]]]
SWEEP = ("remember", "--networks", "rnn,lstm-open", "--distances", "2,3", "--steps", "4")


def table(text: str, width: int) -> list[list[str]]:
    """The lines of so many words that start with a digit or a network's name."""
    lines = [line.split() for line in text.splitlines()]
    return [
        line
        for line in lines
        if len(line) == width and (line[0][0].isdigit() or line[0] in NETWORKS)
    ]


def test_task_s_options(run: Run, rows: Rows) -> None:
    found = rows("sequences", "task", "--distance", "2", "--count", "4", "--seed", "9")
    assert [row["sequence"] for row in found] == [1, 2, 3, 4]
    assert {len(row["words"].split()) for row in found} == {5}
    assert found != rows("sequences", "task", "--distance", "2", "--count", "4")
    assert run("task", "--cell", "3:target") == "azithromycin\n"


def test_train_prints_the_notebook_s_figures(run: Run) -> None:
    text = run("train")
    assert table(text, 3) == [
        ["500", "0.691", "0.468"],
        ["1,000", "0.076", "0.997"],
        ["1,500", "0.002", "1.000"],
        ["2,000", "0.001", "1.000"],
        ["2,000", "117", "0.0585"],
    ]
    assert "ln 2 = 0.693" in text


def test_train_s_defaults_are_the_notebook_s() -> None:
    config = TrainConfig()
    for name, parameter in inspect.signature(train_command.train).parameters.items():
        if name not in ("save", "quiet"):
            assert float(parameter.default) == getattr(config, name)


@pytest.mark.parametrize(
    "option", ["--distance 3", "--batch 8", "--rate 0.3", "--seed 4", "--clip 0.01", "--steps 9"]
)
def test_each_option_of_train_changes_the_training(rows: Rows, option: str) -> None:
    line = ["train", "--steps", "8", "--every", "3"]
    other = option.split()
    # --steps takes the place of the line's own, each option being given once.
    other = [*line[:1], *other, *line[3:]] if other[0] in line else [*line, *other]
    plain, changed = rows("history", *line), rows("history", *other)
    assert [row["step"] for row in plain] == [3, 6, 8]
    assert plain[1:] != changed[1:]
    inputs = json.loads("".join(invoke([*other, "-f", "json"], Surroundings()).pieces))
    name, value = option.removeprefix("--").split()
    assert inputs["inputs"][name] == float(value)


@pytest.mark.parametrize("ending", [".toml", ".npz"])
def test_saved_weights_are_read_by_model(run: Run, tmp_path: Path, ending: str) -> None:
    path = str(tmp_path / f"trained{ending}")
    outcome = invoke(["train", "--steps", "3", "--save", path], Surroundings())
    assert not os.listdir(tmp_path)  # the shell writes it, once all is computed
    ((name, data),) = outcome.files
    assert name == path
    Path(path).write_bytes(data)
    words = tmp_path / "words.txt"
    words.write_text("\n".join(_words()), encoding="utf-8")
    told = [] if ending == ".toml" else ["--words", str(words)]
    text = run("unroll", "--model", path, *told, "--sentence", "allergy: none prescribe:")
    assert "prescribe:" in text


def _words() -> list[str]:
    from rnn_examples.training.memory_task import WORDS

    return list(WORDS)


def test_a_cell_is_printed_and_the_weights_are_saved_as_well() -> None:
    line = ["train", "--steps", "3", "--every", "3", "--save", "t.toml", "--cell", "3:loss"]
    outcome = invoke(line, Surroundings())
    assert "".join(outcome.pieces) == "3.432\n"
    assert [name for name, _ in outcome.files] == ["t.toml"]


def test_fade_prints_the_notebook_s_figures(run: Run) -> None:
    text = run("fade")
    lines = {
        line.split()[0]: line.split()[1:4] for line in text.splitlines() if "trained  " in line
    }
    assert lines["trained"] == ["1.6e-05", "4.6e-21", "3.5e+15"]
    assert [float(cell) for cell in lines["untrained"]] == [4.0e-3, 3.1e-8, 1.3e5]
    assert sum("█" in line or "▉" in line for line in text.splitlines()) == 43


def test_fade_s_options(run: Run, rows: Rows) -> None:
    found = rows("gradients", "fade", "--from", "untrained", "--distance", "2")
    assert [list(row) for row in found] == [["position", "untrained"]] * 5
    assert list(rows("gradients", "fade", "--from", "trained", "--distance", "2")[0]) == [
        "position",
        "trained",
    ]
    assert run("fade", "--cell", "trained:token_2") == "4.6e-21\n"


def test_remember_prints_the_notebook_s_first_column(run: Run) -> None:
    text = run("remember", "--distances", "5", "--jobs", "1")
    assert table(text, 2) == [["rnn", "1.000"], ["lstm", "1.000"], ["lstm-open", "1.000"]]


def test_remember_s_defaults_are_the_notebook_s() -> None:
    config = RememberConfig()
    given = inspect.signature(remember_command.remember).parameters
    assert given["networks"].default == ",".join(config.networks)
    assert given["distances"].default == ",".join(map(str, config.distances))
    assert given["seeds"].default == str(config.seeds)
    assert given["steps"].default == str(config.recipe.steps)


def test_help_names_every_network() -> None:
    option = inspect.get_annotations(remember_command.remember)["networks"].__metadata__[0]
    assert option.help.startswith(f"Some of {', '.join(NETWORKS)} (")


def test_a_result_depends_neither_on_jobs_nor_on_where_it_was_taken_up(
    run: Run, tmp_path: Path
) -> None:
    path = tmp_path / "cells.jsonl"
    one = run(*SWEEP, "--seeds", "2", "--jobs", "1", "-f", "json")
    assert run(*SWEEP, "--seeds", "2", "--jobs", "3", "-f", "json") == one
    assert run(*SWEEP, "--seeds", "2", "--resume", str(path), "-f", "json") == one
    lines = path.read_text().splitlines(keepends=True)
    assert len(lines) == 1 + 8
    path.write_text("".join(lines[:4]) + lines[4][:20])
    assert run(*SWEEP, "--seeds", "2", "--resume", str(path), "-f", "json") == one
    assert sorted(path.read_text().splitlines(keepends=True)) == sorted(lines)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("task --distance 10001", "--distance: 10001 is out of range"),
        ("task --count 0", "--count: 0 is out of range"),
        ("task --count 10000 --distance 98", "--count: 10,000 sequences of 101 words are too many"),
        ("task --seed x", "--seed: 'x' is not a whole number"),
        ("train --steps 0", "--steps: 0 is out of range"),
        ("train --distance 501", "--distance: 501 is out of range"),
        ("train --batch 62501", "--batch: 62,501 sequences of 8 words are too many"),
        ("train --rate 0", "--rate: '0' is not above 0"),
        ("train --rate inf", "--rate: 'inf' is not a number"),
        ("train --clip -1", "--clip: '-1' is not above 0"),
        ("train --steps 20000 --every 1", "--every: 20,000 rows are too many"),
        ("train --save x.pt", "--save: the ending of 'x.pt' names no kind of model"),
        ("train --save /nowhere/x.toml", "there is no folder '/nowhere'"),
        ("fade --from x", "--from: 'x' is none of trained, untrained, both"),
        ("fade --distance 2001", "--distance: 2001 is out of range"),
        ("remember --distances 1001", "--distances: 1001 is out of range"),
        ("remember --distances 5,5", "--distances: '5,5' names one twice"),
        ("remember --networks rnn,nn", "--networks: 'nn' is none of rnn, irnn, gru, lstm"),
        ("remember --networks rnn,rnn", "--networks: 'rnn,rnn' names one twice"),
        ("remember --seeds 667", "--seeds: 15 networks and distances with 667 seeds are 10,005"),
        ("remember --steps 100001", "--steps: 100001 is out of range"),
        ("remember --jobs 257", "--jobs: 257 is out of range"),
        ("remember --jobs 2 --cluster tcp://x:1", "--jobs and --cluster are both given"),
        ("remember --resume /nowhere/x", "/nowhere/x: cannot be read and written"),
    ],
)
def test_refusals(run: Run, line: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        run(*line.split())


def test_a_diverged_training_is_not_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rnn_examples.examples.trained.is_finite", lambda weights: False)
    with pytest.raises(InputError, match=r"'t.toml' is not written: the training diverged"):
        invoke(["train", "--steps", "1", "--save", "t.toml"], Surroundings())
