"""The chapter's gradients by hand, three ways; what its printed terms miss."""

import json
import re
from collections.abc import Callable

import numpy as np
import pytest

from rnn_examples.errors import InputError
from rnn_examples.examples import bptt
from rnn_examples.examples.sentence import Sentence, of_words
from rnn_examples.network.book_models import chapter, notebook_sentence
from rnn_examples.network.cells.gate import Gate
from rnn_examples.network.cells.lstm import LSTMWeights
from rnn_examples.network.cells.rnn import RNNWeights
from rnn_examples.network.network import Layer, Network
from rnn_examples.tables.formats import Look, render
from rnn_examples.tables.prose import plain
from rnn_examples.tables.table import Table

Printed = Callable[..., str]


def of(
    words: str = "the dog ran", network: Network | None = None, **options: object
) -> bptt.Result:
    chosen = network or chapter()
    return bptt.compute(chosen, of_words(chosen, words.split()), **options)


def tables(result: bptt.Result) -> dict[str, Table]:
    return {table.name: table for table in bptt.document(result).tables}


def one_unit() -> Network:
    """h_t = tanh(x_t + 0.5 h_{t-1}), and one output that the loss of step 3 alone depends on."""
    weights = RNNWeights(np.array([[1.0]]), np.array([[0.5]]), np.zeros(1))
    return Network((Layer(weights),), W_hy=np.array([[1.0], [0.0]]), source="one")


def test_the_one_unit_network_by_hand() -> None:
    # dL/dW_hh = delta_2 h_1 + delta_3 h_2, each delta its own error and half of the next delta.
    result = bptt.compute(one_unit(), Sentence(None, np.array([[1.0], [0.0], [1.0]])), ["0"] * 3)
    h1 = np.tanh(1.0)
    h2 = np.tanh(h1 / 2)
    h3 = np.tanh(1 + h2 / 2)
    h, error = np.array([h1, h2, h3]), -1 / (1 + np.exp([h1, h2, h3]))
    delta3 = error[2] * (1 - h3**2)
    delta2 = (error[1] + delta3 / 2) * (1 - h2**2)
    delta1 = (error[0] + delta2 / 2) * (1 - h1**2)
    found = result.full.gradients.arrays
    assert found["W_hh"][0, 0] == pytest.approx(delta2 * h1 + delta3 * h2, rel=1e-13)
    assert found["W_xh"][0, 0] == pytest.approx(delta1 + delta3, rel=1e-13)
    own = error * (1 - h**2)
    assert result.immediate["W_hh"][0, 0] == pytest.approx(own[1] * h1 + own[2] * h2, rel=1e-13)
    norms = result.contributions.norms
    assert norms[2, 1] == pytest.approx(abs(delta3 / 2 * (1 - h2**2) * h1), rel=1e-13)


@pytest.mark.parametrize("method", ["complex", "central"])
def test_through_time_agrees_with_a_measured_gradient_and_the_printed_terms_do_not(
    method: str,
) -> None:
    result = of(method=method)
    for name, places in result.checked.items():
        assert len(places) == result.immediate[name].size
        assert np.abs(result.differences[name]).max() < (1e-15 if method == "complex" else 1e-10)
    missed = result.missed
    assert missed["W_hh"] == pytest.approx(0.18114, abs=5e-6)
    assert missed["W_xh"] == pytest.approx(0.53246, abs=5e-6)
    assert missed["W_hy"] == missed["b_y"] == 0
    ratios = result.immediate["W_hh"] / result.full.gradients.arrays["W_hh"]
    assert np.abs(ratios - 1).max() > 0.5  # tens of per cent an entry


def test_the_chapter_s_gradients_have_its_letters_and_every_entry() -> None:
    rows = tables(of())["gradients"].rows
    names = [row[0] for row in rows]
    sizes = {"embedding": 6, "W": 4, "U": 4, "b_h": 2, "V": 6, "b_y": 3}
    assert {name: names.count(name) for name in dict.fromkeys(names)} == sizes
    assert [row[:3] for row in rows if row[0] in ("U", "b_h")] == [
        ("U", 1, 1), ("U", 1, 2), ("U", 2, 1), ("U", 2, 2), ("b_h", 1, None), ("b_h", 2, None)
    ]  # fmt: skip
    for row in rows:
        immediate, full, numeric, difference = row[3:]
        assert isinstance(full, float)
        assert isinstance(numeric, float)
        assert difference == full - numeric
        assert isinstance(immediate, float)


