"""The tables in a terminal, by Rich: fitted to it, or, piped, as wide as the content needs.

In a narrow terminal columns of words are wrapped; a table that is still too wide is shown in
parts, each with its key columns, and where even those would fold a number, a row at a time. Words
are Text, never markup.
"""

from collections.abc import Iterator, Mapping, Sequence
from io import StringIO
from itertools import chain
from typing import TYPE_CHECKING

from rich.box import Box
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions
from rich.segment import Segment
from rich.table import Table as RichTable
from rich.text import Text

from rnn_examples.tables.folding import INDENT, folded
from rnn_examples.tables.formats import Look
from rnn_examples.tables.layout import Heading, Layout, Shown, lay_out
from rnn_examples.tables.narrow import (
    between,
    narrowest,
    narrowest_heading,
    parts_of,
    records,
    unbroken,
)
from rnn_examples.tables.prose import LONGEST_LINE, lines, plain
from rnn_examples.tables.table import Document, Table, Work
from rnn_examples.tables.width import pad
from rnn_examples.visible import visible

if TYPE_CHECKING:
    from rnn_examples.equations.expression import Expression

UNFOLDED = 1_000_000
# Rich's SIMPLE_HEAD and ASCII2, with the same rule below the head and above a total.
RULES = "    \n    \n ── \n    \n ── \n    \n    \n    \n"
ASCII_RULES = "+-++\n| ||\n+-++\n| ||\n+-++\n+-++\n| ||\n+-++\n"
STYLES = {"bar": "cyan", "word": "", "number": "", "vector": ""}


def render(document: Document, look: Look) -> Iterator[str]:
    """The document's text; a stream's batches come as they are computed."""
    for place, block in enumerate(blocks(document, look)):
        if place:
            yield "\n"
        yield from block


def blocks(document: Document, look: Look) -> Iterator[Iterator[str]]:
    """The document's blocks, to stand a blank line apart."""
    if document.parts:
        yield iter([printed(look, [Text(visible(document.title), style="bold")], look.width)])
    for place, table in enumerate(document.tables):
        if look.equations and table.equation is not None:
            yield _equation(table.equation, look.width)
        caption = look.caption if place == 0 and look.caption is not None else table.title
        yield _table(table, caption, look)
    for note in document.said:
        said = plain(note, look.digits)
        if said:
            yield iter([printed(look, [Text(visible(said), style="dim")], look.width)])
    for work in document.work:
        yield _work(work, look)
    for part in document.parts:
        title = visible(part.title)
        under = ("=" if look.ascii else "═") * cell_len(title)
        yield iter([printed(look, [Text(f"{title}\n{under}", style="bold cyan")], look.width)])
        yield from blocks(part, look)


def _table(table: Table, caption: str, look: Look) -> Iterator[str]:
    layout = lay_out(table, look.digits)
    if caption:
        yield printed(look, [Text(visible(caption), style="bold")], look.width)
    heads = [_heading(heading) for heading in layout.headings]
    widths = list(map(cell_len, heads))
    least = list(map(narrowest_heading, layout.headings, heads))
    whole = [0] * len(heads)
    first = True
    # Without a batch the headings stand over none.
    for batch in chain([next(layout.batches, [])], layout.batches):
        for place, column in enumerate(zip(*batch, strict=True)):
            widths[place] = max(widths[place], *(cell_len(shown.text) for shown in column))
            least[place] = max(least[place], *map(narrowest, column))
            whole[place] = max(whole[place], *map(unbroken, column))
        parts = parts_of(widths, least, layout.keys, look.width)
        gap = between(widths, look.width)
        if any(width < whole[place] for part in parts for place, width in part.items()):
            yield printed(look, list(records(heads, batch, look.ascii)), look.width)
            first = False
            continue
        for place, part in enumerate(parts):
            if place or (len(parts) > 1 and not first):
                yield "\n"
            if place:
                yield printed(look, [Text("(continued)", "bold")], look.width)
            yield _part(part, gap, heads, batch, layout, look, first or len(parts) > 1)
        first = False


