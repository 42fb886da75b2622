"""The tables in a terminal: fitted to it without a digit folded or cut; piped, in full."""

from collections.abc import Callable

import pytest

from rnn_examples.equations.expression import equals, power, total
from rnn_examples.tables.formats import Look, render
from rnn_examples.tables.table import Bar, Column, Document, Pivot, Work, table

NUMBERS = (
    Column("distance", "distance", unit="steps", key=True),
    *(Column(f"c{place}", f"column {place}", decimals=6) for place in range(8)),
)
NUMBER_ROWS = [
    (10 * step, *(step + place + 0.123456 for place in range(8))) for step in range(1, 4)
]


@pytest.fixture
def numbers() -> Document:
    title = "A title of several words that a narrow terminal has to wrap"
    return Document("n", "N", {}, (table("n", title, NUMBERS, NUMBER_ROWS),), ("A note at last.",))


@pytest.mark.parametrize("width", [200, 100, 60, 40, 24])
def test_no_line_is_wider_than_the_terminal_and_no_digit_is_lost(
    numbers: Document, rendered: Callable[..., str], width: int
) -> None:
    text = rendered(numbers, "table", width=width)
    assert max(map(len, text.splitlines())) <= width
    tokens = text.split()
    for row in NUMBER_ROWS:
        for value in row[1:]:
            assert tokens.count(f"{value:.6f}") == sum(r.count(value) for r in NUMBER_ROWS)


def test_each_part_is_led_by_the_key_column(
    numbers: Document, rendered: Callable[..., str]
) -> None:
    text = rendered(numbers, "table", width=40)
    title, *parts, note = text.rstrip("\n").split("\n\n")
    assert title.split("\n")[0].rstrip() == "A title of several words that a narrow"
    parts = [title.split("wrap\n")[1], *parts]
    assert len(parts) > 1
    for part in parts:
        rows = [line.split() for line in part.splitlines()]
        assert [row[0] for row in rows[-3:]] == ["10", "20", "30"]
        assert "distance" in part
        assert "(steps)" in part
    assert note == "A note at last."


