"""Text files given on the command line: read whole or as they come, or refused in one line."""

import io
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from rnn_examples.cli.files import LARGEST_TEXT, read_text
from rnn_examples.errors import InputError

Printed = Callable[..., str]


def test_a_text_of_many_pieces_is_read_whole(tmp_path: Path) -> None:
    """Letters of two and three bytes lie across the pieces' ends."""
    text = "日é" * 50_000
    (tmp_path / "text").write_text(text, encoding="utf-8")
    assert read_text(str(tmp_path / "text"), "--passage") == text


def test_a_text_that_no_memory_would_hold_is_refused(tmp_path: Path) -> None:
    with (tmp_path / "text").open("wb") as file:
        file.truncate(LARGEST_TEXT + 1)
    with pytest.raises(InputError, match=r"^--passage: '.*text' holds more than 64 MiB of text$"):
        read_text(str(tmp_path / "text"), "--passage")


def test_a_closed_standard_input_is_told(printed: Printed, monkeypatch: pytest.MonkeyPatch) -> None:
    closed = io.TextIOWrapper(io.BytesIO())
    closed.close()
    for stream in (None, closed):
        monkeypatch.setattr(sys, "stdin", stream)
        with pytest.raises(InputError, match=r"^--text: standard input is closed. Give a file"):
            printed("unroll", "--text", "-")


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="needs a file that fails")
def test_a_file_that_opens_and_cannot_be_read_is_told(printed: Printed) -> None:
    with pytest.raises(InputError, match=r"^--text: '/proc/self/mem' cannot be read: Input/output"):
        printed("unroll", "--text", "/proc/self/mem")