def test_title_heads_and_notes_say_the_same_words_and_no_column_is_zeros(printed: Printed) -> None:
    """A difference of two float64 figures is the processor's: a note tells its size, the machine
    formats have it."""
    shown = printed("bptt", "--table", "gradients")
    title, heads, *_ = shown.splitlines()
    assert title == "Every gradient: immediate, through time, and measured"
    assert heads.split("   ")[-3:] == ["immediate", "through time", " measured"]
    assert "0.0000000" not in shown
    assert (
        "The measured gradient is by a complex step of the loss; the one through time agrees with "
        "it within 1e-14 in every entry." in shown
    )
    assert "difference" in printed("bptt", "--table", "gradients", "-f", "csv")
    assert "by a central difference of the loss" in printed("bptt", "--numeric", "central")


def test_a_wrong_gradient_has_its_differences_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    right = bptt.numeric_entries

    def wrong(*arguments: object, **options: object) -> object:
        found = right(*arguments, **options)
        found["W_hh"][1] += 1e-6
        return found

    monkeypatch.setattr(bptt, "numeric_entries", wrong)
    result = of()
    lines = "".join(render(bptt.document(result), "table", Look())).splitlines()
    (head,) = (line for line in lines if line.startswith("array"))
    assert head.split()[-1] == "difference"
    assert [line.split()[-1] for line in lines if line.startswith("U  ")][1] == "-1.0e-06"


def test_a_first_word_alone_has_nothing_to_miss() -> None:
    result = of("dog")
    assert plain(bptt.document(result).notes[0]) == (
        "The immediate terms are the whole gradient here: nothing travels back in time."
    )
    (row,) = tables(result)["contributions"].rows
    assert row == (1, 1, 0.0, None)


def test_a_first_state_gives_step_one_a_share() -> None:
    result = of(h0=[[0.5, -0.2]])
    assert result.contributions.norms[0, 0] > 0
    assert max(np.abs(d).max() for d in result.differences.values()) < 1e-15


def test_the_signals() -> None:
    result = of()
    last = tables(result)["signals"].rows[2]
    t, word, target, error, dh, through = last
    assert (t, word, target) == (3, "ran", "the")
    V, h = chapter().W_hy, result.states.h[2]
    assert V is not None
    assert dh == pytest.approx(tuple(V.T @ np.array(error)))
    assert through == pytest.approx(tuple(np.array(dh) * (1 - h**2)))


def random_lstm(H: int = 3, V: int = 4) -> Network:
    rng = np.random.default_rng(5)

    def gate(D: int) -> Gate:
        return Gate(*(rng.normal(size=shape) / H for shape in ((H, D), (H, H), (H,))))

    first = LSTMWeights(gate(V), gate(V), gate(V), gate(V))
    back = LSTMWeights(gate(V), gate(V), gate(V), gate(V))
    return Network(
        (Layer(first, back),),
        vocabulary=tuple("abcd"),
        W_hy=rng.normal(size=(V, 2 * H)),
        source="mine.npz",
    )


def test_a_bidirectional_lstm_has_rows_of_both_directions_and_pairs_both_ways() -> None:
    result = of("a b d", random_lstm())
    found = tables(result)
    assert [row[2:4] for row in found["signals"].rows[:2]] == [(1, "forward"), (1, "reverse")]
    names = [column.name for column in found["signals"].columns[5:]]
    assert names == ["error", "dh", "dc", "da_forget", "da_input", "da_output", "da_candidate"]
    assert len(found["contributions"].rows) == 9
    assert sum(row[3] for row in found["contributions"].rows) == pytest.approx(100)
    assert max(np.abs(d).max() for d in result.differences.values()) < 1e-14
    assert found["gradients"].summary is not None
    assert len(found["gradients"].summary.rows) == 25


def test_a_long_sentence_is_told_by_distance() -> None:
    result = of("the dog ran " * 4)
    table = tables(result)["contributions"]
    assert table.summary is not None
    assert len(table.rows) == 78
    assert table.summary.rows[-1][2] == pytest.approx(100)
    own = sum(row[3] for row in table.rows if row[0] == row[1])
    assert table.summary.rows[0][1] == pytest.approx(own)


