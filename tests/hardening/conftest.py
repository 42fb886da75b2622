"""Every command of the command line, run in a folder of traps and held to what holds for all."""

import io
import os
import re
import sys
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from rnn_examples.cli.catalogue import COMMANDS, module_of
from rnn_examples.cli.run import run
from rnn_examples.network.book_models import book_model
from rnn_examples.network.load.toml_text import write_toml

LONGEST = 5  # seconds of this process
LONGEST_LINE = 2100
# What keeps a command short where nothing else is asked for.
SHORT = {
    "train": "--steps 3 --batch 2 --distance 2 --every 1 --quiet",
    "remember": "--steps 2 --distances 2 --networks rnn --jobs 1 --quiet",
    "truncate": "--updates 1",
    "blame": "--sentences 5",
    "fade": "--from untrained --distance 3 --quiet",
    "verify": "--fast --only chapter-evidence-distance --quiet",
    "book": "--fast --source notebook",
}
NEEDED = {"model show": "chapter", "docs check": "block.md", "docs update": "block.md"}
FAULT_AT = re.compile(r"rnn-examples: [^:]+(?::\d+)?: ")
BLOCK = "<!-- rnn-examples: list -f csv -->\n\nold\n\n<!-- /rnn-examples -->\n"
TRAPS = {
    "binary": bytes(range(256)) * 4,
    "empty.toml": b"",
    "empty.md": b"",
    "block.md": BLOCK.encode(),
    "text": b"the dog ran the dog",
    "vectors.csv": b"1,2\n-0.5,1e3\n",
    **{f"binary.{ending}": bytes(range(256)) for ending in ("toml", "npz", "npy", "safetensors")},
    "binary.ipynb": bytes(range(256)),
}


@dataclass(frozen=True, slots=True)
class Option:
    """An option's longest spelling ("" of an argument) and whether it takes no value."""

    name: str
    flag: bool


@dataclass(frozen=True, slots=True)
class Leaf:
    """A command that runs, such as ("docs", "check"): what it takes, what keeps it short."""

    words: tuple[str, ...]
    options: tuple[Option, ...]
    short: tuple[str, ...]
    needed: tuple[str, ...]

    @property
    def line(self) -> tuple[str, ...]:
        return (*self.words, *self.needed, *self.short)


@dataclass(frozen=True, slots=True)
class Ended:
    code: int
    printed: str
    told: str


def _leaf(words: tuple[str, ...], command: Any) -> Leaf:
    options = tuple(
        Option(
            max(one.opts, key=len) if one.param_type_name == "option" else "",
            getattr(one, "is_flag", False),
        )
        for one in command.params
    )
    name = " ".join(words)
    return Leaf(
        words, options, tuple(SHORT.get(name, "").split()), tuple(NEEDED.get(name, "").split())
    )


def _leaves() -> Iterator[Leaf]:
    for entry in COMMANDS:
        command: Any = get_command(import_module(module_of(entry.name)).app)
        for name, inner in getattr(command, "commands", {}).items():
            yield _leaf((entry.name, name), inner)
        if not hasattr(command, "commands"):
            yield _leaf((entry.name,), command)


LEAVES = tuple(_leaves())


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test with the argument `leaf` runs for each command."""
    if "leaf" in metafunc.fixturenames:
        metafunc.parametrize("leaf", LEAVES, ids=lambda leaf: "-".join(leaf.words))


# Of the lines that `holds` has run: how many ended with each exit code.
ENDED = pytest.StashKey[Counter[int]]()


def pytest_configure(config: pytest.Config) -> None:
    config.stash[ENDED] = Counter()


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """How much was fuzzed: with HARDENING=20 that is the long run's report."""
    ended = config.stash[ENDED]
    if ended:
        codes = ", ".join(f"{count:,} with {code}" for code, count in sorted(ended.items()))
        terminalreporter.write_line(f"Hostile command lines: {ended.total():,} ended, {codes}")


@contextmanager
def _streams(given: bytes) -> Iterator[tuple[io.TextIOWrapper, io.TextIOWrapper]]:
    before = sys.stdin, sys.stdout, sys.stderr
    printed, told = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    reader = io.TextIOWrapper(io.BufferedReader(io.BytesIO(given)))
    sys.stdin, sys.stdout, sys.stderr = reader, printed, told
    try:
        yield printed, told
    finally:
        sys.stdin, sys.stdout, sys.stderr = before


