"""The book's own networks that a command reads: the chapter's and the notebook's.

Letters: H hidden, D input, V words.
"""

from collections.abc import Callable

import numpy as np

from rnn_examples.errors import InputError
from rnn_examples.network.cells.rnn import RNNWeights
from rnn_examples.network.network import Layer, Network
from rnn_examples.seeded import generator

CHAPTER_WORDS = ("the", "dog", "ran")
NOTEBOOK_WORDS = ("The", "patient", "has", "a", "critical", "condition")


def chapter() -> Network:
    """The chapter's two-unit network (its U is W_hh); embeddings, W_hy and b_y are ours."""
    return Network(
        layers=(
            Layer(
                RNNWeights(
                    W_xh=np.array([[0.6, -0.3], [0.2, 0.5]]),
                    W_hh=np.array([[0.4, 0.1], [-0.2, 0.7]]),
                    b_h=np.array([0.05, -0.05]),
                )
            ),
        ),
        vocabulary=CHAPTER_WORDS,
        embedding=np.array([[0.5, 0.1], [0.9, -0.4], [-0.3, 0.8]]),
        W_hy=np.array([[0.7, -0.2], [-0.4, 0.6], [0.1, 0.3]]),
        b_y=np.array([0.0, 0.1, -0.1]),
        source="chapter",
        notation="chapter",
        ours=("embedding", "W_hy", "b_y"),
    )


def notebook_sentence() -> Network:
    """The notebook's step 2: H = 4, one-hot words of its sentence, generator(0), no outputs."""
    rng = generator(0)
    W_xh = rng.normal(0.0, 0.5, (len(NOTEBOOK_WORDS), 4))
    W_hh = rng.normal(0.0, 0.5, (4, 4))
    # The notebook's vectors are rows: its matrices are our transposes.
    return Network(
        layers=(Layer(RNNWeights(W_xh.T.copy(), W_hh.T.copy(), np.zeros(4))),),
        vocabulary=NOTEBOOK_WORDS,
        source="notebook",
        notation="notebook",
    )


BOOK_MODELS: dict[str, Callable[[], Network]] = {
    "chapter": chapter,
    "notebook": notebook_sentence,
}


def book_model(name: str) -> Network:
    """The network called chapter or notebook. Raises InputError for another name."""
    make = BOOK_MODELS.get(name)
    if make is None:
        raise InputError(
            f"model {name!r} is neither a file nor a model of the book; "
            f"expected {' or '.join(BOOK_MODELS)}, or a .toml, .npz or .safetensors file"
        )
    return make()
