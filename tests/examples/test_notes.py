"""Every note, and all arithmetic, that is about a table names one that its command has."""

import shlex
import tomllib
from pathlib import Path

import pytest

from rnn_examples.cli.app import invoke
from rnn_examples.examples.catalogue import TABLES
from rnn_examples.output import Surroundings
from rnn_examples.tables.prose import Prose

ROOT = Path(__file__).parents[2]
COMMANDS = tomllib.loads((ROOT / "golden" / "commands.toml").read_text(encoding="utf-8"))
LINES = [
    line
    for line in (*COMMANDS["every_format"], *COMMANDS["lines"].values())
    if line.split()[0] in TABLES and not {"--cell", "--table"} & set(line.split())
]


@pytest.mark.parametrize("line", LINES)
def test_a_note_is_about_tables_of_its_command(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """And one about a table of this run is shown with it alone."""
    monkeypatch.chdir(ROOT)
    document = invoke(shlex.split(line), Surroundings()).document
    assert document is not None
    known = {*TABLES[document.example].split(), *(table.name for table in document.tables)}
    assert all(set(work.tables) <= known for work in document.work)
    for note in document.notes:
        names = set(note.tables) if isinstance(note, Prose) else set()
        assert names <= known, (names - known, note)
        for table in document.tables:
            if table.name in names:
                assert note in document.only(table.name).notes
