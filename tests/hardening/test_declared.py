"""With the declared dependencies alone every command runs; what needs more says what to install."""

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent.parent
# Every command line in one process, whose libraries lie in one folder.
EVERY = """
import io, json, sys
sys.path.insert(0, sys.argv[1])
from rnn_examples.cli.run import run
ended = []
for line in json.load(sys.stdin):
    sys.stdout, sys.stderr = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    code = run(line)
    streams = [stream.buffer.getvalue().decode() for stream in (sys.stdout, sys.stderr)]
    ended.append((code, *streams))
json.dump(ended, sys.__stdout__)
"""
INSTALL = "needs the '{0}' extra. Install it: pip install 'rnn-examples[{0}]'"
# A whole file with one number: its length, its header, the number.
HEADER = b'{"b":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}'
WEIGHTS = len(HEADER).to_bytes(8, "little") + HEADER + bytes(4)
BLOCK = "<!-- rnn-examples: unroll --model a.safetensors -->\n\nold\n\n<!-- /rnn-examples -->\n"
CLAIM = """[[claim]]
id = "mine"
printed = "0.5"
run = "unroll --model a.safetensors"
cell = "1:h[1]"
verdict = "agrees"
"""


def declared(found: Distribution) -> Iterator[Distribution]:
    """What a distribution needs, and what that needs; no extra of any."""
    for line in found.requires or []:
        name = re.match(r"[\w.-]+", line)
        if name and "extra ==" not in line:
            try:
                needed = distribution(name[0])
            except PackageNotFoundError:  # of another system
                continue
            yield needed
            yield from declared(needed)


@pytest.fixture(scope="module")
def libraries(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the package and what it declares, and nothing else."""
    folder = tmp_path_factory.mktemp("libraries")
    (folder / "rnn_examples").symlink_to(ROOT / "rnn_examples")
    for needed in set(declared(distribution("rnn-examples"))):
        for name in {path.parts[0] for path in needed.files or [] if path.parts[0] != ".."}:
            if not (folder / name).exists():
                (folder / name).symlink_to(needed.locate_file(name))
    return folder


@pytest.fixture
def ended(libraries: Path, tmp_path: Path) -> Callable[[list[list[str]]], list[Any]]:
    """ended(lines): the exit code, the output and the messages of each, in a folder of files."""
    (tmp_path / "a.safetensors").write_bytes(WEIGHTS)
    (tmp_path / "block.md").write_text(BLOCK.replace("unroll --model a.safetensors", "list"))
    (tmp_path / "weights.md").write_text(BLOCK)
    (tmp_path / "claims.toml").write_text(CLAIM)

    def run(lines: list[list[str]]) -> list[Any]:
        done = subprocess.run(
            [sys.executable, "-I", "-S", "-W", "error", "-c", EVERY, str(libraries)],
            cwd=tmp_path,
            input=json.dumps(lines),
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, "")
        return list(zip(lines, json.loads(done.stdout), strict=True))

    return run


def test_the_extras_are_not_there(libraries: Path) -> None:
    absent = ("matplotlib", "safetensors", "distributed", "dask", "torch", "IPython", "pytest")
    assert not any((libraries / name).exists() for name in absent)
    assert all((libraries / name).exists() for name in ("numpy", "rich", "typer"))


def test_every_command_runs(leaves: tuple[Any, ...], ended: Callable[..., Any]) -> None:
    lines = [list(leaf.line) for leaf in leaves]
    lines += [[*leaf.line, "--plot", "-"] for leaf in with_option(leaves, "--plot")]
    for line, (code, printed, told) in ended(lines):
        assert (code, told) == (0, ""), line
        assert printed or line[0] == "docs"


def test_what_needs_an_extra_says_how_to_install_it(
    leaves: tuple[Any, ...], ended: Callable[..., Any]
) -> None:
    """In one line, with exit code 2, before anything is printed."""
    plots = [
        [*leaf.line, "--plot", path]
        for leaf in with_option(leaves, "--plot")
        for path in ("a.svg", "a.png", "a.pdf")
    ]
    address = "tcp://127.0.0.1:1"
    clusters = [[*leaf.words, "--cluster", address] for leaf in with_option(leaves, "--cluster")]
    models = [[*leaf.line, "--model", "a.safetensors"] for leaf in with_option(leaves, "--model")]
    models += [
        ["model", "show", "a.safetensors"],
        ["docs", "check", "weights.md"],
        ["docs", "update", "weights.md"],
        ["verify", "--ledger", "claims.toml"],
    ]
    for lines, extra in ((plots, "plot"), (clusters, "cluster"), (models, "weights")):
        assert lines
        for line, (code, printed, told) in ended(lines):
            assert (code, printed, told.count("\n")) == (2, "", 1), (line, told)
            assert INSTALL.format(extra) in told


def with_option(leaves: tuple[Any, ...], name: str) -> list[Any]:
    return [leaf for leaf in leaves if any(option.name == name for option in leaf.options)]
