"""`unroll --text` in CSV: its speed against a plain NumPy loop, its memory against a short text's.

Run with the package installed: python benchmarks/bench_unroll.py [words]. Both goals are ratios
within one run: at least twice the loop's words a second; a peak within 20 MiB of that for
1,000 words. The exit code is 1 where one is missed.
"""

import csv
import os
import random
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

WORDS = 1_000_000
FEW = 1_000
ROUNDS = 2
AT_LEAST = 2.0
MOST_GROWTH = 20  # MiB
NAMES = ("the", "dog", "ran")


def plain_loop(text: Path, target: Path) -> None:
    """The same rows, as one would write them by hand: one word at a time."""
    import numpy as np

    W_xh, W_hh = np.array([[0.6, -0.3], [0.2, 0.5]]), np.array([[0.4, 0.1], [-0.2, 0.7]])
    b_h, h = np.array([0.05, -0.05]), np.zeros(2)
    x = {
        "the": np.array([0.5, 0.1]),
        "dog": np.array([0.9, -0.4]),
        "ran": np.array([-0.3, 0.8]),
    }
    with target.open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        head = [f"{name}[{entry}]" for name in ("input", "recurrent", "h") for entry in (1, 2)]
        writer.writerow(["t", "word", *head])
        for t, word in enumerate(text.read_text().split(), 1):
            of_input, of_state = W_xh @ x[word], W_hh @ h
            h = np.tanh(of_input + of_state + b_h)
            writer.writerow([t, word, *of_input.tolist(), *of_state.tolist(), *h.tolist()])


def tool(text: Path, target: Path) -> float:
    """Run the command in a process of its own; its peak memory in MiB."""
    command = [sys.executable, "-m", "rnn_examples", "unroll", "--text", str(text)]
    with target.open("wb") as file:
        process = subprocess.Popen([*command, "--format", "csv"], stdout=file)
        _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, "the command failed"
    kibibytes = usage.ru_maxrss if sys.platform != "darwin" else usage.ru_maxrss / 1024
    return kibibytes / 1024


def seconds(run: str, text: Path, target: Path) -> float:
    """The processor's time for one run in a process of its own, start-up included."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    if run == "tool":
        tool(text, target)
    else:
        subprocess.run([sys.executable, __file__, "--loop", str(text), str(target)], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def written(folder: Path, words: int) -> Path:
    text = folder / f"{words}.txt"
    text.write_text(" ".join(random.Random(0).choices(NAMES, k=words)))
    return text


def main(words: int) -> int:
    """Print both ratios; 1 where a goal is missed."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        many, few = written(folder, words), written(folder, FEW)
        rates: dict[str, float] = {}
        for _ in range(ROUNDS):
            for run in ("tool", "loop"):
                speed = words / seconds(run, many, folder / f"{run}.csv")
                rates[run] = max(speed, rates.get(run, 0.0))
        peaks = tool(few, folder / "few.csv"), tool(many, folder / "many.csv")
        with (folder / "many.csv").open() as file:
            assert sum(1 for _ in file) == words + 1
    faster, grown = rates["tool"] / rates["loop"], peaks[1] - peaks[0]
    print(f"words a second: {rates['tool']:,.0f}, plain loop {rates['loop']:,.0f}")
    print(f"times the plain loop: {faster:.2f} (at least {AT_LEAST})")
    print(f"peak memory: {FEW:,} words {peaks[0]:.1f} MiB, {words:,} words {peaks[1]:.1f} MiB")
    print(f"growth: {grown:.1f} MiB (at most {MOST_GROWTH}), ratio {peaks[1] / peaks[0]:.2f}")
    return int(faster < AT_LEAST or grown > MOST_GROWTH)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--loop"]:
        plain_loop(Path(sys.argv[2]), Path(sys.argv[3]))
        sys.exit(0)
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else WORDS))
