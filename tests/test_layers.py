"""The one-way street: options in, numbers computed, tables of raw values, text out."""

import ast
from functools import cache
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "rnn_examples"
FILES = sorted(PACKAGE.rglob("*.py"))
NAMES = [path.relative_to(PACKAGE).as_posix() for path in FILES]
RICH = (
    *("tables/terminal.py", "tables/narrow.py", "tables/width.py", "tables/svg.py"),
    "cli/progress.py",
)
RENDERERS = ("terminal", "plain", "markdown", "latex", "html", "csv", "json", "svg", "markup")
LOWER = ("network", "training", "examples")
# Every folder with those below it that it may import from, besides itself and ANYWHERE.
BELOW: dict[str, set[str]] = {
    "equations": set(),
    "tables": {"equations"},
    "network": set(),
    "training": set(),
    "examples": {"network", "training", "tables", "equations"},
    "plots": {"examples", "network", "training", "tables"},
    "book": {"examples", "network", "training", "tables", "equations", "plots"},
    "cli": {"examples", "network", "training", "tables", "plots", "book", "output", "__version__"},
    # By name alone the command line's own functions, whose options it takes as Python values.
    "notebook": {"tables", "plots", "output"},
}
ANYWHERE = {"columns", "counted", "errors", "interrupt", "record", "seeded", "visible"}
# Each module with the prefix of what it imports by a name that is put together.
BY_NAME = {
    "cli/app.py": "",  # module_of, of the catalogue's own names
    "cli/cluster.py": "distributed",
    "cli/presenting.py": "rnn_examples.examples.work.",
    "examples/bptt_check.py": "torch",
    "notebook/functions.py": "rnn_examples.cli.commands.",
    "notebook/shown.py": "rnn_examples.examples.work.",
    "plots/registry.py": "rnn_examples.plots.",
    "tables/formats.py": "rnn_examples.tables.",
}


@cache
def nodes_of(path: Path) -> tuple[ast.AST, ...]:
    return tuple(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


def imports(path: Path) -> set[str]:
    """Every module that a file imports, wherever in it."""
    found: set[str] = set()
    for node in nodes_of(path):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def imported_from(path: Path, *packages: str) -> set[str]:
    return {
        name
        for name in imports(path)
        if any(name == package or name.startswith(f"{package}.") for package in packages)
    }


def calls(path: Path) -> set[str]:
    """Names that are called, print as a plain function alone (Rich's Console has one too)."""
    functions = [node.func for node in nodes_of(path) if isinstance(node, ast.Call)]
    return {f.id for f in functions if isinstance(f, ast.Name)} | {
        f.attr for f in functions if isinstance(f, ast.Attribute) and f.attr != "print"
    }


@pytest.mark.parametrize("name", NAMES)
def test_only_the_command_line_imports_typer(name: str) -> None:
    assert name.startswith("cli/") or not imported_from(PACKAGE / name, "typer", "click")


@pytest.mark.parametrize("name", NAMES)
def test_only_the_terminal_imports_rich(name: str) -> None:
    assert name in RICH or name.startswith("plots/") or not imported_from(PACKAGE / name, "rich")


@pytest.mark.parametrize("name", [n for n in NAMES if n.split("/")[0] in LOWER])
def test_the_mathematics_knows_no_text(name: str) -> None:
    """network, training and examples reach the table model and the equations, no renderer."""
    above = [f"rnn_examples.{package}" for package in ("cli", "plots", "book", "output")]
    renderers = [f"rnn_examples.tables.{module}" for module in RENDERERS]
    assert not imported_from(PACKAGE / name, *above, *renderers)


@pytest.mark.parametrize("name", [n for n in NAMES if "/" in n])
def test_nothing_flows_back(name: str) -> None:
    """No folder imports from one above it, whether at its head or within a function."""
    folder = name.split("/")[0]
    inside = imported_from(PACKAGE / name, "rnn_examples") - {"rnn_examples"}
    found = {module.split(".")[1] for module in inside}
    assert found <= BELOW[folder] | {folder} | ANYWHERE


@pytest.mark.parametrize("name", NAMES)
def test_what_is_imported_by_name_is_known(name: str) -> None:
    """import_module hides an import from the other tests of this file."""
    uses = "import_module" in calls(PACKAGE / name)
    assert uses is (name in BY_NAME)
    assert BY_NAME.get(name, "") in (PACKAGE / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", NAMES)
def test_only_output_writes(name: str) -> None:
    writers = {"print", "write_text", "write_bytes", "savefig", "mkstemp", "fsync", "ftruncate"}
    allowed = {
        "output.py": writers,
        "__main__.py": {"write_text"},
        "cli/run.py": {"write_text"},
        # A line at a time, forced to the disk: what is finished outlives the run.
        "training/resume.py": {"fsync", "ftruncate"},
    }
    assert not calls(PACKAGE / name) & writers - allowed.get(name, set())


@pytest.mark.parametrize("name", NAMES)
def test_only_a_named_stream_is_drawn_from(name: str) -> None:
    """A seed means the same numbers in every release: PCG64, or MT19937 as PyTorch starts."""
    streams = {"default_rng", "Generator", "PCG64", "RandomState", "seed", "Random"}
    allowed = {
        "seeded.py": {"Generator", "PCG64"},
        "training/pytorch_start.py": {"RandomState"},
    }
    assert calls(PACKAGE / name) & streams == allowed.get(name, set())
    assert not imported_from(PACKAGE / name, "random", "secrets", "numpy.random")


@pytest.mark.parametrize("name", NAMES)
def test_a_file_holds_one_thing(name: str) -> None:
    assert len((PACKAGE / name).read_text(encoding="utf-8").splitlines()) <= 250
