"""The nodes of an expression tree; ``expression`` has the functions that build one.

Nodes are compared by kind and content.
"""

from typing import TypeAlias

from rnn_examples.record import Record


class Symbol(Record):
    """A letter (italic) or a name of several letters (upright), with scripts.

    The letter may carry a combining accent or a prime (``ŷ``, ``c̃``, ``σ′``) and a leading
    ``∂``, ``∇`` or ``Δ`` (``∂E``). A script given as a string is compact notation: every letter is
    a letter of its own ("xh", "t-1", "t,k"). A word in a script is ``Words``.
    """

    name: str
    sub: "Expression | str | None" = None
    sup: "Expression | str | None" = None


class Number(Record):
    """A number already rounded, as ASCII text: "-0.5", "7.1e-15", "10,000"."""

    text: str


class Words(Record):
    """Text that is not mathematics, a user's word above all: shown as it is."""

    text: str


class Negated(Record):
    """-inside."""

    inside: "Expression"


class Sum(Record):
    """Terms; one that is negative is subtracted."""

    terms: "tuple[Expression, ...]"


class Product(Record):
    """Factors with "·", "×" or "⊙" between them, or with "" set side by side."""

    factors: "tuple[Expression, ...]"
    sign: str = ""


class Quotient(Record):
    """over / under."""

    over: "Expression"
    under: "Expression"


class Power(Record):
    """base ^ exponent; the exponent ``Symbol("⊤")`` makes a transpose."""

    base: "Expression"
    exponent: "Expression"


class Apply(Record):
    """A function by its name, and its arguments; the name "√" makes a square root."""

    name: str
    arguments: "tuple[Expression, ...]"


class Matrix(Record):
    """Rows of equal length; ``kind`` is "matrix", "column" or "row" (a vector on one line)."""

    rows: "tuple[tuple[Expression, ...], ...]"
    kind: str = "matrix"


class Norm(Record):
    """inside between bars ("‖" or "|"), with a subscript."""

    inside: "Expression"
    sub: "Expression | str | None" = None
    bars: str = "‖"


class BigOperator(Record):
    """∏ or ∑ over body, from ``lower`` to ``upper``."""

    sign: str
    lower: "Expression | str | None"
    upper: "Expression | str | None"
    body: "Expression"


class Relation(Record):
    """A chain, a = b = c ≈ d: one sign fewer than items."""

    items: "tuple[Expression, ...]"
    signs: tuple[str, ...]


Expression: TypeAlias = (
    Symbol
    | Number
    | Words
    | Negated
    | Sum
    | Product
    | Quotient
    | Power
    | Apply
    | Matrix
    | Norm
    | BigOperator
    | Relation
)
