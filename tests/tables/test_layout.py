"""What people see of a table before any format."""

import pytest

from rnn_examples.equations.expression import symbol
from rnn_examples.equations.text import to_text
from rnn_examples.tables.layout import lay_out
from rnn_examples.tables.table import Bar, Column, Pivot, table


def test_kinds_sides_and_keys() -> None:
    columns = (
        Column("t", "t", key=True),
        Column("word", "word", text=True, styles={"bad": "red"}),
        Column("h", "h", decimals=1),
        Column("size", "size", significant=2),
        Column("bar", "", bar=Bar("size", 1e-2, 1)),
        Column("ok", "ok", text=True),
    )
    rows = [(1, "bad", (0.5, -10.0), 0.1, None, True), (2, "a\x1bb", (10.0, 1.0), None, None, None)]
    layout = lay_out(table("a", "A", columns, rows))
    (batch,) = layout.batches
    assert layout.keys == 1
    assert [heading.right for heading in layout.headings] == [True, False, True, True, False, False]
    assert [shown.text for shown in batch[0]] == [
        "1",
        "bad",
        "( 0.5, -10.0)",
        "0.10",
        "█" * 12,
        "yes",
    ]
    assert [shown.kind for shown in batch[0]] == [
        "number",
        "word",
        "vector",
        "number",
        "bar",
        "word",
    ]
    assert [shown.style for shown in batch[0]][1] == "red"
    assert [shown.value for shown in batch[0]] == [1, "bad", (0.5, -10.0), 0.1, None, True]
    assert [shown.text for shown in batch[1]] == [
        "2",
        "a\\x1bb",
        "(10.0,   1.0)",
        "",
        "",
        "",
    ]


@pytest.mark.parametrize(
    ("marked", "count"),
    [((), 1), ((0,), 1), ((0, 1), 2), ((0, 2), 1), ((1,), 1), ((0, 1, 2), 3)],
)
def test_the_keys_are_those_that_lead_or_else_the_first_column(
    marked: tuple[int, ...], count: int
) -> None:
    columns = [Column(f"c{place}", "c", key=place in marked) for place in range(3)]
    assert lay_out(table("a", "A", columns, [(1, 2, 3)])).keys == count


def test_every_entry_of_a_vector_has_the_digits_asked_for() -> None:
    """Of a short one, a long one, one of words and what is no vector beside them."""
    cells = [(1 / 3, -2 / 3), (1 / 3,) * 9, ("a", 1 / 3), 1 / 3, (None, 0.5, None)]
    rows = [(cell,) for cell in cells]
    (batch,) = lay_out(table("a", "A", (Column("h", "h", decimals=1),), rows), digits=3).batches
    assert [row[0].text for row in batch] == [
        "(0.333, -0.667)",
        "norm 1.000, least 0.333, largest 0.333: (0.333, 0.333, 0.333, … 6 more)",
        "(a, 0.333)",
        "0.333",
        "(, 0.500, )",
    ]
    assert [row[0].value for row in batch] == cells
    kinds = ["vector", "vector", "word", "number", "vector"]
    assert [row[0].kind for row in batch] == kinds


def test_a_vector_of_words_is_words() -> None:
    """Words in a vector need a format's escapes as much as any others."""
    columns = (Column("sees", "sees"),)
    (batch,) = lay_out(table("a", "A", columns, [(("a|b", "\x1b"),)])).batches
    assert (batch[0][0].text, batch[0][0].kind) == ("(a|b, \\x1b)", "word")


def test_a_pivot_crosses_long_rows_and_leaves_gaps() -> None:
    columns = (
        Column("distance", "distance", unit="steps", key=True),
        Column("factor", symbol("f"), key=True),
        Column("left", "left", decimals=1),
    )
    rows = [(1, 0.5, 0.5), (1, 2.0, 2.0), (3, 2.0, 8.0)]
    layout = lay_out(table("a", "A", columns, rows, pivot=Pivot("distance", "factor", "left")))
    (batch,) = layout.batches
    assert [[shown.text for shown in row] for row in batch] == [
        ["1", "0.5", "2.0"],
        ["3", "", "8.0"],
    ]
    first, *others = layout.headings
    assert (first.label, first.unit) == ("distance", "steps")
    assert [to_text(heading.label) for heading in others] == ["f = 0.5", "f = 2"]
    named = (columns[0], Column("factor", "factor", key=True), columns[2])
    crossed = lay_out(table("a", "A", named, rows, pivot=Pivot("distance", "factor", "left")))
    assert [heading.label for heading in crossed.headings] == ["distance", "factor 0.5", "factor 2"]


def test_digits_reach_every_number_but_the_keys_of_a_pivot() -> None:
    columns = (
        Column("k", "k", key=True),
        Column("f", "f", key=True, decimals=3, significant=1),
        Column("v", "v", decimals=1),
    )
    layout = lay_out(
        table("a", "A", columns, [(1, 0.25, 1 / 3)], pivot=Pivot("k", "f", "v")), digits=2
    )
    (batch,) = layout.batches
    assert layout.headings[1].label == "f 0.25"
    assert batch[0][1].text == "0.33"


def test_vectors_are_shown_whole_up_to_eight_entries() -> None:
    """Eight stand entry under entry; of nine only the first ones and the number of entries."""
    eight = [((1.5,) * 8,), ((-10.5,) * 8,)]
    (batch,) = lay_out(table("a", "A", (Column("h", "h", decimals=1),), eight)).batches
    assert [row[0].text for row in batch] == [
        f"({', '.join(['  1.5'] * 8)})",
        f"({', '.join(['-10.5'] * 8)})",
    ]
    (batch,) = lay_out(table("a", "A", (Column("h", "h", decimals=1),), [((1.5,) * 9,)])).batches
    assert batch[0][0].text.count("1.5") < 9
