"""Faults that tools of this kind had, held for every command: words, widths, numbers, formats."""

import csv
import io
import json
import re
import string
import subprocess
import sys
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rnn_examples.output import Surroundings
from rnn_examples.tables.formats import MODULES

WORDS = (
    *("[bold]", "a[/]", ":cat:", "a|b", "`c|d`", "x\\|y", "50%_done", "&", "$5", "#1", "{x}", "~"),
    *(
        "^",
        "\\",
        "<LOQ",
        "</td>",
        "&amp;",
        "日本",
        "👍",
        "1E10",
        "007",
        "20200407_2",
        "8.10",
        "=1+1",
    ),
    *("-0.5", "\x1b[31m", "\u202e", "--work", "nan"),
)
# Commands that read words, each with the option for them and what makes them short.
READERS = {
    "unroll": ("--sentence", "--outputs"),
    "bptt": ("--sentence", ""),
    "loss": ("--sentence", ""),
    "truncate": ("--sentence", "--updates 1 --targets"),
    "bidirectional": ("--sentence", ""),
    "blame": ("--sentence", "--sentences 0"),
    "spectrum": ("--sentence", "--steps 2"),
    "gates": ("--sentence", ""),
    "lstm-cell": ("--words", "--forget 0.9 --cues"),
}
# A float's own text, an empty set of brackets, a zero with a sign.
LEAKS = re.compile(r"np\.float64|array\(|Decimal\(|Fraction\(|<rnn_examples|Infinity|\bNone\b")
SIGNED_ZERO = re.compile(r"(?<![\w.^{(−-])[-−]0(\.0+)?(?![\w.,:/])")
# Tables of steps, units and segments.
TELLS_FEW = ("truncate", "spectrum", "gates", "blame")
FOR_MACHINES = ("csv", "json")


