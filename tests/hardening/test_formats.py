"""What every command prints in every format, under an awkward caption, whatever the terminal says:
no escapes, no text of Python's, strict JSON, as many CSV records as rows, the caption literally."""

import csv
import io
import json
import os
import re
import shutil
import subprocess
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from markdown_it import MarkdownIt

from rnn_examples.tables.formats import MODULES

CAPTION = "[bold] a[/] [x] :cat: a|b `c|d` 50%_done & $5 #1 {x} ~ ^ \\ <LOQ </td> &amp;"
WATCHED = {"FORCE_COLOR": "1", "GITHUB_ACTIONS": "true", "COLUMNS": "20", "LINES": "2"}
# A terminal that is asked for colour gets it in this format alone.
DUMB = {**WATCHED, "TERM": "dumb"}
# A float's own text, an empty set of brackets, a zero with a sign.
LEAKS = re.compile(r"np\.float64|array\(|Decimal\(|Fraction\(|<rnn_examples|Infinity|\bNone\b")
SIGNED_ZERO = re.compile(r"(?<![\w.^{(−-])[-−]0(\.0+)?(?![\w.,:/])")
PDFLATEX = shutil.which("pdflatex")

Shown = Callable[[Any, str], str]


def formats(leaf: Any) -> Iterator[str]:
    """The formats of a command, none of those that write TOML or documents."""
    if any(option.name == "--format" for option in leaf.options):
        yield from MODULES


def titled(leaf: Any) -> list[str]:
    """The caption, where a command takes one: the parts of a book have their own titles."""
    taken = any(option.name == "--caption" for option in leaf.options)
    return ["--caption", CAPTION] if taken else []


@pytest.fixture(scope="module")
def shown(run_here: Callable[..., Any]) -> Shown:
    """What a command prints in a format, run once for all tests."""
    kept: dict[tuple[Any, str], str] = {}

    def text(leaf: Any, name: str) -> str:
        if (leaf, name) not in kept:
            with pytest.MonkeyPatch.context() as patch:
                for variable, value in (DUMB if name == "table" else WATCHED).items():
                    patch.setenv(variable, value)
                ended = run_here([*leaf.line, "-f", name, *titled(leaf)])
            assert (ended.code, ended.told) == (0, ""), (name, ended.told)
            kept[leaf, name] = ended.printed
        return kept[leaf, name]

    return text


def around(text: str, found: re.Match[str] | None) -> str:
    return "" if found is None else text[max(0, found.start() - 80) : found.end() + 80]


@pytest.mark.usefixtures("here")
def test_no_text_of_python_and_no_escape_leaks(
    leaf: Any, shown: Shown, run_here: Callable[..., Any]
) -> None:
    if not list(formats(leaf)):
        assert not LEAKS.search(run_here(leaf.line).printed)
    for name in formats(leaf):
        text = shown(leaf, name)
        assert not around(text, LEAKS.search(text))
        assert "\x1b" not in text
        assert name != "table" or "…" not in text
        if name in ("table", "plain"):
            assert not around(text, SIGNED_ZERO.search(text))


@pytest.mark.usefixtures("here")
def test_a_table_of_any_width_has_the_digits_of_the_plain_one(leaf: Any, shown: Shown) -> None:
    if list(formats(leaf)):
        table, plain = (re.findall("[0-9]+", shown(leaf, name)) for name in ("table", "plain"))
        assert table == plain


class Text(HTMLParser):
    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.tags.add(tag)

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.usefixtures("here")
def test_a_caption_is_shown_as_typed(leaf: Any, shown: Shown) -> None:
    if not titled(leaf):
        return
    assert CAPTION in shown(leaf, "table")
    assert CAPTION in shown(leaf, "plain")
    page = Text(shown(leaf, "html"))
    assert CAPTION in page.text
    assert "loq" not in page.tags
    drawn = "".join(ET.fromstring(shown(leaf, "svg")).itertext()).replace("\u00a0", " ")
    assert CAPTION.replace(" ", "") in drawn.replace(" ", "")
    tokens = (
        MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(shown(leaf, "markdown"))
    )
    inline = [token.children or [] for token in tokens if token.type == "inline"]
    assert CAPTION in ["".join(child.content for child in children) for children in inline]


@pytest.mark.usefixtures("here")
def test_markup_rows_have_as_many_cells_as_their_headings(leaf: Any, shown: Shown) -> None:
    if not list(formats(leaf)):
        return
    for table in re.findall(r"(?:^\|.*\n)+", shown(leaf, "markdown"), re.MULTILINE):
        rows = table.splitlines()
        assert len({len(re.findall(r"(?<!\\)\|", row)) for row in rows}) == 1, table
    bodies = re.findall(r"\\begin\{tabular\}.*?\\end\{tabular\}", shown(leaf, "latex"), re.DOTALL)
    assert bodies
    for body in bodies:
        rows = [row for row in body.split("\\\\\n") if "multicolumn" not in row]
        assert len({len(re.findall(r"(?<!\\)&", row)) for row in rows[:-1]}) == 1, body


def flat(value: Any, length: int) -> list[Any]:
    """A value as the cells of its columns in CSV."""
    if not length:
        return [value]
    return [*(value or ()), *[None] * (length - len(value or ()))]


def same(cell: str, value: Any) -> bool:
    """Whether a cell of CSV is a value of JSON."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        text = "" if value is None else json.dumps(value) if isinstance(value, bool) else value
        return cell == text
    return float(cell) == value


@pytest.mark.usefixtures("here")
def test_csv_has_a_record_a_row_of_strict_json(leaf: Any, shown: Shown) -> None:
    """Cell for cell, nothing folded, nothing lost."""
    if not list(formats(leaf)) or leaf.words == ("book",):
        return
    document = json.loads(shown(leaf, "json"), parse_constant=pytest.fail)
    parts = re.split(r"\n\n(?=[a-z_]+[,\n])", shown(leaf, "csv"))
    assert len(parts) == len(document["tables"])
    for part, table in zip(parts, document["tables"], strict=True):
        header, *records = csv.reader(io.StringIO(part))
        names = [column["name"] for column in table["columns"]]
        lengths = {name: sum(head.startswith(f"{name}[") for head in header) for name in names}
        assert len(records) == len(table["rows"])
        for record, row in zip(records, table["rows"], strict=True):
            values = [one for name in names for one in flat(row[name], lengths[name])]
            assert len(record) == len(header) == len(values)
            wrong = [pair for pair in zip(record, values, strict=True) if not same(*pair)]
            assert not wrong


@pytest.mark.usefixtures("here")
@pytest.mark.skipif(PDFLATEX is None, reason="no pdflatex is installed")
def test_every_command_s_latex_compiles(
    leaves: tuple[Any, ...], shown: Shown, tmp_path: Path
) -> None:
    """All in one document, each with its caption."""
    own = [leaf for leaf in leaves if list(formats(leaf)) and leaf.words != ("book",)]
    body = "\n\\clearpage\n".join(shown(leaf, "latex") for leaf in own)
    packages = "\\usepackage[T1]{fontenc}\n\\usepackage{amsmath,booktabs,graphicx}\n"
    page = f"\\documentclass{{article}}\n{packages}\\begin{{document}}\n{body}\n\\end{{document}}\n"
    (tmp_path / "page.tex").write_text(page, encoding="utf-8")
    assert PDFLATEX is not None
    done = subprocess.run(
        [PDFLATEX, "-interaction=nonstopmode", "-halt-on-error", "page.tex"],
        cwd=tmp_path,
        env={**os.environ, "max_print_line": "1000"},
        capture_output=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout.decode(errors="replace")[-2000:]
