"""What is too large for `blame`, by whole lines; the digits of sizes and what stands by default."""

import re
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from rnn_examples.errors import InputError
from rnn_examples.examples import blame
from rnn_examples.examples.blame_scene import Scene, check_size, random_scenes
from rnn_examples.examples.sentence import Sentence
from rnn_examples.network.cells.gate import Gate
from rnn_examples.network.cells.gru import GRUWeights
from rnn_examples.network.cells.lstm import LSTMWeights
from rnn_examples.network.cells.rnn import RNNWeights
from rnn_examples.network.network import Layer, Network
from rnn_examples.network.weights import Weights
from rnn_examples.seeded import generator
from rnn_examples.tables.table import Table

H = 100
GATE = Gate(np.zeros((H, 1)), np.zeros((H, H)), np.zeros(H))
PLAIN = RNNWeights(GATE.W_xh, GATE.W_hh, GATE.b_h)
GRU = GRUWeights(GATE, GATE, GATE)
LSTM = LSTMWeights(GATE, GATE, GATE, GATE)


def scene(T: int, *cells: Weights) -> Scene:
    network = Network(tuple(map(Layer, cells)), source="mine.npz")
    return Scene(network, Sentence(None, np.zeros((T, 1))))


@pytest.mark.parametrize(
    ("cells", "most"),
    [
        ((PLAIN,), 26_086),  # 60,000 million products, a step 1.3 million and H^3
        ((GRU,), 13_953),  # three H^3
        ((LSTM,), 9_523),  # five
        ((PLAIN, PLAIN), 13_043),
    ],
)
def test_a_sentence_too_long_for_its_products_is_refused(
    cells: tuple[Weights, ...], most: int
) -> None:
    check_size([scene(most, *cells)], 0)
    message = (
        f"{most + 1:,} words are too many for this network: a product of 100 by 100 matrices for "
        f"each. Expected at most {most:,}"
    )
    with pytest.raises(InputError, match=f"^{message}$"):
        check_size([scene(most + 1, *cells)], 0)
    with pytest.raises(InputError, match=f"{most // 2:,}$"):
        check_size([scene(most, *cells)] * 2, 0)


@pytest.mark.parametrize(("T", "most", "shown"), [(1000, 25, "1,000"), (26_086, 0, "26,086")])
def test_random_sentences_that_are_too_many_together_are_refused(
    T: int, most: int, shown: str
) -> None:
    """26,086 steps are 26 sentences of 1,000 words: the one that is given and 25 at random."""
    check_size([scene(T, PLAIN)], most)
    sentences = "26 sentences" if most else "1 sentence"
    message = (
        f"--sentences: {sentences} of {shown} words beside the one that is given: too many for "
        f"this network. Expected at most {most}"
    )
    with pytest.raises(InputError, match=f"^{message}$"):
        check_size([scene(T, PLAIN)], most + 1)


def test_words_whose_vectors_would_fill_the_memory_are_refused() -> None:
    """2^22 numbers in all: 4,194 vectors of 1,000."""
    words = [f"w{n}" for n in range(4195)]
    gains, rng = (Fraction(1),), generator(0)
    message = "4,195 words are too many for vectors of 1,000. Expected at most 4,194"
    with pytest.raises(InputError, match=f"^{message}$"):
        random_scenes(words, gains, rng, hidden=1, inputs=1000)
    assert random_scenes(words[:-1], gains, rng, hidden=1, inputs=1000)


def test_vectors_have_no_words_to_draw_at_random() -> None:
    message = (
        "--sentences: model mine.npz reads vectors, there are no words to draw. "
        "Expected --sentences 0"
    )
    with pytest.raises(InputError, match=f"^{message}$"):
        blame.compute([scene(2, PLAIN)], generator(0), 1)


def lesson(*gains: str) -> tuple[Scene, ...]:
    numbers = tuple(map(Fraction, gains))
    return random_scenes(["a", "b"], numbers, generator(0), hidden=2, inputs=1)


def test_the_lesson_s_network_is_tanh_and_reads_no_random_sentence_unasked() -> None:
    (one,) = lesson("1")
    assert one.network.activation == "tanh"
    result = blame.compute([one], generator(0))
    assert (result.sentences, result.spreads) == (0, ())
    assert [table.name for table in blame.document(result).tables] == ["blame"]


@pytest.mark.parametrize("gain", ["2", "1e-120"])
def test_of_two_sentences_the_median_is_the_mean(gain: str) -> None:
    """Beyond the range of floats too: three steps at 1e-120 leave some 1e-360."""
    (one,) = random_scenes(["a", "b", "c"], (Fraction(gain),), generator(0), hidden=2, inputs=1)
    for spread in blame.compute([one], generator(0), 2).spreads:
        mean = (Fraction(spread.least.value) + Fraction(spread.largest.value)) / 2
        assert abs(Fraction(spread.median) / mean - 1) < 1e-12


def test_the_bound_is_exactly_the_gain_to_the_power_of_the_distance() -> None:
    result = blame.compute(lesson("0.3"), generator(0))
    assert [line.bound for line in result.lines] == [Decimal("0.09"), Decimal("0.3"), 1]


@pytest.mark.parametrize(
    ("T", "distances", "told"),
    [
        (20, list(range(21)), ""),
        (21, [0, 1, 2, 3, 5, 10, 20, 21], ": some of 21 steps"),
    ],
)
def test_of_more_than_twenty_steps_some_are_shown(T: int, distances: list[int], told: str) -> None:
    numbers = (Fraction(1),)
    one = random_scenes(["a"] * T, numbers, generator(0), hidden=1, inputs=1)
    for table in blame.document(blame.compute(one, generator(0), 1)).tables:
        seen = table.summary or table
        place = table.position("distance")
        assert sorted(row[place] for row in seen.rows) == distances
        assert seen.title == f"{table.title}{told}"


def tables() -> list[Table]:
    gate = Gate(np.ones((2, 1)), np.ones((2, 2)), np.ones(2))
    cell = LSTMWeights(gate, gate, gate, gate)
    network = Network((Layer(cell),), vocabulary=("a",), embedding=np.ones((1, 1)))
    mine = Scene(network, Sentence(("a",), np.array([0])))
    results = (
        blame.compute([mine], generator(0), 2),
        blame.compute(lesson("1"), generator(0), 2),
    )
    return [table for result in results for table in blame.document(result).tables]


def test_a_size_has_four_decimals_in_every_column_and_two_digits_where_they_are_zeros() -> None:
    found = [
        (column.decimals, column.significant)
        for table in tables()
        for column in table.columns
        if column.name in ("size", "memory", "least", "median", "largest")
    ]
    assert found == [(4, 2)] * (2 + 3 + 1 + 3)


def test_the_bound_s_gain_is_told_of_every_direction(printed: Callable[..., str]) -> None:
    """||U||_2 of the chapter's model by NumPy: slopes of tanh are 1 at most."""
    U = np.array([[0.4, 0.1], [-0.2, 0.7]])
    shown = printed("blame", "--model", "chapter")
    line = f"Here g is {np.linalg.norm(U, 2):.3f}."
    assert re.search(f"^{re.escape(line)}$", shown, re.MULTILINE)
