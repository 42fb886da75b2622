"""The functions that build mathematics as trees of nodes.

A builder takes nodes, whole numbers and short strings; ``parse`` says how a string is read:
``equals("h_t", call("tanh", total(product("W_xh", "x_t"), product("W_hh", "h_{t-1}"), "b_h")))``.
A word that a user typed is never passed as a string: wrap it in ``Words``.
"""

from typing import TypeAlias

from rnn_examples.equations.nodes import (
    Apply,
    BigOperator,
    Matrix,
    Negated,
    Norm,
    Power,
    Product,
    Quotient,
    Relation,
    Sum,
)
from rnn_examples.equations.nodes import Expression as Expression
from rnn_examples.equations.nodes import Number as Number
from rnn_examples.equations.nodes import Symbol as Symbol
from rnn_examples.equations.nodes import Words as Words

Item: TypeAlias = Expression | str | int

PRODUCT_SIGNS = ("", "·", "×", "⊙")
RELATION_SIGNS = ("=", "≈", "≠", "<", "≤", ">", "≥", "≪", "≫", "←", "→", "∈", "≡", "∝")


def number(text: str | int) -> Number:
    """A ``Number`` from text such as "-0.5", "7.1e-1506" or "10,000"; ValueError otherwise."""
    text = str(text).replace("−", "-")
    mantissa, mark, exponent = text.replace("E", "e").removeprefix("-").partition("e")
    digits = mantissa.replace(",", "").replace(".", "", 1)
    power = exponent[1:] if exponent[:1] in ("-", "+") else exponent
    whole = digits.isascii() and digits.isdigit() and mantissa[0] != ","
    if not whole or (mark and not (power.isascii() and power.isdigit())):
        raise ValueError(f"{text!r} is no number text such as '-0.5', '7.1e-15' or '10,000'")
    return Number(text)


def symbol(text: str) -> Symbol:
    """A symbol from "h_t", "h_{t-1}", "x^2" or "W_hh^⊤", its scripts in compact notation."""
    scripts: dict[str, str] = {}
    for mark in "^_":
        text, found, script = text.rpartition(mark) if mark in text else (text, "", "")
        if found:
            braced = script.startswith("{") and script.endswith("}")
            scripts[mark] = script[1:-1] if braced else script
    unread = any(mark in piece for piece in (text, *scripts.values()) for mark in "^_{}")
    if not text or unread or any(mark in text for mark in " +-=*/()"):
        raise ValueError(f"not a symbol with at most one subscript, then one superscript: {text!r}")
    return Symbol(text, scripts.get("_"), scripts.get("^"))


def parse(item: Item) -> Expression:
    """A node as it is; a whole number or a string that starts as a number does: ``Number``, of a
    fraction such as "1/3" ``Quotient``; any other string: ``symbol``."""
    if isinstance(item, int):
        return number(item)
    if isinstance(item, str):
        start = item.lstrip("-−")[:1]
        if start == "." or (start.isascii() and start.isdigit()):
            over, slash, under = item.partition("/")
            if slash and over[:1] in ("-", "−"):
                return negated(quotient(over[1:], under))
            return quotient(over, under) if slash else number(item)
        return negated(item[1:]) if item[:1] in ("-", "−") else symbol(item)
    return item


def negated(inside: Item) -> Negated:
    """-inside."""
    return Negated(parse(inside))


def total(first: Item, *others: Item) -> Expression:
    """The sum; of one term, that term."""
    return Sum((parse(first), *map(parse, others))) if others else parse(first)


def difference(first: Item, *others: Item) -> Sum:
    """first - other - ..."""
    return Sum((parse(first), *map(negated, others)))


def product(first: Item, *others: Item, sign: str = "") -> Expression:
    """The product, its factors side by side or with ``sign`` between; of one factor, that one."""
    if sign not in PRODUCT_SIGNS:
        raise ValueError(f"{sign!r} is none of {PRODUCT_SIGNS}")
    return Product((parse(first), *map(parse, others)), sign) if others else parse(first)


def times(first: Item, *others: Item) -> Expression:
    """a·b·c, the product of numbers."""
    return product(first, *others, sign="·")


def elementwise(first: Item, *others: Item) -> Expression:
    """a ⊙ b, the product entry by entry."""
    return product(first, *others, sign="⊙")


def quotient(over: Item, under: Item) -> Quotient:
    """over / under."""
    return Quotient(parse(over), parse(under))


def power(base: Item, exponent: Item) -> Power:
    """base ^ exponent."""
    return Power(parse(base), parse(exponent))


def transpose(base: Item) -> Power:
    """The transpose of a matrix or a vector."""
    return Power(parse(base), Symbol("⊤"))


def call(name: str, *arguments: Item) -> Apply:
    """name(arguments): tanh, softmax, σ, ln, exp, diag, max ..."""
    return Apply(name, tuple(map(parse, arguments)))


def root(inside: Item) -> Apply:
    """The square root."""
    return call("√", inside)


def vector(*items: Item) -> Matrix:
    """A column vector (one line in plain text)."""
    return Matrix(tuple((parse(item),) for item in items), "column")


def row(*items: Item) -> Matrix:
    """A vector on one line, (a, b, c)."""
    return Matrix((tuple(map(parse, items)),), "row")


def matrix(*rows: tuple[Item, ...] | list[Item]) -> Matrix:
    """A matrix by its rows; ValueError unless they are equally long."""
    if len({len(entries) for entries in rows}) > 1:
        raise ValueError("the rows of a matrix are equally long")
    return Matrix(tuple(tuple(map(parse, entries)) for entries in rows))


def norm(inside: Item, sub: Expression | str | None = None) -> Norm:
    """‖inside‖, with the norm's name below: "2", "F"."""
    return Norm(parse(inside), sub)


def absolute(inside: Item) -> Norm:
    """|inside|."""
    return Norm(parse(inside), bars="|")


def summation(
    lower: Expression | str | None, upper: Expression | str | None, body: Item
) -> BigOperator:
    """∑ of body; "t=1" and "T" are its limits."""
    return BigOperator("∑", lower, upper, parse(body))


def product_over(
    lower: Expression | str | None, upper: Expression | str | None, body: Item
) -> BigOperator:
    """∏ of body; "t=k+1" and "T" are its limits."""
    return BigOperator("∏", lower, upper, parse(body))


def relate(first: Item, *signs_and_items: Item) -> Relation:
    """``relate(a, "=", b, "≈", c)``."""
    signs = tuple(str(sign) for sign in signs_and_items[::2])
    others = signs_and_items[1::2]
    if len(signs) != len(others) or not all(sign in RELATION_SIGNS for sign in signs):
        raise ValueError(f"a sign of {RELATION_SIGNS} goes before each further item")
    return Relation((parse(first), *map(parse, others)), signs)


def equals(first: Item, *others: Item) -> Relation:
    """a = b = c."""
    return Relation((parse(first), *map(parse, others)), ("=",) * len(others))