def _run_here(arguments: Sequence[str], given: bytes = b"the dog ran") -> Ended:
    """A command line run in this process, a warning being an error as in every test."""
    with _streams(given) as (printed, told), warnings.catch_warnings():
        warnings.simplefilter("error")
        code = run(arguments)
        for stream in (printed, told):
            stream.flush()
        out, err = (stream.buffer.getvalue().decode() for stream in (printed, told))
    return Ended(code, out, err)


def _state(folder: Path) -> dict[str, tuple[int, int]]:
    with os.scandir(folder) as entries:
        stats = {entry.name: entry.stat(follow_symlinks=False) for entry in entries}
    return {name: (found.st_size, found.st_mtime_ns) for name, found in stats.items()}


def set_traps(folder: Path) -> None:
    """Every file as it was, whatever a command has written or a test has left in its place."""
    for name, content in TRAPS.items():
        (folder / name).write_bytes(content)
    (folder / "chapter.toml").write_text(write_toml(book_model("chapter")), encoding="utf-8")


@pytest.fixture(scope="session")
def traps(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of files that are not what their endings say, and a few that are."""
    folder = tmp_path_factory.mktemp("traps")
    set_traps(folder)
    (folder / "folder.toml").mkdir()
    (folder / "loop.toml").symlink_to("loop.toml")
    return folder


@pytest.fixture
def here(traps: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    set_traps(traps)
    monkeypatch.chdir(traps)
    return traps


@pytest.fixture(scope="session")
def leaves() -> tuple[Leaf, ...]:
    return LEAVES


@pytest.fixture(scope="session")
def run_here() -> Callable[..., Ended]:
    return _run_here


@pytest.fixture(scope="session")
def plain_of(traps: Path) -> Callable[[Leaf], Ended]:
    """What a command does where nothing is odd, run once."""
    kept: dict[Leaf, Ended] = {}

    def plain(leaf: Leaf) -> Ended:
        if leaf not in kept:
            kept[leaf] = _run_here(leaf.line, b"")
            set_traps(traps)
        return kept[leaf]

    return plain


@pytest.fixture(scope="session")
def holds(traps: Path, pytestconfig: pytest.Config) -> Callable[..., Ended]:
    """holds(arguments): run it in the folder of traps, and hold it to all that always holds."""

    def check(arguments: Sequence[str], given: bytes = b"the dog ran") -> Ended:
        before = _state(traps)
        start = time.process_time()
        ended = _run_here(arguments, given)
        taken = time.process_time() - start
        after = _state(traps)
        touched = {name for name in before | after if before.get(name) != after.get(name)}
        for name in touched:
            if not (traps / name).is_dir():
                (traps / name).unlink(missing_ok=True)
        if touched:
            set_traps(traps)
        pytestconfig.stash[ENDED][ended.code] += 1
        assert_holds(ended)
        assert taken < LONGEST, f"{taken:.1f} s"
        named = " ".join(arguments)
        assert all(name in named for name in touched), f"touched {touched}"
        return ended

    return check


def assert_holds(ended: Ended) -> None:
    """A documented code; one line on standard error where it is 2, nothing where it is 0."""
    assert ended.code in (0, 1, 2, 130), ended
    for text in (ended.printed, ended.told):
        assert "Traceback" not in text
        assert "Warning" not in text
    assert "a fault of the tool" not in ended.told, ended.told
    assert len(ended.told) <= LONGEST_LINE
    assert "\x1b" not in ended.told
    if ended.code == 0:
        assert ended.told == ""
    elif ended.code == 2:
        assert ended.told.endswith("\n")
        lines = ended.told.splitlines()
        assert all(line.startswith("rnn-examples: ") for line in lines)
        if len(lines) > 1:  # docs tells each fault of a document, a line each, by its place
            places = [FAULT_AT.match(line) for line in lines]
            assert all(places), ended.told
            assert len(set(lines)) == len(lines), ended.told


@pytest.fixture(scope="session")
def shell() -> Callable[..., Ended]:
    """shell("$CLI vanish | head -1"): a line of bash, the command in $CLI, its exit code the last
    but one that is not 0."""
    import subprocess

    def run_line(line: str, given: str = "", **environment: str) -> Ended:
        done = subprocess.run(
            ["bash", "-c", f"set -o pipefail; CLI='{sys.executable} -m rnn_examples'; {line}"],
            env={**os.environ, **environment},
            input=given.encode(),
            capture_output=True,
            timeout=60,
            check=False,
        )
        return Ended(done.returncode, done.stdout.decode(), done.stderr.decode())

    return run_line
