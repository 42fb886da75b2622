"""The same text on any machine: golden/ printed by other kernels, libraries and surroundings.

Each variation prints every line of golden/commands.toml in a process of its own. The text is held
to the stored one by the golden tests' rule; where nothing is computed otherwise, to the bytes of
this machine's plain run too. One line a variation; the exit code is 1 where one differs.

The oldest libraries are the lower bounds of pyproject.toml. The newest NumPy wants a newer Python
than the package does: one that is on this machine is used.
"""

import json
import os
import re
import runpy
import shlex
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

from variations import (
    OF_ITS_TIME,
    ROOT,
    Variation,
    install,
    lower_bounds,
    newest_python,
    of_libraries,
    of_this_machine,
)

GOLDEN = runpy.run_path(str(ROOT / "tests" / "test_golden.py"))
TEXTS = """
import json, locale, sys
locale.setlocale(locale.LC_ALL, "")
from rnn_examples.cli.app import invoke
from rnn_examples.output import Surroundings
lines = json.load(sys.stdin)
json.dump(["".join(invoke(line, Surroundings()).pieces) for line in lines], sys.stdout)
"""


def printed(variation: Variation) -> dict[str, str]:
    """What each line prints there, by the name of its file."""
    lines, files = zip(*GOLDEN["cases"](), strict=True)
    given = json.dumps([shlex.split(line) for line in lines])
    return dict(zip(files, json.loads(variation.run("-c", TEXTS, given=given)), strict=True))


def compared(variation: Variation, plain: dict[str, str]) -> tuple[str, list[str]]:
    """What was compared, and what is wrong. Raises RuntimeError where nothing is printed."""
    found, faults = printed(variation), []
    for file, text in found.items():
        stored = (GOLDEN["GOLDEN"] / file).read_text(encoding="utf-8")
        faults.append(GOLDEN["fault"](file, stored, text))
        if not variation.computes and text != plain[file]:
            faults.append(f"{file}: other bytes than those of the plain run")
    disabled = variation.environment.get("NPY_DISABLE_CPU_FEATURES", "").split()
    if set(disabled) & set(variation.kernels()):
        faults.append("NumPy has not disabled its kernels")
    told = f"{len(found)} texts"
    if variation.tests:
        lines = variation.run("-m", "pytest", "-q", "-p", "no:cacheprovider", *variation.tests)
        told += f", {' '.join(re.findall('[0-9]+ passed', lines))}"
    return told, [fault for fault in faults if fault]


def verdict(variation: Variation, plain: dict[str, str]) -> bool:
    """Print the variation's line, and what is wrong below it; whether nothing is."""
    start = time.monotonic()
    try:
        told, faults = compared(variation, plain)
    except RuntimeError as error:
        told, faults = "failed", [str(error)]
    line = f"{variation.name}: {told}, {time.monotonic() - start:.0f} s"
    print("\n".join(["differs  " + line if faults else "equal  " + line, *faults]), flush=True)
    return not faults


def main() -> int:
    with TemporaryDirectory() as name, ThreadPoolExecutor(os.cpu_count()) as pool:
        folder = Path(name)
        oldest = pool.submit(
            install, folder / "oldest", sys.executable, OF_ITS_TIME, *lower_bounds()
        )
        newest = pool.submit(install, folder / "newest", newest_python())
        plain = printed(Variation("plain"))

        def judged(variation: Variation) -> bool:
            return verdict(variation, plain)

        here = list(pool.map(judged, of_this_machine(folder)))
        there = [
            *of_libraries("oldest libraries", oldest.result()),
            *of_libraries("newest libraries", newest.result()),
        ]
        equal = [*here, *pool.map(judged, there)]
    print(f"{sum(equal)} of {len(equal)} variations print the stored texts")
    return 0 if all(equal) else 1


if __name__ == "__main__":
    sys.exit(main())
