"""Progress on standard error while networks train, shown only where a person watches."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from rnn_examples.interrupt import raised

if TYPE_CHECKING:
    from rich.progress import Progress, ProgressColumn

    from rnn_examples.training.cell import CellResult

Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Show no progress bar.")]

Step = Callable[[int, float], None]
Cell = Callable[["CellResult", int, int], None]

# A bar that is told of every step of a small network takes longer than the steps.
UPDATES = 500


def is_watched(quiet: bool) -> bool:
    """Whether standard error is a terminal that can redraw a line, and nobody asked for quiet."""
    stream = sys.stderr
    dumb = os.environ.get("TERM", "") in ("dumb", "unknown")
    return not quiet and not dumb and stream is not None and not stream.closed and stream.isatty()


@contextmanager
def of_steps(what: str, steps: int, quiet: bool) -> Iterator[Step | None]:
    """A bar of so many steps with the loss and the time left; None where none is shown."""
    if not is_watched(quiet):
        yield None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("loss {task.fields[loss]}"),
        TimeRemainingColumn(),
        TextColumn("left"),
    )
    between = max(1, steps // UPDATES)
    with raised(), _bar(*columns) as bar:
        task = bar.add_task(what, total=steps, loss="")

        def tell(step: int, loss: float) -> None:
            if step % between == 0 or step == steps:
                bar.update(task, completed=step, loss=f"{loss:.3f}")

        yield tell


@contextmanager
def of_cells(what: str, cells: int, quiet: bool) -> Iterator[Cell | None]:
    """A bar of so many trainings, with the one that ended last and the time so far; None where
    none is shown."""
    if not cells or not is_watched(quiet):
        yield None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.fields[last]}"),
    )
    with raised(), _bar(*columns) as bar:
        task = bar.add_task(what, total=cells, last="")

        def tell(result: "CellResult", done: int, _of: int) -> None:
            cell = result.cell
            last = f"{cell.network}, k = {cell.distance}: {result.accuracy:.3f}"
            bar.update(task, completed=done, last=last)

        yield tell


def _bar(*columns: "ProgressColumn") -> "Progress":
    """Gone without a trace when it ends: what stays on the terminal is the table."""
    from rich.console import Console
    from rich.progress import Progress

    return Progress(*columns, console=Console(stderr=True, highlight=False), transient=True)
