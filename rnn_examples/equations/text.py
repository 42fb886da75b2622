"""Expressions as plain text: ``h_1 = tanh(W_xh x_1 + W_hh h_0 + b_h)``."""

import unicodedata

from rnn_examples.columns import columns
from rnn_examples.equations.dialect import Dialect
from rnn_examples.equations.nodes import Expression, Relation


def to_text(expression: Expression) -> str:
    """The expression on one line."""
    return PlainText().write(expression)


def to_text_lines(expression: Expression) -> list[str]:
    """A chain with one sign a line, the signs below each other; anything else on one line."""
    if not isinstance(expression, Relation) or not expression.signs:
        return [to_text(expression)]
    first, *others = PlainText().items(expression)
    width = max(len(sign) for sign in expression.signs)
    margins = [first, *[" " * columns(first)] * (len(others) - 1)]
    return [
        f"{margin} {sign:<{width}} {item}"
        for margin, sign, item in zip(margins, expression.signs, others, strict=True)
    ]


def is_plain(script: str) -> bool:
    """Whether a script or a root's content can stand without brackets: t, xh, 2, 0.5, 10,000."""
    return script.isalnum() or script.replace(".", "").replace(",", "").isdigit()


class PlainText(Dialect):
    """One line of Unicode text."""

    flat = True

    def name(self, name: str) -> str:
        return unicodedata.normalize("NFC", name)

    def number(self, text: str) -> str:
        return text

    def words(self, text: str) -> str:
        return text

    def compact(self, script: str) -> str:
        return script.replace("−", "-")

    def scripts(self, base: str, sub: str, sup: str) -> str:
        below = "" if not sub else f"_{sub}" if is_plain(sub) else f"_{{{sub}}}"
        if sup in ("", "⊤"):
            return base + below + ("ᵀ" if sup else "")
        return f"{base}{below}^{sup}" if is_plain(sup) else f"{base}{below}^({sup})"

    def negative(self, content: str) -> str:
        return f"-{content}"

    def sum(self, terms: list[tuple[str, str]]) -> str:
        (sign, first), *others = terms
        return f"{sign}{first}" + "".join(f" {sign} {content}" for sign, content in others)

    def product(self, factors: list[str], sign: str) -> str:
        return ("·" if sign == "·" else f" {sign} " if sign else " ").join(factors)

    def fraction(self, over: str, under: str) -> str:
        return f"{over}/{under}"

    def brackets(self, content: str) -> str:
        return f"({content})"

    def separated(self, contents: list[str]) -> str:
        return ", ".join(contents)

    def apply(self, name: str, argument: str) -> str:
        return self.name(name) + argument

    def root(self, content: str) -> str:
        return f"√{content}" if is_plain(content) else f"√({content})"

    def matrix(self, rows: list[list[str]], kind: str) -> str:
        if kind == "matrix":
            return "[" + ", ".join(f"[{', '.join(row)}]" for row in rows) + "]"
        return f"({', '.join(entry for row in rows for entry in row)})"

    def norm(self, content: str, bars: str) -> str:
        return f"{bars}{content}{bars}"

    def big(self, sign: str, lower: str, upper: str, body: str) -> str:
        return f"{self.scripts(sign, lower, upper)} {body}"

    def relation(self, items: list[str], signs: tuple[str, ...]) -> str:
        first, *others = items
        return first + "".join(f" {s} {item}" for s, item in zip(signs, others, strict=True))
