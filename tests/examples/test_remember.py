"""The tables of a sweep: one seed as the notebook prints it, several as evidence."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from rnn_examples.examples import remember as example
from rnn_examples.examples.guessing import guessing
from rnn_examples.tables.prose import plain
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


def test_where_and_how_it_is_trained_is_the_caller_s(monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes, an executor, a file to go on from and who is told: as given, or one process."""
    asked: list[dict[str, object]] = []

    def trained(config: RememberConfig, **options: object) -> RememberResult:
        asked.append(options)
        return RememberResult(config, ())

    monkeypatch.setattr(example, "remember", trained)
    with ThreadPoolExecutor() as executor:
        options = {"jobs": 3, "executor": executor, "resume": Path("x"), "progress": print}
        example.compute(RememberConfig(), **options)
    example.compute(RememberConfig())
    alone = {"jobs": 1, "executor": None, "resume": None, "progress": None}
    assert asked == [options, alone]


GUESSING = (
    "Guessing: a network that gives one drug to everybody is right in 0.532 (amoxicillin) or 0.468 "
    "(azithromycin) of the 1,000 test sequences."
)
NAMED = "Here rnn is a plain tanh layer; lstm is an LSTM with PyTorch's start."
THREAD = (
    "The rnn at k = 10 hangs by a thread: where the last bits of float32 differ, on another "
    "processor or in PyTorch, the same seed may learn it."
)
ONE = "One seed is no evidence: more of them show how often a network succeeds."
SOLVED = (
    "Solved: at least 0.99 of the test set is right. The interval of the share is Wilson's, of "
    "95 %; the median step, over the seeds that solved it, is the first of 10 batches in a row "
    "without a wrong answer."
)


@pytest.mark.parametrize(
    ("distance", "seeds", "title", "notes"),
    [
        (5, 1, "Test accuracy after 1 step, by the fillers k between", [GUESSING, NAMED, ONE]),
        (
            10,
            1,
            "Test accuracy after 1 step, by the fillers k between",
            [GUESSING, NAMED, THREAD, ONE],
        ),
        (10, 2, "How many of 2 seeds learned it in 1 step", [SOLVED, GUESSING, NAMED]),
    ],
)
def test_titles_and_notes_in_full(distance: int, seeds: int, title: str, notes: list[str]) -> None:
    config = RememberConfig(("rnn", "lstm"), (distance,), seeds, Recipe(steps=1))
    document = shown(config, [(0.5, None)] * (2 * seeds))
    assert document.title == "How far a network remembers"
    assert document.tables[0].title == title
    assert list(map(plain, document.notes)) == notes
