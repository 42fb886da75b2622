"""What holds for the documents of all commands: names, titles, notes, and what they are about."""

import re
import shlex
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from rnn_examples.cli.app import invoke
from rnn_examples.examples.catalogue import TABLES
from rnn_examples.output import Surroundings
from rnn_examples.tables.prose import Prose
from rnn_examples.tables.table import Document

ROOT = Path(__file__).parents[2]
COMMANDS = tomllib.loads((ROOT / "golden" / "commands.toml").read_text(encoding="utf-8"))
LINES = [
    line
    for line in (*COMMANDS["every_format"], *COMMANDS["lines"].values())
    if line.split()[0] in TABLES and not {"--cell", "--table"} & set(line.split())
]
NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
SHOUTED = re.compile(r"\w*[A-Z]{2}\w*")
ACRONYMS = {"RNN", "RNNs", "LSTM", "LSTMs", "GRU", "GRUs", "ReLU"}
CASES = {"contraction", "exploding", "tamed", "vanishing"}  # of spectrum, by their names


@cache
def document_of(line: str) -> Document:
    document = invoke(shlex.split(line), Surroundings()).document
    assert document is not None
    return document


@pytest.fixture(autouse=True)
def _beside_golden(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some lines name a file in golden/."""
    monkeypatch.chdir(ROOT)


@pytest.mark.parametrize("line", LINES)
def test_a_note_is_about_tables_of_its_command(line: str) -> None:
    """And one about a table of this run is shown with it alone."""
    document = document_of(line)
    known = {*TABLES[document.example].split(), *(table.name for table in document.tables)}
    assert all(set(work.tables) <= known for work in document.work)
    for note in document.notes:
        names = set(note.tables) if isinstance(note, Prose) else set()
        assert names <= known, (names - known, note)
        for table in document.tables:
            if table.name in names:
                assert note in document.only(table.name).notes


@pytest.mark.parametrize("line", LINES)
def test_a_row_has_a_cell_for_every_column(line: str) -> None:
    document = document_of(line)
    for table in (*document.tables, *document.for_people().tables):
        assert {len(row) for row in table.rows} <= {len(table.columns)}, table.name


@pytest.mark.parametrize("line", LINES)
def test_the_keys_tell_the_rows_apart(line: str) -> None:
    """So that `--cell` finds each of them."""
    document = document_of(line)
    for table in (*document.tables, *document.for_people().tables):
        keys = [place for place, column in enumerate(table.columns) if column.key] or [0]
        names = [tuple(row[place] for place in keys) for row in table.rows]
        assert len(set(names)) == len(names), table.name


@pytest.mark.parametrize("line", LINES)
def test_names_for_machines_are_of_one_kind(line: str) -> None:
    """Small letters, digits and single underscores: a key of JSON is an identifier anywhere."""
    document = document_of(line)
    for table in (*document.tables, *document.for_people().tables):
        names = [table.name, *(column.name for column in table.columns)]
        assert all(map(NAME.fullmatch, names)), names
        assert len(set(names[1:])) == len(names[1:]), names
    shown = [table.name for table in document.for_people().tables]
    assert shown == [table.name for table in document.tables]
    assert all(map(NAME.fullmatch, document.inputs)), list(document.inputs)


def texts_of(document: Document) -> Iterator[str]:
    """All that people read as sentences or titles; mathematics stands as an x."""
    yield document.title
    yield from (table.title for table in (*document.tables, *document.for_people().tables))
    yield from (work.title for work in document.work)
    for note in document.notes:
        parts = note.parts if isinstance(note, Prose) else (note,)
        yield "".join(part if isinstance(part, str) else "x" for part in parts)


@pytest.mark.parametrize("line", LINES)
def test_no_text_shouts(line: str) -> None:
    for text in texts_of(document_of(line)):
        assert set(SHOUTED.findall(text)) <= ACRONYMS, text


@pytest.mark.parametrize("line", LINES)
def test_a_title_begins_with_a_capital(line: str) -> None:
    """And does not end as a sentence."""
    document = document_of(line)
    tables = (*document.tables, *document.for_people().tables)
    for title in (document.title, *(table.title for table in tables)):
        assert title[0].isupper(), title
        assert not title.endswith("."), title


@pytest.mark.parametrize("line", LINES)
def test_a_note_is_a_sentence(line: str) -> None:
    """It begins with a capital, with mathematics or with a case, and ends with a period."""
    for note in document_of(line).notes:
        parts = note.parts if isinstance(note, Prose) else (note,)
        if isinstance(parts[0], str):
            first = parts[0].split()[0]
            assert not first[0].islower() or "_" in first or first.strip(":") in CASES, note
        if isinstance(parts[-1], str):
            assert parts[-1].endswith("."), note
