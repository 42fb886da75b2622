"""--cell: one value by the row's keys and the column's name."""

import time
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction

import pytest

from rnn_examples.errors import InputError
from rnn_examples.tables.lookup import LONGEST_NAME, find_cell
from rnn_examples.tables.table import Bar, Column, Document, Row, Table, table

DECAY = (
    Column("distance", "distance", key=True),
    Column("factor", "f", key=True),
    Column("remaining", "remaining", significant=2),
    Column("bar", "", bar=Bar("remaining", 1e-3, 1)),
)
ROWS: list[Row] = [
    (5, Fraction(1, 2), 0.03125, None),
    (47, Fraction(1, 2), Decimal("7.1e-15"), None),
    (47, Fraction(1, 3), None, None),
]
TRACE = (
    Column("t", "t"),
    Column("word", "word", text=True),
    Column("h", "h", decimals=2),
)


@pytest.fixture
def both() -> Document:
    rows: list[Row] = [(1, "a:b", (0.125, -2.0)), (2, "\x1b[1m", (1 / 3, 4.0)), (3, "", None)]
    tables = (table("decay", "D", DECAY, ROWS), table("trace", "T", TRACE, rows))
    return Document("both", "B", {}, tables)


@pytest.mark.parametrize(
    ("where", "people", "machines"),
    [
        ("47,0.5:remaining", "7.1e-15", "7.1e-15"),
        ("47,1/2:remaining", "7.1e-15", "7.1e-15"),
        ("47.0, 5e-1:remaining", "7.1e-15", "7.1e-15"),
        ("5:remaining", "0.031", "0.03125"),
        ("1/3:factor", "1/3", "0.3333333333333333"),
        ("#2:distance", "47", "47"),
        ("47,1/3:remaining", "", ""),
        ("1:h", "(0.12, -2.00)", "0.125 -2.0"),
        ("1:h[1]", "0.12", "0.125"),
        ("2:h[1]", "0.33", "0.3333333333333333"),
        ("#1:h[2]", None, None),
        ("1:word", "a:b", "a:b"),
        ("2:word", "\\x1b[1m", "\x1b[1m"),
        ("3:word", "", ""),
        ("#3:h", "", ""),
        (" 2 :t", "2", "2"),
    ],
)
def test_forms(both: Document, where: str, people: str | None, machines: str | None) -> None:
    for table_names in (("decay", "trace"), ("trace", "decay")):
        document = both.but(tables=tuple(both.only(name).tables[0] for name in table_names))
        if people is not None:
            assert find_cell(document, where, None, machine=False) == people
            assert find_cell(document, where, None, machine=True) == machines
    assert find_cell(both.only("trace"), "#1:h[2]", 1, machine=False) == "-2.0"


@pytest.mark.parametrize(
    ("where", "message"),
    [
        ("47", "'47' has no colon. Expected ROW:COLUMN. ROW is distance,factor or t"),
        ("47:nope", "there is no column 'nope'. The columns: distance, factor, remaining, t, word"),
        ("47:bar", "there is no column 'bar'"),
        (
            "48:remaining",
            "there is no row '48'. ROW is distance,factor. The rows: 5,0.5; 47,0.5; 47,1/3",
        ),
        (
            "47:remaining",
            "'47:remaining' fits 2 rows. Give all keys, or a place such as #1: 47,0.5; ",
        ),
        ("#0:remaining", "there is no row '#0'"),
        ("#4:remaining", "there is no row '#4'"),
        ("5,1/2,1:remaining", "there is no row '5,1/2,1'"),
        ("1/0:remaining", "there is no row '1/0'"),
        ("1.2.3:remaining", "there is no row '1.2.3'"),
        (":remaining", "there is no row ''"),
        ("1:h[3]", "'h' has 2 components, not \\[3\\]"),
        ("1:h[0]", "'h' has 2 components, not \\[0\\]"),
        ("1:word[1]", "'word' has 0 components, not \\[1\\]"),
    ],
)
def test_refusals_name_what_there_is(both: Document, where: str, message: str) -> None:
    with pytest.raises(InputError, match=message.replace(".", "\\.").replace("#", "\\#")):
        find_cell(both, where, None, machine=False)


