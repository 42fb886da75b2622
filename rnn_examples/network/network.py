"""A network: words to vectors, one or more recurrent layers, logits of the next word or answer.

Letters: T steps, H hidden, D input, V words, L layers.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from rnn_examples.errors import InputError
from rnn_examples.network.arrays import Array, Ids
from rnn_examples.network.cells.rnn import RNNWeights

if TYPE_CHECKING:
    from rnn_examples.network.weights import Weights


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """One layer: the direction that reads forward, and where there is one, the one in reverse."""

    forward: "Weights"
    reverse: "Weights | None" = None

    @property
    def directions(self) -> "tuple[Weights, ...]":
        """One or two."""
        return (self.forward,) if self.reverse is None else (self.forward, self.reverse)

    @property
    def width(self) -> int:
        """Of its states at a position, both directions together."""
        return sum(weights.hidden for weights in self.directions)


@dataclass(frozen=True, slots=True, eq=False)
class Network:
    """The layers, and what stands before and after them where the network has it.

    vocabulary: the words in order, or None where words are numbers or inputs vectors.
    embedding: (V, D); None means one-hot words (D = V) or inputs that are vectors.
    W_hy (V, width of the last layer) and b_y (V,): the outputs' logits, or both None.
    source: chapter, notebook or the file's name. notation: whose letters the tables use
    (ours, chapter, lesson, notebook). ours: the arrays that are ours and not the book's.
    notes: what the reader of a file chose or left out. reading: how it read it, by the names of
    the options, so that the same numbers can be had again.
    """

    layers: tuple[Layer, ...]
    vocabulary: tuple[str, ...] | None = None
    embedding: Array | None = None
    W_hy: Array | None = None
    b_y: Array | None = None
    source: str = ""
    notation: str = "ours"
    ours: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    reading: Mapping[str, str | float | None] = field(default_factory=dict)

    @property
    def kind(self) -> str:
        """rnn, lstm or gru."""
        return self.layers[0].forward.kind

    @property
    def activation(self) -> str | None:
        """The name of a plain RNN's, of its first layer; None of a gated cell."""
        weights = self.layers[0].forward
        return weights.activation if isinstance(weights, RNNWeights) else None

    @property
    def hidden(self) -> int:
        """H, of one direction of the first layer."""
        return self.layers[0].forward.hidden

    @property
    def inputs(self) -> int:
        """D."""
        return self.layers[0].forward.inputs

    @property
    def bidirectional(self) -> bool:
        """Whether any layer reads in reverse."""
        return any(layer.reverse is not None for layer in self.layers)

    @property
    def words(self) -> int | None:
        """V, the words that it can read; None where its inputs can only be vectors."""
        if self.embedding is not None:
            return int(self.embedding.shape[0])
        return None if self.vocabulary is None else len(self.vocabulary)

    @property
    def one_hot(self) -> bool:
        """Whether its words are one-hot vectors."""
        return self.embedding is None and self.vocabulary is not None

    @property
    def directions(self) -> "tuple[Weights, ...]":
        """Every layer's directions in PyTorch's order: layer 1, layer 1 reverse, layer 2, ..."""
        return tuple(weights for layer in self.layers for weights in layer.directions)

    @property
    def kept_a_step(self) -> int:
        """About how many numbers are kept of a step: each direction's gates, and its state, memory
        and input side."""
        return sum((len(weights.gate_names) + 3) * weights.hidden for weights in self.directions)

    def ids(self, words: Sequence[str], first: int = 1) -> Ids:
        """The words' numbers; `first` is the place of the first of them in the whole text.

        Raises InputError: which word, where, the nearest known ones.
        """
        if self.vocabulary is None:
            return np.array(
                [_number(word, place, self.words) for place, word in enumerate(words, first)],
                np.int64,
            )
        known = {word: index for index, word in enumerate(self.vocabulary)}
        try:
            return np.array([known[word] for word in words], np.int64)
        except KeyError:
            place = next(place for place, word in enumerate(words) if word not in known)
            raise InputError(unknown_word(self, words[place], place + first)) from None

    def vectors(self, inputs: Array) -> Array:
        """x_t (T, D) of words' numbers (T,): rows of the embedding, or one-hot; vectors as they
        are."""
        if inputs.ndim == 2:
            return inputs
        if self.embedding is not None:
            return np.asarray(self.embedding[inputs])
        one_hot = np.zeros((len(inputs), self.inputs))
        one_hot[np.arange(len(inputs)), inputs] = 1.0
        return one_hot

    def output_weights(self) -> Array:
        """W_hy (V, width). Raises InputError for a network without an output layer."""
        if self.W_hy is None:
            raise InputError(
                f"model {self.source}: it has no output layer; expected {self.output_keys} in its "
                "file"
            )
        return self.W_hy

    @property
    def output_keys(self) -> str:
        """What the output layer's arrays are called in a file of this one's kind."""
        if self.source.lower().endswith((".npz", ".safetensors")):
            return f"fc.weight or linear.weight (outputs, {self.layers[-1].width}), and its bias,"
        return "W_hy (and b_y) in [weights]"

    def logits(self, h: Array) -> Array:
        """W_hy h + b_y of states (T, width): (T, V). Raises InputError without W_hy."""
        with np.errstate(over="ignore", invalid="ignore", under="ignore"):
            logits = h @ self.output_weights().T
            return np.asarray(logits if self.b_y is None else logits + self.b_y)

    def arrays(self) -> dict[str, Array]:
        """Every array by name: embedding, W_hh, forget.W_xh, reverse.b_h, layer2.W_hh, W_hy, b_y.

        The first layer's names have no prefix.
        """
        found = {} if self.embedding is None else {"embedding": self.embedding}
        for prefix, weights in zip(self.prefixes(), self.directions, strict=True):
            found |= {prefix + name: array for name, array in weights.arrays().items()}
        head = {"W_hy": self.W_hy, "b_y": self.b_y}
        return found | {name: array for name, array in head.items() if array is not None}

    def replaced(self, arrays: Mapping[str, Array]) -> "Network":
        """The same network with other arrays, named as `arrays` names them."""

        def other(weights: "Weights", prefix: str) -> "Weights":
            return weights.replaced({name: arrays[prefix + name] for name in weights.arrays()})

        return replace(
            self,
            embedding=arrays.get("embedding"),
            layers=tuple(
                Layer(*map(other, layer.directions, _prefixes(number, layer)))
                for number, layer in enumerate(self.layers, 1)
            ),
            W_hy=arrays.get("W_hy"),
            b_y=arrays.get("b_y"),
        )

    def prefixes(self) -> tuple[str, ...]:
        """What each direction's names begin with, in the order of `directions`."""
        return tuple(
            prefix
            for number, layer in enumerate(self.layers, 1)
            for prefix in _prefixes(number, layer)
        )


