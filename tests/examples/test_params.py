"""`params`: the chapter's and the lesson's counts, and those of PyTorch and Keras."""

import json
from collections.abc import Callable
from fractions import Fraction

import pytest

from rnn_examples.errors import InputError
from rnn_examples.examples.params import compute
from rnn_examples.network.counts import Convention, Kind, Sizes, recurrent_arrays

Printed = Callable[..., str]


def recurrent(kind: Kind, sizes: Sizes) -> int:
    return sum(array.count for array in recurrent_arrays(kind, sizes))


def test_the_chapters_arrays_sum_to_their_total() -> None:
    counts = {array.name: array.count for array in compute().shapes["rnn"]}
    assert counts == {
        "embeddings": 1_000_000,
        "W": 50_000,
        "U": 250_000,
        "b_h": 500,
        "V": 5_000_000,
        "b_y": 10_000,
    }
    assert sum(counts.values()) == 6_310_500


def test_the_printed_total_is_the_sum_of_the_printed_rows(printed: Printed) -> None:
    rows = json.loads(printed("params", "-f", "json"))["tables"][0]["rows"]
    assert rows[-1]["array"] == "total"
    assert rows[-1]["count"] == sum(row["count"] for row in rows[:-1])


def test_the_lessons_cell_has_sixty_parameters() -> None:
    assert recurrent("rnn", Sizes(inputs=4, hidden=6, bias=False)) == 60


def test_the_lessons_lstm_has_four_times_the_rnns() -> None:
    sizes = Sizes(inputs=1000, hidden=1000)
    assert recurrent("lstm", sizes) == 8_004_000
    assert {cell.kind: cell.ratio for cell in compute(sizes=sizes).cells} == {
        "rnn": 1,
        "gru": 3,
        "lstm": 4,
    }


def test_five_is_the_crossing_of_the_recurrent_matrix_alone() -> None:
    alone, both = compute().crossings
    assert (alone.context, both.context) == (5, 6)


def test_at_the_crossing_both_models_are_equal() -> None:
    rows = {row.context: row for row in compute().contexts}
    assert rows[3].smaller == "feed-forward"
    assert (rows[6].feed_forward, rows[6].recurrent, rows[6].smaller) == (300_000, 300_000, "equal")
    assert rows[7].smaller == "recurrent"


def test_a_crossing_between_words_stays_a_fraction() -> None:
    assert compute(sizes=Sizes(300, 500)).crossings[0].context == Fraction(5, 3)


@pytest.mark.parametrize(
    ("kind", "sizes", "convention", "count"),
    [
        ("rnn", Sizes(1, 1), "textbook", 3),
        ("rnn", Sizes(1, 1), "keras", 3),
        ("rnn", Sizes(1, 1), "pytorch", 4),
        ("gru", Sizes(4, 5), "textbook", 150),
        ("gru", Sizes(4, 5), "pytorch", 165),
        ("gru", Sizes(4, 5), "keras", 165),
        ("lstm", Sizes(300, 300, bidirectional=True), "textbook", 1_442_400),
        ("lstm", Sizes(300, 300, bidirectional=True), "keras", 1_442_400),
        ("lstm", Sizes(300, 300, bidirectional=True), "pytorch", 1_444_800),
    ],
)
def test_conventions(kind: Kind, sizes: Sizes, convention: Convention, count: int) -> None:
    assert recurrent(kind, sizes.but(convention=convention)) == count


def test_layer_two_gets_both_directions_and_the_projection() -> None:
    sizes = Sizes(3, 5, layers=2, bidirectional=True, projection=2, convention="pytorch")
    shapes = {array.name: array.shape for array in recurrent_arrays("lstm", sizes)}
    assert shapes["weight_ih_l1"] == (20, 4)
    assert shapes["weight_hh_l1_reverse"] == (20, 2)
    assert shapes["weight_hr_l0"] == (2, 5)


@pytest.mark.parametrize(
    ("kind", "changes", "said"),
    [
        ("gru", {"projection": 2}, "only an LSTM"),
        ("lstm", {"projection": 2, "convention": "keras"}, "Keras has none"),
        ("lstm", {"projection": 5}, "not below the hidden size"),
    ],
)
def test_a_projection_that_none_has_is_refused(
    kind: Kind, changes: dict[str, object], said: str
) -> None:
    with pytest.raises(InputError, match=said):
        recurrent_arrays(kind, Sizes(3, 5).but(**changes))


