"""Rows held column by column are shown as rows are, in every format."""

import csv
from collections.abc import Callable
from io import StringIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rnn_examples.tables.batch import Batch, Vectors
from rnn_examples.tables.formats import MODULES, Look, render
from rnn_examples.tables.table import Column, Document, Row, Table

COLUMNS = (Column("t", "t", key=True), Column("word", "word", text=True), Column("h", "h"))
WORDS = ["a,b", '"', "the", "the"]
NUMBERS = [0.1, -0.0, 1 / 3, float("nan"), 5e-324, 1e300, -1.0, float("inf")]


def document(batches: object) -> Document:
    return Document("d", "D", {}, (Table("d", "D", COLUMNS, batches),))  # batches of any kind


@pytest.mark.parametrize("name", MODULES)
def test_columns_are_shown_as_rows(name: str) -> None:
    batch = Batch([range(1, 5), WORDS, Vectors(NUMBERS, 2)])
    rows: list[Row] = [
        (t, word, (NUMBERS[2 * t - 2], NUMBERS[2 * t - 1])) for t, word in enumerate(WORDS, 1)
    ]
    shown = ["".join(render(document(batches), name, Look())) for batches in ([batch], [rows])]
    assert shown[0] == shown[1]
    assert len(batch) == 4
    assert batch[1][:2] == rows[1][:2]
    assert [row[:2] for row in batch[2:]] == [row[:2] for row in rows[2:]]


def test_lengths_count_rows() -> None:
    """Vectors are as many as rows, whatever their width; one column is enough for a batch."""
    assert len(Vectors(NUMBERS, 2)) == 4
    assert len(Vectors(NUMBERS, 4)) == 2
    assert len(Batch([range(1, 5)])) == 4


def test_words_in_a_column_of_vectors_fill_its_fields(rendered: Callable[..., str]) -> None:
    batches: list[list[Row]] = [[((0.5, 1.5),)], [("missing",)], [("a",), ("b",)]]
    shown = Document("d", "D", {}, (Table("d", "D", (Column("h", "h"),), batches),))
    lines = rendered(shown, "csv").splitlines()
    assert lines == ["h[1],h[2]", "0.5,1.5", "missing,", "a,", "b,"]


def test_a_zero_has_no_sign(rendered: Callable[..., str]) -> None:
    batch = Batch([[1, 2], ["a", "b"], Vectors([-0.0, 1.0, 0.5, -0.0], 2)])
    assert rendered(document([batch]), "csv").splitlines()[1:] == ["1,a,0.0,1.0", "2,b,0.5,0.0"]


def test_picked_entries_keep_their_numbers_and_are_all_shown(
    rendered: Callable[..., str],
) -> None:
    column = Column("h", "h", decimals=1, picked=range(4, 14))
    shown = Document("d", "D", {}, (Table("d", "D", (column,), [[((0.5,) * 10,)]]),))
    assert rendered(shown, "csv").splitlines()[0] == ",".join(f"h[{n}]" for n in range(5, 15))
    assert f"({', '.join(['0.5'] * 10)})" in rendered(shown, "plain")


texts = st.text(st.sampled_from("a,\"\n ='é"), max_size=4)
floats = st.floats(allow_nan=False, allow_infinity=False)
cells = st.one_of(texts, st.integers(), floats, st.booleans())


@settings(max_examples=50, deadline=None)
@given(st.lists(st.tuples(cells, floats, st.tuples(floats, floats)), min_size=1, max_size=20))
def test_records_are_those_of_the_csv_module(
    found: list[tuple[object, float, tuple[float, float]]],
) -> None:
    columns = (Column("word", "word"), Column("x", "x"), Column("h", "h"))
    table = Table("d", "D", columns, [found])
    text = "".join(render(Document("d", "D", {}, (table,)), "csv", Look()))
    expected = StringIO()
    writer = csv.writer(expected, lineterminator="\n")
    writer.writerow(["word", "x", "h[1]", "h[2]"])
    for word, x, h in found:
        shown = str(word).lower() if isinstance(word, bool) else word
        numbers = [number + 0.0 for number in (shown, x, *h) if isinstance(number, float)]
        first = [] if isinstance(shown, float) else [shown]
        writer.writerow([*first, *numbers])
    assert text == expected.getvalue()


@pytest.mark.parametrize("cell", ["", None])
def test_an_empty_field_alone_is_still_a_record(
    cell: str | None, rendered: Callable[..., str]
) -> None:
    shown = Document("d", "D", {}, (Table("d", "D", (Column("w", "w"),), [[(cell,), ("x",)]]),))
    assert list(csv.reader(StringIO(rendered(shown, "csv")))) == [["w"], [""], ["x"]]
