"""Pipes that nobody reads, closed streams, full disks, odd encodings, for every command.

Each command meets one of the conditions; with HARDENING=2 or more each meets all of them.
"""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

TIMES = int(os.environ.get("HARDENING", "1"))
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