@pytest.fixture(scope="module")
def awkward(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """An RNN and an LSTM that know WORDS, one-hot."""
    folder = tmp_path_factory.mktemp("awkward")
    D = len(WORDS)
    row = json.dumps([round(0.1 - 0.01 * place, 2) for place in range(D)])
    gate = f"W_xh = [{row}, {row}]\nW_hh = [[0.5, -0.1], [0.2, 0.3]]\nb_h = [0.1, 0.0]\n"
    words = f"vocabulary = {json.dumps(WORDS, ensure_ascii=False)}\n"
    outputs = f"W_hy = {json.dumps([[0.1, -0.2]] * D)}\nb_y = {json.dumps([0.0] * D)}\n"
    rnn, lstm = folder / "rnn.toml", folder / "lstm.toml"
    rnn.write_text(f"{words}[weights]\n{gate}{outputs}", encoding="utf-8")
    names = ("input", "forget", "candidate", "output")
    gates = "".join(f"[gates.{name}]\n{gate}" for name in names)
    lstm.write_text(f"{words}{gates}[weights]\n{outputs}", encoding="utf-8")
    return {"rnn": rnn, "lstm": lstm}


def line_of(command: str, models: dict[str, Path], words: tuple[str, ...]) -> list[str]:
    option, more = READERS[command]
    text = " ".join(words)
    line = [command, *more.split(), f"{option}={text}"]
    if command == "lstm-cell":
        line.insert(line.index("--cues") + 1, ",".join("1" for _ in words))
        return line
    if "--targets" in line:
        line[line.index("--targets")] = f"--targets={text}"
    model = models["lstm" if command == "gates" else "rnn"]
    return [*line, "--model", str(model)]


class Tags(HTMLParser):
    """The tags of a page and its text."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.text = ""

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.tags.add(tag)

    def handle_data(self, data: str) -> None:
        self.text += data


def cells(row: str) -> int:
    """How many cells a Markdown row has: no backslash before the bars that part them."""
    return len(re.findall(r"(?<!\\)\|", row)) - 1


def ampersands(row: str) -> int:
    return len(re.findall(r"(?<!\\)&", row))


def markdown_tables(text: str) -> list[list[str]]:
    tables: list[list[str]] = [[]]
    for line in text.splitlines():
        if line.startswith("|"):
            tables[-1].append(line)
        elif tables[-1]:
            tables.append([])
    return [rows for rows in tables if rows]


@pytest.mark.parametrize("command", READERS)
def test_words_of_any_kind_are_words_in_every_format(
    command: str, awkward: dict[str, Path], run_here: Callable[..., Any]
) -> None:
    line = line_of(command, awkward, WORDS)
    shown: dict[str, str] = {}
    for name in MODULES:
        ended = run_here([*line, "-f", name])
        assert (ended.code, ended.told) == (0, ""), name
        # A word is verbatim for machines; JSON escapes it.
        assert "\x1b" not in ended.printed or name == "csv"
        assert "\u202e" not in ended.printed or name in FOR_MACHINES
        shown[name] = ended.printed
    for text in (shown["table"], shown["plain"]):
        missing = [word for word in WORDS if word.isprintable() and word not in text]
        assert not missing or command in TELLS_FEW, missing
    for rows in markdown_tables(shown["markdown"]):
        assert len({cells(row) for row in rows}) == 1, rows
    page = Tags()
    page.feed(shown["html"])
    assert "loq" not in page.tags
    assert command in TELLS_FEW or ("<LOQ" in page.text and "&amp;" in page.text)
    for body in re.findall(r"\\begin\{tabular\}.*?\\end\{tabular\}", shown["latex"], re.DOTALL):
        rows = [row for row in body.split("\\\\\n") if "multicolumn" not in row]
        assert len({ampersands(row) for row in rows[:-1]}) == 1, rows


@pytest.mark.parametrize("command", READERS)
def test_words_are_verbatim_for_machines(
    command: str, awkward: dict[str, Path], run_here: Callable[..., Any]
) -> None:
    line = line_of(command, awkward, WORDS)
    document = json.loads(
        run_here([*line, "-f", "json"]).printed, parse_constant=lambda name: pytest.fail(name)
    )
    strings: set[str] = set()

    def collect(value: Any) -> None:
        for one in value.values() if isinstance(value, dict) else value:
            if isinstance(one, dict | list):
                collect(one)
            elif isinstance(one, str):
                strings.update((one, *one.split(" ")))

    collect(document)
    assert set(WORDS) <= strings
    text = run_here([*line, "-f", "csv"]).printed
    for part in re.split(r"\n\n(?=[a-z_]+,)", text):
        records = list(csv.reader(io.StringIO(part)))
        assert len({len(record) for record in records}) == 1


@pytest.mark.usefixtures("here")
def test_no_text_of_python_leaks_and_json_is_strict(
    leaf: Any, run_here: Callable[..., Any]
) -> None:
    """In every format: no repr, no signed zero for people, no NaN for a strict parser."""
    if not any(option.name == "--format" for option in leaf.options):
        assert not LEAKS.search(run_here(leaf.line).printed)
        return
    for name in MODULES:
        ended = run_here([*leaf.line, "-f", name])
        assert (ended.code, ended.told) == (0, ""), (name, ended.told)
        found = LEAKS.search(ended.printed)
        assert found is None, ended.printed[max(0, found.start() - 80) : found.end() + 80]
        if name == "json":
            json.loads(ended.printed, parse_constant=lambda text: pytest.fail(text))
        elif name in ("table", "plain"):
            zero = SIGNED_ZERO.search(ended.printed)
            assert zero is None, ended.printed[max(0, zero.start() - 80) : zero.end() + 80]


@pytest.mark.usefixtures("here")
def test_whatever_the_terminal_a_file_is_the_same(
    leaf: Any, run_here: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = run_here(leaf.line)
    for environment in (
        {"FORCE_COLOR": "1", "TERM": "dumb"},
        {"FORCE_COLOR": "1", "NO_COLOR": "1"},
        {"COLUMNS": "20", "GITHUB_ACTIONS": "true", "LINES": "2"},
    ):
        with monkeypatch.context() as patch:
            for name, value in environment.items():
                patch.setenv(name, value)
            assert run_here(leaf.line) == plain
    assert "\x1b" not in plain.printed
    assert "…" not in plain.printed


@pytest.mark.parametrize("width", [1, 20])
def test_a_narrow_terminal_loses_no_digit(
    leaf: Any, width: int, printed: Callable[..., str], here: Path
) -> None:
    wide = printed(*leaf.line)
    narrow = printed(*leaf.line, surroundings=Surroundings(width=width, colour=True))
    text = re.sub("\x1b\\[[0-9;]*m", "", narrow)
    for digit in string.digits:  # a number wider than the terminal is folded
        assert text.count(digit) >= wide.count(digit)


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
