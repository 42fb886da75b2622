"""`book`: every example in the book's order, as one document."""

from typing import Annotated

import typer

from rnn_examples.book import contents as this
from rnn_examples.cli import reading
from rnn_examples.cli.captured import captured_example
from rnn_examples.cli.command import Computed, example
from rnn_examples.cli.options import Fast, one_of
from rnn_examples.examples import catalogue

app = typer.Typer(add_completion=False)


@example(app, tables=False, work=False)
def book(
    source: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Only what is of one source: chapter, lesson or notebook.",
            autocompletion=one_of(catalogue.SOURCES),
        ),
    ] = None,
    fast: Fast = False,
) -> Computed:
    """Every example in the book's order, as one document: -f latex compiles, -f html stands alone.

    The equation stands above each table, the errata at the end.
    """
    if source is not None:
        reading.choice(source, "--source", catalogue.SOURCES)
    chosen = catalogue.compute(source)
    entries = tuple(entry for entry in chosen if not (fast and entry.trains))
    errata = ["verify", "--errata"]
    if source is not None:
        errata += ["--source", source]
    if fast:
        errata.append("--fast")
    return Computed(this, this.compute(entries, errata, captured_example))
