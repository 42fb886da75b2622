"""Every random number of the book: a stream that depends on its seed alone."""

import numpy as np


def generator(seed: int) -> np.random.Generator:
    """PCG64 by name: what default_rng takes may change from one NumPy to the next."""
    return np.random.Generator(np.random.PCG64(seed))
