"""A command killed while it writes over a file: the whole old file or the whole new one, and what
it leaves beside it keeps no later run from its work. benchmarks/kills.py kills two hundred times.
"""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

TIMES = int(os.environ.get("HARDENING", "1"))
OLD = b"old\n"
BLOCK = b"<!-- rnn-examples: list -f csv -->\n\nold\n\n<!-- /rnn-examples -->\n"
CASES = (
    ("vanish -o out.csv", "out.csv", OLD),
    ("train --steps 3 --every 1 --save out.npz", "out.npz", OLD),
    ("model show chapter -o out.toml", "out.toml", OLD),
    ("docs update out.md", "out.md", BLOCK),
)


def start(line: str, folder: Path) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-m", "rnn_examples", *line.split()],
        cwd=folder,
        stdout=subprocess.DEVNULL,
    )


def unfinished(folder: Path) -> list[Path]:
    return [folder / name for name in os.listdir(folder) if name.endswith(".part")]


@pytest.mark.parametrize(("line", "name", "old"), CASES, ids=lambda value: str(value)[:30])
def test_a_kill_in_the_write_leaves_the_old_file_or_the_new(
    line: str, name: str, old: bytes, tmp_path: Path
) -> None:
    target = tmp_path / name
    found = []
    for delay in (0.0005 * step for step in range(2 if TIMES == 1 else 20)):
        target.write_bytes(old)
        process = start(line, tmp_path)
        while not unfinished(tmp_path) and process.poll() is None:
            time.sleep(0.0002)
        time.sleep(delay)
        process.send_signal(signal.SIGKILL)
        process.wait()
        found.append(target.read_bytes())
        for path in unfinished(tmp_path):
            path.unlink()
    target.write_bytes(old)
    (tmp_path / f".{name}.x.part").write_bytes(b"left by one that was killed")
    assert start(line, tmp_path).wait() == 0
    assert target.read_bytes() != old
    assert set(found) <= {old, target.read_bytes()}
