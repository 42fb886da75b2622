"""Initial weights moved by one unit in the last place, and what is trained from them."""

import numpy as np
import pytest

from rnn_examples.training.cell import Cell, CellResult, Recipe, remember_cell
from rnn_examples.training.nudged import NUDGES, Nudge, Training, nudged, train_all
from rnn_examples.training.pytorch_start import pytorch_start

ULP = np.float32(2.0**-23)
WEIGHT = np.array([1, -1, 0.5, -0.5], np.float32)


@pytest.mark.parametrize(
    ("nudge", "moved"),
    [
        ("none", [0, 0, 0, 0]),
        ("up", [1, 0.5, 0.5, 0.25]),
        ("down", [-0.5, -1, -0.25, -0.5]),
        ("away", [1, -1, 0.5, -0.5]),
        ("towards", [-0.5, 0.5, -0.25, 0.25]),
    ],
)
def test_every_weight_moves_by_one_unit(nudge: Nudge, moved: list[float]) -> None:
    """In units of 2^-23: that is the spacing above 1, half of it below; a quarter below 1/2."""
    found = nudged(WEIGHT, nudge)
    assert found.dtype == np.float32
    assert ((found.astype(np.float64) - WEIGHT) / ULP).tolist() == moved


def test_several_units_are_several_steps() -> None:
    twice = nudged(nudged(WEIGHT, "towards"), "towards")
    assert (nudged(WEIGHT, "towards", 2) == twice).all()
    assert (nudged(WEIGHT, "towards", 2) != nudged(WEIGHT, "towards")).all()


def test_the_start_is_what_a_cell_is_trained_from() -> None:
    cell, recipe = Cell("rnn", 2, 0), Recipe(steps=3, batch=4, test_count=20)
    start = pytorch_start("rnn", 0)
    seen: dict[str, list[float]] = {}
    for name, weights in (("drawn", None), ("same", start), ("other", pytorch_start("rnn", 1))):
        losses: list[float] = []
        remember_cell(cell, recipe, lambda _, loss, kept=losses: kept.append(loss), weights)
        seen[name] = losses
    assert seen["drawn"] == seen["same"] != seen["other"]


def test_a_nudged_start_leaves_the_drawn_one_as_it_is() -> None:
    start = pytorch_start("rnn", 0)
    for nudge in NUDGES:
        nudged(start["linear.weight"], nudge)
    again = pytorch_start("rnn", 0)
    assert all((start[name] == again[name]).all() for name in again)


def test_each_training_is_told_as_it_ends() -> None:
    """Two from the drawn weights and from their neighbours, by the recipe's thousand steps."""
    cell = Cell("rnn", 1, 0)
    told: list[tuple[CellResult, int, int]] = []
    wanted = [Training(cell), Training(cell, "up", 2)]
    found = train_all(wanted, 2, lambda result, done, of: told.append((result, done, of)))
    assert found[wanted[0]] == remember_cell(cell)
    assert set(found) == set(wanted)
    assert [(done, of) for _, done, of in told] == [(1, 2), (2, 2)]
    assert sorted(result.accuracy for result, _, _ in told) == sorted(
        result.accuracy for result in found.values()
    )
