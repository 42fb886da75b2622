"""Option texts as values: right, or refused with the option, the item and what is expected."""

import time
from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rnn_examples.cli import reading
from rnn_examples.errors import InputError


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0.9", Fraction(9, 10)),
        ("-0.5", Fraction(-1, 2)),
        ("+.5", Fraction(1, 2)),
        ("5.", Fraction(5)),
        ("1e-8", Fraction(1, 10**8)),
        ("1E+2", Fraction(100)),
        ("1/3", Fraction(1, 3)),
        ("-1/3", Fraction(-1, 3)),
        ("0.5/0.25", Fraction(2)),
        (" 7 ", Fraction(7)),
        ("007", Fraction(7)),
        ("0.1", Fraction(1, 10)),
    ],
)
def test_a_number_is_exact(text: str, value: Fraction) -> None:
    assert reading.number(text, "--x") == value


ODD = ["", " ", "nan", "inf", "-inf", "1_000", "0x10", "1e", "1,5", "١", "５", "½", "1e99999"]
ODD += ["--1", "1/0", "1/2/3", "/2", "1/", "1 2", ".", "-", "+", "1e5.5", "True", "one", "0.5;"]
ODD += ["9" * 1001]


@pytest.mark.parametrize("text", ODD)
@pytest.mark.parametrize("read", [reading.number, reading.real, reading.whole])
def test_odd_spellings_are_refused(read: Callable[[str, str], object], text: str) -> None:
    with pytest.raises(InputError) as caught:
        read(text, "--x")
    message = str(caught.value)
    assert message.startswith("--x: '")
    assert "Expected" in message
    assert len(message) < 200


@pytest.mark.parametrize("text", ["9" * 10**6, "1e" + "9" * 10**6, "1/" + "9" * 10**6])
def test_an_endless_number_is_refused_at_once(text: str) -> None:
    start = time.monotonic()
    for read in (reading.number, reading.real, reading.whole):
        with pytest.raises(InputError):
            read(text, "--x")
    assert time.monotonic() - start < 1


@settings(deadline=None, max_examples=50)
@given(st.floats(allow_nan=False, allow_infinity=False))
def test_every_float_is_read_back(value: float) -> None:
    assert reading.real(repr(value), "--x") == value


@pytest.mark.parametrize("text", ["1e309", "-1e400", "1e-400", "1.8e308"])
def test_what_no_float_holds_is_refused(text: str) -> None:
    with pytest.raises(InputError, match=f"--x: '{text}' does not fit a float64"):
        reading.real(text, "--x")


def test_zero_fits_however_it_is_written() -> None:
    assert reading.real("0e-400", "--x") == reading.real("-0.0", "--x") == 0.0


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0", "0 is out of range. Expected a whole number from 1 to 9"),
        ("10", "10 is out of range. Expected a whole number from 1 to 9"),
        ("2.5", "'2.5' is not a whole number. Expected a whole number from 1 to 9"),
    ],
)
def test_bounds(text: str, expected: str) -> None:
    with pytest.raises(InputError, match=f"^--x: {expected}$"):
        reading.whole(text, "--x", 1, 9)
    assert reading.whole("+9", "--x", 1, 9) == 9
    assert reading.whole(" -3 ", "--x") == -3
    with pytest.raises(InputError, match=r"of at least 0$"):
        reading.whole("-1", "--x", 0)


@pytest.mark.parametrize("text", ["1,2,3", "1 2 3", "1, 2, 3", " 1,2 3 "])
def test_lists_take_commas_or_blanks(text: str) -> None:
    assert reading.wholes(text, "--x") == (1, 2, 3)
    assert reading.numbers(text, "--x") == (Fraction(1), Fraction(2), Fraction(3))
    assert reading.reals(text, "--x") == (1.0, 2.0, 3.0)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "--x: nothing is given"),
        ("  ", "--x: nothing is given"),
        ("1,,2", "--x: item 2 of '1,,2' is empty. Remove the extra comma"),
        (",1", "--x: item 1 of ',1' is empty"),
        ("1,2,", "--x: item 3 of '1,2,' is empty"),
        ("1,x", "--x: 'x' is not a"),
        ("1;2", "--x: '1;2' is not a"),
    ],
)
def test_a_faulty_list_names_its_item(text: str, message: str) -> None:
    for read in (reading.wholes, reading.numbers, reading.reals):
        with pytest.raises(InputError) as caught:
            read(text, "--x")
        assert str(caught.value).startswith(message)


