"""The one-way street: options in, numbers computed, tables of raw values, text out."""

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "rnn_examples"
FILES = sorted(PACKAGE.rglob("*.py"))
NAMES = [path.relative_to(PACKAGE).as_posix() for path in FILES]
RICH = ("tables/terminal.py", "tables/width.py", "tables/svg.py", "cli/progress.py")
RENDERERS = ("terminal", "plain", "markdown", "latex", "html", "csv", "json", "svg", "markup")
LOWER = ("network", "training", "examples")


def imports(path: Path) -> set[str]:
    """Every module that a file imports, wherever in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
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
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    functions = [node.func for node in nodes if isinstance(node, ast.Call)]
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


@pytest.mark.parametrize("name", NAMES)
def test_only_output_writes(name: str) -> None:
    writers = {"print", "write_text", "write_bytes", "savefig"}
    allowed = {"output.py": writers, "__main__.py": {"write_text"}, "cli/run.py": {"write_text"}}
    assert not calls(PACKAGE / name) & writers - allowed.get(name, set())


@pytest.mark.parametrize("name", NAMES)
def test_a_file_holds_one_thing(name: str) -> None:
    assert len((PACKAGE / name).read_text(encoding="utf-8").splitlines()) <= 250
