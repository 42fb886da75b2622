"""Brackets and minus signs: where they stand, and that the text keeps the value of the tree."""

import re
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rnn_examples.equations.expression import (
    Expression,
    Item,
    Number,
    Symbol,
    Words,
    call,
    difference,
    elementwise,
    equals,
    negated,
    power,
    product,
    product_over,
    quotient,
    root,
    summation,
    times,
    total,
)
from rnn_examples.equations.latex import to_latex
from rnn_examples.equations.text import to_text


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        (times("-0.5", "-0.3"), "-0.5·(-0.3)"),
        (total(times("0.6", "0.5"), times("-0.3", "0.1")), "0.6·0.5 + (-0.3)·0.1"),
        (total(times("-0.3", "0.1"), times("0.6", "0.5")), "-0.3·0.1 + 0.6·0.5"),
        (total("-0.2", "0.1", "-0.05"), "-0.2 + 0.1 - 0.05"),
        (difference("a", "-0.3"), "a - (-0.3)"),
        (difference("a", total("b", "c")), "a - (b + c)"),
        (difference("a", times("b", "c")), "a - b·c"),
        (negated(total("a", "b")), "-(a + b)"),
        (total(total("a", "b"), "c"), "(a + b) + c"),
        (times("a", total("b", "c")), "a·(b + c)"),
        (times("a", times("b", "c")), "a·(b·c)"),
        (times("a", product("W", "x")), "a·W x"),
        (elementwise(product("W", "x"), "f"), "(W x) ⊙ f"),
        (product("W", 2), "W (2)"),
        (product(2, "W"), "2 W"),
        (power("-0.5", 3), "(-0.5)^3"),
        (negated(power("0.5", 3)), "-0.5^3"),
        (power(power("x", 2), 3), "(x^2)^3"),
        (power(root("x"), 3), "(√x)^3"),
        (power("7.1e-15", 2), "(7.1e-15)^2"),
        (power("2", "-1"), "2^(-1)"),
        (power(call("tanh", "x"), 2), "tanh(x)^2"),
        (root(total("a", "b")), "√(a + b)"),
        (quotient("a", times("b", "c")), "a/(b·c)"),
        (quotient(quotient("a", "b"), quotient("c", "d")), "(a/b)/(c/d)"),
        (quotient("1/3", "1.4"), "(1/3)/1.4"),
        (quotient("-1/3", "1.4"), "(-1/3)/1.4"),
        (total("0.5", "-1/3"), "0.5 - 1/3"),
        (total("-1/3", "0.5"), "-1/3 + 0.5"),
        (difference("0.5", "-1/3"), "0.5 - (-1/3)"),
        (times("-1/3", "0.5"), "(-1/3)·0.5"),
        (times("0.5", "-1/3"), "0.5·(-1/3)"),
        (total("1", times("-1/3", "0.5")), "1 + (-1/3)·0.5"),
        (power("-1/3", 2), "(-1/3)^2"),
        (power("e", "-1/3"), "e^(-1/3)"),
        (root("1/3"), "√(1/3)"),
        (quotient("-1", 2), "-1/2"),
        (total("a", quotient("-1", 2)), "a + (-1)/2"),
        (times(quotient("a", "b"), "c"), "(a/b)·c"),
        (product(summation("t", None, "a"), "b"), "(∑_t a) b"),
        (product("b", summation("t", None, "a")), "b ∑_t a"),
        (times(product("b", summation("t", None, "a")), "c"), "(b ∑_t a)·c"),
        (quotient(summation("t", None, "a"), "b"), "(∑_t a)/b"),
        (product_over("t", "T", total("a", "b")), "∏_t^T (a + b)"),
        (call("max", times("a", "x"), "-1"), "max(a·x, -1)"),
        (total(1, equals("a", "b")), "1 + (a = b)"),
    ],
)
def test_where_brackets_stand(expression: Expression, text: str) -> None:
    assert to_text(expression) == text


@pytest.mark.parametrize(
    ("expression", "latex"),
    [
        (quotient(total("a", "b"), times("c", "d")), "\\frac{a + b}{c \\cdot d}"),
        (times(quotient("a", "b"), "c"), "\\frac{a}{b} \\cdot c"),
        (power(quotient("a", "b"), 2), "\\left( \\frac{a}{b} \\right)^{2}"),
        (call("tanh", quotient("a", "b")), "\\tanh\\!\\left( \\frac{a}{b} \\right)"),
        (power("2", total("a", "b")), "2^{a + b}"),
        (root(total("a", "b")), "\\sqrt{a + b}"),
    ],
)
def test_a_drawn_fraction_needs_fewer(expression: Expression, latex: str) -> None:
    assert to_latex(expression) == latex


Tree = tuple[Expression, Fraction | None]  # None: divided by zero


def joined(children: list[Tree], sign: str) -> Tree:
    expressions: list[Item] = [child for child, _ in children]
    value: Fraction | None = Fraction(0 if sign == "+" else 1)
    for _, part in children:
        if value is None or part is None:
            value = None
        else:
            value = value + part if sign == "+" else value * part
    if sign == "+":
        return total(*expressions), value
    return product(*expressions, sign=sign), value


def divided(pair: tuple[Tree, Tree]) -> Tree:
    (over, a), (under, b) = pair
    return quotient(over, under), None if a is None or not b else a / b


def raised(pair: tuple[Tree, int]) -> Tree:
    (base, value), exponent = pair
    return power(base, exponent), None if value is None else value**exponent


def opposite(tree: Tree) -> Tree:
    return negated(tree[0]), None if tree[1] is None else -tree[1]


LEAVES: st.SearchStrategy[Tree] = st.integers(-9, 9).map(lambda n: (Number(str(n)), Fraction(n)))
TREES: st.SearchStrategy[Tree] = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.tuples(
            st.lists(inner, min_size=2, max_size=3), st.sampled_from(["+", "", "·", "×"])
        ).map(lambda pair: joined(*pair)),
        st.tuples(inner, inner).map(divided),
        st.tuples(inner, st.integers(0, 3)).map(raised),
        inner.map(opposite),
    ),
    max_leaves=8,
)


@given(TREES)
@settings(max_examples=300, deadline=None)
def test_python_reads_the_text_as_the_tree_means_it(tree: Tree) -> None:
    expression, value = tree
    source = to_text(expression)
    for old, new in (" + ", "+"), (" - ", "-"), (" × ", "*"), ("·", "*"), (" ", "*"), ("^", "**"):
        source = source.replace(old, new)
    source = re.sub(r"\d+", lambda digits: f"Fraction({digits[0]})", source)
    if value is None:
        with pytest.raises(ZeroDivisionError):
            eval(source, {"Fraction": Fraction})
    else:
        assert eval(source, {"Fraction": Fraction}) == value


@given(st.text(max_size=20))
@settings(max_examples=200, deadline=None)
def test_no_word_leaves_its_place(word: str) -> None:
    latex = re.sub(r"\\[{}\\]", "", to_latex(Symbol("x", Words(word))))
    depths = [0]
    for character in latex.removeprefix("x_"):
        depths.append(depths[-1] + {"{": 1, "}": -1}.get(character, 0))
    assert min(depths[1:-1]) > 0
    assert depths[-1] == 0
    assert "\n" not in to_text(Words(word))
