"""Help says what is declared, word by word, and folds it between words at the terminal's width."""

import fcntl
import inspect
import os
import pty
import struct
import subprocess
import sys
import termios
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import pairwise
from typing import Any

import pytest
from typer.main import get_command

from rnn_examples.cli.catalogue import COMMANDS, module_of
from rnn_examples.cli.run import run

WIDTHS = (20, 40, 60, 80)


def commands() -> Iterator[tuple[str, Any]]:
    """Every command and group, by what is typed."""
    for entry in COMMANDS:
        command: Any = get_command(import_module(module_of(entry.name)).app)
        yield entry.name, command
        for name, inner in getattr(command, "commands", {}).items():
            yield f"{entry.name} {name}", inner


EVERY = dict(commands())


@pytest.fixture
def helped(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Callable[[str, int], str]:
    def of(line: str, width: int) -> str:
        monkeypatch.setenv("COLUMNS", str(width))
        assert run([*line.split(), "--help"]) == 0
        return capfd.readouterr().out

    return of


def flowing(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("line", EVERY)
def test_every_declared_text_is_shown_verbatim(
    line: str, helped: Callable[[str, int], str]
) -> None:
    """At 60 columns and wider no text has a word that must be broken."""
    for width in (60, 80, 200):
        shown = flowing("\n".join(beside(helped(line, width))))
        command = EVERY[line]
        texts = [option.help for option in command.params if option.help]
        texts += inspect.cleandoc(command.help).split("\n\n")
        texts += [
            inner.help.split("\n\n")[0] for inner in getattr(command, "commands", {}).values()
        ]
        assert texts
        for text in texts:
            assert flowing(text) in shown


def beside(text: str) -> Iterator[str]:
    """The lines without the names that stand left of a text."""
    for line in text.splitlines():
        name, gap, rest = line.strip().partition("  ")
        yield rest if gap and line.startswith("  ") else name


@pytest.mark.parametrize("line", ["", *EVERY])
@pytest.mark.parametrize("width", WIDTHS)
def test_no_line_of_help_is_wider_than_the_terminal(
    line: str, width: int, helped: Callable[[str, int], str]
) -> None:
    lines = helped(line, width).splitlines()
    assert max(map(len, lines)) <= width
    assert all(one == one.rstrip() for one in lines)
    assert not any(one == other == "" for one, other in pairwise(lines))


@pytest.mark.parametrize("line", EVERY)
@pytest.mark.parametrize("width", [40, 80])
def test_a_line_ends_where_the_next_word_has_no_room(
    line: str, width: int, helped: Callable[[str, int], str]
) -> None:
    """Newlines of the source are none of the help: its prose flows, its paragraphs stay."""
    prose = helped(line, width).split("\n\n")[1:]
    paragraphs = inspect.cleandoc(EVERY[line].help).split("\n\n")
    for shown, text in zip(prose, paragraphs, strict=False):
        assert flowing(shown) == flowing(text)
        lines = shown.splitlines()
        for one, other in pairwise(lines):
            assert len(one) + 1 + len(other.split()[0]) > width


def test_a_default_is_told_in_one_way(helped: Callable[[str, int], str]) -> None:
    for line in EVERY:
        assert "[default" not in helped(line, 80)
    shown = flowing(helped("params", 100))
    assert "Hidden units, H. Default: 500." in shown
    assert "Count bias vectors, or leave them out. Default: --bias." in shown
    assert "Environment variable: RNN_EXAMPLES_DIGITS." in shown


@pytest.mark.parametrize("columns", [40, 60])
@pytest.mark.parametrize("line", ["vanish --help", "docs", ""])
def test_help_on_a_terminal_has_its_width_and_bold_headings(columns: int, line: str) -> None:
    """The terminal's own size, no variable's."""
    leader, follower = pty.openpty()
    fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    done = subprocess.Popen(
        [sys.executable, "-m", "rnn_examples", *line.split()],
        stdin=follower,
        stdout=follower,
        stderr=follower,
        env={**os.environ, "TERM": "xterm"},
    )
    os.close(follower)
    text = b""
    while piece := _read(leader):
        text += piece
    os.close(leader)
    assert done.wait() == 0
    lines = text.decode().splitlines()
    assert "\x1b[1mOptions\x1b[0m" in lines
    widest = max(len(line.replace("\x1b[1m", "").replace("\x1b[0m", "")) for line in lines)
    assert columns - 12 < widest <= columns


def _read(leader: int) -> bytes:
    try:
        return os.read(leader, 1 << 16)
    except OSError:  # the last process has left it
        return b""


@pytest.mark.parametrize(
    "line", [line for line, one in EVERY.items() if not hasattr(one, "commands")]
)
def test_a_shell_completes_an_option_with_the_first_sentence_of_its_help(
    line: str, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Word by word too: zsh and fish get it through Rich's markup."""
    for option in EVERY[line].params:
        name = max(option.opts, key=len)
        if not name.startswith("--"):
            continue
        monkeypatch.setenv("_RNN_EXAMPLES_COMPLETE", "complete_fish")
        monkeypatch.setenv("_TYPER_COMPLETE_FISH_ACTION", "get-args")
        monkeypatch.setenv("_TYPER_COMPLETE_ARGS", f"rnn-examples {line} {name}")
        run([])
        first = option.help.partition(". ")[0].removesuffix(".")
        shown = flowing(capfd.readouterr().out)
        assert f"{name} {first}" in shown
        assert ". " not in shown