def test_bounds_are_told_of_whole_numbers_only() -> None:
    with pytest.raises(InputError) as caught:
        reading.wholes("5,1.5", "--x", -(10**15), 10**15)
    assert str(caught.value) == (
        "--x: '1.5' is not a whole number. Expected whole numbers with commas, such as 1,5,10"
    )
    with pytest.raises(InputError, match=r"^--x: 10 is out of range. Expected a whole number from"):
        reading.wholes("5,10", "--x", 0, 9)


def test_a_span_is_a_python_slice() -> None:
    assert reading.span("0:2", "--units", 8) == range(2)
    assert reading.span(":2", "--units", 2) == range(2)
    assert reading.span("1:", "--units", 3) == range(1, 3)
    assert reading.span(":", "--units", 3) == range(3)


@pytest.mark.parametrize("text", ["0:9", "2:8", "0:3", "-1:2", "1:1", "2", "a:2"])
def test_a_span_beyond_the_units_is_refused(text: str) -> None:
    """An end beyond the last unit is no part of them, as h[9] is none of two."""
    told = rf"'{text}' is no part of 2 units. Expected FROM:TO within 0:2, counted from 0 and witho"
    with pytest.raises(InputError, match=told):
        reading.span(text, "--units", 2)


def test_a_matrix_has_rows_of_one_length() -> None:
    assert reading.matrix("0.9,5;0,0.9", "--m") == ((0.9, 5.0), (0.0, 0.9))
    assert reading.matrix("1 2; -3 4", "--m") == ((1.0, 2.0), (-3.0, 4.0))
    with pytest.raises(InputError, match="--m: the rows of '1,2;3' have 2, 1 entries"):
        reading.matrix("1,2;3", "--m")
    with pytest.raises(InputError, match="--m: nothing is given"):
        reading.matrix("1,2;", "--m")


def test_choices_and_words() -> None:
    assert reading.choice("b", "--c", ("a", "b")) == "b"
    with pytest.raises(InputError, match="--c: 'B' is none of a, b"):
        reading.choice("B", "--c", ("a", "b"))
    assert reading.words(" the  dog\tran ", "--s") == ("the", "dog", "ran")
    assert reading.words("[bold] a[/] :cat:", "--s") == ("[bold]", "a[/]", ":cat:")
    with pytest.raises(InputError, match="--s: no word is given"):
        reading.words(" \n", "--s")


@pytest.mark.parametrize("text", ["0", "1e1000", "-1e-1000", "1/3", "1e9000/3e9000"])
def test_a_moderate_number_is_exact(text: str) -> None:
    assert reading.moderate(text, "--x") == reading.number(text, "--x")
    assert reading.moderates(f"{text},1", "--x") == (reading.number(text, "--x"), Fraction(1))


@pytest.mark.parametrize("text", ["1.1e1000", "-9e-1001", "1e-9999", "3e9999/4"])
def test_sizes_that_exact_arithmetic_is_slow_with_are_refused(text: str) -> None:
    with pytest.raises(InputError, match=r"^--x: '.*' is out of range. Expected 0 or a size from"):
        reading.moderate(text, "--x")


def test_a_share_is_from_0_to_1() -> None:
    assert [reading.share(text, "--x") for text in ("0", "1.0", "1/3")] == [0, 1, Fraction(1, 3)]
    for text in ("-0.1", "1.0001", "4/3"):
        with pytest.raises(InputError, match=r"^--x: '.*' is out of range. Expected a number"):
            reading.share(text, "--x")


@pytest.mark.parametrize(
    ("text", "number"), [("0.5", True), ("-1e3", True), ("1/3", True), ("a.md", False), ("", False)]
)
def test_what_a_number_is(text: str, number: bool) -> None:
    assert reading.is_number(text) is number
