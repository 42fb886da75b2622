"""Do the tests notice a wrong program? One small change at a time, and the tests that mirror it.

A mutant swaps a comparison, an arithmetic operator or `and` and `or`, adds one to a number, turns
True into False, or negates a condition. A seeded sample of each module is tried in a temporary copy
of the tree: first with the tests and the stored outputs of the module's own name, then, if these
notice nothing, with stored outputs of all examples; where no test bears its name, with its folder.

    python benchmarks/mutate.py rnn_examples/network rnn_examples/tables --each 3 --seed 1
    python benchmarks/mutate.py rnn_examples/network/loss.py --each 1000

POSIX only: each run is a fork of this process, which has NumPy and pytest imported.
"""

import argparse
import os
import shutil
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter
from typing import Any

import hypothesis
import numpy
import pytest
import rich.table
import typer
from mutants import Mutant, sample

ROOT = Path(__file__).resolve().parent.parent
COPIED = ("rnn_examples", "tests", "golden", "pyproject.toml", "README.md")
# Imported once, so that every fork has them.
READY = (hypothesis, numpy, rich.table, typer)
IMPORTED = "ignore::pytest.PytestAssertRewriteWarning"
QUIET = ("-q", "-p", "no:cacheprovider", "--hypothesis-seed=0", "-W", IMPORTED)
# What trains takes seconds a run.
TRAIN = ("fade", "remember", "task", "train", "verify")
EXAMPLES = [f for f in sorted((ROOT / "golden").iterdir()) if f.is_dir() and f.name not in TRAIN]
LONGEST = 240  # seconds of one run of tests; a mutant that takes longer loops, and is killed


def longest_prefix(stem: str, names: dict[str, list[str]]) -> list[str]:
    """blame_notes is tested as blame_notes, or else as blame."""
    words = stem.replace("-", "_").split("_")
    for length in range(len(words), 0, -1):
        if found := names.get("_".join(words[:length])):
            return found
    return []


def own_tests(module: Path) -> list[str]:
    """The tests and the stored outputs that bear the module's name, or the name it starts with,
    and the tests that import it."""
    dotted = ".".join(module.with_suffix("").parts)
    imported = (f"{dotted} import", f"from {dotted.replace(f'.{module.stem}', '')} import")
    tests: dict[str, list[str]] = {}
    importing: list[str] = []
    for path in sorted((ROOT / "tests" / module.parts[1]).rglob("test_*.py")):
        file, text = str(path.relative_to(ROOT)), path.read_text(encoding="utf-8")
        tests.setdefault(path.stem.removeprefix("test_"), []).append(file)
        if imported[0] in text or f"{imported[1]} {module.stem}\n" in text:
            importing.append(file)
    golden: dict[str, list[str]] = {}
    for path in sorted((ROOT / "golden").glob("*/*")):
        case = f"tests/test_golden.py::test_prints_the_stored_text[{path.parent.name}/{path.name}]"
        golden.setdefault(path.parent.name.replace("-", "_"), []).append(case)
    outputs = longest_prefix(module.stem, golden) if module.parts[1] == "examples" else []
    return list(dict.fromkeys(longest_prefix(module.stem, tests) + importing + outputs))


def outputs(module: Path) -> list[str]:
    """The stored outputs that any module may show in: numbers in full, workings, each format."""
    cases = [f"{e.name}/{f}" for e in EXAMPLES for f in ("default.json", "work.txt")]
    if module.parts[1] == "tables":
        cases += [f"lstm-cell/{path.name}" for path in (ROOT / "golden/lstm-cell").iterdir()]
    found = [case for case in dict.fromkeys(cases) if (ROOT / "golden" / case).exists()]
    return [f"tests/test_golden.py::test_prints_the_stored_text[{case}]" for case in found]


def stages(module: Path) -> Iterator[list[str]]:
    """What a mutant of the module has to get past, the quickest first."""
    own = own_tests(module)
    yield own
    yield outputs(module)
    if not own:
        yield [f"tests/{module.parts[1]}"]


