"""How soon each long command ends after Ctrl-C, sent at random moments to each of its processes.

Prints the times' median and the largest, and fails where one is over a second, where the exit code
is not 130, where anything is said, or where a file is left that should not be.

    python benchmarks/interrupts.py            # 40 moments each
    python benchmarks/interrupts.py 200 train  # 200 of one
"""

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from statistics import median

TIMES = 40
BOUND = 1.0  # seconds
SEED = 1
# Of moments within the first seconds, where nothing else is known of a command's length.
LONGEST = 4.0
INTERRUPTED = 130
HANGS = 120  # seconds

START = "import sys; print(flush=True); from rnn_examples.__main__ import main; sys.exit(main())"
BLOCK = "<!-- rnn-examples: {} -f markdown -->\n\nold\n\n<!-- /rnn-examples -->\n\n"
LONG = {
    "train": "train --steps 1000000 --every 1000000 -o out.csv --save out.toml",
    "remember": "remember --steps 200 --seeds 50 --jobs 2 --resume kept.jsonl -o out.csv",
    "book": "book -o out.html",
    "verify": "verify -o out.csv",
    "verify-one": "verify --jobs 1 -o out.csv",
    "fade": "fade --distance 2000 -o out.csv",
    "docs": "docs update long.md",
    "text": "unroll --text long.txt -o out.csv",
    "loss": "loss --text long.txt -o out.csv",
    "plot": "fade --distance 1000 --from untrained --plot out.png -o out.csv",
    "blame": "blame --hidden 256 --sentences 200 -o out.csv",
    "bptt": "bptt --model notebook -o out.csv",
    "influence": "influence --gains 8 --steps 1000 -o out.csv",
    "spectrum": "spectrum --steps 11000 -o out.csv",
    "truncate": "truncate --repeat 300 --updates 17 -o out.csv",
}
# What a command may leave: the finished trainings, each line whole.
KEPT = {"kept.jsonl"}


def main() -> int:
    times = int(sys.argv[1]) if len(sys.argv) > 1 else TIMES
    names = sys.argv[2:] or list(LONG)
    # A shell starts what runs in the background with the signal ignored, which is inherited.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    drawn = random.Random(SEED)
    slow = []
    print(
        f"{'command':12} {'times':>6} {'median (s)':>11} {'largest (s)':>12} {'ended before':>13}"
    )
    for name in names:
        found, before = [], 0
        for _ in range(times):
            taken = one(LONG[name], drawn.uniform(0, LONGEST))
            if taken is None:
                before += 1
            else:
                found.append(taken)
        largest = max(found, default=0.0)
        middle = median(found) if found else 0.0
        print(
            f"{name:12} {len(found):>6} {middle:>11.3f} {largest:>12.3f} {before:>13}", flush=True
        )
        if largest > BOUND:
            slow.append(name)
    return 1 if slow else 0


def one(line: str, moment: float) -> float | None:
    """Seconds from the interrupt to the end; None where the command had ended by itself."""
    with tempfile.TemporaryDirectory() as folder:
        given = dict(files(line))
        for name, content in given.items():
            (Path(folder) / name).write_text(content, encoding="utf-8")
        process = subprocess.Popen(
            [sys.executable, "-c", START, *line.split()],
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        assert process.stdout is not None
        process.stdout.readline()  # Python has started: from here on the command is ours
        time.sleep(0.02 + moment)
        if process.poll() is not None:
            process.communicate()
            return None
        sent = time.monotonic()
        os.killpg(process.pid, signal.SIGINT)
        try:
            _, told = process.communicate(timeout=HANGS)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
        taken = time.monotonic() - sent
        if process.returncode == 0:  # it ended while the signal was on its way
            return None
        assert process.returncode == INTERRUPTED, (line, moment, process.returncode, told)
        assert told == b"", (line, moment, told)
        check(Path(folder), given, (line, moment))
        return taken


def files(line: str) -> Iterator[tuple[str, str]]:
    """What the command reads, by name."""
    if "long.md" in line:
        runs = ("bptt", "truncate", "blame", "spectrum", "influence", "train --steps 300")
        yield "long.md", "".join(BLOCK.format(run) for run in runs) * 10
    if "long.txt" in line:
        yield "long.txt", "the dog ran " * 400_000


def check(folder: Path, given: dict[str, str], where: object) -> None:
    """Nothing new, nothing changed; of the finished trainings each line is whole."""
    left = {path.name for path in folder.iterdir()}
    assert left - KEPT == given.keys(), (where, left)
    for name, content in given.items():
        assert (folder / name).read_text(encoding="utf-8") == content, (where, name)
    for name in left & KEPT:
        for text in (folder / name).read_text(encoding="utf-8").splitlines():
            json.loads(text)


if __name__ == "__main__":
    sys.exit(main())