def test_a_part_that_goes_on_says_so(numbers: Document, rendered: Callable[..., str]) -> None:
    lines = rendered(numbers, "table", width=40).splitlines()
    order = [line[0] for line in lines if line == "(continued)" or line.startswith("─")]
    assert order == ["─", *["(", "─"] * (len(order) // 2)]
    assert len(order) > 1
    assert "(continued)" not in rendered(numbers, "table", width=200)


def test_a_number_is_never_folded_beside_a_wide_key_heading(rendered: Callable[..., str]) -> None:
    """The key's heading is wrapped instead."""
    columns = (Column("k", "distance in steps", key=True), Column("v", "value", decimals=2))
    narrow = Document("k", "K", {}, (table("k", "K", columns, [(1, 5266.46)]),))
    lines = rendered(narrow, "table", width=18).splitlines()
    assert [line.rstrip() for line in lines[1:4]] == [" distance", " in steps    value", "─" * 18]
    assert lines[4] == "        1  5266.46"


def test_words_are_wrapped_between_words_before_a_table_is_split(
    rendered: Callable[..., str],
) -> None:
    columns = (
        Column("example", "example", key=True, text=True),
        Column("shows", "shows", text=True),
        Column("source", "source", text=True),
    )
    rows = [("lstm-cell", "A scalar LSTM cell reads seven words.", "lesson")]
    listed = Document("l", "L", {}, (table("l", "L", columns, rows),))
    assert [line.rstrip() for line in rendered(listed, "table", width=44).splitlines()] == [
        "L",
        "example    shows                      source",
        "─" * 44,
        "lstm-cell  A scalar LSTM cell reads   lesson",
        "           seven words.",
    ]


def test_columns_stand_closer_before_a_table_is_split(rendered: Callable[..., str]) -> None:
    columns = (Column("k", "k", key=True), Column("v", "v"), Column("w", "w"))
    small = Document("s", "S", {}, (table("s", "S", columns, [(1, 0.25, 0.5)]),))
    rows = {n: rendered(small, "table", width=n).splitlines()[3] for n in (14, 13, 12, 11)}
    assert rows == {
        14: "1   0.25   0.5",
        13: "1  0.25  0.5",
        12: "1  0.25  0.5",
        11: "1  0.25",
    }


@pytest.mark.parametrize("width", [1, 2, 5, 11])
def test_a_terminal_too_narrow_for_one_number_still_shows_every_digit(
    rendered: Callable[..., str], width: int
) -> None:
    columns = (Column("k", "k", key=True), Column("v", "v"))
    tiny = Document("t", "T", {}, (table("t", "T", columns, [(1, "12345678"), (2, "日本")]),))
    text = rendered(tiny, "table", width=width)
    assert max(map(len, text.splitlines())) <= max(width, 6)
    shown = [letter for letter in text if letter in "345678日本"]
    assert sorted(shown) == sorted("345678日本")


def test_piped_it_is_as_wide_as_it_needs(rendered: Callable[..., str]) -> None:
    columns = (Column("k", "k", key=True), Column("w", "w", text=True), Column("v", "v"))
    long = "x" * 200_000
    wide = Document("w", "W", {}, (table("w", "W " * 200, columns, [(1, long, 2)]),), ("n " * 200,))
    lines = rendered(wide, "table").splitlines()
    assert lines[0] == "W " * 200
    assert lines[3] == f"1   {long}   2"
    assert lines[-1] == "n " * 200


def test_colour_is_added_to_the_same_text(document: Document, rendered: Callable[..., str]) -> None:
    plain = rendered(document, "table")
    coloured = rendered(document, "table", colour=True)
    assert "\x1b[1m" in coloured
    for code in ("\x1b[1m", "\x1b[2m", "\x1b[0m"):
        coloured = coloured.replace(code, "")
    assert coloured == plain


def test_ascii_alone_where_the_encoding_has_no_lines(
    numbers: Document, rendered: Callable[..., str]
) -> None:
    text = rendered(numbers, "table", ascii=True)
    assert text.isascii()
    assert text.splitlines()[2].startswith("-----------------+----------")


def test_a_total_stands_below_a_rule(rendered: Callable[..., str]) -> None:
    columns = (Column("array", "array", key=True, text=True), Column("count", "count"))
    rows = [("W_xh", 50_000), ("W_hh", 250_000), ("total", 300_000)]
    summed = Document("s", "S", {}, (table("s", "S", columns, rows, total=True),))
    assert rendered(summed, "table").splitlines() == [
        "S",
        "array     count",
        "───────────────",
        "W_xh     50,000",
        "W_hh    250,000",
        "───────────────",
        "total   300,000",
    ]


def test_batches_come_one_by_one_under_one_head(stream: Callable[[], Document]) -> None:
    pieces = list(render(stream(), "table", Look()))
    assert "".join(pieces).splitlines() == [
        "Flow",
        "t   word    third",
        "─────────────────",
        *(f"{t}   word{t}   {t / 3:.3f}" for t in range(1, 7)),
    ]
    assert [piece.count("word") for piece in pieces] == [0, 3, 2, 2]


def test_each_batch_in_parts_has_its_heads(stream: Callable[[], Document]) -> None:
    """A batch's rows under a part's columns could not be told apart without them."""
    text = "".join(render(stream(), "table", Look(width=12)))
    assert text.count("third") == text.count("word ") == 3
    assert text.count("\n\n") == 5


def test_a_pivot_is_split_like_any_table(rendered: Callable[..., str]) -> None:
    columns = (Column("k", "k", key=True), Column("f", "f", key=True), Column("v", "v", decimals=2))
    rows = [(k, f, float(k * f)) for k in (1, 2) for f in range(10)]
    crossed = Document("p", "P", {}, (table("p", "P", columns, rows, pivot=Pivot("k", "f", "v")),))
    lines = rendered(crossed, "table", width=30).splitlines()
    assert max(map(len, lines)) <= 30
    assert sum("k" in line for line in lines) == 3


def test_work_and_its_equations(rendered: Callable[..., str]) -> None:
    work = (Work("[bold]Powers[/]", (equals(power(2, 3), 8),)),)
    assert rendered(Document("w", "W", {}, (), (), work), "table") == "[bold]Powers[/]\n  2^3 = 8\n"


def test_a_chain_wider_than_the_terminal_is_broken_before_its_signs(
    rendered: Callable[..., str],
) -> None:
    """And a line that is still wider is folded."""
    work = (Work("", (equals("x", 123456, 1234567, total("u", "v")),)),)
    shown = Document("w", "W", {}, (), (), work)
    assert rendered(shown, "table", width=32).splitlines()[1:] == ["  x = 123456 = 1234567 = u + v"]
    assert rendered(shown, "table", width=29).splitlines()[1:] == [
        "  x = 123456",
        "    = 1234567",
        "    = u + v",
    ]


def test_a_bar_is_drawn_with_what_the_encoding_has(rendered: Callable[..., str]) -> None:
    columns = (Column("k", "k", decimals=2), Column("bar", "bar", bar=Bar("k", 1e-2, 1)))
    bars = Document("b", "B", {}, (table("b", "", columns, [(0.11, None), (1.0, None)]),))
    lines = [line.split() for line in rendered(bars, "table").splitlines()]
    assert lines[-2:] == [["0.11", "█" * 12 + "▌"], ["1.00", "█" * 24]]
    lines = [line.split() for line in rendered(bars, "table", ascii=True).splitlines()]
    assert lines[-2:] == [["0.11", "|", "#" * 12], ["1.00", "|", "#" * 24]]
