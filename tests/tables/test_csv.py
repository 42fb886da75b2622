"""CSV, read back by the csv module: raw numbers, words verbatim."""

import csv
from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from io import StringIO
from math import inf, nan

import pytest

from rnn_examples.equations.expression import equals
from rnn_examples.errors import InputError
from rnn_examples.tables.formats import Look, render
from rnn_examples.tables.table import Bar, Cell, Column, Document, Work, table


def records(text: str) -> list[list[str]]:
    return list(csv.reader(StringIO(text, newline="")))


def test_words_are_verbatim_and_numbers_raw(
    document: Document, rendered: Callable[..., str], words: tuple[str, ...]
) -> None:
    head, *rows = records(rendered(document.only("trace"), "csv"))
    assert head == ["t", "word", "h[1]", "h[2]", "value", "again"]
    assert len(rows) == len(words)
    for place, (row, word) in enumerate(zip(rows, words, strict=True)):
        assert row[1] == row[5] == word
        assert [float(entry) for entry in row[2:4]] == [0.5 * place, -0.25]
        assert row[4] == "" if place == 1 else float(row[4]) == -0.125 * place
    assert rows[0][4] == "0.0"
    assert rows[4][4] == "-0.5"


def test_tables_stand_a_blank_line_apart_without_notes(
    document: Document, rendered: Callable[..., str], words: tuple[str, ...]
) -> None:
    found = records(rendered(document, "csv"))
    assert found[len(words) + 1 :] == [[], ["t", "word"], ["1", "a|b"]]


def test_a_long_record_is_one_line(rendered: Callable[..., str]) -> None:
    rows = [("x" * 300, 1 / 3)] * 2
    columns = (Column("word", "word", text=True), Column("third", "third", decimals=1))
    text = rendered(Document("l", "L", {}, (table("l", "L", columns, rows),)), "csv")
    assert text.splitlines() == ["word,third", *[f"{'x' * 300},0.3333333333333333"] * 2]


def test_vectors_of_any_length_bars_and_what_no_float_holds(
    rendered: Callable[..., str],
) -> None:
    columns = (
        Column("k", "k"),
        Column("h", "h"),
        Column("bar", "", bar=Bar("k", 1e-3, 1)),
        Column("z", "z"),
    )
    rows = [(1, (1.5, 2.5), None, float("inf")), (2, (1.5,), None, -0.0), (3, None, None, 2**64)]
    rows += [(4, 0.5, None, 1e-320)]
    text = rendered(Document("v", "V", {}, (table("v", "V", columns, rows),)), "csv")
    assert text.splitlines() == [
        "k,h[1],h[2],z",
        "1,1.5,2.5,",
        "2,1.5,,0.0",
        "3,,,18446744073709551616",
        "4,0.5,,1e-320",
    ]


@pytest.mark.parametrize(
    ("cells", "fields"),
    [
        ([inf, 0.5, nan, -inf], ["", "0.5", "", ""]),
        ([0.5, -0.0, 2.0], ["0.5", "0.0", "2.0"]),
        ([1e308, 1e308], ["1e+308", "1e+308"]),
        ([1, 1.0, True, Decimal(1)], ["1", "1.0", "true", "1.0"]),
        ([10**18, -(10**18), 10**5000], [f"1{'0' * 18}", f"-1{'0' * 18}", f"1.{'0' * 16}e+5000"]),
        ([1, 10**5000], ["1", f"1.{'0' * 16}e+5000"]),
        ([1, -(10**5000)], ["1", f"-1.{'0' * 16}e+5000"]),
        (["XOR", "a,b", 'a"', "XOR"], ["XOR", '"a,b"', '"a"""', "XOR"]),
        ([None, "a", 0.5, Fraction(1, 2)], ["", "a", "0.5", "0.5"]),
        ([(1.5,), (2.5, 3.5), (4.5,)], ["1.5,", "2.5,3.5", "4.5,"]),
        ([(1.5,), (2.5, 3.5), (), (4.5,)], ["1.5,", "2.5,3.5", ",", "4.5,"]),
        ([(inf, 1.5), (nan, 2.5)], [",1.5", ",2.5"]),
        ([(-0.0, 1.5)] * 3, ["0.0,1.5"] * 3),
        ([(1.0, 2.0), (1, 2), (True, 2.0)] * 2, ["1.0,2.0", "1,2", "true,2.0"] * 2),
    ],
)
def test_a_field_is_its_own_cell_s_whatever_else_its_column_holds(
    rendered: Callable[..., str], cells: list[Cell], fields: list[str]
) -> None:
    """What equals another cell in Python, as 1 and True do, is still written as it is."""
    rows = list(enumerate(cells))
    mixed = table("m", "M", (Column("n", "n"), Column("c", "c")), rows)
    lines = rendered(Document("m", "M", {}, (mixed,)), "csv").splitlines()
    assert lines[1:] == [f"{place},{field}" for place, field in enumerate(fields)]


def test_rows_appear_as_they_are_computed(stream: Callable[[], Document]) -> None:
    pieces = render(stream(), "csv", Look())
    assert next(pieces) == "t,word,third\n1,word1,0.3333333333333333\n2,word2,0.6666666666666666\n"
    assert next(pieces).startswith("3,word3,1.0\n4,")
    assert len(list(pieces)) == 1


def test_a_table_of_no_batch_has_its_head(rendered: Callable[..., str]) -> None:
    def none() -> Iterator[list[tuple[int]]]:
        yield from ()

    columns = (Column("a", "a"), Column("bar", "", bar=Bar("a", 1e-3, 1)), Column("b", "b"))
    empty = Document("e", "E", {}, (table("e", "E", columns, []),))
    assert rendered(empty, "csv") == "a,b\n"
    unread = empty.tables[0].but(batches=none())
    assert rendered(empty.but(tables=(unread,)), "csv") == "a,b\n"


def test_a_lone_empty_field_is_no_blank_line(rendered: Callable[..., str]) -> None:
    """A blank line stands between tables alone."""
    one = Document("o", "O", {}, (table("o", "O", (Column("a", "a"),), [("",), (None,), (1,)]),))
    assert records(rendered(one, "csv")) == [["a"], [""], [""], ["1"]]


def test_work_has_no_csv(rendered: Callable[..., str]) -> None:
    work = (Work("W", (equals("x", 1),)),)
    with pytest.raises(InputError) as caught:
        rendered(Document("w", "W", {}, (), (), work), "csv")
    assert str(caught.value) == (
        "--work has no CSV form. Use --format json, or a format for people"
    )