def _part(
    part: Mapping[int, int],
    gap: int,
    heads: Sequence[str],
    batch: Sequence[Sequence[Shown]],
    layout: Layout,
    look: Look,
    headed: bool,
) -> str:
    """Some of the columns of a batch, each of its width, `gap` blanks apart."""
    grid = RichTable(
        box=Box(ASCII_RULES if look.ascii else RULES),
        show_edge=False,
        show_header=headed,
        padding=0,
    )
    rights = [layout.headings[place].right for place in part]
    head = [Shown(heads[place], "word") for place in part]
    for stack in _stacks([head], list(part.values()), gap, rights, low=True):
        grid.add_column(stack, width=stack.width)
    ends = len(batch) - 1 if layout.total else len(batch)
    for rows in (batch[:ends], batch[ends:]):
        if rows:
            cells = [[row[place].drawn(look.ascii) for place in part] for row in rows]
            grid.add_row(*_stacks(cells, list(part.values()), gap, rights), end_section=True)
    return printed(look, [grid], None)


class _Stack:
    """The cells of a column below each other as lines of its whole width, the blanks between the
    columns with them: Rich takes twice as long to measure and wrap a Text for each cell."""

    def __init__(self, width: int, lines: Sequence[tuple[str, str]]) -> None:
        self.width = width
        self.lines = lines

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Segment]:
        for text, style in self.lines:
            yield Segment(text, console.get_style(style))
            yield Segment.line()


def _stacks(
    rows: Sequence[Sequence[Shown]],
    widths: Sequence[int],
    gap: int,
    rights: Sequence[bool],
    low: bool = False,
) -> list[_Stack]:
    """The columns of some rows; a cell wider than its column is wrapped. low: short cells stand at
    the foot of their row."""
    stacks: list[list[tuple[str, str]]] = [[] for _ in widths]
    last = len(widths) - 1
    # The box draws one blank between two columns.
    befores = [" " * (place > 0) for place in range(len(widths))]
    afters = [" " * (gap - 2) * (place < last) for place in range(len(widths))]
    for row in rows:
        cells = [_wrapped(shown.text, width) for shown, width in zip(row, widths, strict=True)]
        height = max(map(len, cells))
        for place, (shown, texts) in enumerate(zip(row, cells, strict=True)):
            style = shown.style or STYLES[shown.kind]
            blank = [""] * (height - len(texts))
            for text in (*blank, *texts) if low else (*texts, *blank):
                line = befores[place] + pad(text, widths[place], rights[place]) + afters[place]
                stacks[place].append((line, style))
    return [
        _Stack(len(before) + width + len(after), stack)
        for before, width, after, stack in zip(befores, widths, afters, stacks, strict=True)
    ]


def _wrapped(text: str, width: int) -> list[str]:
    if cell_len(text) <= width:
        return [text]
    wrapped = Text(text).wrap(Console(), width)
    return [line.plain.rstrip() for line in wrapped]


def _heading(heading: Heading) -> str:
    label = plain(heading.label)
    return visible(f"{label} ({heading.unit})" if heading.unit else label)


def _equation(equation: "Expression", width: int | None) -> Iterator[str]:
    margin = " " * INDENT
    longest = LONGEST_LINE if width is None else min(LONGEST_LINE, width - INDENT)
    whole = [margin + line for line in lines(equation, longest)]
    yield "".join(f"{line}\n" for line in folded(whole, width))


def _work(work: Work, look: Look) -> Iterator[str]:
    yield printed(look, [Text(visible(work.title), style="bold")], look.width)
    for line in work.lines:
        yield from _equation(line, look.width)


def printed(look: Look, parts: Sequence[Text | RichTable], width: int | None) -> str:
    """What a console of that width shows; without one nothing is folded."""
    page = StringIO()
    console = Console(
        file=page,
        width=max(2, width) if width else UNFOLDED,  # a wide letter takes two columns
        color_system="standard" if look.colour else None,
        legacy_windows=False,
        force_jupyter=False,
        _environ={},
    )
    for part in parts:
        console.print(part)
    return page.getvalue()
