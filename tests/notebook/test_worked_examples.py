"""The notebook of the repository runs from top to bottom, and shows what is stored in it.

`pytest --update-golden` stores what it shows now; read the difference before you accept it.
"""

import os
import re
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

ROOT = Path(__file__).parent.parent.parent
NOTEBOOK = ROOT / "notebooks" / "worked_examples.ipynb"
# What tells one drawing from another; where its letters stand is the matplotlib's that draws it.
TOLD = re.compile(r"<(title|desc)>(.*?)</\1>", re.DOTALL)


@pytest.fixture(scope="module")
def stored() -> Any:
    return nbformat.read(NOTEBOOK, as_version=4)


@pytest.fixture(scope="module")
def executed(stored: Any, request: pytest.FixtureRequest) -> Any:
    """The same cells run in a kernel of their own."""
    notebook = nbformat.from_dict(stored)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    patch = pytest.MonkeyPatch()
    patch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]))
    try:
        NotebookClient(notebook, timeout=120, kernel_name="python3", record_timing=False).execute()
    finally:
        patch.undo()
    notebook.metadata.language_info = {"name": "python"}
    if request.config.getoption("--update-golden"):
        NOTEBOOK.write_text(f"{nbformat.writes(notebook)}\n", encoding="utf-8", newline="\n")
    return notebook


def outputs(notebook: Any) -> list[list[dict[str, str]]]:
    """Of each cell, each output by its kind; of a drawing, what it is told to show."""
    return [
        [
            {
                kind: str(TOLD.findall(text)) if kind == "image/svg+xml" else text
                for kind, text in output.get("data", {"text": output.get("text")}).items()
            }
            for output in cell.outputs
        ]
        for cell in notebook.cells
        if cell.cell_type == "code"
    ]


def test_it_shows_what_is_stored(stored: Any, executed: Any) -> None:
    for found, expected in zip(outputs(executed), outputs(stored), strict=True):
        assert found == expected


def test_every_cell_shows_something_and_fails_nowhere(executed: Any) -> None:
    for cell in executed.cells:
        if cell.cell_type == "code":
            assert cell.outputs
            assert all(output.output_type != "error" for output in cell.outputs)


def test_tables_are_shown_in_every_form(executed: Any) -> None:
    first = next(cell for cell in executed.cells if cell.cell_type == "code").outputs[0].data
    assert {"text/plain", "text/html", "text/markdown", "text/latex"} == set(first)
    assert "h_t" in first["text/plain"]
    assert "<math" in first["text/html"]
