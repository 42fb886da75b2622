"""One walk over a document for every format with marks; a dialect supplies the marks alone."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from rnn_examples.tables.formats import Look
from rnn_examples.tables.layout import Heading, Layout, Shown, lay_out, unaligned
from rnn_examples.tables.prose import said
from rnn_examples.tables.table import Document, Table
from rnn_examples.visible import visible

if TYPE_CHECKING:
    from rnn_examples.equations.expression import Expression


class Dialect(ABC):
    """The marks of one format. Methods return text that ends in a newline, or one cell's text.

    keeps_blanks: what people read at last still has every blank.
    """

    keeps_blanks = False

    @abstractmethod
    def words(self, text: str) -> str:
        """Text of any origin, escaped."""

    @abstractmethod
    def mathematics(self, expression: "Expression") -> str:
        """An expression within a line."""

    @abstractmethod
    def equation(self, expression: "Expression") -> str:
        """An expression on lines of its own."""

    @abstractmethod
    def opening(self, caption: str, layout: Layout, look: Look) -> str:
        """All that stands before a table's headings; the look's label goes to the first alone."""

    @abstractmethod
    def head(self, texts: Sequence[str], layout: Layout) -> str: ...

    @abstractmethod
    def row(self, texts: Sequence[str], layout: Layout) -> str: ...

    @abstractmethod
    def closing(self, look: Look) -> str: ...

    @abstractmethod
    def note(self, text: str) -> str: ...

    @abstractmethod
    def work_title(self, title: str) -> str: ...

    @abstractmethod
    def book_title(self, title: str) -> str: ...

    @abstractmethod
    def part_title(self, title: str, name: str) -> str: ...

    def rule(self) -> str:
        """Between the rows and their total."""
        return ""

    def number(self, text: str) -> str:
        return text

    def cell(self, shown: Shown) -> str:
        if shown.kind == "word":
            return self.words(shown.text)
        aligned = shown.kind != "vector" or self.keeps_blanks
        return self.number(shown.text if aligned else unaligned(shown.text))

    def label(self, label: "str | Expression") -> str:
        return self.shown(label) if isinstance(label, str) else self.mathematics(label)

    def shown(self, text: str) -> str:
        """Words of any origin on one line: titles and notes may repeat what a user typed."""
        return self.words(visible(text))

    def heading(self, heading: Heading) -> str:
        unit = f" ({self.shown(heading.unit)})" if heading.unit else ""
        return self.label(heading.label) + unit

    def aligned(self, rows: list[list[str]], layout: Layout) -> list[list[str]]:
        """A batch with its cells padded, where a format is read as text."""
        return rows

    def fitted(self, rows: Sequence[Sequence[str]], layout: Layout) -> "Dialect":
        """The marks for a table that begins with these rows, its headings first."""
        return self

    def render(self, document: Document, look: Look) -> Iterator[str]:
        """The whole document, a piece for each batch; blocks stand a blank line apart."""
        for place, block in enumerate(self._blocks(document, look)):
            if place:
                yield "\n"
            yield from block

    def _blocks(self, document: Document, look: Look) -> Iterator[Iterable[str]]:
        if document.parts:
            yield [self.book_title(self.shown(document.title))]
        for place, table in enumerate(document.tables):
            if look.equations and table.equation is not None:
                yield [self.equation(table.equation)]
            yield self._table(table, look, first=place == 0)
        for note in document.said:
            parts = said(note, look.digits)
            if parts:
                yield [self.note("".join(map(self.label, parts)))]
        for work in document.work:
            yield [self.work_title(self.shown(work.title))]
            yield [self.equation(line) for line in work.lines]
        for part in document.parts:
            yield [self.part_title(self.shown(part.title), part.example)]
            yield from self._blocks(part, look)

    def _table(self, table: Table, look: Look, first: bool) -> Iterator[str]:
        layout = lay_out(table, look.digits)
        caption = look.caption if first and look.caption is not None else table.title
        opening = (self.shown(caption), layout, look if first else Look())
        head = [self.heading(heading) for heading in layout.headings]
        above: list[str] | None = None
        marks, pending = self, ""
        for batch in layout.batches:
            texts = [[self.cell(shown) for shown in row] for row in batch]
            if above is None:
                above, *texts = self.aligned([head, *texts], layout)
                marks = self.fitted([above, *texts], layout)
                pending = marks.opening(*opening) + marks.head(above, layout)
            else:
                texts = self.aligned([above, *texts], layout)[1:]
            lines = [marks.row(row, layout) for row in texts]
            if layout.total:
                lines.insert(-1, marks.rule())
            yield pending + "".join(lines)
            pending = ""
        if above is None:
            (above,) = self.aligned([head], layout)
            marks = self.fitted([above], layout)
            pending = marks.opening(*opening) + marks.head(above, layout)
        yield pending + marks.closing(look if first else Look())
