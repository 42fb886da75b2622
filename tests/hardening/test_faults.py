"""What every command prints is the same text, whatever the terminal and the process say."""

import json
import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np
import pytest


@pytest.mark.usefixtures("here")
def test_whatever_the_terminal_a_file_is_the_same(
    leaf: Any,
    plain_of: Callable[[Any], Any],
    run_here: Callable[..., Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Colour that is asked for and refused; test_formats.py has a dumb terminal and CI's."""
    plain = plain_of(leaf)
    for name, value in (("FORCE_COLOR", "1"), ("NO_COLOR", "1"), ("COLUMNS", "20")):
        monkeypatch.setenv(name, value)
    assert run_here(leaf.line) == plain
    assert "\x1b" not in plain.printed
    assert "…" not in plain.printed


EVERY = """
import json, sys
declared = {*sys.argv[1:], *sys.stdlib_module_names}
class Undeclared:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] not in declared:
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Undeclared())
from rnn_examples.cli.app import invoke
from rnn_examples.output import Surroundings
print(json.dumps(["".join(invoke(line, Surroundings()).pieces) for line in json.load(sys.stdin)]))
"""


def normal(name: str) -> str:
    return name.replace("_", "-").lower()


def declared(name: str, owned: Mapping[str, list[str]], found: set[str]) -> set[str]:
    """The distribution and all that it requires without an extra, where the platform needs it."""
    if name not in found and name in owned:
        found.add(name)
        for line in metadata.requires(name) or ():
            if "extra ==" not in line:
                declared(normal(re.split(r"[^\w.-]", line)[0]), owned, found)
    return found


def modules() -> list[str]:
    """What may be imported beside the standard library."""
    owned: dict[str, list[str]] = {"rnn-examples": ["rnn_examples"]}
    for module, distributions in metadata.packages_distributions().items():
        for one in distributions:
            owned.setdefault(normal(one), []).append(module)
    return [module for name in declared("rnn-examples", owned, set()) for module in owned[name]]


def test_every_command_prints_the_same_in_another_process(
    here: Path, leaves: tuple[Any, ...], printed: Callable[..., str]
) -> None:
    """Optimised, warnings errors, other hashes, one BLAS thread, without the wide kernels, and
    without a package that is not declared."""
    kernels = np.show_config(mode="dicts")["SIMD Extensions"].get("found", [])
    lines = [list(leaf.line) for leaf in leaves]
    done = subprocess.run(
        [sys.executable, "-O", "-W", "error", "-c", EVERY, *modules()],
        cwd=here,
        env={
            "PATH": "",
            "PYTHONHASHSEED": "7",
            "OPENBLAS_NUM_THREADS": "1",
            "NPY_DISABLE_CPU_FEATURES": " ".join(kernels),
        },
        input=json.dumps(lines).encode(),
        capture_output=True,
        check=True,
    )
    assert done.stderr == b""
    for line, text in zip(lines, json.loads(done.stdout), strict=True):
        assert text == printed(*line), line


@pytest.mark.parametrize("line", ["", "docs", "model"])
def test_without_a_command_the_help_is_shown_as_by_its_option(
    line: str, run_here: Callable[..., Any]
) -> None:
    ended = run_here(line.split())
    assert (ended.code, ended.told) == (0, "")
    assert ended == run_here([*line.split(), "--help"])


@pytest.mark.parametrize("line", ["docs check", "docs update", "model show"])
def test_a_command_without_its_file_is_told_in_one_line(
    line: str, run_here: Callable[..., Any]
) -> None:
    ended = run_here(line.split())
    assert (ended.code, ended.printed) == (2, "")
    assert ended.told.count("\n") == 1
    assert "Missing argument" in ended.told
