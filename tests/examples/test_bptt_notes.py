"""What the notes of `bptt` say of its figures, worked out by NumPy from the chapter's arrays."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import pytest

from rnn_examples.examples import bptt
from rnn_examples.examples.bptt_notes import notes
from rnn_examples.examples.sentence import Sentence, of_words
from rnn_examples.network.arrays import Array
from rnn_examples.network.book_models import chapter
from rnn_examples.network.cells.rnn import RNNWeights
from rnn_examples.network.network import Layer, Network
from rnn_examples.tables.prose import plain

WORDS = ("the", "dog", "ran")
PLACE = ("t", "layer", "direction")
Pair = tuple[Array, Array]


def told(vectors: Sequence[Sequence[float]]) -> list[str]:
    """The notes on these vectors, each step's target the word after its own."""
    targets = [WORDS[(t + 1) % 3] for t in range(len(vectors))]
    result = bptt.compute(chapter(), Sentence(None, np.array(vectors)), targets)
    return [plain(note) for note in notes(result)]


def by_hand(vectors: Sequence[Sequence[float]]) -> Mapping[str, Pair]:
    """(12.3) and (12.4): each step's own terms alone, and the whole gradient through time."""
    net = chapter()
    w, V, b_y = net.layers[0].forward.arrays(), net.W_hy, net.b_y
    assert V is not None
    assert b_y is not None
    h, own = [np.zeros(2)], []
    for t, x in enumerate(vectors):
        h.append(np.tanh(w["W_xh"] @ np.array(x) + w["W_hh"] @ h[-1] + w["b_h"]))
        y = np.exp(V @ h[-1] + b_y)
        own.append((1 - h[-1] ** 2) * (V.T @ (y / y.sum() - np.eye(3)[(t + 1) % 3])))
    whole = own[-1:]
    for t in range(len(own) - 2, -1, -1):
        whole.insert(0, own[t] + (1 - h[t + 1] ** 2) * (w["W_hh"].T @ whole[0]))

    def gradients(deltas: Sequence[Array]) -> Mapping[str, Array]:
        return {
            "W": sum(np.outer(d, x) for d, x in zip(deltas, vectors, strict=True)),
            "U": sum(np.outer(d, before) for d, before in zip(deltas, h[:-1], strict=True)),
            "b_h": sum(deltas),
        }

    full = gradients(whole)
    return {name: (array, full[name]) for name, array in gradients(own).items()}


def missed(pair: Pair) -> str:
    """In per cent of the norm of the whole."""
    immediate, full = pair
    return f"{100 * np.linalg.norm(immediate - full) / np.linalg.norm(full):.1f} %"


def of_entry(*pairs: Pair) -> str:
    """The largest share of one entry that is missing, of those that are not 0."""
    shares = [
        abs(i / f - 1) for pair in pairs for i, f in zip(*map(np.ravel, pair), strict=True) if f
    ]
    return f"{100 * max(shares):.0f} %"


def test_of_the_weights_the_note_tells_what_is_missing_and_of_which_entry_most() -> None:
    """No word has a second component: that column of W has no gradient, and no share."""
    vectors = [[1.0, 0.0], [1.0, 0.0], [2.0, 0.0]]
    found, right = told(vectors), by_hand(vectors)
    assert not right["W"][1][:, 1].any()
    assert found[:3] == [
        "The immediate terms alone, as the chapter prints them in (12.3) and (12.4), miss "
        f"{missed(right['W'])} of ∂E/∂W and {missed(right['U'])} of ∂E/∂U (the norm of what is "
        "missing, in per cent of the gradient's), of a single entry up to "
        f"{of_entry(right['W'], right['U'])}: h_{{t-1}} depends on these arrays too.",
        f"Of the other arrays they miss {missed(right['b_h'])} of ∂E/∂b_h.",
        "Whole without them: ∂E/∂V and ∂E/∂b_y.",
    ]
    assert found[-1] == "V and b_y are ours; the source's are not known."  # no word is read


