"""`truncate`: what is refused, in full; notes at the edges; gradients large, gated and lost."""

import json
import re
import shlex
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest

from rnn_examples.errors import InputError
from rnn_examples.examples.sentence import Sentence, of_words
from rnn_examples.examples.truncate import compute, document
from rnn_examples.examples.truncate_gradients import compute as of_network
from rnn_examples.network.book_models import book_model
from rnn_examples.network.cells.rnn import RNNWeights
from rnn_examples.network.network import Layer, Network
from rnn_examples.tables.prose import Prose, plain

Printed = Callable[..., str]
ROOT = Path(__file__).parents[2]

REFUSED = {
    "--repeat 1000 --updates 1000": (
        "3,000 words in 1,500 segments with 1,000 updates of 25 parameters take too long. "
        "Expected at most 4 updates"
    ),
    "--repeat 1000 --steps 3000 --updates 100": (
        "3,000 words in 1 segment with 100 updates of 25 parameters take too long. "
        "Expected at most 32 updates"
    ),
    f"--repeat 1000 --steps 1 --sentence '{'dog ' * 7}' --updates 1": (
        "7,000 words in 7,000 segments with 1 update of 25 parameters take too long. "
        "Expected at most 0 updates"
    ),
    f"--repeat 1000 --steps 1 --sentence '{'dog ' * 30}' --loss state": (
        "30,000 words in 30,000 segments with 0 updates of 25 parameters take too long. "
        "Expected fewer words or longer segments"
    ),
}


@pytest.mark.parametrize("options", REFUSED)
def test_what_takes_too_long_is_refused_with_what_does_not(printed: Printed, options: str) -> None:
    with pytest.raises(InputError, match=f"^{re.escape(REFUSED[options])}$"):
        printed("truncate", *shlex.split(options))


def test_more_words_than_errors_fit_in_memory_are_refused() -> None:
    """2^21 errors of three outputs each are 699,050 words and a rest."""
    chapter = book_model("chapter")
    read = of_words(chapter, ["dog"] * 699_051)
    told = "699,051 words are too many for 3 outputs at once. Expected at most 699,050"
    with pytest.raises(InputError, match=f"^{re.escape(told)}$"):
        of_network(chapter, read)


def test_a_network_that_reads_from_the_end_too_is_refused() -> None:
    cell = RNNWeights(np.eye(1), np.eye(1), np.ones(1))
    network = Network((Layer(cell, cell),), source="both.npz")
    told = (
        "model both.npz reads from the end too, and a segment's end is not the text's. Expected "
        "one that reads forward alone"
    )
    with pytest.raises(InputError, match=f"^{re.escape(told)}$"):
        of_network(network, Sentence(None, np.ones((2, 1))), loss="state")


def test_vectors_need_targets() -> None:
    told = (
        "the inputs are vectors, so there is no next word. Give what each step is to predict with "
        "--targets"
    )
    with pytest.raises(InputError, match=f"^{re.escape(told)}$"):
        of_network(book_model("chapter"), Sentence(None, np.ones((2, 2))))


def test_of_vectors_of_one_s_own_the_outputs_alone_are_ours(
    printed: Printed, tmp_path: Path
) -> None:
    (tmp_path / "x.csv").write_text("0.5,1\n0.2,-1\n", encoding="utf-8")
    shown = printed("truncate", "--inputs", str(tmp_path / "x.csv"), "--targets", "dog ran")
    assert "\nV and b_y are ours; the source's are not known." in shown
    assert "\nThe words' vectors, V and b_y are ours; the source's are not known." in printed(
        "truncate"
    )


@pytest.mark.parametrize(
    ("length", "segment", "distances", "told"),
    [
        (0, 1, (1,), "the length 0 is out of range: give one from 1 to 10^15"),
        (5, 0, (1,), "the segment 0 is out of range: give one from 1 to 10^15"),
        (5, 2, (1, 0), "the distance 0 is out of range: give one from 1 to 10^15"),
        (5, 2, (), "nothing to compute: give at least one distance"),
    ],
)  # fmt: skip
def test_numbers_out_of_range(
    length: int, segment: int, distances: Sequence[int], told: str
) -> None:
    with pytest.raises(InputError, match=f"^{re.escape(told)}$"):
        compute(length, segment, distances)


