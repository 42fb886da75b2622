"""`bptt` of networks and sentences at its limits: what is refused, checked and shown of them."""

from dataclasses import replace

import numpy as np
import pytest

from rnn_examples.equations.text import to_text
from rnn_examples.errors import InputError
from rnn_examples.examples import bptt, bptt_gradients
from rnn_examples.examples.sentence import Sentence, of_words
from rnn_examples.network.book_models import chapter
from rnn_examples.network.cells.rnn import RNNWeights
from rnn_examples.network.network import Layer, Network


def network(H: int, V: int, layers: int = 1) -> Network:
    """One input, zeros everywhere: its sizes are all that matters."""
    cells = [RNNWeights(np.zeros((H, D)), np.zeros((H, H)), np.zeros(H)) for D in (1, H)[:layers]]
    return Network(tuple(map(Layer, cells)), W_hy=np.zeros((V, H)), source="mine.npz")


def refused(H: int, V: int, T: int, layers: int = 1) -> str:
    with pytest.raises(InputError) as error:
        bptt.compute(network(H, V, layers), Sentence(None, np.zeros((T, 1))), ["0"] * T)
    return str(error.value)


def the_dog_ran() -> bptt.Result:
    """The chapter's network on its sentence."""
    net = chapter()
    return bptt.compute(net, of_words(net, ["the", "dog", "ran"]))


@pytest.mark.parametrize(
    ("H", "V", "layers", "most"),
    [
        (1, 2, 1, 200),  # rows that anybody reads
        (1, 100_000, 1, 20),  # 2^21 errors at once
        (1, 15_000, 1, 139),
        (500, 2, 1, 39),  # T^2 (2,000 + 500 + 500^2) of 400 million products
        (500, 2, 2, 23),  # T^2 (4,000 + 500 + 3 500^2)
    ],
)
def test_a_sentence_that_takes_too_long_is_refused_with_the_most_words_there_may_be(
    H: int, V: int, layers: int, most: int
) -> None:
    assert refused(H, V, most + 1, layers) == (
        f"{most + 1} words are too many to blame each of them on each. "
        f"Expected at most {most} of model mine.npz"
    )


def test_two_hundred_words_are_read() -> None:
    result = bptt.compute(network(1, 2), Sentence(None, np.zeros((200, 1))), ["0"] * 200)
    assert len(result.full.losses) == 200


def test_a_network_with_more_parameters_than_a_table_has_rows_for_is_refused() -> None:
    """W_xh 1,000, W_hh 1,000,000, b_h 1,000 and W_hy 999,000 are a thousand too many."""
    assert refused(1000, 999, 1) == (
        "model mine.npz: it has 2,001,000 parameters. Expected at most 2,000,000 for a table of "
        "all their gradients"
    )


@pytest.mark.parametrize(
    ("limit", "most", "each"),
    [
        ("MOST_CHECKED", 25, [6, 4, 4, 2, 6, 3]),
        ("MOST_CHECKED", 24, [4, 4, 4, 2, 4, 3]),
        ("MOST_CHECKED", 1, [1, 1, 1, 1, 1, 1]),
        # An entry costs four products a parameter, and 2,008 for each of the three words.
        ("MOST_CHECKING", 6124 * 12, [2, 2, 2, 2, 2, 2]),
        ("MOST_CHECKING", 6124 * 12 - 1, [1, 1, 1, 1, 1, 1]),
    ],
)
def test_of_many_parameters_as_many_of_each_array_are_measured(
    monkeypatch: pytest.MonkeyPatch, limit: str, most: int, each: list[int]
) -> None:
    monkeypatch.setattr(bptt, limit, most)
    result = the_dog_ran()
    assert [len(places) for places in result.checked.values()] == each


def test_the_entries_that_are_measured_lie_evenly_from_the_first_to_the_last(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bptt, "MOST_CHECKED", 18)
    result = the_dog_ran()
    assert {name: places.tolist() for name, places in result.checked.items()} == {
        "embedding": [0, 2, 5],
        "W_xh": [0, 1, 3],
        "W_hh": [0, 1, 3],
        "b_h": [0, 1],
        "W_hy": [0, 2, 5],
        "b_y": [0, 1, 2],
    }


