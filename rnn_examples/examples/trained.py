"""The trained classifier as a file that every command's --model reads."""

from collections.abc import Callable
from io import BytesIO

import numpy as np

from rnn_examples.network.cells.rnn import RNNWeights
from rnn_examples.network.load.toml_text import write_toml
from rnn_examples.network.network import Layer, Network
from rnn_examples.training.classifier import ClassifierWeights
from rnn_examples.training.memory_task import WORDS

ENDINGS = (".toml", ".npz")


def is_finite(weights: ClassifierWeights) -> bool:
    """Whether every weight is a finite number, as a model's must be."""
    return all(bool(np.isfinite(array).all()) for array in weights.arrays().values())


def as_file(weights: ClassifierWeights, ending: str) -> bytes:
    """The weights as TOML, its words with them, or as an .npz archive with PyTorch's names.

    The numbers read back are the same float64. Source: notebook, step 5.
    """
    return _toml(weights) if ending == ".toml" else _npz(weights)


def _toml(weights: ClassifierWeights) -> bytes:
    network = Network(
        layers=(Layer(RNNWeights(weights.W_xh, weights.W_hh, weights.b_h)),),
        vocabulary=WORDS,
        W_hy=weights.W_hy,
        b_y=weights.b_y,
    )
    return write_toml(network).encode()


def _npz(weights: ClassifierWeights) -> bytes:
    """PyTorch's RNN has two biases that are added: the second is zero."""
    arrays = {
        "rnn.weight_ih_l0": weights.W_xh,
        "rnn.weight_hh_l0": weights.W_hh,
        "rnn.bias_ih_l0": weights.b_h,
        "rnn.bias_hh_l0": np.zeros_like(weights.b_h),
        "linear.weight": weights.W_hy,
        "linear.bias": weights.b_y,
    }
    file = BytesIO()
    save: Callable[..., None] = np.savez
    save(file, **{name: np.ascontiguousarray(array) for name, array in arrays.items()})
    return file.getvalue()