def test_the_largest_length_is_ten_to_the_fifteenth() -> None:
    largest = 10**15
    assert compute(largest, largest, (largest,)).segments == 1
    for place in range(3):
        sizes = [largest + (n == place) for n in range(3)]
        with pytest.raises(InputError, match=f"{largest + 1} is out of range"):
            compute(sizes[0], sizes[1], sizes[2:])


NONE = ("dependencies", "Of a distance of 3 or more none is left.")


def seen(where: str) -> tuple[str, str]:
    return "dependencies", (
        f"A dependency is a step and another k steps before it. Where {where} lies between them "
        "training cannot see it; the state itself runs on."
    )


def full(told: str) -> tuple[str, str]:
    return "segments dependencies", f"Of the segments {told} left over."


@pytest.mark.parametrize(
    ("length", "distances", "notes"),
    [
        (3, (1, 3), [("segments dependencies", "There is one segment, and nothing is lost.")]),
        (6, (1, 2), [seen("the boundary"), full("n = 2 are full; r = 0 steps are")]),
        (6, (1, 3), [seen("the boundary"), NONE, full("n = 2 are full; r = 0 steps are")]),
        (4, (4,), [seen("the boundary"), NONE, full("n = 1 is full; r = 1 step is")]),
        (8, (1,), [seen("one of the 2 boundaries"), full("n = 2 are full; r = 2 steps are")]),
    ],
)
def test_the_notes_on_segments_of_three(
    length: int, distances: Sequence[int], notes: list[tuple[str, str]]
) -> None:
    found = document(compute(length, 3, distances)).notes
    told = [(note.tables, plain(note)) for note in found if isinstance(note, Prose)]
    assert told == [(tuple(tables.split()), text) for tables, text in notes]


def test_the_last_state_s_sum_has_no_targets() -> None:
    chapter = book_model("chapter")
    told = "--targets: the last state's sum has none. Leave it out, or --loss state"
    with pytest.raises(InputError, match=f"^{re.escape(told)}$"):
        of_network(chapter, of_words(chapter, ["dog"]), ["ran"], loss="state")


def test_a_state_s_sum_is_not_trained_however_many_updates_are_asked_for() -> None:
    chapter = book_model("chapter")
    found = of_network(chapter, of_words(chapter, ["dog"]), loss="state", updates=(10_000,))
    assert found.trained == ()


def test_an_update_beyond_floats_is_refused_in_the_network_s_words() -> None:
    """Of one below them nothing is left: the loss stays ln 2."""
    inputs, targets = Sentence(None, np.array([[1.0], [2.0], [-1.0]])), ["0", "1", "0"]

    def trained(W: float, rate: float) -> tuple[tuple[int, float, float], ...]:
        cell = RNNWeights(np.array([[1e-306]]), np.array([[0.5]]), np.zeros(1))
        net = Network((Layer(cell),), W_hy=np.array([[W], [-W]]), source="mine.npz")
        return of_network(net, inputs, targets, steps=1, updates=(0, 2), rate=rate).trained

    ln_2 = pytest.approx(np.log(2), rel=1e-14)
    assert trained(1.0, 1e-300) == ((0, ln_2, ln_2), (2, ln_2, ln_2))
    told = (
        "model mine.npz: the state leaves the range of float64 at step 1; expected smaller weights "
        "or inputs"
    )
    with pytest.raises(InputError, match=f"^{re.escape(told)}$"):
        trained(1e303, 1e6)


def test_the_outputs_lose_nothing_to_the_last_bit() -> None:
    """Nothing flows back in time to them; sums in another order would leave rounding."""
    chapter = book_model("chapter")
    read = of_words(chapter, ["the", "dog", "ran", "dog"] * 10)
    found = of_network(chapter, read, steps=3, updates=(0,))
    for name in ("W_hy", "b_y"):
        assert np.array_equal(found.full[name], found.cut[name])


