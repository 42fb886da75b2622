"""Trainings repeated from weights that differ in their last bit: what such a bit decides.

Between processors and libraries the last bit of a float32 product or tanh differs. A result that
one unit in the last place of the initial weights turns is not one that another machine repeats.
"""

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Literal

import numpy as np

from rnn_examples.training import pool
from rnn_examples.training.cell import Cell, CellResult, remember_cell
from rnn_examples.training.pytorch_start import Float32, pytorch_start

Nudge = Literal["none", "up", "down", "away", "towards"]
NUDGES: tuple[Nudge, ...] = ("up", "down", "away", "towards")


@dataclass(frozen=True, slots=True)
class Training:
    """One cell, and which way every initial weight is moved by one unit in the last place."""

    cell: Cell
    nudge: Nudge = "none"


def nudged(weight: Float32, nudge: Nudge) -> Float32:
    """The next float32 up, down, away from zero or towards it, of every entry."""
    infinity = np.float32(np.inf)
    towards = {
        "none": weight,
        "up": infinity,
        "down": -infinity,
        "away": np.copysign(infinity, weight),
        "towards": np.float32(0),
    }
    return np.asarray(np.nextafter(weight, towards[nudge]), np.float32)


def train_one(training: Training) -> CellResult:
    """The notebook's recipe from the nudged start."""
    cell = training.cell
    start = pytorch_start(cell.network, cell.seed)
    moved = {name: nudged(weight, training.nudge) for name, weight in start.items()}
    return remember_cell(cell, start=moved)


def train_all(
    trainings: Sequence[Training],
    jobs: int = 1,
    progress: Callable[[CellResult, int, int], None] | None = None,
) -> dict[Training, CellResult]:
    """Every training, on so many processes; `progress` as in `remember`."""
    longest = sorted(trainings, key=lambda one: one.cell.distance, reverse=True)
    found: dict[Training, CellResult] = {}
    with closing(pool.run(train_one, longest, max(1, min(jobs, len(longest))))) as results:
        for training, result in results:
            found[training] = result
            if progress is not None:
                progress(result, len(found), len(longest))
    return found
