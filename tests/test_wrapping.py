"""A long line on a terminal is folded between words; what is to be copied stays whole."""

import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios
from itertools import pairwise
from pathlib import Path

import pytest

from rnn_examples.wrapping import wrapped

CONVERTS = (
    "python -c \"import numpy, torch; numpy.savez('m.npz', **{k: v.float().numpy() for k, v in "
    "torch.load('m.pt', map_location='cpu', weights_only=True).items()})\""
)


@pytest.mark.parametrize(
    ("text", "command", "width", "lines"),
    [
        ("a bc def", "", 8, ["a bc def"]),
        ("a bc def", "", 7, ["a bc", "def"]),
        ("a bc def", "", 1, ["a", "bc", "def"]),
        ("a /a/long/path b", "", 6, ["a", "/a/long/path", "b"]),
        ("see: pip install x", "pip install x", 18, ["see: pip install x"]),
        ("see: pip install x", "pip install x", 9, ["see:", "pip install x"]),
        ("see pip install x.", "pip install x", 9, ["see pip", "install", "x."]),
        ("日本 日本", "", 8, ["日本", "日本"]),
        ("日本 日本", "", 9, ["日本 日本"]),
        ("e\u0301e\u0301 e", "", 4, ["e\u0301e\u0301 e"]),
    ],
)
def test_lines(text: str, command: str, width: int, lines: list[str]) -> None:
    assert wrapped(text, command, width) == lines


def told(folder: Path, columns: int, *arguments: str, **environment: str) -> list[str]:
    """What a command line says on a terminal, its output a pipe."""
    leader, follower = pty.openpty()
    fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    process = subprocess.Popen(
        [sys.executable, "-m", "rnn_examples", *arguments],
        stdout=subprocess.PIPE,
        stderr=follower,
        cwd=folder,
        env={**os.environ, **environment},
    )
    os.close(follower)
    assert process.communicate() == (b"", None)
    assert process.returncode == 2
    text = os.read(leader, 1 << 16).decode()
    os.close(leader)
    return text.splitlines()


def piped(folder: Path, *arguments: str) -> str:
    command = [sys.executable, "-m", "rnn_examples", *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    return done.stderr.decode()


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("unroll --model m.pt", CONVERTS),
        ("vanish --table nope", ""),
        ("vanish --nonesuch", "See rnn-examples vanish --help"),
        ("xyzzy", "See rnn-examples --help"),
    ],
)
@pytest.mark.parametrize("columns", [40, 60])
def test_an_error_on_a_terminal_is_folded_and_in_a_pipe_one_line(
    line: str, command: str, columns: int, tmp_path: Path
) -> None:
    (tmp_path / "m.pt").write_bytes(b"x")
    lines = told(tmp_path, columns, *line.split())
    assert piped(tmp_path, *line.split()) == " ".join(lines) + "\n"
    assert len(lines) > 1
    assert not command or lines.pop() == command
    assert max(map(len, lines)) <= columns
    for one, other in pairwise(lines):
        assert len(one) + 1 + len(other.split()[0]) > columns


def test_columns_says_the_width_as_it_does_for_a_table(tmp_path: Path) -> None:
    lines = told(tmp_path, 60, "vanish", "--table", "nope", COLUMNS="30")
    assert max(map(len, lines)) <= 30


def test_a_terminal_that_does_not_know_its_width_has_80_columns(tmp_path: Path) -> None:
    (tmp_path / "m.pt").write_bytes(b"x")
    *prose, command = told(tmp_path, 0, "unroll", "--model", "m.pt")
    assert command == CONVERTS
    assert 60 < max(map(len, prose)) <= 80


def test_the_refusal_of_a_pickle_is_sentences(tmp_path: Path) -> None:
    (tmp_path / "m.pt").write_bytes(b"x")
    assert piped(tmp_path, "unroll", "--model", "m.pt") == (
        "rnn-examples: m.pt: found a pickle, which can run code and is never opened; expected a "
        f".toml, .npz or .safetensors file. Convert it once, with PyTorch: {CONVERTS}\n"
    )
