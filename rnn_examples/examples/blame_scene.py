"""What `blame` looks at: the lesson's random untrained network, or one of the reader's own.

Letters: T steps, H hidden, D input, V words, g gain.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from rnn_examples.counted import counted
from rnn_examples.errors import InputError
from rnn_examples.examples.sentence import Sentence
from rnn_examples.network.activations import activation
from rnn_examples.network.arrays import Array
from rnn_examples.network.cells.rnn import RNNWeights
from rnn_examples.network.network import Layer, Network

SENTENCE = "The flowers she bought at the market were"
# Numbers of all the words' vectors.
MOST_NUMBERS = 1 << 22
# The cost of a step that is no arithmetic, in products; and what all steps may cost, about 4 s.
STEP = 1_300_000
MOST_PRODUCTS = 6 * 10**10
# Recurrent products of H x H matrices that a step takes, at most.
FACTORS = {"rnn": 1, "gru": 3, "lstm": 5}


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """A network, what it reads, and whether words are drawn at random as vectors.

    gain: g of a random network as it was given, None of the reader's own.
    """

    network: Network
    sentence: Sentence
    gain: Fraction | None = None

    @property
    def is_random(self) -> bool:
        return self.gain is not None

    def random_sentence(self, rng: np.random.Generator, T: int) -> Array:
        """T words: standard normal vectors (T, D), or of a network with words their numbers."""
        if self.is_random:
            return rng.normal(0.0, 1.0, (T, self.network.inputs))
        return rng.integers(self.network.words or 0, size=T)


def random_scenes(
    words: Sequence[str],
    gains: Sequence[Fraction],
    rng: np.random.Generator,
    *,
    hidden: int,
    inputs: int,
    activation_name: str = "tanh",
) -> tuple[Scene, ...]:
    """One network a gain, all from one draw: W_x normal(0, 1/sqrt D) (H, D), W_h normal(0, 1)
    (H, H) scaled so that ||W_h||_2 = g, then a standard normal vector for each different word, in
    their order. No bias. How they are drawn is ours; H, D, g are the lesson's letters.

    Raises InputError for an activation that is not known, and for too many words.
    """
    if len(words) * inputs > MOST_NUMBERS:
        raise InputError(
            f"{len(words):,} words are too many for vectors of {inputs:,}. "
            f"Expected at most {MOST_NUMBERS // inputs:,}"
        )
    activation(activation_name)
    W_x = rng.normal(0.0, inputs**-0.5, (hidden, inputs))
    W_h = rng.normal(0.0, 1.0, (hidden, hidden))
    W_h /= np.linalg.norm(W_h, 2)
    vocabulary = tuple(dict.fromkeys(words))
    embedding = rng.normal(0.0, 1.0, (len(vocabulary), inputs))
    sentence = Sentence(tuple(words), embedding[[vocabulary.index(word) for word in words]])
    return tuple(
        Scene(
            Network(
                (Layer(RNNWeights(W_x, float(g) * W_h, np.zeros(hidden), activation_name)),),
                source=f"random, g = {float(g):g}",
                notation="lesson",
            ),
            sentence,
            g,
        )
        for g in gains
    )


def check_size(scenes: Sequence[Scene], sentences: int) -> None:
    """Raises InputError where all the steps together would take more than a few seconds."""
    T = max(len(scene.sentence.inputs) for scene in scenes)
    step = sum(
        STEP + FACTORS[weights.kind] * weights.hidden**3
        for scene in scenes
        for weights in scene.network.directions
    )
    most = MOST_PRODUCTS // step
    if T <= most < T * (1 + sentences):
        raise InputError(
            f"--sentences: {counted(sentences, 'sentence')} of {T:,} words beside the one that is "
            "given: too many for this network. "
            f"Expected at most {most // T - 1:,}"
        )
    if most < T:
        hidden = scenes[0].network.hidden
        raise InputError(
            f"{T:,} words are too many for this network: a product of {hidden:,} "
            f"by {hidden:,} matrices for each. Expected at most {most:,}"
        )
