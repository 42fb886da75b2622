"""Ctrl-C during each long command: 130 without a word, no file, no document changed.

How soon it ends is measured by benchmarks/interrupts.py: a second on a machine that has nothing
else to do.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

TIMES = int(os.environ.get("HARDENING", "1"))
ENDING = 10  # seconds of a crowded machine


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


# What takes long enough to be interrupted.
LONG = (
    "train --steps 1000000 --every 1000000 -o out.csv --save out.toml",
    "remember --steps 100000 --jobs 2 -o out.csv",
    "book -o out.html",
    "verify -o out.csv",
    "fade --distance 2000 -o out.csv",
    "docs update long.md",
    "unroll --text long.txt -o out.csv",
    "fade --distance 2000 --plot out.png -o out.csv",
)
BLOCK = "<!-- rnn-examples: train --steps 20000 --seed {} -->\n\nold\n\n<!-- /rnn-examples -->\n"
TEXTS = {
    "long.md": "".join(map(BLOCK.format, range(20))),
    "long.txt": "the dog ran " * 500_000,
}
# Of a command's first seconds; in CI one each, in its start or in its work by turns.
MOMENTS = [0.05 * place for place in range(40)]


def moments(place: int) -> list[float]:
    return MOMENTS if TIMES > 1 else [(0.2, 1.0)[place % 2]]


@pytest.mark.parametrize(
    ("line", "moment"),
    [(line, moment) for place, line in enumerate(LONG) for moment in moments(place)],
)
def test_an_interrupt_at_any_moment_leaves_no_file(
    line: str, moment: float, tmp_path: Path
) -> None:
    """Once the package is imported, start-up included."""
    given = {name: text for name, text in TEXTS.items() if name in line}
    for name, text in given.items():
        (tmp_path / name).write_text(text)
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
    assert (process.returncode, told) == (130, b"")
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == given


@pytest.mark.parametrize("moment", [0.05 * place for place in range(60)] if TIMES > 1 else [1.5])
@pytest.mark.parametrize("all_of_them", [False, True])
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_an_end_from_outside_is_as_quiet(
    name: str, all_of_them: bool, moment: float, tmp_path: Path
) -> None:
    """To the command alone, as kill and a service manager do, or to each process, as a terminal
    that is closed: 128 and the signal, or the signal itself where no process had started."""
    number = getattr(signal, name)
    line = "remember --steps 100000 --jobs 2 -o out.csv"
    process = subprocess.Popen(
        [sys.executable, "-m", "rnn_examples", *line.split()],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    time.sleep(moment)
    (os.killpg if all_of_them else os.kill)(process.pid, number)
    try:
        printed, told = process.communicate(timeout=60)
    finally:  # a failure leaves nothing running
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    # Standard error ends when the last process that has it does: none is left.
    assert (printed, told) == (b"", b"")
    assert process.returncode in (128 + number, -number)
    assert not list(tmp_path.iterdir())