class Watch:
    """Which tests failed, and which took longer than they may."""

    def __init__(self, longest: float) -> None:
        self.longest = longest
        self.unfit: set[str] = set()

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.failed or report.duration > self.longest:
            self.unfit.add(report.nodeid)

    def pytest_collectreport(self, report: Any) -> None:
        if report.failed:
            self.unfit.add(report.nodeid)


def in_a_fork(tree: Path, run: Callable[[], int], limit: int = 0) -> int:
    """The status of the process that ran it in that tree, silent."""
    child = os.fork()
    if child == 0:
        signal.alarm(limit)
        void = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(void, stream)
        os.chdir(tree)
        sys.path.insert(0, str(tree))
        os._exit(run())
    return os.waitpid(child, 0)[1]


def unfit_tests(tree: Path, tests: list[str], longest: float) -> list[str]:
    """Of these the ones that fail without a mutant, or are too slow to run for each mutant."""
    note = tree / "unfit"

    def run() -> int:
        watch = Watch(longest)
        status = pytest.main([*QUIET, *tests], plugins=[watch])
        note.write_text("\n".join(sorted(watch.unfit)), encoding="utf-8")
        return int(status)

    if in_a_fork(tree, run) >> 8 not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
        raise SystemExit("the tests do not run, even without a mutant")
    return note.read_text(encoding="utf-8").splitlines()


def passes(tree: Path, tests: list[str], unfit: list[str]) -> bool:
    """Whether every test passes in that tree; where there is none, it does."""
    left = [word for test in unfit for word in ("--deselect", test)]
    status = in_a_fork(tree, lambda: int(pytest.main(["-x", *QUIET, *left, *tests])), LONGEST)
    return status in (0, pytest.ExitCode.NO_TESTS_COLLECTED << 8)


def noticed(mutant: Mutant, tree: Path, unfit: list[str]) -> bool:
    """Whether a test fails of the copy that holds the mutant; the copy is whole again after."""
    path = tree / mutant.module
    source = path.read_bytes()
    wrong = source[: mutant.start] + f"({mutant.after})".encode() + source[mutant.end :]
    try:
        path.write_bytes(wrong)
        return any(not passes(tree, tests, unfit) for tests in stages(mutant.module) if tests)
    finally:
        path.write_bytes(source)


def main() -> int:
    """Print the tests that are left out, a line a survivor, then the counts."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("paths", nargs="+", type=Path, help="modules or folders, from the root")
    parser.add_argument("--each", type=int, default=2, help="mutants of each module")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--longest", type=float, default=3, help="seconds of a test, else left out")
    options = parser.parse_args()
    os.chdir(ROOT)
    start, killed, survived = perf_counter(), Counter[str](), Counter[str]()
    chosen = sample(options.paths, options.each, options.seed)
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder)
        for name in COPIED:
            copier = shutil.copytree if (ROOT / name).is_dir() else shutil.copy2
            copier(ROOT / name, tree / name)
        os.environ["PYTHONPATH"] = folder
        selections = [tests for mutant in chosen for tests in stages(mutant.module)]
        every = dict.fromkeys(test for tests in selections for test in tests)
        unfit = unfit_tests(tree, list(every), options.longest)
        print(f"{len(chosen)} mutants, seed {options.seed}; without the failing or slow tests:")
        print("\n".join(f"  {test}" for test in unfit), flush=True)
        for mutant in chosen:
            if noticed(mutant, tree, unfit):
                killed[mutant.module.parts[1]] += 1
            else:
                survived[mutant.module.parts[1]] += 1
                print(f"survived  {mutant}", flush=True)
    for kind in sorted({*killed, *survived}):
        print(f"{kind}: {killed[kind]} killed, {survived[kind]} survived")
    total = f"{killed.total()} killed, {survived.total()} survived"
    print(f"together: {total}, in {perf_counter() - start:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
