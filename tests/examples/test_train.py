"""The training's table, the share of clipped steps and the saved weights."""

from dataclasses import replace
from math import nan
from pathlib import Path

import numpy as np
import pytest

from rnn_examples.examples import train as example
from rnn_examples.examples.guessing import guessing
from rnn_examples.examples.trained import as_file, is_finite
from rnn_examples.network.load.load import load
from rnn_examples.tables.prose import plain
from rnn_examples.training import adam
from rnn_examples.training.classifier import answers, initial_weights, loss_and_gradients
from rnn_examples.training.memory_task import WORDS, held_out, sequences
from rnn_examples.training.train import TrainConfig, TrainRow, train

SHORT = TrainConfig(steps=30, every=12)


def test_the_tables_hold_the_history_and_the_clipped_steps() -> None:
    result = example.compute(SHORT)
    history, clipping = example.document(result).tables
    assert [row[0] for row in history.rows] == [12, 24, 30]
    assert [row[1:] for row in history.rows] == [
        (row.loss, row.accuracy) for row in result.history.rows
    ]
    # Counted apart: the same steps, each gradient's norm from its five arrays.
    weights, rng, longer = initial_weights(0), np.random.default_rng(0), 0
    for _ in range(30):
        _, g = loss_and_gradients(weights, *sequences(rng, 32, 5))
        norm = np.sqrt(sum((array**2).sum() for array in g.arrays().values()))
        longer += int(norm > 1)
        scale = 0.1 * min(1, 1 / norm)
        moved = {name: w - scale * g.arrays()[name] for name, w in weights.arrays().items()}
        weights = type(weights)(**moved)
    assert 0 < longer < 30
    assert clipping.rows == [(30, longer, longer / 30)]
    assert adam.norm(weights.W_hh - result.history.weights.W_hh) < 1e-12


def test_guessing_is_right_as_often_as_the_notebook_prints() -> None:
    assert sorted(f"{share:.3f}" for share in guessing().shares) == ["0.468", "0.532"]
    for distance in (0, 5, 40):
        right = [(held_out(distance)[1] == WORDS.index(drug)).mean() for drug in WORDS[4:6]]
        assert guessing().shares == pytest.approx(right)
    assert "0.532 (amoxicillin) or 0.468 (azithromycin)" in plain(guessing().note)


def test_a_training_that_diverges_says_so() -> None:
    result = example.compute(replace(SHORT, steps=1))
    assert "diverged" not in str(example.document(result).notes)
    history = replace(result.history, rows=(TrainRow(1, nan, 0.5),))
    assert example.document(replace(result, history=history)).notes[-1] == (
        "The training diverged, its loss is no finite number: a lower rate may help."
    )


def test_progress_is_told_of_every_step_and_its_loss() -> None:
    seen: list[tuple[int, float]] = []
    result = example.compute(replace(SHORT, steps=5, every=2), lambda *told: seen.append(told))
    assert [step for step, _ in seen] == [1, 2, 3, 4, 5]
    losses = dict(seen)
    assert [(row.step, row.loss) for row in result.history.rows] == [
        (step, losses[step]) for step in (2, 4, 5)
    ]


@pytest.mark.parametrize("ending", [".toml", ".npz"])
def test_saved_weights_read_back_to_the_same_numbers(tmp_path: Path, ending: str) -> None:
    weights = train(SHORT).weights
    path = tmp_path / f"trained{ending}"
    path.write_bytes(as_file(weights, ending))
    network = load(path)
    cell = network.layers[0].forward
    assert network.W_hy is not None
    assert network.b_y is not None
    found = {**cell.arrays(), "W_hy": network.W_hy, "b_y": network.b_y}
    for name, array in weights.arrays().items():
        assert np.array_equal(found[name], array), name
    assert network.vocabulary == (WORDS if ending == ".toml" else None)
    # The loaded network answers as the trained one does.
    tokens, _ = held_out(5, 20)
    states = np.zeros((20, 16))
    for words in tokens.T:
        states = np.tanh(found["W_xh"].T[words] + states @ found["W_hh"].T + found["b_h"])
    scores = states @ network.W_hy.T + network.b_y
    assert np.array_equal(scores.argmax(axis=1), answers(weights, tokens))


def test_the_same_weights_are_the_same_bytes() -> None:
    weights = initial_weights(3)
    for ending in (".toml", ".npz"):
        assert as_file(weights, ending) == as_file(initial_weights(3), ending)


def test_weights_that_are_no_numbers_are_known() -> None:
    weights = initial_weights(0)
    assert is_finite(weights)
    assert not is_finite(replace(weights, b_y=weights.b_y + np.inf))
