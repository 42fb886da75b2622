"""Pipes that nobody reads, closed streams, full disks, odd encodings, Ctrl-C, for every command.

Each command meets one of the conditions; with HARDENING=2 or more each meets all of them.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

TIMES = int(os.environ.get("HARDENING", "1"))
COMMAND = (sys.executable, "-m", "rnn_examples")
# A line of bash around a command, the environment, the exit codes, what standard error may say.
CONDITIONS: tuple[tuple[str, dict[str, str], tuple[int, ...], str], ...] = (
    ("{} | head -1", {}, (0, 1), ""),
    ("{} >&-", {}, (2,), "standard output is closed"),
    ("{} </dev/null 2>&-", {}, (0, 1), ""),
    ("{} <&-", {}, (0, 1), ""),
    ("{} >/dev/full", {}, (2,), "No space left on device"),
    ("{} | sleep 0", {}, (0, 1), ""),
    ("{}", {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}, (0, 1), ""),
    ("{}", {"PYTHONIOENCODING": "cp1252"}, (0, 1), ""),
    ("{}", {"TERM": "dumb", "FORCE_COLOR": "1", "COLUMNS": "20"}, (0, 1), ""),
)


@pytest.mark.usefixtures("here")
def test_a_stream_of_any_kind_is_told_or_quiet(
    leaf: Any, leaves: tuple[Any, ...], shell: Callable[..., Any], here: Path
) -> None:
    before = sorted(os.listdir(here))
    place = leaves.index(leaf)
    chosen = CONDITIONS if TIMES > 1 else (CONDITIONS[place % len(CONDITIONS)],)
    for around, environment, codes, message in chosen:
        repeats = 20 if TIMES > 1 and "head" in around else 1
        for _ in range(repeats):
            ended = shell(around.format(f"$CLI {' '.join(leaf.line)}"), **environment)
            assert ended.code in codes, (around, ended)
            assert message in ended.told
            assert ended.told.count("\n") == bool(message), ended.told
            assert "\x1b" not in ended.printed
    assert sorted(os.listdir(here)) == before


def test_a_bad_line_stays_a_failure_through_any_pipe(
    leaf: Any, run_here: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its code is 2 where standard error is gone too."""
    assert run_here([*leaf.words, "--no-such-option"]).code == 2
    monkeypatch.setattr("rnn_examples.cli.run.write_error", lambda message: None)
    assert run_here([*leaf.words, "--no-such-option"]).code == 2


@pytest.mark.parametrize(
    "line", ["docs update block.md", "docs check block.md", "book", "verify --ledger own.toml"]
)
def test_an_interrupt_inside_another_command_is_one(
    line: str, here: Path, run_here: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not an empty table, and no document changed."""
    (here / "block.md").write_text(
        "<!-- rnn-examples: vanish -->\n\nold\n\n<!-- /rnn-examples -->\n"
    )
    claim = {"id": "a", "printed": "1", "run": "vanish", "cell": "47,0.9:remaining"}
    own = "[[claim]]\n" + "".join(f'{key} = "{value}"\n' for key, value in claim.items())
    (here / "own.toml").write_text(own)
    before = (here / "block.md").read_bytes()

    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    for name in ("vanish", "unroll"):
        monkeypatch.setattr(f"rnn_examples.examples.{name}.compute", interrupted)
    ended = run_here(line.split())
    assert (ended.code, ended.printed, ended.told) == (130, "", "")
    assert (here / "block.md").read_bytes() == before


@pytest.mark.parametrize("option", ["-h", "--help"])
def test_help_is_no_table_of_a_document(
    option: str, here: Path, run_here: Callable[..., Any]
) -> None:
    text = f"<!-- rnn-examples: list {option} -->\n\nold\n\n<!-- /rnn-examples -->\n"
    (here / "block.md").write_text(text)
    ended = run_here(["docs", "update", "block.md"])
    assert (ended.code, ended.printed) == (2, "")
    assert f"block.md:1: a block has no use for help: leave out '{option}'" in ended.told
    assert (here / "block.md").read_text() == text


# What takes long enough to be interrupted, and the file that must not be there afterwards.
LONG = (
    "train --steps 1000000 --every 1000000 -o out.csv --save out.toml",
    "remember --steps 100000 --jobs 2 -o out.csv",
    "book -o out.html",
    "verify -o out.csv",
    "fade --distance 2000 -o out.csv",
)
MOMENTS = tuple(0.05 * place for place in range(40)) if TIMES > 1 else (0.3, 1.0)
ENDING = 10  # seconds: one on a machine with nothing else to do


@pytest.mark.parametrize("line", LONG, ids=lambda line: line.split()[0])
@pytest.mark.parametrize("moment", MOMENTS)
def test_an_interrupt_at_any_moment_leaves_no_file(
    line: str, moment: float, tmp_path: Path
) -> None:
    """Once the package is imported, start-up included: 130 without a word."""
    script = (
        "print(flush=True); import sys; from rnn_examples.__main__ import main; sys.exit(main())"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", script, *line.split()],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    assert process.stdout is not None
    process.stdout.readline()
    time.sleep(moment + 0.02)
    sent = time.monotonic()
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does, to each process of the command
    _, told = process.communicate(timeout=60)
    assert time.monotonic() - sent < ENDING
    assert process.returncode == 130, told.decode()
    assert told == b""
    assert os.listdir(tmp_path) == []
