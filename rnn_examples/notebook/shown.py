"""An example's result that shows itself: in a notebook as HTML, Markdown or LaTeX, else as text."""

from abc import ABC, abstractmethod
from functools import cached_property
from html import escape
from importlib import import_module
from typing import Any

from rnn_examples.errors import InputError, MissingExtraError
from rnn_examples.output import write_file
from rnn_examples.tables.example import Example
from rnn_examples.tables.formats import Look, render
from rnn_examples.tables.json import records
from rnn_examples.tables.table import Document, Table, Work


class Showing(ABC):
    """What shows its `document` wherever it is looked at."""

    @property
    @abstractmethod
    def document(self) -> Document: ...

    def _text(self, format_name: str) -> str:
        return "".join(render(self.document, format_name, Look()))

    def _repr_html_(self) -> str:
        return self._text("html")

    def _repr_markdown_(self) -> str:
        return self._text("markdown")

    def _repr_latex_(self) -> str:
        return self._text("latex")

    def __repr__(self) -> str:
        return self._text("table").rstrip("\n")


class ShownTable(Showing):
    """One table, without the notes."""

    def __init__(self, of: Document, table: Table) -> None:
        self.table = table
        self._document = of.but(tables=(table,), notes=())

    @property
    def document(self) -> Document:
        return self._document

    @property
    def rows(self) -> list[dict[str, Any]]:
        """Each row by its columns' names: a number, a text, a list of a vector's numbers, None.

        A number that no float64 holds is a text, as in JSON.
        """
        return list(records(self.table, self.table.rows))


class ShownWork(Showing):
    """The arithmetic alone; `lines` are its parts."""

    def __init__(self, of: Document, lines: tuple[Work, ...]) -> None:
        self.lines = lines
        self._document = of.but(tables=(), notes=(), work=lines)

    @property
    def document(self) -> Document:
        return self._document


class Shown(Showing):
    """An example computed: `result` has its numbers, `document` its tables of raw values."""

    def __init__(self, name: str, module: Example, result: Any) -> None:
        self.name = name
        self.module = module
        self.result = result

    @cached_property
    def document(self) -> Document:
        """The tables; rows that come as they are computed are all kept, to be shown again."""
        found = self.module.document(self.result)
        return found.but(tables=tuple(map(_kept, found.tables)))

    @property
    def tables(self) -> dict[str, ShownTable]:
        """Each table by its name, to be shown alone; `.rows` are its numbers."""
        return {table.name: ShownTable(self.document, table) for table in self.document.tables}

    @property
    def work(self) -> ShownWork:
        """The arithmetic, number by number. Raises InputError where an example has none."""
        path = f"rnn_examples.examples.work.{self.document.example.replace('-', '_')}"
        try:
            module = import_module(path)
        except ModuleNotFoundError:
            raise InputError(f"{self.name} has no arithmetic to show") from None
        return ShownWork(self.document, module.work(self.result))

    def plot(self) -> "Drawing":
        """Its picture. Raises InputError where an example has none."""
        from rnn_examples.plots.registry import picture_of

        return Drawing(picture_of(self.module.__name__, self.result, "plot()"))


class Drawing:
    """A picture that shows itself: as SVG, or in characters where that cannot be drawn."""

    def __init__(self, picture: Any) -> None:
        self.picture = picture

    def _repr_svg_(self) -> str | None:
        from rnn_examples.plots.files import picture_bytes

        return picture_bytes(self.picture, ".svg").decode() if self._lacking() is None else None

    def _repr_html_(self) -> str | None:
        lacking = self._lacking()
        if lacking is None:
            return None
        return f"<pre>{escape(repr(self))}</pre>\n<p>{escape(str(lacking))}</p>"

    def _lacking(self) -> MissingExtraError | None:
        from rnn_examples.plots.files import check_path

        try:
            check_path("a.svg", "an SVG")
        except MissingExtraError as error:
            return error
        return None

    def __repr__(self) -> str:
        from rnn_examples.plots.terminal.show import show

        return show(self.picture, Look()).rstrip("\n")

    def save(self, path: str) -> None:
        """Write it to an .svg, .png or .pdf file."""
        from rnn_examples.plots.files import check_path
        from rnn_examples.plots.registry import as_file

        check_path(path, "save()")
        write_file(path, [as_file(self.picture, path)])


def _kept(table: Table) -> Table:
    summary = None if table.summary is None else _kept(table.summary)
    return table.but(batches=tuple(table.batches), summary=summary)
