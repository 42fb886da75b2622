"""The tables in a terminal, by Rich: fitted to it, or, piped, as wide as the content needs.

A table too wide for the terminal is shown in parts, each with its key columns, so that no digit
is ever folded or cut. Words are Text, never markup.
"""

from collections.abc import Iterator, Sequence
from io import StringIO
from typing import TYPE_CHECKING

from rich import box
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

from rnn_examples.tables.formats import Look
from rnn_examples.tables.layout import Heading, Layout, Shown, lay_out
from rnn_examples.tables.prose import lines, plain
from rnn_examples.tables.table import Document, Table, Work

if TYPE_CHECKING:
    from rnn_examples.equations.expression import Expression

BETWEEN = 2
STYLES = {"bar": "cyan", "word": "", "number": "", "vector": ""}


def render(document: Document, look: Look) -> Iterator[str]:
    """The document's text; a stream's batches come as they are computed."""
    for place, block in enumerate(blocks(document, look)):
        if place:
            yield "\n"
        yield from block


def blocks(document: Document, look: Look) -> Iterator[Iterator[str]]:
    """The document's parts, to stand a blank line apart."""
    for place, table in enumerate(document.tables):
        if look.equations and table.equation is not None:
            yield _equation(table.equation)
        caption = look.caption if place == 0 and look.caption is not None else table.title
        yield _table(table, caption, look)
    for note in document.notes:
        yield iter([_print(look, [Text(plain(note), style="dim")], look.width)])
    for work in document.work:
        yield _work(work, look)


def _table(table: Table, caption: str, look: Look) -> Iterator[str]:
    layout = lay_out(table, look.digits)
    yield _print(look, [Text(caption, style="bold")], look.width)
    heads = [_heading(heading) for heading in layout.headings]
    widths = [max(map(cell_len, head.split("\n"))) for head in heads]
    first = True
    for batch in layout.batches:
        for place, column in enumerate(zip(*batch, strict=True)):
            widths[place] = max(widths[place], *(cell_len(shown.text) for shown in column))
        for part in _parts(widths, layout.keys, look.width):
            yield from _part(part, heads, widths, batch, layout, look, first)
        first = False
    if first:
        yield from _part(range(len(heads)), heads, widths, [], layout, look, first)


def _part(
    part: Sequence[int],
    heads: Sequence[str],
    widths: Sequence[int],
    batch: Sequence[Sequence[Shown]],
    layout: Layout,
    look: Look,
    first: bool,
) -> Iterator[str]:
    """Some of the columns of a batch; the head stands over the first batch alone."""
    grid = RichTable(
        box=box.SIMPLE_HEAD if not look.ascii else box.ASCII2,
        show_edge=False,
        pad_edge=False,
        show_header=first,
        padding=(0, BETWEEN, 0, 0),
        header_style="bold",
    )
    for place in part:
        side = "right" if layout.headings[place].right else "left"
        grid.add_column(
            Text(heads[place]),
            justify="right" if side == "right" else "left",
            min_width=widths[place],
            no_wrap=look.width is None,
            overflow="fold",
        )
    for place, row in enumerate(batch):
        ends = layout.total and place == len(batch) - 2
        cells = [Text(row[at].text, style=row[at].style or STYLES[row[at].kind]) for at in part]
        grid.add_row(*cells, end_section=ends)
    yield _print(look, [grid], look.width)


def _parts(widths: Sequence[int], keys: int, width: int | None) -> list[list[int]]:
    """The columns in parts that fit the width, each part led by the key columns."""
    everything = list(range(len(widths)))
    if width is None or _taken(widths, everything) <= width:
        return [everything]
    lead = everything[:keys]
    parts = [list(lead)]
    for place in everything[keys:]:
        if len(parts[-1]) > keys and _taken(widths, [*parts[-1], place]) > width:
            parts.append(list(lead))
        parts[-1].append(place)
    return parts


def _taken(widths: Sequence[int], places: Sequence[int]) -> int:
    return sum(widths[place] + BETWEEN for place in places)


def _heading(heading: Heading) -> str:
    label = plain(heading.label)
    return f"{label} ({heading.unit})" if heading.unit else label


def _equation(equation: "Expression") -> Iterator[str]:
    yield "".join(f"  {line}\n" for line in lines(equation))


def _work(work: Work, look: Look) -> Iterator[str]:
    yield _print(look, [Text(work.title, style="bold")], look.width)
    for line in work.lines:
        yield from _equation(line)


def _print(look: Look, parts: Sequence[Text | RichTable], width: int | None) -> str:
    """What a console of that width shows; without one nothing is folded."""
    page = StringIO()
    console = Console(
        file=page,
        width=width or 100_000,
        force_terminal=look.colour,
        color_system="standard" if look.colour else None,
        no_color=not look.colour,
        legacy_windows=False,
        emoji=False,
        markup=False,
        highlight=False,
        _environ={},
    )
    for part in parts:
        console.print(part)
    lines = page.getvalue().split("\n")
    return "\n".join(line.rstrip() for line in lines)


__all__ = ["blocks", "render"]
