"""Words in LaTeX: no letters joined, and a letter that pdfLaTeX lacks shown by its number."""

from collections.abc import Callable

import pytest

from rnn_examples.tables.latex import escape


def test_no_two_letters_of_a_word_are_set_as_one() -> None:
    """-- would be a dash, '' and , , quotation marks; a " in the body's font is a closing one."""
    assert escape("a--b---c") == "a-{}-b-{}-{}-c"
    assert escape("'',,") == "'{}',{},"
    assert escape('"') == r"{\ttfamily\char34}"
    assert (escape("–"), escape("—")) == (r"\textendash{}", r"\textemdash{}")
    assert escape("it's well-known, so") == "it's well-known, so"


@pytest.mark.parametrize("letter", "éÅçñőŘżßæŁœ“§°¿")
def test_a_letter_that_any_latex_sets_is_left_as_it_is(letter: str) -> None:
    assert escape(letter) == letter


@pytest.mark.parametrize("letter", "ệḥ≠≮ąđ語«Ω")
def test_a_letter_that_pdflatex_lacks_is_shown_by_its_number_there(letter: str) -> None:
    number = f"(U+{ord(letter):04X})"
    assert escape(letter) == f"\\ifdefined\\Umathcode {letter}\\else{number}\\fi{{}}"


def test_the_numbers_of_a_vector_told_in_words_have_a_minus(printed: Callable[..., str]) -> None:
    """Not a hyphen, which is half as long."""
    text = printed("clip", "--gradient", "1,-2,3,-4,5,-6,7,-8,9", "-f", "latex")
    assert r"least $-$8, largest 9: (1, $-$2, 3, \dots{} 6 more)" in text
