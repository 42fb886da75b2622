"""A picture as a terminal's text."""

from textwrap import wrap

from rich.text import Text

from rnn_examples.plots.picture import Bars, Chart, Heat, Picture
from rnn_examples.plots.terminal.blocks import bar_lines, heat_lines
from rnn_examples.plots.terminal.charts import chart_lines, plane_lines
from rnn_examples.tables.formats import Look
from rnn_examples.tables.terminal import printed
from rnn_examples.visible import visible

NARROWEST, WIDTH, WIDEST = 40, 80, 100


def show(picture: Picture, look: Look) -> str:
    """The title, then panel below panel; as wide as the terminal, a book's 80 columns without."""
    width = max(NARROWEST, min(look.width or WIDTH, WIDEST))
    lines = [Text(line, style="bold") for line in wrap(visible(picture.title), width)]
    lines += [Text(line, style="dim") for line in wrap(visible(picture.note), width)]
    for panel in picture.panels:
        if len(picture.panels) > 1:
            title = wrap(visible(panel.title), width)
            lines += [Text(), *(Text(line, style="underline") for line in title)]
        match panel:
            case Chart():
                lines += chart_lines(panel, width, look.ascii)
            case Bars():
                lines += bar_lines(panel, width, look.ascii)
            case Heat():
                lines += heat_lines(panel, width, look.ascii)
            case _:
                lines += plane_lines(panel, width, look.ascii)
    return printed(look, lines, None)
