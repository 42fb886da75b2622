"""GitHub's Markdown: pipe tables that are aligned as text too, and mathematics between dollars."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rnn_examples.tables.formats import Look
from rnn_examples.tables.layout import Layout
from rnn_examples.tables.markup import Dialect
from rnn_examples.tables.prose import is_long
from rnn_examples.tables.table import Document
from rnn_examples.tables.width import padded, width_of

if TYPE_CHECKING:
    from rnn_examples.equations.expression import Expression

SPECIAL = str.maketrans({mark: f"\\{mark}" for mark in "\\`*_[]<>|~$&#"})


class Markdown(Dialect):
    def words(self, text: str) -> str:
        return text.translate(SPECIAL)

    def mathematics(self, expression: "Expression") -> str:
        from rnn_examples.equations.latex import to_latex

        return f"${to_latex(expression, inline=True)}$"

    def equation(self, expression: "Expression") -> str:
        from rnn_examples.equations.latex import to_latex

        return f"$$\n{to_latex(expression, aligned=is_long(expression))}\n$$\n"

    def opening(self, caption: str, layout: Layout, look: Look) -> str:
        return f"**{caption}**\n\n" if caption else ""

    def head(self, texts: Sequence[str], layout: Layout) -> str:
        sides = zip(texts, layout.headings, strict=True)
        rules = ("-" * (width_of(text) - 1) + (":" if side.right else "-") for text, side in sides)
        return f"| {' | '.join(texts)} |\n| {' | '.join(rules)} |\n"

    def row(self, texts: Sequence[str], layout: Layout) -> str:
        return f"| {' | '.join(texts)} |\n"

    def aligned(self, rows: list[list[str]], layout: Layout) -> list[list[str]]:
        return padded(rows, [heading.right for heading in layout.headings], least=3)

    def closing(self, look: Look) -> str:
        return ""

    def note(self, text: str) -> str:
        return f"{text}\n"

    def book_title(self, title: str) -> str:
        return f"# {title}\n"

    def part_title(self, title: str, name: str) -> str:
        return f"## {title}\n"

    def work_title(self, title: str) -> str:
        return f"**{title}**\n"


def render(document: Document, look: Look) -> Iterator[str]:
    return Markdown().render(document, look)
