"""Aligned ASCII columns, for a monospaced page and for line tools."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rnn_examples.tables.formats import Look
from rnn_examples.tables.layout import Layout
from rnn_examples.tables.markup import Dialect
from rnn_examples.tables.prose import lines
from rnn_examples.tables.table import Document
from rnn_examples.tables.width import padded, width_of

if TYPE_CHECKING:
    from rnn_examples.equations.expression import Expression


class Plain(Dialect):
    keeps_blanks = True

    def words(self, text: str) -> str:
        return text

    def mathematics(self, expression: "Expression") -> str:
        from rnn_examples.equations.text import to_text

        return to_text(expression)

    def equation(self, expression: "Expression") -> str:
        return "".join(f"  {line}\n" for line in lines(expression))

    def opening(self, caption: str, layout: Layout, look: Look) -> str:
        return f"{caption}\n" if caption else ""

    def head(self, texts: Sequence[str], layout: Layout) -> str:
        rules = "  ".join("-" * width_of(text) for text in texts)
        return f"{self.row(texts, layout)}{rules}\n"

    def row(self, texts: Sequence[str], layout: Layout) -> str:
        return "  ".join(texts) + "\n"

    def aligned(self, rows: list[list[str]], layout: Layout) -> list[list[str]]:
        return padded(rows, [heading.right for heading in layout.headings])

    def closing(self, look: Look) -> str:
        return ""

    def note(self, text: str) -> str:
        return f"{text}\n"

    def book_title(self, title: str) -> str:
        return f"{title}\n{'=' * width_of(title)}\n"

    def part_title(self, title: str, name: str) -> str:
        return f"\n{title}\n{'=' * width_of(title)}\n"

    def work_title(self, title: str) -> str:
        return f"{title}\n"


def render(document: Document, look: Look) -> Iterator[str]:
    return Plain().render(document, look)
