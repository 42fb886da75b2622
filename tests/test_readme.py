"""The README says what is so: its blocks are fresh, its columns and its set-up lines are right."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from rnn_examples.cli.app import invoke, load_command
from rnn_examples.cli.catalogue import COMMANDS
from rnn_examples.cli.run import run
from rnn_examples.examples.catalogue import EXAMPLES, TABLES
from rnn_examples.output import Surroundings

Printed = Callable[..., str]

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
SHORT = {
    "unroll": ["--outputs"],
    "train": ["--steps", "10"],
    "fade": ["--from", "untrained"],
    "remember": ["--steps", "1", "--distances", "5", "--networks", "rnn"],
}

EVERY_OPTION = {
    entry.name: {name for option in load_command(entry).params for name in option.opts}
    for entry in COMMANDS
    if entry.name not in ("docs", "model")
}


def documented() -> dict[tuple[str, str], set[str]]:
    """The columns of each table in the README's list, by command and table."""
    found: dict[tuple[str, str], set[str]] = {}
    command = ""
    for line in README.splitlines():
        cells = re.fullmatch(r"\| (`[a-z-]+`|) \| `(\w+)`[^|]*\| ([*`\w]+(?:, [*`\w]+)*) \|", line)
        if cells:
            command = cells[1].strip("`") or command
            columns = found.setdefault((command, cells[2]), set())
            columns |= set(re.findall(r"`(\w+)`", cells[3]))
    return found


def test_every_block_is_fresh() -> None:
    assert run(["docs", "check", str(ROOT / "README.md")]) == 0


@pytest.mark.parametrize("name", [entry.name for entry in EXAMPLES])
def test_every_column_is_documented(printed: Printed, name: str) -> None:
    check_columns(printed(name, *SHORT.get(name, []), "-f", "json"))


def check_columns(text: str) -> None:
    document = json.loads(text)
    assert document["tables"]
    for table in document["tables"]:
        columns = {column["name"] for column in table["columns"]}
        assert columns <= documented()[document["example"], table["name"]]


OTHERS = ("verify --only chapter-crossover", "verify --errata --only chapter-crossover", "list")


@pytest.mark.parametrize("line", OTHERS)
def test_every_column_of_the_ledger_and_of_the_list_is_documented(
    printed: Printed, line: str
) -> None:
    check_columns(printed(*line.split(), "-f", "json"))


@pytest.mark.parametrize("name", [entry.name for entry in EXAMPLES if entry.name != "remember"])
def test_the_names_in_bold_are_the_keys_of_a_row(name: str) -> None:
    document = invoke([name, *SHORT.get(name, [])], Surroundings()).document
    assert document is not None
    for table in document.tables:
        (line,) = re.findall(rf"\| `{table.name}` \| (.*) \|$", section(name), re.MULTILINE)
        marked = [column.name for column in table.columns if column.key]
        keys = marked or [table.columns[0].name]
        assert line.startswith(", ".join(f"**`{key}`**" for key in keys))
        assert line.count("**") == 2 * len(keys)


def section(command: str) -> str:
    """The rows of a command in the list of columns."""
    _, rows = README.split(f"\n| `{command}` |")
    return f"|  |{rows}".partition("\n| `")[0]


@pytest.mark.parametrize("options", ["params --model chapter", "bptt --model notebook"])
def test_every_column_of_a_model_is_documented(printed: Printed, options: str) -> None:
    check_columns(printed(*options.split(), "-f", "json"))


def test_every_column_of_your_text_and_your_gates_is_documented(
    printed: Printed, tmp_path: Path
) -> None:
    passage = tmp_path / "passage.txt"
    passage.write_text("the key was ____")
    line = ("vanish", "--passage", str(passage), "--evidence", "key")
    check_columns(printed(*line, "-f", "json"))
    model = tmp_path / "lstm.toml"
    gate = "W_xh = [[0.5, 1]]\nW_hh = [[0.1]]\nb_h = [1]\n"
    names = ("input", "forget", "output", "candidate")
    tables = "".join(f"[gates.{name}]\n{gate}" for name in names)
    model.write_text(f'vocabulary = ["a", "b"]\n{tables}')
    for more in ([], ["--sentence", "a b"]):
        check_columns(printed("gates", "--model", str(model), *more, "-f", "json"))


def test_every_command_is_named() -> None:
    assert all(
        f"rnn-examples {entry.name}" in README
        or f"| {entry.name} " in README
        or f"`{entry.name}`" in README
        for entry in COMMANDS
    )


def test_the_options_of_some_examples_are_listed_with_all_that_have_them() -> None:
    listed = {
        option: set(re.findall(r"`([a-z-]+)`", re.sub(r"`--\w+`", "", text)))
        for option, text in re.findall(r"^- `(--\w+)` ((?:.|\n)*?)[;.]\n", README, re.M)
    }
    listed["--work"] |= listed["--model"]  # "of those and of"
    assert listed == {
        option: {name for name in EVERY_OPTION if option in EVERY_OPTION[name]}
        for option in ("--model", "--work", "--plot")
    }
    for option in ("--table", "--cell", "--caption", "--label", "--digits"):
        without = {name for name in EVERY_OPTION if option not in EVERY_OPTION[name]}
        one = {"book"} if option != "--digits" else {"list", "task", "verify"}
        assert without == one


def test_ci_runs_the_tests_as_the_readme_says() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    setup = re.search(r"pip install -e '\.\[test\]'", README)
    assert setup
    assert setup[0].removeprefix("pip install ") in script
    assert "pytest" in script


def test_the_completed_tables_are_the_documented_ones() -> None:
    found: dict[str, set[str]] = {}
    for command, table in documented():
        if command in TABLES:
            found.setdefault(command, set()).add(table)
    assert {name: set(tables.split()) for name, tables in TABLES.items()} == found
