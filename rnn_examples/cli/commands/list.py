"""`list`: what each example shows, and where in the book it stands."""

from typing import Annotated

import typer

from rnn_examples.cli import reading
from rnn_examples.cli.command import Computed, example
from rnn_examples.cli.options import one_of
from rnn_examples.examples import catalogue as this

app = typer.Typer(add_completion=False)


@example(app, digits=False, work=False)
def list_examples(
    source: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Only what is of one source: chapter, lesson or notebook.",
            autocompletion=one_of(this.SOURCES),
        ),
    ] = None,
) -> Computed:
    """What each example shows, and where in the book it stands."""
    if source is not None:
        reading.choice(source, "--source", this.SOURCES)
    return Computed(this, this.compute(source))