def test_where_the_bias_alone_misses_something_the_note_is_about_it() -> None:
    """The first word's vector is zeros, and so is the state before it: what comes back to step 1
    reaches neither W nor U. A share that is rounding alone reads as nothing."""
    vectors = [[0.0, 0.0], [1.0, 1.0]]
    found, right = told(vectors), by_hand(vectors)
    assert np.array_equal(*right["W"])
    assert np.array_equal(*right["U"])
    assert found[:3] == [
        "The immediate terms alone, as the chapter prints them in (12.3) and (12.4), miss "
        f"{missed(right['b_h'])} of ∂E/∂b_h (the norm of what is missing, in per cent of the "
        f"gradient's), of a single entry up to {of_entry(right['b_h'])}: h_{{t-1}} depends on "
        "these arrays too.",
        "Whole without them: ∂E/∂W, ∂E/∂U, ∂E/∂V and ∂E/∂b_y.",
        "Of ∂E/∂U 100.0 % stays at its own step (k = t), 0.0 % comes from a later one; a negative "
        "share works against the sum.",
    ]


@pytest.mark.parametrize(
    ("words", "begins"),
    [
        (None, "The immediate terms alone, as the chapter prints them in (12.3) and (12.4), miss "),
        (("a", "b", "c"), "The immediate terms alone miss something of 7 arrays, from "),
    ],
)
def test_up_to_six_arrays_are_told_one_by_one(words: tuple[str, ...] | None, begins: str) -> None:
    """Two layers' matrices and biases are six; the vectors of words would be a seventh."""
    rng = np.random.default_rng(0)
    cells = [RNNWeights(*(rng.normal(size=s) for s in ((2, 2), (2, 2), 2))) for _ in range(2)]
    net = Network(
        tuple(map(Layer, cells)),
        vocabulary=words,
        embedding=None if words is None else rng.normal(size=(3, 2)),
        W_hy=rng.normal(size=(3, 2)),
        source="mine.npz",
    )
    read = Sentence(None, rng.normal(size=(3, 2))) if words is None else of_words(net, words)
    found = notes(bptt.compute(net, read, ["0", "1", "2"] if words is None else words))
    assert plain(found[0]).startswith(begins)


def test_where_one_array_alone_is_whole_the_note_names_it() -> None:
    net = replace(chapter(), b_y=None)
    found = [plain(note) for note in notes(bptt.compute(net, of_words(net, ["the", "dog", "ran"])))]
    assert found[2] == "Whole without them: ∂E/∂V."


@pytest.mark.parametrize(
    ("apart", "words"),
    [
        (3e-15, "agrees with it within 1e-14"),
        (3e-13, "agrees with it within 1e-12"),
        (3e-10, "agrees with it within 1e-09"),
        (3e-7, "agrees with it within 1e-06"),
        (3e-4, "agrees with it within 1e-03"),
        (0.25, "differs from it by up to 2.5e-01"),
    ],
)
@pytest.mark.parametrize(
    ("checked", "where"), [(None, "in every entry"), (2, "in the 2 entries of 25 checked")]
)
def test_the_note_tells_how_far_the_measured_gradient_is_from_the_other(
    apart: float, words: str, checked: int | None, where: str
) -> None:
    result = bptt.compute(chapter(), Sentence(None, np.eye(2)), ["dog", "ran"])
    arrays = result.full.gradients.arrays
    places = result.checked if checked is None else {"W_hh": np.array([0, 3])}
    measured = {name: arrays[name].ravel()[at].copy() for name, at in places.items()}
    measured["W_hh"][1] += apart
    other = replace(result, checked=places, numeric=measured)
    method = "The measured gradient is by a complex step of the loss"
    sentence = f"{method}; the one through time {words} {where}."
    assert sentence in [plain(note) for note in notes(other)]


def test_one_layer_both_ways_has_two_rows_a_word_and_two_matrices_to_tell_of() -> None:
    """As two layers have: `layer` and `direction` tell its rows apart."""
    net = chapter()
    ahead = net.layers[0].forward
    both = replace(net, layers=(Layer(ahead, ahead),), W_hy=np.ones((3, 4)), source="mine")
    result = bptt.compute(both, of_words(both, ["dog", "ran"]))
    signals = bptt.document(result).tables[0]
    places = [tuple(row[signals.position(name)] for name in PLACE) for row in signals.rows]
    assert places == [(t, 1, way) for t in (1, 2) for way in ("forward", "reverse")]
    assert any(note.startswith("Of all U together ") for note in map(plain, notes(result)))
