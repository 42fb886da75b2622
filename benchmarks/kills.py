"""Commands killed (SIGKILL) while they write over a file: the whole old one or the whole new one.

Half of the moments are spread over the whole run; the others lie around the write, from when an
unfinished copy has appeared beside the file to a little after it is gone, as watched in runs that
are left alone. What a killed command has left there must not keep the next one from its work.
Prints how often the old and how often the new file was found, and fails where it was neither.

    python benchmarks/kills.py         # 200 kills each
    python benchmarks/kills.py 1000    # 1,000
"""

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import NamedTuple

TIMES = 200
SEED = 1
LONGER = 1.5  # than the middle one of the writes that were watched
WATCHED = 5
OLD = b"old\n" * 1000
BLOCK = "<!-- rnn-examples: {} -f markdown -->\n\nold\n\n<!-- /rnn-examples -->\n\n"
DOCUMENT = "".join(map(BLOCK.format, ("vanish", "unroll", "clip", "params", "list"))).encode()


class Case(NamedTuple):
    """A command line, the file that it writes, what stands there before."""

    line: str
    target: str
    old: bytes


CASES = {
    "output": Case("vanish -o out.csv", "out.csv", OLD),
    "stream": Case("unroll --text long.txt -o out.csv", "out.csv", OLD),
    "save": Case("train --steps 3 --every 1 --save out.npz", "out.npz", OLD),
    "docs": Case("docs update out.md", "out.md", DOCUMENT),
}


def main() -> int:
    times = int(sys.argv[1]) if len(sys.argv) > 1 else TIMES
    names = sys.argv[2:] or list(CASES)
    drawn = random.Random(SEED)
    print(f"{'case':8} {'kills':>6} {'old':>6} {'new':>6} {'neither':>8} {'in the write':>13}")
    failed = False
    for name in names:
        with tempfile.TemporaryDirectory() as folder:
            old, new, neither, inside = kills(CASES[name], Path(folder), times, drawn)
        print(f"{name:8} {times:>6} {old:>6} {new:>6} {neither:>8} {inside:>13}", flush=True)
        failed = failed or neither > 0
    return 1 if failed else 0


def kills(case: Case, folder: Path, times: int, drawn: random.Random) -> tuple[int, int, int, int]:
    """How often the old file, the new one and neither was found, and how often an unfinished copy
    was left: the kill came while it was written."""
    (folder / "long.txt").write_text("the dog ran " * 20_000, encoding="utf-8")
    target = folder / case.target
    lengths, writes = [], []
    for _ in range(WATCHED):
        target.write_bytes(case.old)
        length, write = run(case, folder)
        lengths.append(length)
        writes.append(write)
    new = target.read_bytes()
    assert new != case.old
    counts = [0, 0, 0]
    inside = 0
    for number in range(times):
        target.write_bytes(case.old)
        process = started(case, folder)
        if number % 2:
            time.sleep(drawn.uniform(0, max(lengths)))
        else:
            wait_until(lambda: bool(parts(folder)), process)
            time.sleep(drawn.uniform(0, LONGER * median(writes)))
        process.send_signal(signal.SIGKILL)
        process.wait()
        found = target.read_bytes()
        counts[0 if found == case.old else 1 if found == new else 2] += 1
        inside += bool(parts(folder))
        if number % 20 == 0:  # beside what is left, the next run does its work
            target.write_bytes(case.old)
            run(case, folder)
            assert target.read_bytes() == new
        for part in parts(folder):
            part.unlink()
    return counts[0], counts[1], counts[2], inside


def started(case: Case, folder: Path) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-m", "rnn_examples", *case.line.split()],
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def run(case: Case, folder: Path) -> tuple[float, float]:
    """Seconds of a run that is left alone, and for how many of them there is an unfinished copy."""
    start = time.monotonic()
    process = started(case, folder)
    wait_until(lambda: bool(parts(folder)), process)
    seen = time.monotonic()
    wait_until(lambda: not parts(folder), process)
    gone = time.monotonic()
    assert process.wait() == 0
    return time.monotonic() - start, gone - seen


def parts(folder: Path) -> list[Path]:
    """Unfinished copies."""
    return [folder / name for name in os.listdir(folder) if name.endswith(".part")]


def wait_until(seen: Callable[[], bool], process: "subprocess.Popen[bytes]") -> None:
    while not seen() and process.poll() is None:
        pass


if __name__ == "__main__":
    sys.exit(main())
