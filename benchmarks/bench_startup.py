"""How long a command takes to start, print its default table and end, beside its own imports.

Each figure is a ratio of two processes timed one after the other; of ten such ratios the median is
printed, with the limit beside it. Bytecode is compiled beforehand, as an installation does.

    python benchmarks/bench_startup.py
"""

import os
import subprocess
import sys
import tempfile
from statistics import median
from time import perf_counter

from rnn_examples.cli.catalogue import COMMANDS

RUNS = 10
RICH = "import typer, rich.table, rich.console"
NUMPY = "import typer, rich.table, rich.console, numpy"
# Arguments, what they are measured against, and the most times it that they may take.
LIMITS = (
    ("params", RICH, 1.10),
    ("vanish", RICH, 1.10),
    ("unroll", NUMPY, 1.10),
    ("vanish -f json", RICH, 1.00),
    ("--version", RICH, 0.50),
)
# What the installed `rnn-examples` does.
COMMAND = "import sys; from rnn_examples.__main__ import main; sys.exit(main())"


def seconds(arguments: list[str], environment: dict[str, str]) -> float:
    """From the start of a Python process to its end."""
    start = perf_counter()
    subprocess.run(
        [sys.executable, *arguments], env=environment, stdout=subprocess.PIPE, check=True
    )
    return perf_counter() - start


def ratio(line: str, base: str, environment: dict[str, str]) -> float:
    """The median of the pairs' ratios, after a pair that compiles and fills the disk's cache."""
    pairs = [
        seconds(["-c", COMMAND, *line.split()], environment) / seconds(["-c", base], environment)
        for _ in range(RUNS + 1)
    ]
    return median(pairs[1:])


def main() -> int:
    """Print a line a command; 1 where a limit is exceeded."""
    known = {entry.name for entry in COMMANDS} | {"--version"}
    exceeded = 0
    with tempfile.TemporaryDirectory() as cache:
        environment = {
            name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"
        } | {"PYTHONPYCACHEPREFIX": cache}
        for line, base, limit in LIMITS:
            if line.split()[0] not in known:
                print(f"{line:<16} skipped: there is no such command")
                continue
            found = ratio(line, base, environment)
            exceeded += found > limit
            print(f"{line:<16} {found:5.2f} times `{base}`, at most {limit:.2f}")
    return 1 if exceeded else 0


if __name__ == "__main__":
    sys.exit(main())
