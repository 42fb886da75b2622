"""The tables of the page: as in any HTML, and the exact values to sort by and to copy."""

import re
from collections.abc import Iterator, Sequence
from html import escape
from itertools import count
from typing import TYPE_CHECKING

from rnn_examples.tables import numbers
from rnn_examples.tables.formats import Look
from rnn_examples.tables.html import LEFT, Html
from rnn_examples.tables.layout import Heading, Layout, Shown
from rnn_examples.tables.markdown import Markdown
from rnn_examples.tables.prose import plain
from rnn_examples.tables.table import Document
from rnn_examples.visible import visible

if TYPE_CHECKING:
    from rnn_examples.equations.expression import Expression

BLANK_HEADING = re.compile(r'<th scope="row"([^>]*)></th>')


class PageTables(Html):
    """A figure for each table, its caption above; what is wider than the page scrolls in a group
    that has a name and can be reached by the keyboard."""

    def __init__(self) -> None:
        self._numbers = count(1)

    def blocks(self, document: Document, look: Look) -> Iterator[str]:
        """The tables, notes and arithmetic of one part, without its title."""
        for block in self._blocks(document, look):
            yield from block

    def equation(self, expression: "Expression") -> str:
        return (
            '<div class="wide equation" role="group" aria-label="Equation" tabindex="0">'
            f"{super().equation(expression).rstrip()}</div>\n"
        )

    def opening(self, caption: str, layout: Layout, look: Look) -> str:
        name = f"table-{next(self._numbers)}"
        return (
            f'<figure class="table">\n<figcaption id="{name}">{caption}</figcaption>\n'
            f'<div class="wide" role="group" aria-labelledby="{name}" tabindex="0">\n'
            f'<table class="rnn-example" aria-labelledby="{name}"{LEFT}>\n'
        )

    def heading(self, heading: Heading) -> str:
        """Mathematics beside its text: nothing within a button is read but text."""
        shown = super().heading(heading)
        if isinstance(heading.label, str):
            return shown
        heard = escape(_plain(heading))
        return f'<span aria-hidden="true">{shown}</span><span class="heard">{heard}</span>'

    def copied(self, heading: Heading) -> str:
        markdown = escape(Markdown().heading(heading))
        return f' data-tsv="{escape(_plain(heading))}" data-markdown="{markdown}"'

    def cell(self, shown: Shown) -> str:
        if shown.kind == "bar":
            length = numbers.bar_length(shown.text)
            return f'<span class="bar" style="--blocks:{length:g}"></span>' if length else ""
        text = super().cell(shown)
        if shown.kind == "word" or not text:
            return text
        entries = shown.value if isinstance(shown.value, tuple) else (shown.value,)
        value = " ".join(map(numbers.machine, entries))
        return f'<data value="{escape(value)}">{text}</data>'

    def row(self, texts: Sequence[str], layout: Layout) -> str:
        """A blank heads no row."""
        return BLANK_HEADING.sub(r"<td\1></td>", super().row(texts, layout))

    def closing(self, look: Look) -> str:
        return f"{super().closing(look)}</div>\n</figure>\n"


def _plain(heading: Heading) -> str:
    unit = f" ({heading.unit})" if heading.unit else ""
    return visible(plain(heading.label) + unit)
