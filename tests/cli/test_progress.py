"""Progress: on standard error, while a person watches, and never among the results."""

import os
import pty
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from rnn_examples.cli import progress
from rnn_examples.training.cell import Cell, CellResult

TRAIN = ("train", "--steps", "40", "--every", "20")
SWEEP = ("remember", "--networks", "rnn", "--distances", "2", "--steps", "3", "--seeds", "2")


def watched(*arguments: str, **environment: str) -> tuple[int, str, str]:
    """The code of a run whose standard error is a terminal, its output, and what that terminal
    shows."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "rnn_examples", *arguments],
        stdout=subprocess.PIPE,
        stderr=theirs,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "100", **environment},
    )
    os.close(theirs)
    shown = b""
    try:
        while piece := os.read(ours, 1 << 16):
            shown += piece
    except OSError:  # Linux ends a terminal that nobody holds with an error
        pass
    os.close(ours)
    assert process.stdout is not None
    printed = process.stdout.read().decode()
    process.stdout.close()
    return process.wait(), printed, shown.decode()


@pytest.mark.parametrize(
    ("line", "words"), [(TRAIN, ("40/40", "loss 0", "left")), (SWEEP, ("2/2", "rnn, k = 2: "))]
)
def test_a_bar_is_shown_on_a_terminal_and_changes_no_result(
    printed: Callable[..., str], line: tuple[str, ...], words: tuple[str, ...]
) -> None:
    code, output, shown = watched(*line)
    assert code == 0
    assert "training" in shown
    assert all(word in shown for word in words)
    assert "\x1b" not in output
    assert output == printed(*line)
    assert shown.endswith("\x1b[2K")  # the bar is wiped away
    assert watched(*line, "--quiet") == (0, output, "")


@pytest.mark.parametrize("term", ["dumb", "unknown"])
def test_no_bar_where_a_line_cannot_be_redrawn(term: str) -> None:
    assert watched(*TRAIN, TERM=term)[2] == ""


def test_no_colour_is_obeyed() -> None:
    shown = watched(*TRAIN, NO_COLOR="1")[2]
    assert "training" in shown
    assert "\x1b[3" not in shown


def test_nothing_is_shown_without_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    with (
        progress.of_steps("training", 3, False) as steps,
        progress.of_cells("x", 3, False) as cells,
    ):
        assert (steps, cells) == (None, None)
    assert capsys.readouterr() == ("", "")


def test_a_closed_standard_error_is_no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", None)
    assert not progress.is_watched(False)


def test_a_bar_of_few_steps_is_told_of_each_and_of_many_of_some(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told: list[int] = []

    class Bar:
        def __enter__(self) -> "Bar":
            return self

        def __exit__(self, *_: object) -> None: ...

        def add_task(self, *_: object, **__: object) -> int:
            return 0

        def update(self, _task: int, *, completed: int, **_: object) -> None:
            told.append(completed)

    monkeypatch.setattr(progress, "is_watched", lambda quiet: True)
    monkeypatch.setattr(progress, "_bar", lambda *columns: Bar())
    for steps in (7, 100_003):
        told.clear()
        with progress.of_steps("training", steps, False) as tell:
            assert tell is not None
            for step in range(1, steps + 1):
                tell(step, 0.5)
        assert told[-1] == steps
        assert len(told) == 7 if steps == 7 else 400 < len(told) < 600
    with progress.of_cells("training", 2, False) as tell_cell:
        assert tell_cell is not None
        tell_cell(CellResult(Cell("rnn", 2, 0), 0.5, None), 1, 2)
    assert told[-1] == 1


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT to send")
@pytest.mark.parametrize("command", ["train --steps 1000000", "remember --seeds 50 --jobs 2"])
def test_an_interrupt_ends_at_once_with_130_and_no_file(tmp_path: Path, command: str) -> None:
    files = {
        "train": ["--save", str(tmp_path / "t.toml"), "-o", str(tmp_path / "t.csv")],
        "remember": ["--resume", str(tmp_path / "cells.jsonl"), "-o", str(tmp_path / "t.csv")],
    }
    line = command.split()
    process = subprocess.Popen(
        [sys.executable, "-m", "rnn_examples", *line, *files[line[0]]],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        time.sleep(3)
        while line[0] == "remember" and not os.listdir(tmp_path):
            time.sleep(0.1)
        began = time.monotonic()
        os.killpg(process.pid, signal.SIGINT)
        assert process.communicate(timeout=30) == (b"", b"")
        assert time.monotonic() - began < 2
    finally:
        process.kill()
    assert process.returncode == 130
    left = ["cells.jsonl"] if line[0] == "remember" else []
    assert os.listdir(tmp_path) == left


def test_no_bar_is_shown_where_nothing_is_trained() -> None:
    line = ("verify", "--fast", "--only", "chapter-crossover")
    code, _, shown = watched(*line)
    assert (code, shown) == (0, "")
