"""`list`: what each example shows, and where in the book it stands."""

from typing import Annotated

import typer

from rnn_examples.cli import reading
from rnn_examples.cli.command import Computed, example
from rnn_examples.examples import catalogue as this

app = typer.Typer(add_completion=False)


@example(app, work=False)
def list_examples(
    source: Annotated[
        str | None, typer.Option("--source", metavar="NAME", help="chapter, lesson or notebook.")
    ] = None,
) -> Computed:
    """What each example shows, and where in the book it stands."""
    if source is not None:
        reading.choice(source, "--source", (this.CHAPTER, this.LESSON, this.NOTEBOOK))
    return this, this.compute(source)
