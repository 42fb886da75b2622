"""What every command prints is the same text, whatever the terminal and the process say."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest


def test_whatever_the_terminal_a_file_is_the_same(
    leaf: Any, here: Path, run_here: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Colour that is asked for and refused; test_formats.py has a dumb terminal and CI's."""
    block = (here / "block.md").read_bytes()
    plain = run_here(leaf.line)
    (here / "block.md").write_bytes(block)
    for name, value in (("FORCE_COLOR", "1"), ("NO_COLOR", "1"), ("COLUMNS", "20")):
        monkeypatch.setenv(name, value)
    assert run_here(leaf.line) == plain
    assert "\x1b" not in plain.printed
    assert "…" not in plain.printed


EVERY = """
import contextlib, io, json, shlex, sys
from rnn_examples.cli.app import invoke
from rnn_examples.output import Surroundings
print(json.dumps(["".join(invoke(line, Surroundings()).pieces) for line in json.load(sys.stdin)]))
"""


def test_every_command_prints_the_same_in_another_process(
    here: Path, leaves: tuple[Any, ...], printed: Callable[..., str]
) -> None:
    """Optimised, warnings errors, other hashes, one BLAS thread, without the wide kernels."""
    kernels = np.show_config(mode="dicts")["SIMD Extensions"].get("found", [])
    lines = [list(leaf.line) for leaf in leaves]
    done = subprocess.run(
        [sys.executable, "-O", "-W", "error", "-c", EVERY],
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