def _prefixes(number: int, layer: Layer) -> tuple[str, ...]:
    """Of one layer's directions; the first layer is number 1."""
    start = "" if number == 1 else f"layer{number}."
    return tuple(start + name for name in ("", "reverse.")[: len(layer.directions)])


def unknown_word(network: Network, word: str, place: int) -> str:
    """The message for a word outside the vocabulary: the word, its place, the nearest known."""
    vocabulary = network.vocabulary or ()
    from difflib import get_close_matches

    near = get_close_matches(word, vocabulary, cutoff=0.5)
    lower = [known for known in vocabulary if known.lower() == word.lower()]
    nearest = list(dict.fromkeys([*lower, *near]))[:3]
    if nearest:
        hint = f"the nearest known: {', '.join(nearest)}"
    elif len(vocabulary) <= 10:
        hint = f"it knows {', '.join(vocabulary)}"
    else:
        hint = f"it knows {len(vocabulary)} words, {', '.join(vocabulary[:5])} among them"
    return f"word {place} {word!r} is not in the vocabulary of model {network.source}; {hint}"


def _number(word: str, place: int, words: int | None) -> int:
    if words is None:
        raise InputError(
            f"word {place} {word!r}: the model has neither vocabulary nor embedding; "
            "expected vectors (--inputs FILE) or words (--words FILE)"
        )
    number = int(word) if word.isascii() and word.isdigit() and len(word) < 19 else -1
    if not 0 <= number < words:
        raise InputError(
            f"word {place} {word!r}: the model has no vocabulary, expected a number from 0 to "
            f"{words - 1}, or the words' names (--words FILE)"
        )
    return number
