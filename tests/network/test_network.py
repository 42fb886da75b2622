"""Words to numbers and vectors, and arrays by name."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from rnn_examples.errors import InputError
from rnn_examples.network.book_models import chapter, notebook_sentence
from rnn_examples.network.cells.gate import Gate
from rnn_examples.network.cells.gru import GRUWeights
from rnn_examples.network.cells.lstm import LSTMWeights
from rnn_examples.network.cells.rnn import RNNWeights
from rnn_examples.network.forward import forward
from rnn_examples.network.network import Layer, Network


def test_words_are_numbered_in_their_order() -> None:
    assert chapter().ids(["ran", "the", "ran"]).tolist() == [2, 0, 2]


def test_numbers_of_words_are_whole_even_of_none() -> None:
    for network in (chapter(), replace(chapter(), vocabulary=None)):
        assert network.ids([]).dtype == np.int64


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ["the", "dgo"],
            "word 2 'dgo' is not in the vocabulary of model chapter; the nearest known: dog",
        ),
        (
            ["THE"],
            "word 1 'THE' is not in the vocabulary of model chapter; the nearest known: the",
        ),
        (
            ["xyz"],
            "word 1 'xyz' is not in the vocabulary of model chapter; it knows the, dog, ran",
        ),
        ([""], "word 1 '' is not in the vocabulary of model chapter; it knows the, dog, ran"),
    ],
)
def test_an_unknown_word_is_told(words: list[str], message: str) -> None:
    with pytest.raises(InputError, match=f"^{message}$"):
        chapter().ids(words)


def test_an_unknown_word_of_a_large_vocabulary() -> None:
    network = replace(chapter(), vocabulary=tuple(f"word{n}" for n in range(20)))
    with pytest.raises(
        InputError, match=r"it knows 20 words, word0, word1, word2, word3, word4 among them$"
    ):
        network.ids(["zzz"])
    # Three at most of those that are near, ...
    with pytest.raises(InputError, match=r"the nearest known: (word\d+, ){2}word\d+$"):
        network.ids(["word"])
    with pytest.raises(InputError, match=r"the nearest known: WORD, (word\d+, )word\d+$"):
        replace(network, vocabulary=("WORD", "word1", "word2", "word3")).ids(["word"])
    # ... and half a word is near enough.
    with pytest.raises(InputError, match=r"the nearest known: abcd$"):
        replace(network, vocabulary=("abcd",)).ids(["abxx"])


def test_ten_words_are_all_named() -> None:
    letters = tuple("abcdefghijk")
    with pytest.raises(InputError, match=r"it knows a, b, c, d, e, f, g, h, i, j$"):
        replace(chapter(), vocabulary=letters[:10]).ids(["zzz"])
    with pytest.raises(InputError, match=r"it knows 11 words, a, b, c, d, e among them$"):
        replace(chapter(), vocabulary=letters).ids(["zzz"])


def test_without_a_vocabulary_words_are_numbers() -> None:
    network = replace(chapter(), vocabulary=None)
    assert network.ids(["2", "0"]).tolist() == [2, 0]
    for wrong in ("3", "-1", "1.0", "the", "", "٣", "9" * 30, "1_0"):
        with pytest.raises(InputError) as caught:
            network.ids([wrong])
        assert str(caught.value) == (
            f"word 1 {wrong!r}: the model has no vocabulary, expected a number from 0 to 2, "
            "or the words' names (--words FILE)"
        )


def test_without_words_at_all_vectors_are_asked_for() -> None:
    network = replace(chapter(), vocabulary=None, embedding=None)
    with pytest.raises(
        InputError,
        match=(
            r"^word 1 '0': the model has neither vocabulary nor embedding; expected "
            r"vectors \(--inputs FILE\) or words \(--words FILE\)$"
        ),
    ):
        network.ids(["0"])


def test_one_hot_vectors() -> None:
    assert notebook_sentence().vectors(np.array([1, 5])).tolist() == [
        [0, 1, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 1],
    ]


@pytest.mark.parametrize("cell", ["tanh", "lstm", "gru", "gru-textbook"])
def test_arrays_by_name_make_the_same_network(
    make_network: Callable[..., Network], cell: str
) -> None:
    network = make_network(cell, layers=2, both=True)
    arrays = network.arrays()
    gate = "" if cell == "tanh" else "candidate."
    assert {f"{gate}W_xh", f"layer2.reverse.{gate}b_h", "embedding", "W_hy", "b_y"} <= set(arrays)
    again = network.replaced({name: 2 * array for name, array in arrays.items()}).arrays()
    assert again.keys() == arrays.keys()
    assert all((again[name] == 2 * arrays[name]).all() for name in arrays)


@pytest.mark.parametrize("cell", ["rnn", "lstm", "gru"])
def test_a_network_without_biases_is_replaced_without_any(cell: str) -> None:
    """b_h is zeros, and no parameter: it is not among the arrays."""
    one, zero = np.ones((1, 1)), np.zeros(1)
    gate = Gate(one, one, zero, has_bias=False)
    weights = {
        "rnn": RNNWeights(one, one, zero, has_bias=False),
        "lstm": LSTMWeights(gate, gate, gate, gate),
        "gru": GRUWeights(gate, gate, gate, zero),
    }[cell]
    network = Network((Layer(weights),), vocabulary=("a",))
    arrays = {name: 2 * array for name, array in network.arrays().items()}
    assert not any(name.endswith(("b_h", "b_hn")) for name in arrays)
    again = network.replaced(arrays)
    assert again.arrays().keys() == arrays.keys()
    other = again.layers[0].forward
    assert not isinstance(other, GRUWeights) or other.b_hn is not None  # the form stays
    assert forward(again, [0]).h != forward(network, [0]).h
