"""What a run imports: start-up is part of the product."""

import subprocess
import sys

import pytest

RUN = """
import gc, sys
from rnn_examples.__main__ import main
sys.argv[1:] = {arguments!r}
code = main()
sys.stdout.flush()
print(code, gc.isenabled(), *sys.modules, file=sys.stderr)
"""


def run(*arguments: str) -> tuple[bool, set[str]]:
    """Whether garbage is collected at the end of a run, and the packages it has imported."""
    done = subprocess.run(
        [sys.executable, "-c", RUN.format(arguments=list(arguments))],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    code, collected, *modules = done.stderr.split()
    assert code == "0"
    assert done.stdout
    return collected == "True", {module.split(".")[0] for module in modules}


@pytest.mark.parametrize(
    "line", ["vanish", "params", "list", "params --help", "remember --help", "--help"]
)
def test_no_numpy_where_nothing_needs_it(line: str) -> None:
    packages = run(*line.split())[1]
    assert "typer" in packages
    assert "numpy" not in packages


@pytest.mark.parametrize("command", ["vanish", "params", "list"])
@pytest.mark.parametrize("format_name", ["json", "csv"])
def test_no_rich_for_machines(command: str, format_name: str) -> None:
    assert "rich" not in run(command, "-f", format_name)[1]


def test_no_rich_for_one_value() -> None:
    assert "rich" not in run("vanish", "--cell", "47,0.5:remaining")[1]


@pytest.mark.parametrize("line", ["vanish --help", "docs"])
def test_no_rich_for_help(line: str) -> None:
    assert "rich" not in run(*line.split())[1]


def test_no_typer_for_the_version() -> None:
    assert not run("--version")[1] & {"typer", "rich", "numpy"}


def test_garbage_is_collected_once_all_is_imported() -> None:
    assert run("vanish")[0]
