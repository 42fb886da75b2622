"""The one walk over an expression: it decides brackets and minus signs, a dialect only spells.

Flat dialects (a line of text) write a quotient as a/b, so it needs brackets where a drawn
fraction needs none.
"""

import unicodedata
from abc import ABC, abstractmethod

from rnn_examples.equations.brackets import (
    ATOM,
    BESIDE,
    POWER,
    PRODUCT,
    SUM,
    binding,
    open_right,
    opposite,
    signed,
)
from rnn_examples.equations.nodes import (
    Apply,
    BigOperator,
    Expression,
    Matrix,
    Negated,
    Norm,
    Number,
    Power,
    Product,
    Quotient,
    Relation,
    Sum,
    Symbol,
    Words,
)

ACCENTS = "\u0302\u0303\u0304\u0307\u20d7\u20d6"  # hat, tilde, bar, dot, arrows right and left
PREFIXES = "∂∇Δ"
UNSHOWN = "\ufffe\uffff\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


def clean(text: str) -> str:
    """Text on one line: white space as blanks; what XML cannot hold and what turns the direction
    of the text around it as U+FFFD."""
    if text.isprintable():
        return text
    return "".join(
        " "
        if character.isspace()
        else "\ufffd"
        if unicodedata.category(character) in ("Cc", "Cs") or character in UNSHOWN
        else character
        for character in text
    )


def split_accent(name: str) -> tuple[str, str]:
    """("y", hat) from ŷ, (name, "") where there is no accent of ours."""
    letters = unicodedata.normalize("NFD", name)
    if len(letters) == 2 and letters[1] in ACCENTS:
        return letters[0], letters[1]
    return name, ""


