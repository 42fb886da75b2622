"""Rich's own picture of the table, as a standalone SVG."""

from collections.abc import Iterator
from io import StringIO

from rich.console import Console
from rich.text import Text

from rnn_examples.tables.formats import Look
from rnn_examples.tables.table import Document
from rnn_examples.tables.terminal import render as render_text

FONT = "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace"


def render(document: Document, look: Look) -> Iterator[str]:
    """One picture of the whole document, drawn without a window frame's network fonts."""
    from rich._export_format import CONSOLE_SVG_FORMAT

    text = "".join(render_text(document, Look(digits=look.digits, caption=look.caption)))
    lines = text.splitlines()
    console = Console(
        file=StringIO(),
        record=True,
        width=max([40, *map(len, lines)]) + 1,
        force_terminal=True,
        color_system="truecolor",
        emoji=False,
        markup=False,
        highlight=False,
        _environ={},
    )
    for line in lines:
        console.print(Text(line))
    yield console.export_svg(title=document.title, code_format=CONSOLE_SVG_FORMAT) + "\n"