def test_rows_of_gradients_are_the_same_however_many_are_made_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Those that are not measured, too."""
    monkeypatch.setattr(bptt, "MOST_CHECKED", 18)
    result = the_dog_ran()
    at_once = bptt_gradients.gradients_table(result).rows
    monkeypatch.setattr(bptt_gradients, "BATCH", 3)
    assert bptt_gradients.gradients_table(result).rows == at_once
    assert sum(row[5] is None for row in at_once) == 25 - 17


@pytest.mark.parametrize(("H", "shown"), [(8, True), (9, False)])
def test_vectors_of_more_than_eight_numbers_are_shown_as_norms(H: int, shown: bool) -> None:
    result = bptt.compute(network(H, 2), Sentence(None, np.zeros((1, 1))), ["0"])
    signals = bptt.document(result).tables[0]
    seen = signals.summary or signals
    assert seen.name == "signals"
    assert seen.title == "What passes backward, word by word" + ("" if shown else ": norms")
    assert isinstance(seen.rows[0][2], tuple) == shown


def test_what_passes_through_the_activation_is_named_after_it() -> None:
    weights = RNNWeights(np.zeros((1, 1)), np.zeros((1, 1)), np.zeros(1), "leaky_relu")
    net = Network((Layer(weights),), W_hy=np.zeros((2, 1)), source="mine.npz")
    result = bptt.compute(net, Sentence(None, np.ones((1, 1))), ["0"])
    assert bptt.document(result).tables[0].columns[-1].label == "through leaky relu"


@pytest.mark.parametrize(("T", "rows"), [(8, 36), (9, 9), (24, 24), (30, 24)])
def test_steps_are_crossed_up_to_eight_and_then_told_by_at_most_24_distances(
    T: int, rows: int
) -> None:
    """Of eight steps 1 + 2 + ... + 8 pairs."""
    result = bptt.compute(network(1, 2), Sentence(None, np.zeros((T, 1))), ["0"] * T)
    pairs = bptt.document(result).tables[1]
    seen = pairs.summary or pairs
    assert (seen.name, len(seen.rows)) == ("contributions", rows)
    assert len(pairs.rows) == T * (T + 1) / 2


def test_the_measured_gradient_is_by_the_method_that_is_asked_for() -> None:
    """A central difference is off by some 1e-11, a complex step in the last bits alone."""
    net = chapter()
    off = {}
    for method in ("complex", "central"):
        result = bptt.compute(net, of_words(net, ["the", "dog", "ran"]), method=method)
        off[method] = max(np.abs(apart).max() for apart in result.differences.values())
    assert off["complex"] < 1e-15 < 1e-13 < off["central"]


def test_a_large_network_is_checked_in_part_and_summarised_by_norms(
    monkeypatch: pytest.MonkeyPatch, notebook_classifier: Network
) -> None:
    monkeypatch.setattr(bptt, "MOST_CHECKED", 60)
    network = replace(notebook_classifier, source="large.npz")
    words = of_words(network, ["the", "patient", "was"])
    result = bptt.compute(network, words, ["seen", "a", "in"])
    sizes = {name: len(places) for name, places in result.checked.items()}
    assert sizes == {"W_xh": 12, "W_hh": 12, "b_h": 12, "W_hy": 12, "b_y": 12}
    assert result.checked["W_hh"][[0, -1]].tolist() == [0, 255]
    found = {table.name: table for table in bptt.document(result).tables}
    rows = found["gradients"].rows
    assert len(rows) == 2 * 27 * 16 + 256 + 16 + 27
    assert sum(row[5] is not None for row in rows) == 60
    for row in rows:
        assert row[6] is None or abs(float(str(row[6]))) < 1e-14
    assert found["signals"].summary is not None
    assert {
        table.summary.name: table.summary.title for table in found.values() if table.summary
    } == {
        "signals": "What passes backward, word by word: norms",
        "gradients": "The gradients by array: norms",
    }
    heads, norms = found["signals"].summary.columns[:3], found["signals"].summary.columns[3:]
    assert [column.decimals for column in heads] == [None] * 3
    assert [(column.decimals, column.significant) for column in norms] == [(4, 2)] * 3
    labels = [column.label for column in norms]
    assert [label if isinstance(label, str) else to_text(label) for label in labels] == [
        "‖y_t - target_t‖",
        "‖∂E/∂h_t‖",
        "through tanh",
    ]
    for short, full in zip(found["signals"].summary.rows, found["signals"].rows, strict=True):
        assert short[3] == pytest.approx(np.linalg.norm(full[3]))
    assert "in the 60 entries of 1,163 checked" in " ".join(map(str, bptt.document(result).notes))
