"""Every file that is read, cut, altered or made up: one line that names it, or a right answer."""

import json
import os
import random
import string
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

# HARDENING=20 runs twenty times as many.
TIMES = int(os.environ.get("HARDENING", "1"))
EXAMPLES = settings(
    max_examples=40 * TIMES,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
FEW = settings(EXAMPLES, max_examples=10 * TIMES)  # each trains a network

LEDGER = """[[claim]]
id = "a"
printed = "0.0071"
run = "vanish"
cell = "47,0.9:remaining"
because = "it is {value:.3f}"
decimals = 4
"""
RESUME = [
    {
        "schema": 1,
        "experiment": "remember",
        "steps": 2,
        "batch": 64,
        "rate": 0.01,
        "clip": 1.0,
        "test_count": 1000,
    },
    {"network": "rnn", "distance": 2, "seed": 0, "accuracy": 0.5, "solved_at": None},
]
MARKDOWN = "# A\n\n<!-- rnn-examples: list -f csv -->\nx\n<!-- /rnn-examples -->\n\n```\nb\n```\n"
HTML = "<p>a</p>\n<!-- rnn-examples: list -f html -->\n<!-- /rnn-examples -->\n"
LATEX = "\\section{a}\n% rnn-examples: list -f latex\n% /rnn-examples\n"
RST = "A\n=\n\n.. rnn-examples: list -f csv\n\n.. /rnn-examples\n"
NOTEBOOK = json.dumps(
    {
        "nbformat": 4,
        "cells": [{"cell_type": "markdown", "source": MARKDOWN.splitlines(True)}],
        "metadata": {},
    }
)


def _arrays(rows: int = 3) -> dict[str, Any]:
    """PyTorch's names; with 12 rows an LSTM's."""
    drawn = np.random.default_rng(1)
    shapes = {"weight_ih_l0": (rows, 2), "weight_hh_l0": (rows, 3)}
    shapes |= {"bias_ih_l0": (rows,), "bias_hh_l0": (rows,)}
    return {name: drawn.uniform(-1, 1, shape) for name, shape in shapes.items()}


@pytest.fixture(scope="module")
def valid(tmp_path_factory: pytest.TempPathFactory, run_here: Callable[..., Any]) -> Any:
    """The bytes of a file that is right, by the command line that reads it as {file}."""
    folder = tmp_path_factory.mktemp("valid")
    np.savez(folder / "m.npz", **_arrays())
    np.save(folder / "x.npy", np.array([[1.0, -0.5], [0.25, 3]]))
    np.savez(folder / "lstm.npz", **_arrays(12))
    kinds = {"a": "chapter", "b": str(folder / "lstm.npz")}
    for name, model in kinds.items():
        run_here(["model", "show", model, "-o", str(folder / f"{name}.toml")])
    text = "".join(json.dumps(line) + "\n" for line in RESUME)
    vectors = "unroll --model chapter.toml --inputs {file}"
    named = f"unroll --model {folder / 'm.npz'} --words {{file}} --sentence"
    own = {
        ("unroll --model {file} --sentence", "the dog"): ("toml", (folder / "a.toml").read_bytes()),
        ("gates --model {file}", ""): (
            "toml",
            (folder / "b.toml").read_bytes(),
        ),
        ("model show {file}", ""): ("npz", (folder / "m.npz").read_bytes()),
        (named, "the dog"): ("txt", b"the\ndog\n"),
        (vectors, ""): ("npy", (folder / "x.npy").read_bytes()),
        (f"{vectors} -f csv", ""): ("csv", b"a,b\n1,2\n-0.5,1e3\n"),
        ("unroll --text {file}", ""): ("txt", b"the dog ran the dog\n" * 3),
        ("vanish --passage {file} --evidence a", ""): ("txt", "a b a 日本 ____ c\n".encode()),
        ("verify --ledger {file}", ""): ("toml", LEDGER.encode()),
        ("docs check {file}", "markdown"): ("md", MARKDOWN.encode()),
        ("docs update {file}", "markdown"): ("md", MARKDOWN.replace("\n", "\r\n").encode()),
        ("docs update {file}", "html"): ("html", HTML.encode()),
        ("docs update {file}", "latex"): ("tex", LATEX.encode()),
        ("docs update {file}", "rst"): ("rst", RST.encode()),
        ("docs update {file}", "notebook"): ("ipynb", NOTEBOOK.encode()),
        (
            "remember --steps 2 --distances 2 --networks rnn --jobs 1 --quiet --resume {file}",
            "",
        ): ("jsonl", text.encode()),
    }
    safetensors = pytest.importorskip("safetensors.numpy")
    saved = safetensors.save({name: array.astype("f4") for name, array in _arrays().items()})
    return own | {("unroll --inputs vectors.csv --model {file}", ""): ("safetensors", saved)}


@st.composite
def altered(draw: st.DrawFn, data: bytes) -> bytes:
    """Cut, spliced, flipped, or with a piece of text in it that means something to a reader."""
    pieces = (b"nan", b"1e999", b"[" * 3000, b"\x00", b"\xff\xfe", b'"', b"9" * 5000, b"-", b"=")
    pieces += (
        b"<!--",
        b"-->",
        b"rnn-examples: ",
        b"\r",
        b"\n",
        b"{",
        b"true",
        b"[[",
        "日".encode(),
    )
    for _ in range(draw(st.integers(1, 3))):
        at, to = sorted(draw(st.lists(st.integers(0, len(data)), min_size=2, max_size=2)))
        change = draw(st.sampled_from(("cut", "drop", "insert", "flip", "twice", "replace")))
        if change == "cut":
            data = data[:at]
        elif change == "drop":
            data = data[:at] + data[to:]
        elif change == "insert":
            data = data[:at] + draw(st.sampled_from(pieces)) + data[at:]
        elif change == "flip" and at < len(data):
            data = data[:at] + bytes([data[at] ^ draw(st.integers(1, 255))]) + data[at + 1 :]
        elif change == "twice":
            data = data[:to] + data[at:]
        else:
            data = data[:at] + draw(st.binary(max_size=8)) + data[to:]
    return data


KINDS = 17


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("kind", range(KINDS))
def test_an_altered_file_is_told_in_one_line_or_read(
    kind: int, valid: Any, holds: Callable[..., Any], traps: Path
) -> None:
    assert len(valid) == KINDS
    (line, more), (ending, content) = list(valid.items())[kind]
    name = f"altered.{ending}"

    def run(data: bytes) -> Any:
        (traps / name).write_bytes(data)
        arguments = line.replace("{file}", name).split()
        if line.endswith("--sentence"):
            arguments.append(more)
        ended = holds(arguments)
        if ended.code == 2 and data:
            places = (name, "vocabulary", "the passage")
            assert any(place in ended.told for place in places), ended.told
        return ended

    assert run(content).code in (0, 1)

    @(FEW if "--resume" in line else EXAMPLES)
    @given(altered(content))
    def each(data: bytes) -> None:
        run(data)

    each()
    (traps / name).unlink(missing_ok=True)


@pytest.mark.usefixtures("here")
def test_a_file_that_vanishes_or_is_none_is_one_line(
    valid: Any, holds: Callable[..., Any], traps: Path
) -> None:
    """A folder, a loop of links, an empty file, a name that no file can have."""
    folder = traps / "n"
    for line, more in valid:
        ending = valid[line, more][0]
        folder.mkdir()
        (folder / f"folder.{ending}").mkdir()
        (folder / f"loop.{ending}").symlink_to(f"loop.{ending}")
        (folder / f"empty.{ending}").write_bytes(b"")
        for name in ("folder", "loop", "missing", "empty", "missing/x", "a\x00b", "n" * 300):
            target = f"n/{name}.{ending}"
            arguments = [part.replace("{file}", target) for part in line.split()]
            ended = holds([*arguments, more] if line.endswith("--sentence") else arguments)
            new = "--resume" in line and name in ("missing", "empty")
            blank = line.startswith("docs") and name == "empty" and ending != "ipynb"
            assert ended.code == (0 if new or blank else 2), (arguments, ended)
        for path in sorted(folder.iterdir()):
            path.rmdir() if path.is_dir() else path.unlink()
        folder.rmdir()


@pytest.mark.usefixtures("here")
def test_text_of_any_kind_is_read_from_a_pipe(holds: Callable[..., Any]) -> None:
    drawn = random.Random(1)
    letters = [*string.printable, "日", "👍", "\u202e", "\x85", "\u2028", "\ufeff"]
    for _ in range(20 * TIMES):
        text = "".join(drawn.choices(letters, k=drawn.randrange(60)))
        holds(["unroll", "--text", "-"], text.encode())
        holds(["vanish", "--passage", "-", "--evidence", "a"], text.encode()[drawn.randrange(3) :])
    assert holds(["unroll", "--text", "-"], "\ufeffthe\u2028dog\x85ran".encode()).code == 0