class Dialect(ABC):
    """How one notation spells each piece; ``write`` walks the tree. Holds no state."""

    flat = False

    def write(self, expression: Expression, leading: bool = True) -> str:
        """The expression in this dialect. ``leading``: nothing stands before it, so that a
        first minus sign needs no brackets."""
        match expression:
            case Symbol(name, sub, sup):
                return self.scripts(self.name(clean(name)), self.script(sub), self.script(sup))
            case Number(text) if not signed(expression):
                return self.number(text)
            case Words(text):
                return self.words(clean(text))
            case Number() | Negated():
                return self.negative(self.operand(opposite(expression), PRODUCT, False))
            case Sum(terms):
                return self.sum([self.term(term, i, leading) for i, term in enumerate(terms)])
            case Product(factors, sign):
                end = len(factors) - 1
                contents = [
                    self.factor(factor, sign, leading, first=i == 0, last=i == end)
                    for i, factor in enumerate(factors)
                ]
                return self.product(contents, sign)
            case Quotient(over, under):
                return self.quotient(over, under, leading)
            case Power(Symbol(name, sub, None), exponent):
                return self.scripts(self.name(clean(name)), self.script(sub), self.write(exponent))
            case Power(base, exponent):
                return self.scripts(self.operand(base, ATOM, False), "", self.write(exponent))
            case Apply("√", (inside, *_)):
                return self.root(self.write(inside))
            case Apply(name, (Matrix() as inside,)):
                return self.apply(name, self.write(inside))
            case Apply(name, arguments):
                content = self.separated([self.write(argument) for argument in arguments])
                return self.apply(name, self.brackets(content))
            case Matrix(rows, kind):
                entries = self.entries()
                return self.matrix([[entries.write(entry) for entry in row] for row in rows], kind)
            case Norm(inside, sub, bars):
                return self.scripts(self.norm(self.write(inside), bars), self.script(sub), "")
            case BigOperator(sign, lower, upper, body):
                content = self.operand(body, PRODUCT, False)
                return self.big(sign, self.script(lower), self.script(upper), content)
            case _:
                return self.relation(self.items(expression), expression.signs)

    def entries(self) -> "Dialect":
        """The dialect of a matrix's entries."""
        return self

    def operand(self, expression: Expression, least: int, leading: bool) -> str:
        """The expression, in brackets where it holds together less tightly than ``least``."""
        if binding(expression, self.flat) >= least or (leading and signed(expression)):
            return self.write(expression, leading)
        return self.brackets(self.write(expression))

    def term(self, term: Expression, place: int, leading: bool) -> tuple[str, str]:
        """A term's sign ("" for a first one that is not negative) and the rest of it."""
        if signed(term) and (place or leading):
            return "-", self.operand(opposite(term), PRODUCT, False)
        return "+" if place else "", self.operand(term, PRODUCT, leading and not place)

    def factor(
        self, factor: Expression, sign: str, leading: bool, *, first: bool, last: bool
    ) -> str:
        """A factor. Brackets show every product within a product but a·(W x), where none can
        misread; ⊙ beside a matrix product has no agreed order, so it shows that one too."""
        nested = isinstance(factor, Product) and (factor.sign != "" or sign in ("", "⊙"))
        unclear = isinstance(factor, Number) and sign == "" and not first
        # -1/3·x: of the sign, the stroke and the product none is seen to be the last.
        unclear |= self.flat and signed(factor) and isinstance(opposite(factor), Quotient)
        if nested or unclear or (open_right(factor) and not last):
            return self.brackets(self.write(factor))
        least = PRODUCT if isinstance(factor, BigOperator) else BESIDE
        return self.operand(factor, least, leading and first)

    def quotient(self, over: Expression, under: Expression, leading: bool) -> str:
        """over / under; drawn as a fraction it needs no brackets."""
        if not self.flat:
            return self.fraction(self.write(over), self.write(under))
        bare = opposite(over) if signed(over) else over
        nested = isinstance(bare, Quotient)
        least = POWER if nested or open_right(over) else PRODUCT
        above = self.operand(over, least, leading and not nested)
        return self.fraction(above, self.operand(under, POWER, False))

    def script(self, script: Expression | str | None) -> str:
        """A subscript, superscript or limit; "" where there is none."""
        if not script:
            return ""
        return self.compact(clean(script)) if isinstance(script, str) else self.write(script)

    def items(self, relation: Relation) -> list[str]:
        """What stands between the signs of a chain."""
        return [self.operand(item, SUM, True) for item in relation.items]

    @abstractmethod
    def name(self, name: str) -> str:
        """A symbol's letter or its name of several letters."""

    @abstractmethod
    def number(self, text: str) -> str:
        """A number without a sign."""

    @abstractmethod
    def words(self, text: str) -> str:
        """Text, escaped."""

    @abstractmethod
    def compact(self, script: str) -> str:
        """A script in compact notation."""

    @abstractmethod
    def scripts(self, base: str, sub: str, sup: str) -> str:
        """A base with a subscript and a superscript, "" for none."""

    @abstractmethod
    def negative(self, content: str) -> str:
        """A minus sign before the content."""

    @abstractmethod
    def sum(self, terms: list[tuple[str, str]]) -> str:
        """Signs and terms; the first sign may be ""."""

    @abstractmethod
    def product(self, factors: list[str], sign: str) -> str:
        """Factors with the sign between them."""

    @abstractmethod
    def fraction(self, over: str, under: str) -> str:
        """A quotient."""

    @abstractmethod
    def brackets(self, content: str) -> str:
        """Round brackets, as high as the content."""

    @abstractmethod
    def separated(self, contents: list[str]) -> str:
        """A list with commas."""

    @abstractmethod
    def apply(self, name: str, argument: str) -> str:
        """A function's name before an argument that has its brackets."""

    @abstractmethod
    def root(self, content: str) -> str:
        """A square root."""

    @abstractmethod
    def matrix(self, rows: list[list[str]], kind: str) -> str:
        """A matrix, a column or a row."""

    @abstractmethod
    def norm(self, content: str, bars: str) -> str:
        """The content between bars."""

    @abstractmethod
    def big(self, sign: str, lower: str, upper: str, body: str) -> str:
        """∏ or ∑ with its limits and its body."""

    @abstractmethod
    def relation(self, items: list[str], signs: tuple[str, ...]) -> str:
        """A chain on one line."""
