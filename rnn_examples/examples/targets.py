"""What each step of a sentence is to predict. Letters: T steps."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from rnn_examples.counted import counted
from rnn_examples.errors import InputError
from rnn_examples.examples.sentence import Sentence
from rnn_examples.network.arrays import Ids
from rnn_examples.network.network import Network


class Targets(NamedTuple):
    """The words to predict, by name and by number (T,); chosen: the reader gave them, they are not
    the next words of the sentence."""

    words: tuple[str, ...]
    ids: Ids
    chosen: bool


def targets_of(network: Network, sentence: Sentence, given: Sequence[str] | None) -> Targets:
    """The words given, one a step; without them the next word, and after the last comes the first.

    Raises InputError where their number is not the sentence's, for a word that the network does
    not know, and where vectors, which have no next word, come without targets.
    """
    T = len(sentence.inputs)
    if given is not None:
        if len(given) != T:
            raise InputError(
                f"--targets: found {counted(len(given), 'word')} for "
                f"{counted(T, 'step')}. Expected one a step"
            )
        return Targets(tuple(given), _ids(network, given), chosen=True)
    if sentence.words is None:
        raise InputError(
            "the inputs are vectors, so there is no next word. Give what each step is to predict "
            "with --targets"
        )
    words = (*sentence.words[1:], *sentence.words[:1])
    return Targets(words, np.roll(sentence.inputs, -1), chosen=False)


def _ids(network: Network, words: Sequence[str]) -> Ids:
    """Numbers of words; of a network that has no names for its outputs, the numbers as typed."""
    V = len(network.output_weights())
    if network.vocabulary is not None and len(network.vocabulary) == V:
        return network.ids(words)
    found = [int(w) if w.isascii() and w.isdigit() and len(w) < 10 else -1 for w in words]
    for place, (word, number) in enumerate(zip(words, found, strict=True), 1):
        if not 0 <= number < V:
            raise InputError(
                f"--targets: item {place}, {word!r}, is no output of model {network.source}. "
                f"Expected a number from 0 to {V - 1}"
            )
    return np.array(found, np.int64)