def test_what_is_lost_is_told_of_the_gate_that_loses_most(
    printed: Printed, monkeypatch: pytest.MonkeyPatch
) -> None:
    """||full - cut|| / ||full|| of each gate's recurrent matrix, from the entries."""
    monkeypatch.chdir(ROOT)
    for model in ("lstm", "gru"):
        line = ("truncate", "--model", f"golden/model/{model}.toml", "--sentence", "the dog ran")
        rows = json.loads(printed(*line, "--table", "gradients", "-f", "json"))["tables"][0]["rows"]
        lost = {}
        for name in {row["array"] for row in rows if row["array"].endswith("W_hh")}:
            entries = [row for row in rows if row["array"] == name]
            norms = [np.linalg.norm([row[way] for row in entries]) for way in ("lost", "full")]
            lost[name] = 100 * norms[0] / norms[1]
        worst = max(lost, key=lambda name: lost[name])
        assert f"∂E/∂{worst} loses {lost[worst]:.1f} % of itself" in printed(*line).replace("(", "")


@pytest.mark.parametrize(
    ("sentence", "is_told"), [("the dog ran", True), ("the dog the ran", False), ("dog", True)]
)
def test_a_word_that_one_word_alone_follows_is_told(
    printed: Printed, sentence: str, is_told: bool
) -> None:
    told = (
        "Each word here is followed by one word alone: to learn that needs no memory of the "
        "segments before.\n"
    )
    assert (told in printed("truncate", "--sentence", sentence, "--updates", "0")) is is_told


def test_a_large_matrix_is_told_entry_by_entry_and_to_people_by_its_norm() -> None:
    """65 by 65 entries, more than are made at once; all units are one unit's copies."""
    H, X = 65, (0.1, 0.2, 0.3)
    cell = RNNWeights(np.ones((H, 1)), np.eye(H) / 2, np.zeros(H), has_bias=False)
    network = Network((Layer(cell),), source="mine.npz")
    read = Sentence(None, np.array([X]).T)
    found = document(compute(of_network=of_network(network, read, loss="state", steps=1)))
    assert found.inputs["loss"] == "state"
    rows = [row for row in found.tables[2].rows if row[0] == "W_hh"]
    assert [row[1:3] for row in rows] == [(i, j) for i in range(1, H + 1) for j in range(1, H + 1)]
    h = [0.0]
    for x in X:
        h.append(np.tanh(x + h[-1] / 2))
    d = [1 - h[3] ** 2]
    for t in (2, 1):
        d.append(d[-1] / 2 * (1 - h[t] ** 2))
    whole = H**0.5 * (0.3 * d[0] + 0.2 * d[1] + 0.1 * d[2]), H * (h[2] * d[0] + h[1] * d[1])
    cut = H**0.5 * 0.3 * d[0], H * h[2] * d[0]
    people = found.for_people().tables[2]
    assert (people.name, people.title) == ("gradients", "The gradients by array: norms")
    shown = list(people.rows)
    assert [row[:2] for row in shown] == [("W_xh", (H, 1)), ("W_hh", (H, H))]
    for row, full, part in zip(shown, whole, cut, strict=True):
        assert row[2:] == pytest.approx((full, part, 100 * (full - part) / full), rel=1e-12)


def test_of_a_gradient_of_zeros_no_share_is_lost() -> None:
    """Inputs of 0 and no bias: every state is 0, and so is what W_hh multiplies."""
    cell = RNNWeights(np.ones((9, 1)), np.eye(9) / 2, np.zeros(9), has_bias=False)
    network = Network((Layer(cell),), source="mine.npz")
    read = Sentence(None, np.zeros((3, 1)))
    found = document(compute(of_network=of_network(network, read, loss="state", steps=1)))
    assert [row[2:] for row in found.for_people().tables[2].rows] == [(0, 0, None)] * 2
    assert "The segments lose nothing of the gradient here." in map(plain, found.notes)
