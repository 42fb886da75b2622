"""Every command line in golden/commands.toml prints the text that is stored for it.

`pytest --update-golden` rewrites the files; read the difference before you accept it.
"""

import difflib
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
# Formats for machines show every bit of a float64, and its last is the processor's: there 0.848
# may be 0.8480000000000001 elsewhere, and what two such numbers differ by some 1e-17 or nothing.
# People's formats and the examples of exact arithmetic are the same to the last character.
FLOATS = re.compile(r"-?[0-9]+\.[0-9]+(?:e[+-][0-9]+)?|-?[0-9]e-[0-9]+")
LAST_BITS = 1e-13


def cases() -> Iterator[tuple[str, str]]:
    """Pairs of a command line and the name of its file."""
    for line in COMMANDS["every_format"]:
        folder = line.split()[0]
        for name, ending in COMMANDS["formats"].items():
            yield f"{line} --format {name}", f"{folder}/default.{ending}"
    for file, line in COMMANDS["lines"].items():
        yield line, file


def fault(file: str, stored: str, found: str) -> str:
    """What of the printed text is not as it is stored; empty where nothing is."""
    if found == stored or (for_machines(file) and same_but_last_bits(stored, found)):
        return ""
    lines = difflib.unified_diff(stored.splitlines(), found.splitlines(), "stored", "found", n=1)
    return "\n".join([f"the printed text of {file} has changed:", *lines])


def for_machines(file: str) -> bool:
    return file.endswith((".csv", ".json")) and file.split("/")[0] not in COMMANDS["exact"]


def same_but_last_bits(stored: str, found: str) -> bool:
    pairs = zip(FLOATS.findall(stored), FLOATS.findall(found), strict=False)
    return FLOATS.sub("#", stored) == FLOATS.sub("#", found) and all(
        math.isclose(float(one), float(other), rel_tol=LAST_BITS, abs_tol=LAST_BITS)
        for one, other in pairs
    )


@pytest.mark.parametrize(("line", "file"), [pytest.param(*case, id=case[1]) for case in cases()])
def test_prints_the_stored_text(
    line: str, file: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = GOLDEN / file
    monkeypatch.chdir(GOLDEN.parent)  # some lines name a file in golden/
    found = "".join(invoke(shlex.split(line), Surroundings()).pieces)
    assert found.strip(), f"'{line}' prints nothing"
    if request.config.getoption("--update-golden"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(found, encoding="utf-8", newline="\n")
    assert path.exists(), f"golden/{file} is missing: run pytest --update-golden, then read it"
    changed = fault(file, path.read_text(encoding="utf-8"), found)
    assert not changed, changed


def test_no_case_is_given_twice() -> None:
    lines, files = zip(*cases(), strict=True)
    assert len(set(lines)) == len(lines)
    assert len(set(files)) == len(files)


def test_no_file_is_orphaned() -> None:
    stored = {path.relative_to(GOLDEN).as_posix() for path in GOLDEN.rglob("*") if path.is_file()}
    assert stored == {file for _, file in cases()} | {"commands.toml"}


@pytest.mark.parametrize(
    ("file", "found", "allowed"),
    [
        ("unroll/default.csv", "0.8480000000000001,2\n", True),
        ("unroll/default.csv", "0.8480000001,2\n", False),
        ("unroll/default.csv", "0.848,3\n", False),
        ("unroll/default.csv", "0.848,2\n0.1\n", False),
        ("unroll/default.md", "0.8480000000000001,2\n", False),
        ("clip/default.csv", "0.8480000000000001,2\n", False),
    ],
)
def test_only_the_last_bits_for_machines_may_differ(file: str, found: str, allowed: bool) -> None:
    """An integer is no float; exact commands and people's formats are held to the character."""
    assert (fault(file, "0.848,2\n", found) == "") is allowed
