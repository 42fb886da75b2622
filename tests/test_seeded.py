"""A seed means the same random numbers in every release of NumPy."""

import numpy as np

from rnn_examples.seeded import generator


def test_the_stream_is_pcg64s() -> None:
    assert generator(12345678).uniform(0, 1e6) == 958338.0019665658


def test_a_generator_shares_nothing_with_another_of_its_seed() -> None:
    first, second = generator(7), generator(7)
    np.random.seed(1)
    drawn = first.random(3)
    np.random.random(5)
    assert (second.random(3) == drawn).all()
