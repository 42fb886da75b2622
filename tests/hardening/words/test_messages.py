"""Errors and help show what looks like markup as it is."""

import re
from collections.abc import Callable
from typing import Any

import pytest

VALUE = ":cat: [bold] a[/] [x]"
# Waits for a scheduler that is not there.
NOT_HERE = ("--cluster",)


@pytest.mark.usefixtures("here")
def test_an_error_repeats_markup_literally(leaf: Any, holds: Callable[..., Any]) -> None:
    """Of every option and argument: told as typed, or refused for another reason."""
    repeated = 0
    for option in leaf.options:
        if option.flag or option.name in NOT_HERE:
            continue
        short = list(leaf.short)
        if option.name in short:
            at = short.index(option.name)
            del short[at : at + 2]
        needed = leaf.needed if option.name else ()
        given = f"{option.name}={VALUE}" if option.name else VALUE
        ended = holds([*leaf.words, *needed, *short, given])
        if ended.code:
            rest = ended.told.replace(VALUE, "").replace(VALUE.rpartition(":")[2], "")
            for word in VALUE.split():
                rest = rest.replace(f"'{word}'", "")
            assert not re.search("bold|cat:|😺|🐱", rest), ended.told
            repeated += rest != ended.told
    assert repeated >= len([one for one in leaf.options if not one.flag]) // 3


@pytest.mark.parametrize("columns", ["80", "20"])
def test_help_shows_brackets_literally_and_every_option(
    leaf: Any, columns: str, run_here: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    ended = run_here([*leaf.words, "--help"])
    assert (ended.code, ended.told) == (0, "")
    assert "\x1b" not in ended.printed
    assert "…" not in ended.printed
    text = re.sub(r"\s", "", ended.printed)
    if any(option.name == "--cell" for option in leaf.options):
        assert "h[1]" in text
    assert "\\[" not in text
    for option in leaf.options:
        assert option.name in text, option.name


@pytest.mark.parametrize("line", ["--help", "docs --help", "list --help"])
def test_no_variable_of_others_colours_or_breaks_help_in_a_file(
    line: str, shell: Callable[..., Any]
) -> None:
    names = ("GITHUB_ACTIONS", "PY_COLORS", "TERMINAL_WIDTH")
    ended = shell(f"$CLI {line}", **dict.fromkeys(names, "true"))
    assert (ended.code, ended.told) == (0, "")
    assert "\x1b" not in ended.printed