@pytest.mark.parametrize(
    ("options", "names"),
    [
        ("--layers 1", ["W", "U", "b_h"]),
        ("--layers 1 --no-bias", ["W", "U"]),
        ("--layers 2 --no-bias", [f"layer {n} {W}" for n in (1, 2) for W in ("W", "U")]),
        (
            "--layers 1 --bidirectional --no-bias",
            [f"{way} {W}" for way in ("forward", "backward") for W in ("W", "U")],
        ),
        (
            "--layers 2 --bidirectional",
            [
                f"layer {n} {way} {name}"
                for n in (1, 2)
                for way in ("forward", "backward")
                for name in ("W", "U", "b_h")
            ],
        ),
    ],
)
def test_arrays_are_named_by_layer_and_direction_where_there_are_several(
    printed: Printed, options: str, names: list[str]
) -> None:
    arrays = json.loads(printed("params", *options.split(), "-f", "json"))["tables"][0]["rows"]
    head = ["V"] if "--no-bias" in options else ["V", "b_y"]
    assert [row["array"] for row in arrays] == ["embeddings", *names, *head, "total"]


def test_integers_are_exact_however_large(printed: Printed) -> None:
    big = 10**40 + 1
    found = printed("params", "--vocabulary", str(big), "--cell", "embeddings:count", "-f", "json")
    assert int(found) == 100 * big
    assert printed("params", "--vocabulary", "10000000", "--cell", "embeddings:count") == (
        "1,000,000,000\n"
    )


def test_cell_names_a_kind_or_a_value_or_both(printed: Printed) -> None:
    assert printed("params", "--cell", "lstm", "--cell", "total:count") == "7,212,000\n"
    tables = json.loads(printed("params", "--cell", "all", "-f", "json"))["tables"]
    assert [table["name"] for table in tables[:3]] == ["shapes_rnn", "shapes_gru", "shapes_lstm"]


@pytest.mark.parametrize(
    "arguments",
    [
        ("--hidden", "0"),
        ("--vocabulary", "-1"),
        ("--embedding", "1.5"),
        ("--contexts", "1,,2"),
        ("--contexts", "0"),
        ("--convention", "tensorflow"),
        ("--cell", "total:count", "--cell", "W:count"),
    ],
)
def test_what_params_refuses(printed: Printed, arguments: tuple[str, ...]) -> None:
    with pytest.raises(InputError, match=arguments[0]):
        printed("params", *arguments)


@pytest.mark.parametrize(
    ("options", "lines"),
    [
        # 500·100 + 500·500 + 500 = 300,500, three and four times.
        ("", ["RNN = 50,000 + 250,000 + 500 = 300,500", "GRU = 3·300,500 = 901,500",
              "LSTM = 4·300,500 = 1,202,000"]),
        # Keras's GRU alone has two biases: 3·(50,000 + 250,000 + 2·500).
        ("--convention keras", ["RNN = 50,000 + 250,000 + 500 = 300,500",
                                "GRU = 150,000 + 750,000 + 3,000 = 903,000",
                                "LSTM = 4·300,500 = 1,202,000"]),
        # 4·500·(100 + 50 + 1) + 50·500.
        ("--cell lstm --projection 50", ["LSTM = 200,000 + 100,000 + 2,000 + 25,000 = 327,000"]),
    ],
)  # fmt: skip
def test_the_kinds_of_cell_are_counted_on_the_board(
    printed: Printed, options: str, lines: list[str]
) -> None:
    text = printed("params", *options.split(), "--work", "--table", "cells")
    assert [line.strip() for line in text.splitlines() if " = " in line] == lines


def test_where_the_models_are_of_one_size_no_count_is_read_twice(printed: Printed) -> None:
    text = printed("params", "--work", "--table", "contexts")
    assert "  5·100·500 = 250,000 < 300,000 = 500·100 + 500·500\n" in text
    assert "  6·100·500 = 300,000 = 500·100 + 500·500\n" in text


SAME = "Both models have the same output layer, embeddings and hidden bias, so the comparison"
ONE = (
    "Compared is one forward layer of a plain RNN, whatever the other tables count. It has the same"
)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("", SAME),
        ("--kind all", SAME),
        ("--no-bias", "Both models have the same output layer and embeddings, so the comparison"),
        ("--bidirectional", f"{ONE} output layer, embeddings and hidden bias as the feed-forward"),
        ("--layers 2 --no-bias", f"{ONE} output layer and embeddings as the feed-forward model"),
        ("--kind lstm", ONE),
        ("--kind lstm --projection 2 --convention pytorch", ONE),
    ],
)
def test_what_is_compared_is_said_as_it_is(
    printed: Callable[..., str], options: str, said: str
) -> None:
    """The comparison is always 5 x 4 + 5 x 5 = 45, one forward layer."""
    sizes = ("--vocabulary", "10", "--embedding", "4", "--hidden", "5", "--context", "1")
    found = json.loads(printed("params", *sizes, *options.split(), "-f", "json"))
    assert [note for note in found["notes"] if note.startswith(said)]
    (contexts,) = [table for table in found["tables"] if table["name"] == "contexts"]
    assert [row["recurrent"] for row in contexts["rows"]] == [45]
    assert sum("the same output layer" in note for note in found["notes"]) == 1
