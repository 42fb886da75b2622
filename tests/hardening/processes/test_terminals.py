"""Real terminals of one column and of twenty, for every command."""

import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def digits(text: str) -> Counter[str]:
    return Counter(filter(str.isdigit, ESCAPES.sub("", text)))


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("columns", [1, 20])
def test_a_terminal_of_any_width_shows_every_digit(
    leaf: Any, columns: int, forked: Callable[..., Any], plain_of: Callable[[Any], Any]
) -> None:
    plain = plain_of(leaf)
    ended = forked(leaf.line, output=columns, TERM="xterm")
    assert (ended.code, ended.told) == (plain.code, plain.told)
    assert "Traceback" not in ended.printed
    assert "…" not in ended.printed
    assert not digits(plain.printed) - digits(ended.printed)


@pytest.mark.usefixtures("here")
def test_a_progress_bar_fits_a_terminal_of_any_width(
    forked: Callable[..., Any], run_here: Callable[..., Any]
) -> None:
    """It is gone when the table comes."""
    line = ["train", "--steps", "30", "--every", "10"]
    plain = run_here([*line, "--quiet"])
    for columns in (1, 20):
        ended = forked(line, output=columns, errors="terminal", TERM="xterm")
        assert (ended.code, ended.told) == (0, "")
        assert "Traceback" not in ended.printed
        assert "\x1b[?25h" in ended.printed  # the cursor is shown again
        assert not digits(plain.printed) - digits(ended.printed)
