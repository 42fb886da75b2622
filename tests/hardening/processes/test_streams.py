"""Pipes that nobody reads, closed streams, full disks and odd encodings, for every command.

Each command meets each condition; with HARDENING=2 or more the pipe is closed twenty times.
"""

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

TIMES = int(os.environ.get("HARDENING", "1"))

SAME = "the code that it has anyway"
# The streams and the environment; the exit code; what standard error says; how much is printed.
CONDITIONS: tuple[tuple[dict[str, Any], int | str, str], ...] = (
    ({"output": "head"}, SAME, ""),
    ({"output": "gone"}, SAME, ""),
    ({"output": "closed"}, 2, "standard output is closed"),
    ({"output": "full"}, 2, "No space left on device"),
    ({"errors": "closed"}, SAME, ""),
    ({"input": "closed"}, SAME, ""),
    ({"encoding": "ascii", "LC_ALL": "C"}, SAME, ""),
    ({"encoding": "cp1252"}, SAME, ""),
)
# The last three are held in the tests' own process by test_formats.py and test_faults.py too.
MORE: tuple[tuple[dict[str, Any], int | str, str], ...] = (
    ({"input": "closed", "output": "closed", "errors": "closed"}, 2, ""),
    ({"TERM": "dumb", "FORCE_COLOR": "1", "COLUMNS": "20"}, SAME, ""),
    ({"NO_COLOR": "1", "FORCE_COLOR": "1"}, SAME, ""),
    ({"GITHUB_ACTIONS": "true", "COLUMNS": "1"}, SAME, ""),
)


def digits(text: str) -> list[str]:
    """Without what an encoding lacks: lines are drawn otherwise, letters spelled."""
    return re.findall("[0-9.]+", re.sub(r"\\u[0-9a-f]{4}", "", text))


def test_a_stream_of_any_kind_is_told_or_quiet(
    leaf: Any, plain_of: Callable[[Any], Any], forked: Callable[..., Any], here: Path
) -> None:
    plain = plain_of(leaf)
    before = sorted(os.listdir(here))
    block = (here / "block.md").read_bytes()
    for asked, code, message in (*CONDITIONS, *(MORE if TIMES > 1 else ())):
        for _ in range(20 if TIMES > 1 and asked.get("output") == "head" else 1):
            (here / "block.md").write_bytes(block)
            ended = forked(leaf.line, **asked)
            silent = not plain.printed and code == 2  # it has nothing to print, so nothing fails
            assert ended.code == (plain.code if code == SAME or silent else code), (asked, ended)
            assert message in ended.told or silent, (asked, ended)
            assert ended.told.count("\n") == bool(message and not silent), (asked, ended)
            assert "\x1b" not in ended.printed
            if asked.get("output", "read") == "read":
                same = digits if "encoding" in asked else str
                assert same(ended.printed) == same(plain.printed), asked
    assert sorted(os.listdir(here)) == before


def test_a_bad_line_stays_a_failure_through_any_pipe(
    leaf: Any, run_here: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its code is 2 where standard error is gone too."""
    assert run_here([*leaf.words, "--no-such-option"]).code == 2
    monkeypatch.setattr("rnn_examples.cli.run.write_error", lambda *_: None)
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
