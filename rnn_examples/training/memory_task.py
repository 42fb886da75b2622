"""The notebook's memory task: who is allergic is said first and asked for last.

n sequences, k fillers, T = k + 3 positions, V = 27 words. Source: notebook, step 3.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from rnn_examples.seeded import generator

WORDS: Final = (
    "allergy:", "penicillin", "none", "prescribe:", "amoxicillin", "azithromycin",
    "the", "patient", "was", "seen", "today", "in", "clinic", "with", "a", "mild", "cough",
    "and", "no", "fever", "she", "reports", "good", "sleep", "appetite", "is", "normal",
)  # fmt: skip
ALLERGY, PENICILLIN, NONE, PRESCRIBE, AMOXICILLIN, AZITHROMYCIN, FIRST_FILLER = range(7)
TEST_SEED: Final = 99
TEST_COUNT: Final = 1000

Tokens = NDArray[np.int64]


def sequences(rng: np.random.Generator, n: int, k: int) -> tuple[Tokens, Tokens]:
    """n sequences with k fillers: tokens (n, k + 3) and the right drug of each (n,).

    The fillers of all n are drawn in one call; the stream equals n draws of k.
    """
    allergic = rng.random(n) < 0.5
    tokens = np.empty((n, k + 3), np.int64)
    tokens[:, 0] = ALLERGY
    np.subtract(NONE, allergic, out=tokens[:, 1])  # PENICILLIN where allergic
    tokens[:, 2:-1] = rng.integers(FIRST_FILLER, len(WORDS), size=(n, k))
    tokens[:, -1] = PRESCRIBE
    return tokens, AMOXICILLIN + allergic  # AZITHROMYCIN where allergic


def held_out(k: int, n: int = TEST_COUNT) -> tuple[Tokens, Tokens]:
    """The held-out set that the notebook measures accuracy on."""
    return sequences(generator(TEST_SEED), n, k)


def words(tokens: Tokens) -> tuple[str, ...]:
    """The words of one sequence."""
    return tuple(WORDS[token] for token in tokens.tolist())
