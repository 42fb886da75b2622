"""HTML: a figure for each table, its headings and equations in MathML, ready to paste in a page."""

from collections.abc import Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING

from rnn_examples.equations.mathml import NAMESPACE, to_mathml
from rnn_examples.tables.formats import Look
from rnn_examples.tables.layout import Heading, Layout
from rnn_examples.tables.markup import Dialect
from rnn_examples.tables.table import Document

if TYPE_CHECKING:
    from rnn_examples.equations.expression import Expression

RIGHT = ' style="text-align:right"'
# A heading is centred unless its table says where text stands; then it inherits that.
LEFT = ' style="text-align:left;border-spacing:1em 0"'


class Html(Dialect):
    def words(self, text: str) -> str:
        return escape(text)

    def mathematics(self, expression: "Expression") -> str:
        return _math(expression)

    def equation(self, expression: "Expression") -> str:
        return f"{_math(expression, display=True)}\n"

    def number(self, text: str) -> str:
        return escape(text)

    def opening(self, caption: str, layout: Layout, look: Look) -> str:
        anchor = f' id="{escape(look.label)}"' if look.label is not None else ""
        title = f"<caption>{caption}</caption>\n" if caption else ""
        return f'<table class="rnn-example"{anchor}{LEFT}>\n{title}'

    def copied(self, heading: Heading) -> str:
        """Attributes that tell what a heading is where it is copied."""
        return ""

    def head(self, texts: Sequence[str], layout: Layout) -> str:
        cells = "".join(
            f'<th scope="col"{_side(heading.right)}{self.copied(heading)}>{text}</th>'
            for text, heading in zip(texts, layout.headings, strict=True)
        )
        return f"<thead>\n<tr>{cells}</tr>\n</thead>\n<tbody>\n"

    def row(self, texts: Sequence[str], layout: Layout) -> str:
        cells = []
        for place, (text, heading) in enumerate(zip(texts, layout.headings, strict=True)):
            mark = 'th scope="row"' if place < layout.keys else "td"
            cells.append(f"<{mark}{_side(heading.right)}>{text}</{mark[:2]}>")
        return f"<tr>{''.join(cells)}</tr>\n"

    def rule(self) -> str:
        return "</tbody>\n<tbody>\n"

    def closing(self, look: Look) -> str:
        return "</tbody>\n</table>\n"

    def note(self, text: str) -> str:
        return f'<p class="rnn-example-note">{text}</p>\n'

    def book_title(self, title: str) -> str:
        return f"<h1>{title}</h1>\n"

    def part_title(self, title: str, name: str) -> str:
        return f'<h2 id="{escape(name)}">{title}</h2>\n'

    def work_title(self, title: str) -> str:
        return f"<p><strong>{title}</strong></p>\n"


def _side(right: bool) -> str:
    return RIGHT if right else ""


def _math(expression: "Expression", display: bool = False) -> str:
    """MathML as HTML has it: without the namespace that XML needs."""
    return to_mathml(expression, display).replace(f' xmlns="{NAMESPACE}"', "", 1)


def render(document: Document, look: Look) -> Iterator[str]:
    """A fragment to paste in a page."""
    return Html().render(document, look)
