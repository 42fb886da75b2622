"""--cell: rows by keys of every kind, numbers, words and vectors, one key or several."""

from decimal import Decimal
from fractions import Fraction

import pytest

from rnn_examples.errors import InputError
from rnn_examples.tables.lookup import find_cell
from rnn_examples.tables.table import Column, Document, Row, table

CLIPPED = (Column("gradient", "g", key=True), Column("norm", "n"))
GRADIENTS: list[Row] = [
    ((Decimal(3), Decimal("-4.0")), 5),
    ((Fraction(1, 3),), 0),
    ((7, 7), 1),
    ((7, 7), 2),
    (tuple(range(100)), 3),
]


@pytest.mark.parametrize(
    ("row", "norm"), [("3,-4", "5"), ("3 -4", "5"), ("3.0, -4e0", "5"), ("1/3", "0"), ("#4", "2")]
)
def test_a_vector_is_a_key(row: str, norm: str) -> None:
    document = Document("clip", "C", {}, (table("clipping", "C", CLIPPED, GRADIENTS),))
    assert find_cell(document, f"{row}:norm", None, False) == norm


def test_a_vector_may_be_one_of_several_keys() -> None:
    columns = (CLIPPED[0], Column("by", "by", key=True), CLIPPED[1])
    rows: list[Row] = [((3, -4), "value", 3), ((3, -4), "norm", 5)]
    document = Document("clip", "C", {}, (table("clipping", "C", columns, rows),))
    for row in ("3 -4,norm", "3,-4,norm"):
        assert find_cell(document, f"{row}:norm", None, False) == "5"


def test_a_vector_that_is_no_key_or_two() -> None:
    document = Document("clip", "C", {}, (table("clipping", "C", CLIPPED, GRADIENTS),))
    with pytest.raises(
        InputError, match=r"no row '3'. ROW is gradient. The rows: 3,-4; 1/3; 7,7; 7,7; 0,1,2,.*\.$"
    ):
        find_cell(document, "3:norm", None, False)
    with pytest.raises(InputError, match=r"fits 2 rows. Give all keys, or a place such as #1: 7,7"):
        find_cell(document, "7,7:norm", None, False)


NAMED = (Column("t", "t", key=True), Column("word", "w", key=True), Column("h", "h", decimals=1))


@pytest.mark.parametrize("word", [",", "2,", ",,", "a,b", "c, d", "1,000", "x,1"])
@pytest.mark.parametrize("place", ["first", "second"])
def test_a_key_with_commas_of_its_own_is_found_as_it_is_listed(word: str, place: str) -> None:
    """Every row by the name that the error lists, and by the word alone."""
    words = [word, "a", "", "b"]
    rows: list[Row] = [(t, word, float(t)) for t, word in enumerate(words)]
    columns = NAMED if place == "first" else (NAMED[1], NAMED[0], NAMED[2])
    if place == "second":
        rows = [(word, t, h) for t, word, h in rows]
    document = Document("d", "D", {}, (table("d", "D", columns, rows),))
    with pytest.raises(InputError) as caught:
        find_cell(document, "nowhere:h", None, False)
    listed = str(caught.value).split("The rows: ")[1].split("; ")
    assert [find_cell(document, f"{name}:h", None, True) for name in listed] == [
        "0.0",
        "1.0",
        "2.0",
        "3.0",
    ]
    if word != "2,":  # which is also how the row of 2 and the empty word is listed
        assert find_cell(document, f"{word}:h", None, True) == "0.0"
    with pytest.raises(InputError, match="there is no row"):
        find_cell(document, f"0,{word},:h", None, True)


@pytest.mark.parametrize(
    ("row", "value"),
    [("20,000", "1"), ("20,000,0.5", "1"), ("20000,0.5", "1"), ("5,000", "2"), ("5,000,7", "2"),
     ("1,234,567,8", "3"), ("-12,345.5,1", "4"), ("250,000,9", "5"), ("750,9", "6")],
)  # fmt: skip
def test_a_number_is_found_as_people_read_it(row: str, value: str) -> None:
    columns = (Column("k", "k", key=True), Column("f", "f", key=True), Column("v", "v"))
    rows: list[Row] = [
        (20_000, Fraction(1, 2), 1),
        (5_000, 7, 2),
        (1_234_567, 8, 3),
        (Decimal("-12345.5"), 1, 4),
        (250_000, 9, 5),
        (750, 9, 6),
    ]
    document = Document("d", "D", {}, (table("t", "T", columns, rows),))
    assert find_cell(document, f"{row}:v", None, False) == value


KEYS = (*(Column(name, name, key=True) for name in "abc"), Column("v", "v"))


def test_the_first_keys_are_enough_where_they_fit_one_row() -> None:
    rows: list[Row] = [(1, 2, 3, 10), (1, 5, 6, 20), (float("nan"), 8, 9, 30)]
    shown = Document("k", "K", {}, (table("k", "K", KEYS, rows),))
    for row, value in (("1,2", "10"), ("1,5", "20"), ("1,5,6", "20"), ("9", "30"), ("#3", "30")):
        assert find_cell(shown, f"{row}:v", None, machine=True) == value
    for absent in ("2,3", "1,2,3,10", "7"):
        with pytest.raises(InputError, match=f"there is no row '{absent}'"):
            find_cell(shown, f"{absent}:v", None, machine=True)


def test_a_word_with_a_colon_is_a_key() -> None:
    columns = (Column("word", "word", key=True, text=True), Column("v", "v"))
    keyed = Document("k", "K", {}, (table("k", "K", columns, [("a:b", 1), ("c", 2)]),))
    assert find_cell(keyed, "a:b:v", None, machine=True) == "1"


def test_a_missing_key_is_blank_and_blanks_of_a_word_are_its_own() -> None:
    columns = (Column("word", "word", key=True, text=True), Column("v", "v"))
    rows: list[Row] = [(None, 1), (" a", 2), ("b", 3)]
    keyed = Document("k", "K", {}, (table("k", "K", columns, rows),))
    for name, value in (("", "1"), (" a", "2"), ("b", "3"), (" b ", "3")):
        assert find_cell(keyed, f"{name}:v", None, machine=True) == value
    with pytest.raises(InputError) as caught:
        find_cell(keyed, "None:v", None, machine=True)
    assert str(caught.value) == ("--cell: there is no row 'None'. ROW is word. The rows: ;  a; b")


@pytest.mark.parametrize("row", ["1e-1", "0.10", "1/10"])
def test_a_number_is_found_however_it_is_spelled(row: str) -> None:
    """Of a float the decimal that it stands for, and what no float reaches."""
    columns = (Column("k", "k", key=True), Column("v", "v"))
    rows: list[Row] = [(0.1, 1), (Decimal("1e400"), 2)]
    keyed = Document("k", "K", {}, (table("k", "K", columns, rows),))
    assert find_cell(keyed, f"{row}:v", None, machine=True) == "1"
    assert find_cell(keyed, "10e399:v", None, machine=True) == "2"


def test_words_as_keys() -> None:
    columns = (Column("word", "word", key=True, text=True), Column("v", "v"))
    rows: list[Row] = [("a,b", 1), ("#2", 2), ("007", 3), ("7", 4)]
    keyed = Document("k", "K", {}, (table("k", "K", columns, rows),))
    assert find_cell(keyed, "a,b:v", None, machine=True) == "1"
    assert find_cell(keyed, "7:v", None, machine=True) == "4"
    assert find_cell(keyed, "007:v", None, machine=True) == "3"
