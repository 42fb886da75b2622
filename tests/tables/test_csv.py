"""CSV, read back by the csv module: raw numbers, words verbatim."""

import csv
from collections.abc import Callable, Iterator
from io import StringIO

import pytest

from rnn_examples.equations.expression import equals
from rnn_examples.errors import InputError
from rnn_examples.tables.formats import Look, render
from rnn_examples.tables.table import Bar, Column, Document, Work, table


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


def test_rows_appear_as_they_are_computed(stream: Callable[[], Document]) -> None:
    pieces = render(stream(), "csv", Look())
    assert next(pieces) == "t,word,third\n1,word1,0.3333333333333333\n2,word2,0.6666666666666666\n"
    assert next(pieces).startswith("3,word3,1.0\n4,")
    assert len(list(pieces)) == 1


def test_a_table_of_no_batch_has_its_head(rendered: Callable[..., str]) -> None:
    def none() -> Iterator[list[tuple[int]]]:
        yield from ()

    empty = Document("e", "E", {}, (table("e", "E", (Column("a", "a"),), []),))
    assert rendered(empty, "csv") == "a\n"
    unread = empty.tables[0].but(batches=none())
    assert rendered(empty.but(tables=(unread,)), "csv") == "a\n"


def test_a_lone_empty_field_is_no_blank_line(rendered: Callable[..., str]) -> None:
    """A blank line stands between tables alone."""
    one = Document("o", "O", {}, (table("o", "O", (Column("a", "a"),), [("",), (None,), (1,)]),))
    assert records(rendered(one, "csv")) == [["a"], [""], [""], ["1"]]


def test_work_has_no_csv(rendered: Callable[..., str]) -> None:
    work = (Work("W", (equals("x", 1),)),)
    with pytest.raises(InputError, match="--work has no CSV form"):
        rendered(Document("w", "W", {}, (), (), work), "csv")
