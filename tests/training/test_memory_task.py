import numpy as np
import pytest

from rnn_examples.training.memory_task import WORDS, held_out, sequences, words


def test_vocabulary() -> None:
    assert len(WORDS) == len(set(WORDS)) == 27


def test_the_books_three_sequences() -> None:
    tokens, targets = sequences(np.random.default_rng(1), 3, 6)
    assert [" ".join(words(row)) for row in tokens] == [
        "allergy: none sleep is in clinic appetite a prescribe:",
        "allergy: none in sleep in a fever and prescribe:",
        "allergy: penicillin patient the appetite reports sleep and prescribe:",
    ]
    assert [WORDS[target] for target in targets] == ["amoxicillin"] * 2 + ["azithromycin"]


@pytest.mark.parametrize("k", [1, 5, 40])
def test_one_call_draws_the_stream_of_one_call_a_sequence(k: int) -> None:
    rng = np.random.default_rng(7)
    tokens, _ = sequences(rng, 9, k)
    again = np.random.default_rng(7)
    allergic = again.random(9) < 0.5
    fillers = [again.integers(21, size=k) + 6 for _ in range(9)]
    assert (tokens[:, 2:-1] == np.array(fillers)).all()
    assert ((tokens[:, 1] == 1) == allergic).all()
    # A second batch starts where the first stopped.
    assert rng.random() == again.random()


def test_share_of_either_drug_in_the_test_set() -> None:
    # Notebook, step 8: guessing is right in 0.468 or 0.532.
    _, targets = held_out(5)
    assert sorted([np.mean(targets == 4), np.mean(targets == 5)]) == [0.468, 0.532]


def test_no_fillers() -> None:
    tokens, _ = sequences(np.random.default_rng(0), 2, 0)
    assert tokens.shape == (2, 3)
    assert (tokens[:, 0] == 0).all()
    assert (tokens[:, 2] == 3).all()
