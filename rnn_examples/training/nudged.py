"""Trainings repeated from weights that differ in their last bit: what such a bit decides.

Between processors and libraries the last bit of a float32 product or tanh differs. A result that
a unit in the last place of the initial weights turns is not one that another machine repeats.
"""

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Literal

import numpy as np

from rnn_examples.training import pool
from rnn_examples.training.cell import Cell, CellResult, cost, remember_cell
from rnn_examples.training.pytorch_start import Float32, pytorch_start

Nudge = Literal["none", "up", "down", "away", "towards"]
NUDGES: tuple[Nudge, ...] = ("up", "down", "away", "towards")


@dataclass(frozen=True, slots=True)
class Training:
    """One cell, and which way every initial weight is moved by so many units in the last place."""

    cell: Cell
    nudge: Nudge = "none"
    units: int = 1


def nudged(weight: Float32, nudge: Nudge, units: int = 1) -> Float32:
    """The next float32 up, down, away from zero or towards it, of every entry, so many times."""
    if nudge == "none":
        return weight
    towards = {
        "up": np.full_like(weight, np.inf),
        "down": np.full_like(weight, -np.inf),
        "away": np.copysign(np.full_like(weight, np.inf), weight),
        "towards": np.zeros_like(weight),
    }
    moved = weight
    for _ in range(units):
        moved = np.nextafter(moved, towards[nudge])
    return moved


def train_one(training: Training) -> CellResult:
    """The notebook's recipe from the nudged start."""
    cell = training.cell
    start = pytorch_start(cell.network, cell.seed)
    nudge, units = training.nudge, training.units
    moved = {name: nudged(weight, nudge, units) for name, weight in start.items()}
    return remember_cell(cell, start=moved)


def train_all(
    trainings: Sequence[Training],
    jobs: int = 1,
    progress: Callable[[CellResult, int, int], None] | None = None,
) -> dict[Training, CellResult]:
    """Every training, on so many processes; `progress` as in `remember`."""
    longest = sorted(trainings, key=lambda one: cost(one.cell), reverse=True)
    found: dict[Training, CellResult] = {}
    with closing(pool.run(train_one, longest, max(1, min(jobs, len(longest))))) as results:
        for training, result in results:
            found[training] = result
            if progress is not None:
                progress(result, len(found), len(longest))
    return found
