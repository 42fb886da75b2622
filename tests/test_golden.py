"""Every command line in golden/commands.toml prints the text that is stored for it.

`pytest --update-golden` rewrites the files; read the difference before you accept it.
"""

import math
import re
import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from rnn_examples.cli.app import invoke
from rnn_examples.output import Surroundings

GOLDEN = Path(__file__).parent.parent / "golden"
COMMANDS = tomllib.loads((GOLDEN / "commands.toml").read_text(encoding="utf-8"))
# A float64 in full: its last bit is the processor's, every other figure is ours.
FULL = re.compile(r"-?[0-9]\.[0-9]{14,}(?:e[+-][0-9]+)?|-?[0-9]+\.[0-9]{13,}(?:e[+-][0-9]+)?")
# Formats for machines show every bit: there 0.848 may be 0.8480000000000001 elsewhere, and what
# two such numbers differ by some 1e-17 or nothing.
ROUNDING = re.compile(r"-?[0-9]+\.[0-9]+(?:e[+-][0-9]+)?|-?[0-9]e-[0-9]+")
LAST_BITS = 1e-13


def cases() -> Iterator[tuple[str, str]]:
    """Pairs of a command line and the name of its file."""
    for line in COMMANDS["every_format"]:
        folder = line.split()[0]
        for name, ending in COMMANDS["formats"].items():
            yield f"{line} --format {name}", f"{folder}/default.{ending}"
    for file, line in COMMANDS["lines"].items():
        yield line, file


@pytest.mark.parametrize(("line", "file"), [pytest.param(*case, id=case[1]) for case in cases()])
def test_prints_the_stored_text(line: str, file: str, request: pytest.FixtureRequest) -> None:
    path = GOLDEN / file
    found = "".join(invoke(shlex.split(line), Surroundings()).pieces)
    assert found.strip(), f"'{line}' prints nothing"
    if request.config.getoption("--update-golden"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(found, encoding="utf-8", newline="\n")
    assert path.exists(), f"golden/{file} is missing: run pytest --update-golden, then read it"
    stored = path.read_text(encoding="utf-8")
    if found == stored:
        return
    full = ROUNDING if path.suffix in (".csv", ".json") else FULL
    assert full.sub("#", found) == full.sub("#", stored)
    for ours, theirs in zip(full.findall(found), full.findall(stored), strict=True):
        assert math.isclose(float(ours), float(theirs), rel_tol=LAST_BITS, abs_tol=LAST_BITS)


def test_no_case_is_given_twice() -> None:
    lines, files = zip(*cases(), strict=True)
    assert len(set(lines)) == len(lines)
    assert len(set(files)) == len(files)


def test_no_file_is_orphaned() -> None:
    stored = {path.relative_to(GOLDEN).as_posix() for path in GOLDEN.rglob("*") if path.is_file()}
    assert stored == {file for _, file in cases()} | {"commands.toml"}
