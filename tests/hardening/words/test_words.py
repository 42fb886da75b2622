"""Words that look like markup, numbers, options or formulas, in every format of every command."""

import csv
import io
import json
import re
import unicodedata
import xml.etree.ElementTree as ET
from collections.abc import Callable
from html.parser import HTMLParser
from typing import Any

import pytest
from markdown_it import MarkdownIt

from rnn_examples.tables.formats import MODULES

WORKED = ("unroll", "bptt", "loss", "bidirectional", "blame", "lstm-cell", "vanish")
SHOW = (*WORKED, "unroll --outputs", "verify")
COUNT = ("truncate", "spectrum", "gates", "activations")


class Page(HTMLParser):
    """The tags of a page and its text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.tags.add(tag)

    def handle_data(self, data: str) -> None:
        self.text += data


def columns(text: str) -> int:
    """How many columns of a screen a text takes."""
    letters = [letter for letter in text if not unicodedata.combining(letter)]
    return len(letters) + sum(unicodedata.east_asian_width(letter) in "WF" for letter in letters)


def test_the_words_have_their_own_widths() -> None:
    assert [columns(word) for word in ("日本", "👍", "cafe", "cafe\u0301")] == [4, 2, 4, 4]


@pytest.mark.parametrize("command", SHOW)
@pytest.mark.parametrize("name", ["table", "plain"])
def test_text_shows_each_word_in_lines_of_one_width(
    command: str, name: str, parts: Callable[..., Any], shown: Callable[[str], str]
) -> None:
    for words, text in parts(command, "-f", name):
        assert not [word for word in words if shown(word) not in text]
        assert "\x1b" not in text
        assert "\u202e" not in text
        for block in text.split("\n\n"):
            lines = block.splitlines()
            rules = [at for at, line in enumerate(lines) if re.fullmatch("[─ -]+", line)]
            for at in rules:  # from a table's heading to its end
                assert len({columns(line) for line in lines[at - 1 :]}) == 1, block


@pytest.mark.parametrize("command", SHOW)
def test_markdown_has_each_word_in_a_cell_of_its_own(
    command: str, parts: Callable[..., Any], shown: Callable[[str], str]
) -> None:
    """As a parser of Markdown reads it back, in rows of one width and as many columns."""
    parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    for words, text in parts(command, "-f", "markdown"):
        tokens = parser.parse(text)
        inline = [token.children or [] for token in tokens if token.type == "inline"]
        texts = ["".join(child.content for child in children) for children in inline]
        whole = " ".join(texts)
        assert not [word for word in words if shown(word) not in whole]
        assert command == "vanish" or set(map(shown, words)) <= set(texts)
        marks = {child.type for children in inline for child in children}
        assert marks <= {"text", "strong_open", "strong_close", "em_open", "em_close", "softbreak"}
        for table in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
            rows = table.splitlines()
            assert len({len(re.findall(r"(?<!\\)\|", row)) for row in rows}) == 1, table
            assert len({columns(row) for row in rows}) == 1, table


@pytest.mark.parametrize("command", SHOW)
def test_html_and_svg_have_each_word_as_text(
    command: str, parts: Callable[..., Any], shown: Callable[[str], str]
) -> None:
    for words, text in parts(command, "-f", "html"):
        page = Page(text)
        assert not [word for word in words if shown(word) not in page.text]
        assert "loq" not in page.tags
    for words, text in parts(command, "-f", "svg"):
        drawn = "".join(ET.fromstring(text).itertext()).replace("\u00a0", " ")
        plain = unicodedata.normalize("NFC", re.sub(r"\s", "", drawn))
        wanted = [re.sub(r"\s", "", unicodedata.normalize("NFC", shown(word))) for word in words]
        assert not [word for word in wanted if word not in plain]


@pytest.mark.parametrize("command", SHOW)
def test_latex_rows_have_as_many_cells(command: str, parts: Callable[..., Any]) -> None:
    for words, text in parts(command, "-f", "latex"):
        assert "50%_done" not in words or "50\\%\\_done" in text
        assert "<LOQ" not in words or "\\textless{}LOQ" in text
        for body in re.findall(r"\\begin\{tabular\}.*?\\end\{tabular\}", text, re.DOTALL):
            rows = [row for row in body.split("\\\\\n") if "multicolumn" not in row]
            assert len({len(re.findall(r"(?<!\\)&", row)) for row in rows[:-1]}) == 1, rows


def strings(value: Any) -> set[str]:
    """All strings in a JSON value."""
    if isinstance(value, str):
        return {value}
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return set().union(*map(strings, inner))


@pytest.mark.parametrize("command", SHOW + COUNT)
def test_words_are_verbatim_for_machines(command: str, parts: Callable[..., Any]) -> None:
    for words, text in parts(command, "-f", "json"):
        found = strings(json.loads(text, parse_constant=pytest.fail))
        apart = {piece for one in found for piece in one.split(" ")}
        quoted = {word for word in words if any(f"'{word}'" in one for one in found)}
        assert set(words) <= found | apart | quoted
    for words, text in parts(command, "-f", "csv"):
        cells: set[str] = set()
        for part in re.split(r"\n\n(?=[a-z_]+,)", text):
            records = list(csv.reader(io.StringIO(part)))
            assert len({len(record) for record in records}) == 1
            cells.update(cell for record in records for cell in record)
        assert set(words) <= cells or command in (*COUNT, "vanish")


@pytest.mark.parametrize("command", COUNT)
def test_a_table_without_words_is_none_the_worse_for_them(
    command: str, parts: Callable[..., Any]
) -> None:
    """Its rows hold none, in JSON too; no format has an escape or a tag of theirs."""
    for words, text in parts(command, "-f", "json"):
        rows = [table["rows"] for table in json.loads(text)["tables"]]
        assert not set(words) & strings(rows)
    for name in MODULES.keys() - {"json"}:
        for _, text in parts(command, "-f", name):
            assert not [mark for mark in ("\x1b", "\u202e", "<LOQ") if mark in text]


@pytest.mark.parametrize("command", [*WORKED, "truncate", "spectrum", "gates"])
def test_the_work_takes_words_for_words(command: str, parts: Callable[..., Any]) -> None:
    for name in ("table", "html", "latex"):
        for _, text in parts(command, "-f", name, "--work"):
            assert not [mark for mark in ("\x1b", "\u202e") if mark in text]
            assert name == "table" or not [mark for mark in ("<LOQ", "</td> ") if mark in text]
            assert name != "latex" or not re.search(r"50%|(?<!\\)_done", text)
