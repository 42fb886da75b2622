"""How strings become nodes, and what the builders refuse."""

from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rnn_examples.equations.expression import (
    Expression,
    Item,
    Number,
    Symbol,
    Words,
    matrix,
    negated,
    number,
    parse,
    product,
    quotient,
    relate,
    symbol,
    times,
    total,
)
from rnn_examples.equations.mathml import to_mathml


@pytest.mark.parametrize(
    ("item", "expected"),
    [
        ("h_t", Symbol("h", "t")),
        ("h_{t-1}", Symbol("h", "t-1")),
        ("W_hh^⊤", Symbol("W", "hh", "⊤")),
        ("x^{(1)}", Symbol("x", None, "(1)")),
        ("σ", Symbol("σ")),
        ("-x_t", negated(Symbol("x", "t"))),
        ("-0.5", Number("-0.5")),
        ("−0.5", Number("-0.5")),
        (".5", Number(".5")),
        ("7.1e-1506", Number("7.1e-1506")),
        ("10,000", Number("10,000")),
        (-3, Number("-3")),
        ("-1/3", negated(quotient(1, 3))),
        (Words("1E10"), Words("1E10")),
    ],
)
def test_parse(item: Item, expected: Expression) -> None:
    found = parse(item)
    assert type(found) is type(expected)
    assert found == expected


@pytest.mark.parametrize("text", ["", "_t", "a b", "T-k", "h_{t", "a_b_c", "x^2_t", "f(x)", "a/b"])
def test_a_symbol_holds_no_formula(text: str) -> None:
    with pytest.raises(ValueError, match="not a symbol"):
        symbol(text)


@pytest.mark.parametrize(
    "text", ["", "-", "nan", "inf", "1_000", "1e", "1e--5", "1.2.3", "0x1", "--1", ",1", "٣", "1 2"]
)
def test_number_text(text: str) -> None:
    with pytest.raises(ValueError, match="no number text"):
        number(text)


def test_one_term_is_itself() -> None:
    assert total("a") == times("a") == product("a") == Symbol("a")


def test_builders_refuse_what_no_dialect_spells() -> None:
    with pytest.raises(ValueError, match="equally long"):
        matrix((1, 2), (3,))
    with pytest.raises(ValueError, match="none of"):
        product("a", "b", sign="*")
    with pytest.raises(ValueError, match="before each further item"):
        relate("a", "==", "b")
    with pytest.raises(ValueError, match="before each further item"):
        relate("a", "=")


@given(st.text(max_size=20))
@settings(max_examples=200, deadline=None)
def test_any_word_is_well_formed_xml(word: str) -> None:
    for expression in (Words(word), Symbol(word or "x"), Symbol("x", Words(word), word)):
        ElementTree.fromstring(to_mathml(expression))
