"""What a network reads: words by their numbers, or vectors. Letters: T steps, D input."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from rnn_examples.errors import InputError
from rnn_examples.network.arrays import Array
from rnn_examples.network.network import Network
from rnn_examples.tables.table import Cell

# What a network that reads from the end too keeps of a sentence, in numbers of eight bytes.
MOST_KEPT = 1 << 24


class Sentence(NamedTuple):
    """The words' numbers (T,) or vectors (T, D); words is None where these have no names."""

    words: tuple[str, ...] | None
    inputs: Array

    @property
    def is_of_words(self) -> bool:
        """Whether the network looks its vectors up; vectors of the reader's own are no words."""
        return self.inputs.ndim == 1

    def is_one_hot(self, network: Network) -> bool:
        """Whether each of its vectors has a single 1 and picks a column of W_xh."""
        return self.is_of_words and network.embedding is None

    def pieces(self, size: int) -> "Iterator[Sentence]":
        """The same in pieces of at most so many steps."""
        for first in range(0, len(self.inputs), size):
            rows = slice(first, first + size)
            yield Sentence(None if self.words is None else self.words[rows], self.inputs[rows])

    def repeated(self, times: int) -> "Sentence":
        """The same so many times over."""
        words = None if self.words is None else self.words * times
        return Sentence(words, np.concatenate([self.inputs] * times))


def of_words(network: Network, words: Sequence[str], first: int = 1) -> Sentence:
    """The words and their numbers; `first` is the place of the first in the whole text.

    Raises InputError for an unknown word: the word, its place, the nearest known ones.
    """
    return Sentence(tuple(words), network.ids(words, first))


def of_text(
    network: Network, texts: Iterable[Sequence[str]], size: int, name: str
) -> Iterator[Sentence]:
    """A text as it arrives, in pieces of at most so many words; an empty text gives none.
    An error calls it `name`.

    Raises InputError at once for a network that reads in reverse: it needs the end.
    """
    if network.bidirectional:
        raise InputError(
            f"--text: model {network.source} reads from the end too, so a text cannot be computed "
            "word by word. Give its words with --sentence"
        )
    return _as_it_arrives(network, texts, size, name)


def _as_it_arrives(
    network: Network, texts: Iterable[Sequence[str]], size: int, name: str
) -> Iterator[Sentence]:
    place = 1
    for words in texts:
        try:
            read = of_words(network, words, place)
        except InputError as error:
            raise InputError(f"{name}: {error}") from error
        yield from read.pieces(size)
        place += len(words)


def check_kept(network: Network, T: int, most: int = MOST_KEPT) -> None:
    """Raises InputError where so many steps are too many for a network that must keep them all:
    one that reads from the end too. Of a network of any size, `most` steps at most."""
    most = min(most, MOST_KEPT // network.kept_a_step)
    if most < T:
        raise InputError(
            f"{T:,} steps are too many for a network that reads from the end too. "
            f"Expected at most {most:,}"
        )


def name_of(given: Mapping[str, Cell] | None) -> str:
    """What an error calls the text: its file, where one is given."""
    return f"--text: '{given['text']}'" if given and "text" in given else "the text"


def empty(name: str) -> InputError:
    return InputError(f"{name} holds no word. Expected at least one")
