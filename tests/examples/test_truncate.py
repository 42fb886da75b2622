"""`truncate`: the chapter's segments, shares counted pair by pair, the gradient that is lost."""

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rnn_examples.errors import InputError
from rnn_examples.examples.sentence import of_words
from rnn_examples.examples.truncate import compute
from rnn_examples.examples.truncate_gradients import compute as of_network
from rnn_examples.network.book_models import book_model
from rnn_examples.network.forward import forward
from rnn_examples.network.loss import cross_entropy

Printed = Callable[..., str]


def tables(printed: Printed, *arguments: str) -> dict[str, list[dict[str, Any]]]:
    document = json.loads(printed("truncate", *arguments, "-f", "json"))
    return {table["name"]: table["rows"] for table in document["tables"]}


def test_five_thousand_samples_are_fifty_segments_of_a_hundred(printed: Printed) -> None:
    whole, cut = tables(printed)["segments"]
    assert (whole["segments"], whole["states"]) == (1, 5000)
    assert cut == {"way": "in segments", "segments": 50, "last": 100, "states": 100}


def test_the_chapters_shares() -> None:
    """50 segments with 100 - k pairs each, of 5000 - k pairs."""
    shares = {row.distance: row.share for row in compute().dependencies}
    assert shares[1] == Fraction(4950, 4999)
    assert shares[50] == Fraction(2500, 4950)
    assert shares[99] == Fraction(50, 4901)
    assert shares[100] == 0


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 60), st.integers(1, 25), st.integers(1, 70))
def test_the_shares_are_those_of_pairs_counted_one_by_one(L: int, S: int, k: int) -> None:
    result = compute(L, S, (k,))
    (row,) = result.dependencies
    inside = [(t - k) // S == t // S for t in range(k, L)]
    assert (row.pairs, row.inside) == (len(inside), sum(inside))
    assert row.share == (Fraction(sum(inside), len(inside)) if inside else None)
    segments = [range(first, min(first + S, L)) for first in range(0, L, S)]
    assert result.segments == len(segments)
    assert (result.rest or min(L, S)) == len(segments[-1])


def test_a_distance_that_no_pair_has_is_blank_not_zero(printed: Printed) -> None:
    (row,) = tables(printed, "--length", "5", "--distance", "5")["dependencies"]
    assert (row["pairs"], row["inside"], row["share"]) == (0, 0, None)
    assert "nothing is lost" in printed("truncate", "--length", "5")


def test_exact_however_long(printed: Printed) -> None:
    (row,) = tables(printed, "--length", str(10**15), "--segment", "7", "--distance", "2")[
        "dependencies"
    ]
    assert row["inside"] == 10**15 // 7 * 5 + max(0, 10**15 % 7 - 2)


def test_the_gradient_that_is_lost(printed: Printed) -> None:
    """Backpropagated by hand through the chapter's model, the sentence twice, segments of two."""
    W, U = np.array([[0.6, -0.3], [0.2, 0.5]]), np.array([[0.4, 0.1], [-0.2, 0.7]])
    V, b_h, b_y = np.array([[0.7, -0.2], [-0.4, 0.6], [0.1, 0.3]]), [0.05, -0.05], [0, 0.1, -0.1]
    x = np.array([[0.5, 0.1], [0.9, -0.4], [-0.3, 0.8]] * 2)
    h = [np.zeros(2)]
    for x_t in x:
        h.append(np.tanh(W @ x_t + U @ h[-1] + b_h))
    expected = {}
    for way, size in (("full", 6), ("truncated", 2)):
        dU, carried = np.zeros((2, 2)), np.zeros(2)
        for t in range(6, 0, -1):
            z = V @ h[t] + b_y
            error = np.exp(z) / np.exp(z).sum() - np.eye(3)[t % 3]
            if t % size == 0:
                carried = np.zeros(2)
            a = (V.T @ error + carried) * (1 - h[t] ** 2)
            dU += np.outer(a, h[t - 1])
            carried = U.T @ a
        expected[way] = dU
    rows = [row for row in tables(printed)["gradients"] if row["array"] == "U"]
    assert [(row["row"], row["column"]) for row in rows] == [(1, 1), (1, 2), (2, 1), (2, 2)]
    for way, dU in expected.items():
        assert [row[way] for row in rows] == pytest.approx(dU.ravel().tolist(), abs=1e-14)
    for row in rows:
        assert row["lost"] == row["full"] - row["truncated"]


def test_what_the_note_says_is_lost(printed: Printed) -> None:
    rows = [row for row in tables(printed)["gradients"] if row["array"] == "U"]
    lost, full = ([row[way] for row in rows] for way in ("lost", "full"))
    share = 100 * np.linalg.norm(lost) / np.linalg.norm(full)
    assert f"∂E/∂U loses {share:.1f} % of itself" in printed("truncate")


@pytest.mark.parametrize("steps", ["6", "7", "1000"])
def test_one_segment_loses_nothing(printed: Printed, steps: str) -> None:
    found = tables(printed, "--steps", steps)
    assert all(row["lost"] == 0 for row in found["gradients"])
    assert all(row["full"] == row["truncated"] for row in found["training"])
    assert "lose nothing of the gradient" in printed("truncate", "--steps", steps)


def test_the_outputs_lose_nothing(printed: Printed) -> None:
    rows = tables(printed, "--steps", "1")["gradients"]
    assert all(row["lost"] == 0 for row in rows if row["array"] in ("V", "b_y"))
    assert any(abs(row["lost"]) > 0.01 for row in rows if row["array"] == "U")


def test_training_starts_from_the_books_loss_and_descends(printed: Printed) -> None:
    first, *_, last = tables(printed)["training"]
    model = book_model("chapter")
    ids = model.ids(["the", "dog", "ran", "the", "dog", "ran"])
    loss = cross_entropy(model.logits(forward(model, ids).h), np.roll(ids, -1)).mean()
    assert first["full"] == first["truncated"] == pytest.approx(loss, rel=1e-14)
    assert last["full"] < 0.1 * loss
    assert last["truncated"] < 0.1 * loss


def test_one_update_is_the_mean_losss_gradient_times_the_rate() -> None:
    model = book_model("chapter")
    read = of_words(model, ["the", "dog", "ran", "dog", "ran", "the", "dog"])
    small = of_network(model, read, steps=3, updates=(1,), rate=0.25)
    arrays = model.arrays()
    for place, gradient in enumerate((small.full, small.cut)):
        moved = model.replaced({name: arrays[name] - 0.25 / 7 * g for name, g in gradient.items()})
        logits = moved.logits(forward(moved, read.inputs).h)
        loss = cross_entropy(logits, np.roll(read.inputs, -1)).mean()
        assert small.trained[0][1 + place] == pytest.approx(loss, rel=1e-13)


def test_a_network_of_your_own_without_outputs(printed: Printed, tmp_path: Path) -> None:
    """The one-unit network of W_xh = 1, W_hh = 0.5 reads 1, 0, 1; the loss is h_3."""
    model, inputs = tmp_path / "one.toml", tmp_path / "x.csv"
    model.write_text("[weights]\nW_xh = [[1]]\nW_hh = [[0.5]]\nb_h = [0]\n")
    inputs.write_text("1\n0\n1\n")
    line = ("--model", str(model), "--inputs", str(inputs), "--steps", "1")
    found = tables(printed, *line)
    assert list(found) == ["segments", "dependencies", "gradients"]
    rows = {row["array"]: row for row in found["gradients"]}
    assert round(rows["W_hh"]["full"], 6) == 0.218191
    assert round(rows["W_hh"]["truncated"], 6) == 0.114267
    assert round(rows["W_xh"]["full"], 6) == 0.343092
    assert printed("truncate", *line, "--cell", "W_hh,1,1:truncated") == "0.114267\n"
    assert "L is the sum of the last state's entries" in printed("truncate", *line)
    assert "whole 1,1 = 0.0287·0 + 0.1365·0.7616 + 0.3144·0.3634" in printed(
        "truncate", *line, "--work"
    )


def test_the_notebooks_matrices_are_shown_as_it_has_them(printed: Printed) -> None:
    """Of row vectors: the first word's row of W_xh (6, 4) is (1, 1) to (1, 4)."""
    rows = tables(printed, "--model", "notebook", "--steps", "1", "--repeat", "1")["gradients"]
    of_input = [row for row in rows if row["array"] == "W_xh"]
    assert [(row["row"], row["column"]) for row in of_input[:5]] == [
        (1, 1), (1, 2), (1, 3), (1, 4), (2, 1),
    ]  # fmt: skip
    assert len(of_input) == 24
    # The loss reads the last state alone, and one step back there is the last word alone.
    assert [row["row"] for row in of_input if row["truncated"]] == [6] * 4
    work = printed("truncate", "--model", "notebook", "--work")
    (entry,) = [row for row in tables(printed, "--model", "notebook")["gradients"]
                if (row["array"], row["row"], row["column"]) == ("W_hh", 1, 2)]  # fmt: skip
    (line,) = [line for line in work.splitlines() if "lost 1,2 = " in line]
    assert line.strip().startswith(f"lost 1,2 = {entry['full']:.4f} - {entry['truncated']:.4f}")


def test_a_long_sentence_is_trained_as_long_as_time_allows(printed: Printed) -> None:
    rows = tables(printed, "--repeat", "800")["training"]
    assert [row["updates"] for row in rows] == [0, 1]


def test_targets_repeats_updates_and_rate_are_heeded(printed: Printed) -> None:
    line = ("--sentence", "dog ran", "--repeat", "3", "--targets", "ran dog ran dog ran the")
    document = json.loads(
        printed("truncate", *line, "--updates", "0,3", "--rate", "0.5", "-f", "json")
    )
    assert document["inputs"]["sentence"] == "dog ran dog ran dog ran"
    assert document["inputs"]["targets"][-1] == "the"
    assert (document["inputs"]["rate"], document["inputs"]["updates"]) == (0.5, [0, 3])
    state = json.loads(printed("truncate", "--loss", "state", "-f", "json"))
    assert [table["name"] for table in state["tables"]][-1] == "gradients"


def test_the_work(printed: Printed) -> None:
    text = printed("truncate", "--length", "1050", "--distances", "10,60,200", "--work")
    for line in (
        "1,050 = 10·100 + 50",
        "inside_10 = 10·(100 - 10) + (50 - 10) = 940",
        "share_10 = 940/(1,050 - 10) = 940/1,040 = 0.9038",
        "inside_60 = 10·(100 - 60) = 400",
        "inside_200 = 0",
    ):
        assert f"  {line}\n" in text


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("--length 0", "--length: 0 is out of range"),
        ("--segment 1.5", "--segment: '1.5' is not a whole number"),
        ("--distances 0", "--distances: 0 is out of range"),
        ("--steps 0", "--steps: 0 is out of range"),
        ("--repeat 1001", "--repeat: 1001 is out of range"),
        ("--loss both", "--loss: 'both' is none of words, state"),
        ("--sentence cat", "'cat' is not in the vocabulary"),
        ("--targets dog", "found 1 word for 6 steps"),
        ("--loss state --targets dog", "--targets: the last state's sum has none"),
        ("--updates 10001", "--updates: 10001 is out of range"),
        ("--repeat 1000 --updates 1000", "take too long. Expected at most"),
        ("--rate 1e7", "the rate 1e[+]07 is out of range"),
        ("--model notebook --loss words", "it has no output layer"),
    ],
)
def test_refusals(printed: Printed, options: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        printed("truncate", *options.split())


def test_the_sentence_whose_gradient_is_cut_is_told(printed: Callable[..., str]) -> None:
    """By default the book's sentence twice, so that the gradient is not that of bptt."""
    assert "What is read is 'the dog ran the dog ran'." in printed("truncate")
    assert "What is read is 'dog ran'." in printed(
        "truncate", "--model", "chapter", "--sentence", "dog ran", "--table", "gradients"
    )
    words = ["the", *["dog"] * 11, "ran"]
    long = printed("truncate", "--model", "chapter", "--sentence", " ".join(words))
    assert "What is read are 13 words, from 'the' to 'ran'." in long
    twelve = " ".join(words[1:])
    assert f"What is read is '{twelve}'." in printed("truncate", "--sentence", twelve)
    assert "What is read" not in printed("truncate", "--table", "segments")
