"""How a table's columns share a terminal that is narrower than the table."""

from collections.abc import Callable

import pytest

from rnn_examples.equations.expression import equals
from rnn_examples.tables.layout import Heading, Shown
from rnn_examples.tables.narrow import narrowest, narrowest_heading, parts_of
from rnn_examples.tables.table import Bar, Column, Document, Row, Table, Work, table


@pytest.mark.parametrize(
    ("width", "parts"),
    [
        # All columns, and two blanks between them: 5 + 5 + 5 + 2·2.
        (19, [{0: 5, 1: 5, 2: 5}]),
        # The key in each part; two columns of 5 fit 12 exactly.
        (18, [{0: 5, 1: 5}, {0: 5, 2: 5}]),
        (12, [{0: 5, 1: 5}, {0: 5, 2: 5}]),
        # What is over is taken from the last column, and then from the key, to 2 at least.
        (11, [{0: 5, 1: 4}, {0: 5, 2: 4}]),
        (9, [{0: 5, 1: 2}, {0: 5, 2: 2}]),
        (8, [{0: 4, 1: 2}, {0: 4, 2: 2}]),
        (1, [{0: 2, 1: 2}, {0: 2, 2: 2}]),
    ],
)
def test_columns_that_are_never_wrapped_go_in_parts(
    width: int, parts: list[dict[int, int]]
) -> None:
    assert parts_of([5, 5, 5], [5, 5, 5], 1, width) == parts


@pytest.mark.parametrize(
    ("width", "parts"),
    [
        # 4 + 30 + 20 + 2·2 = 58. What is left goes to the first that was wrapped.
        (58, [{0: 4, 1: 30, 2: 20}]),
        (57, [{0: 4, 1: 30, 2: 19}]),
        (40, [{0: 4, 1: 20, 2: 12}]),
        (32, [{0: 4, 1: 12, 2: 12}]),
        (31, [{0: 4, 1: 25}, {0: 4, 2: 20}]),
        (18, [{0: 4, 1: 12}, {0: 4, 2: 12}]),
    ],
)
def test_words_are_wrapped_before_a_table_is_split(width: int, parts: list[dict[int, int]]) -> None:
    assert parts_of([4, 30, 20], [4, 12, 12], 1, width) == parts


def test_several_keys_lead_every_part() -> None:
    assert parts_of([3, 3, 6, 6], [3, 3, 6, 6], 2, 16) == [{0: 3, 1: 3, 2: 6}, {0: 3, 1: 3, 3: 6}]


@pytest.mark.parametrize(
    ("text", "kind", "width"),
    [
        ("of words", "word", 8),
        ("twelve words", "word", 12),
        ("thirteen word", "word", 12),
        ("an unpronounceable word", "word", 15),
        ("(0.25, 0.75, 1.25)", "vector", 18),
        ("日本日本日本日", "word", 14),
    ],
)
def test_words_are_wrapped_to_twelve_columns_and_numbers_never(
    text: str, kind: str, width: int
) -> None:
    assert narrowest(Shown(text, kind)) == width


def test_a_heading_of_words_is_wrapped_and_mathematics_is_not() -> None:
    words, chain = Heading("a rather long heading", "em", True), Heading(equals("x", 1), None, True)
    assert narrowest_heading(words, "a rather long heading (em)") == len("heading")
    assert narrowest_heading(chain, "x = 1") == len("x = 1")


@pytest.mark.parametrize("width", [20, 5])
def test_a_column_without_a_heading_or_an_entry_takes_no_room(
    rendered: Callable[..., str], width: int
) -> None:
    columns = (
        Column("k", "k", key=True),
        Column("note", "", text=True),
        Column("bar", "", bar=Bar("k", 1e3, 1e4)),
    )
    blank = Document("b", "B", {}, (table("b", "", columns, [(1, None, None), (2, "", None)]),))
    lines = rendered(blank, "table", width=width).splitlines()
    assert [line.rstrip() for line in lines if "─" not in line] == ["k", "1", "2"]


def test_a_bar_longer_than_its_room_goes_on_below(rendered: Callable[..., str]) -> None:
    columns = (Column("k", "k"), Column("bar", "bar", bar=Bar("k", 0.1, 1)))
    bars = Document("b", "B", {}, (table("b", "", columns, [(1, None)]),))
    lines = rendered(bars, "table", width=13).splitlines()
    assert [line.rstrip() for line in lines[2:]] == [
        "1  " + "█" * 10,
        *["   " + "█" * 10],
        "   ████",
    ]


def test_a_row_on_lines_of_its_own_has_its_vectors_closed_up(rendered: Callable[..., str]) -> None:
    """The blanks that put entries below those of other rows are for columns."""
    columns = (Column("k", "k", key=True), Column("w", "w"), Column("h", "h", decimals=1))
    rows = [(10**14, "( a  b", (0.5, -10.0)), (2, None, (-10.0, 0.5))]
    shown = rendered(Document("v", "V", {}, (table("v", "", columns, rows),)), "table", width=19)
    first = ["k:", "100,000,000,000,000", "w: ( a  b", "h: (0.5, -10.0)"]
    lines = [line.rstrip() for line in shown.splitlines()]
    assert lines == [*first, "", "k: 2", "h: (-10.0, 0.5)"]


@pytest.mark.parametrize(
    ("width", "widest"), [(1, 2), (2, 2), (11, 11), (20, 13), (21, 21), (22, 21)]
)
def test_no_title_or_note_is_wider_than_the_terminal(
    rendered: Callable[..., str], width: int, widest: int
) -> None:
    """Of 21 letters each; in a terminal of one column they stand in two."""
    one = table("o", "A title of 21 letters", (Column("k", "k"),), [(1,)])
    part = Document("p", "A part of 21 letters.", {}, (one,), ("A note of 21 letters.",))
    work = Work("A work of 21 letters.", (equals("x", 1),))
    book = Document("b", "A book of 21 letters.", {}, (), parts=(part.but(work=(work,)),))
    text = rendered(book, "table", width=width)
    lines = [line.rstrip() for line in text.splitlines() if "x" not in line and "═" not in line]
    assert max(map(len, lines)) == widest
    assert "".join(text.split()).count("of21letters") == 5


def test_a_stream_goes_on_a_row_on_lines_of_its_own(
    stream: Callable[[], Document], rendered: Callable[..., str]
) -> None:
    text = "".join(rendered(stream(), "table", width=4).split())
    records = [f"t:{t}word:word{t}third:{t / 3:.3f}" for t in range(1, 7)]
    assert text == "Flow" + "".join(records)


@pytest.mark.parametrize("batches", [[], [[]]])
def test_the_headings_of_a_table_without_rows_are_fitted_too(
    rendered: Callable[..., str], batches: list[list[Row]]
) -> None:
    columns = (Column("k", "key", key=True), Column("v", "value"), Column("w", "width"))
    none = Document("n", "N", {}, (Table("n", "", columns, batches),))
    heads = {width: rendered(none, "table", width=width).splitlines() for width in (20, 17, 12)}
    assert [line.rstrip() for line in heads[20]] == ["key   value   width", "─" * 19]
    assert [line.rstrip() for line in heads[17]] == ["key  value  width", "─" * 17]
    assert [line.rstrip() for line in heads[12]] == [
        "key  value",
        "─" * 10,
        "",
        "(continued)",
        "key  width",
        "─" * 10,
    ]