def test_a_huge_exponent_costs_no_time(both: Document) -> None:
    start = time.monotonic()
    for name in ("1e999999999", f"1/{'9' * 100_000}", "9" * 1_000_000):
        with pytest.raises(InputError, match="there is no row"):
            find_cell(both, f"{name}:remaining", None, machine=False)
    assert time.monotonic() - start < 2


def test_a_stream_is_read_once_and_only_as_far_as_needed() -> None:
    read: list[int] = []

    def batches() -> Iterator[list[Row]]:
        for t in range(1000):
            read.append(t)
            yield [(t, f"word{t}")]

    def flow() -> Document:
        columns = (Column("t", "t", key=True), Column("word", "word", text=True))
        return Document("flow", "F", {}, (Table("flow", "F", columns, batches()),))

    assert find_cell(flow(), "#3:word", None, machine=False) == "word2"
    assert read == [0, 1, 2]
    with pytest.raises(
        InputError, match=r"no row 'x'\. ROW is t\. The rows: 0; 1; 2; 3; 4; 5; 6; 7; \.\.\."
    ):
        find_cell(flow(), "x:word", None, machine=False)


def test_many_rows_that_fit_are_not_all_named() -> None:
    columns = (Column("a", "a", key=True), Column("b", "b", key=True), Column("v", "v"))
    same = Document("s", "S", {}, (table("s", "S", columns, [(1, b, b) for b in range(50)]),))
    with pytest.raises(InputError, match="fits more than 8 rows") as caught:
        find_cell(same, "1:v", None, machine=False)
    assert "1,7" in str(caught.value)
    assert "1,8" not in str(caught.value)


def test_the_document_fixture_finds_words_with_commas(document: Document) -> None:
    assert find_cell(document, "6:word", None, machine=True) == "日本 👍 cafe"


def test_eight_rows_are_all_named_and_long_names_are_cut() -> None:
    words = Column("word", "word", key=True, text=True)
    for count, end in ((8, r"w7$"), (9, r"w7; \.\.\.$")):
        rows: list[Row] = [(f"w{n}",) for n in range(count)]
        shown = Document("k", "K", {}, (table("k", "K", (words,), rows),))
        with pytest.raises(InputError, match=f"The rows: w0; .*{end}"):
            find_cell(shown, "x:word", None, machine=True)
    for length, name in (
        (LONGEST_NAME, "w" * LONGEST_NAME),
        (LONGEST_NAME + 1, "w" * (LONGEST_NAME - 3) + "..."),
    ):
        shown = Document("k", "K", {}, (table("k", "K", (words,), [("w" * length,)]),))
        with pytest.raises(InputError) as caught:
            find_cell(shown, "x:word", None, machine=True)
        assert str(caught.value).endswith(f"The rows: {name}")


def test_digits_reach_every_component(both: Document) -> None:
    assert find_cell(both, "1:h", 1, machine=False) == "(0.1, -2.0)"
    assert find_cell(both, "2:h[1]", 4, machine=False) == "0.3333"


def test_picked_components_keep_the_numbers_of_the_whole() -> None:
    """A column of the 5th to 7th unit: h[5] is its first component, and there is no h[1]."""
    columns = (Column("t", "t", key=True), Column("h", "h", picked=range(4, 7)))
    picked = Document("p", "P", {}, (table("p", "P", columns, [(1, (0.5, 0.25, 0.125))]),))
    found = [find_cell(picked, f"1:h[{n}]", None, machine=True) for n in (5, 6, 7)]
    assert found == ["0.5", "0.25", "0.125"]
    for absent in (1, 4, 8):
        with pytest.raises(InputError, match=rf"'h' has \[5\] to \[7\], not \[{absent}\]"):
            find_cell(picked, f"1:h[{absent}]", None, machine=True)
