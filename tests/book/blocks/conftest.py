"""Documents on disk and commands that print what a test says."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from rnn_examples.book.blocks import FilePlan, plan
from rnn_examples.errors import InputError

TABLE = "| t | h |\n| - | -: |\n| 1 | 0.5 |\n"


@dataclass
class Desk:
    """A folder of documents, and what each command prints, by its first word."""

    folder: Path
    printed: dict[str, str] = field(default_factory=dict)
    runs: list[list[str]] = field(default_factory=list)

    def write(self, name: str, text: str | bytes) -> Path:
        path = self.folder / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    def run(self, arguments: list[str]) -> str:
        self.runs.append(arguments)
        if arguments[0] not in self.printed:
            raise InputError("--distances: found 'x', expected an integer")
        return self.printed[arguments[0]]

    def plan(self, *paths: Path) -> list[FilePlan]:
        return plan(paths, self.run, ["vanish", "unroll", "fails"])

    def update(self, path: Path) -> FilePlan:
        """Plan, write, and make sure that a second run changes nothing."""
        (made,) = self.plan(path)
        path.write_bytes(made.new)
        (again,) = self.plan(path)
        assert (again.stale, again.diff, again.edited) == (False, "", ())
        return made


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path, {"vanish": TABLE, "unroll": "7.1e-15\n"})


@pytest.fixture
def updated(desk: Desk) -> Callable[[str, str], str]:
    """The text of a document once it is up to date."""

    def update(name: str, text: str) -> str:
        desk.update(desk.write(name, text))
        return (desk.folder / name).read_bytes().decode()

    return update