def test_errors_that_travel_both_ways_are_told_by_distance_together() -> None:
    """Of a network that reads in reverse an error at step t comes from steps after t too."""
    result = of("a b d " * 4, random_lstm())
    table = tables(result)["contributions"]
    assert table.summary is not None
    for distance, share, _ in table.summary.rows:
        pairs = [row[3] for row in table.rows if abs(row[0] - row[1]) == distance]
        assert share == pytest.approx(sum(pairs))
    shares = [row[1] for row in table.summary.rows]
    assert [row[2] for row in table.summary.rows] == pytest.approx(np.cumsum(shares))
    assert table.summary.rows[-1][2] == pytest.approx(100)


@pytest.mark.parametrize(
    ("run", "message"),
    [
        (
            lambda: of("The", notebook_sentence()),
            "model notebook: it has no output layer; expected W_hy (and b_y) in [weights] in its "
            "file",
        ),
        (lambda: of(targets=["the"]), "--targets: found 1 word for 3 steps. Expected one a step"),
        (lambda: of(h0=[[1.0]]), "--h0: 1 number is given, model chapter has 2 units. Expected 2"),
    ],
)
def test_faults(run: Callable[[], bptt.Result], message: str) -> None:
    with pytest.raises(InputError, match=f"^{re.escape(message)}$"):
        run()


def test_the_command_s_options(printed: Printed) -> None:
    options = ("--sentence", "the dog", "--targets", "ran ran", "--h0=0.5,-0.2")
    shown = json.loads(printed("bptt", *options, "--numeric", "central", "-f", "json"))
    assert shown["inputs"] == {
        "model": "chapter",
        "sentence": "the dog",
        "targets": ["ran", "ran"],
        "h0": [0.5, -0.2],
        "numeric": "central",
    }
    assert printed("bptt", "--cell", "U,1,2:full") == "0.029316\n"
    assert printed("bptt", "--cell", "U,1,2:immediate") == "0.047140\n"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--numeric", "exact"), "--numeric: 'exact' is none of complex, central"),
        (("--seed", "1"), "--seed: only the notebook's check has it"),
        (("--h0", "1;2,3"), "--h0"),
        (("--model", "notebook", "--sentence", "the"), "--sentence: the notebook's check"),
        (("--model", "notebook", "--fillers", "41"), "--fillers: 41 is out of range"),
    ],
)
def test_refusals(printed: Printed, options: tuple[str, ...], message: str) -> None:
    with pytest.raises(InputError, match=message):
        printed("bptt", *options)


def test_work_of_a_gated_network_shows_its_errors(printed: Printed) -> None:
    shown = json.loads(printed("bptt", "--work", "-f", "json"))["work"]
    assert [work["title"] for work in shown] == [
        "Signals, from the last step back",
        "The gradient of U, entry by entry",
        "The gradient of W, entry by entry",
        "The gradient of V, entry by entry",
    ]
    from rnn_examples.examples.work.bptt import work

    (errors,) = work(of("a b d", random_lstm()))
    assert len(errors.lines) == 3
    (first, *_) = work(of("the dog ran the dog ran"))
    assert first.title == (
        "Signals, from the last step back, the last 4 of 6 steps; those before go the same way"
    )


def test_in_the_arithmetic_what_is_given_is_written_as_it_was_given(printed: Printed) -> None:
    """The inputs and the first state, a zero or not; what is computed has four decimals."""
    lines = printed("bptt", "--work").splitlines()
    (recurrent,) = (line for line in lines if "∂U_12 =" in line)
    assert recurrent.endswith("= 0.4624·0 + (-0.0891)·0.0997 + (-0.6155)·(-0.0621) = 0.0293")
    (of_input,) = (line for line in lines if "∂W_11 =" in line)
    assert of_input.endswith("= 0.4624·0.5 + (-0.0891)·0.9 + (-0.6155)·(-0.3) = 0.3357")
    started = printed("bptt", "--work", "--h0", "0.25,-1", "--sentence", "the dog")
    assert "·0.25 + " in started
    assert "·(-1) + " in started
