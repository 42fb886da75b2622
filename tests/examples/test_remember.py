"""The tables of a sweep: one seed as the notebook prints it, several as evidence."""

import pytest

from rnn_examples.examples import remember as example
from rnn_examples.examples.guessing import guessing
from rnn_examples.tables.table import Document
from rnn_examples.training.cell import Cell, CellResult, Recipe, remember_cell
from rnn_examples.training.pytorch_start import NETWORKS
from rnn_examples.training.remember import RememberConfig, RememberResult


def shown(config: RememberConfig, found: list[tuple[float, int | None]]) -> Document:
    results = [CellResult(cell, *pair) for cell, pair in zip(config.cells(), found, strict=True)]
    return example.document(example.Result(RememberResult(config, tuple(results)), guessing()))


def test_every_network_is_named() -> None:
    assert set(example.NAMES) == set(NETWORKS)


def test_one_seed_is_the_notebook_s_table() -> None:
    config = RememberConfig(("rnn", "lstm-open"), (5, 10))
    document = shown(config, [(1.0, 90), (0.468, None), (1.0, 14), (1.0, 16)])
    (table,) = document.tables
    assert table.rows == [
        ("rnn", 5, 1.0, 90),
        ("rnn", 10, 0.468, None),
        ("lstm-open", 5, 1.0, 14),
        ("lstm-open", 10, 1.0, 16),
    ]
    assert table.pivot is not None
    assert "hangs by a thread" in str(document.notes)
    assert "One seed is no evidence" in str(document.notes[-1])
    assert document.inputs == {
        "networks": ("rnn", "lstm-open"),
        "distances": (5, 10),
        "seeds": 1,
        "steps": 1000,
    }


def test_several_seeds_are_a_share_with_its_interval_and_medians() -> None:
    config = RememberConfig(("gru",), (5, 7), 4, Recipe(steps=200))
    found = [(1.0, 30), (0.99, 50), (0.468, None), (0.9, 10), *[(0.5, None)] * 4]
    (table,) = shown(config, found).tables
    solved, never = table.rows
    # z = 1.959964: (1/2 -+ z sqrt(1/16 + z^2/64)) as Wilson's score interval has it; 0 of 4
    # gives z^2 / (4 + z^2) above.
    assert solved[:5] == ("gru", 5, 4, 2, 0.5)
    assert solved[5:] == pytest.approx((0.15003899, 0.84996101, 0.945, 40))
    assert never[:6] == ("gru", 7, 4, 0, 0.0, 0.0)
    assert never[6] == pytest.approx(0.48989080)
    assert never[7:] == (0.5, None)


@pytest.mark.parametrize("seeds", [1, 2])
def test_the_notes_are_those_of_the_table(seeds: int) -> None:
    document = shown(RememberConfig(("rnn",), (5,), seeds), [(1.0, 3)] * seeds)
    assert document.tables[0].name == ("accuracy" if seeds == 1 else "success")
    assert ("Wilson" in str(document.notes)) == (seeds > 1)
    assert ("One seed is no evidence" in str(document.notes)) == (seeds == 1)


def test_notes_speak_of_the_networks_at_hand() -> None:
    notes = str(shown(RememberConfig(("gru",), (10,)), [(1.0, 3)]).notes)
    assert "gru, which the notebook lacks" in notes
    assert "lstm" not in notes
    assert "thread" not in notes


def test_a_sweep_computed_here_gives_each_cell_s_own_figures() -> None:
    config = RememberConfig(("rnn",), (2,), 2, Recipe(steps=3))
    sweep = example.compute(config).sweep
    assert sweep.results == tuple(
        remember_cell(Cell("rnn", 2, seed), config.recipe) for seed in (0, 1)
    )
