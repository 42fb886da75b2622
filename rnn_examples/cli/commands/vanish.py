"""`vanish`: what is left of a gradient that every step multiplies by the same factor."""

from typing import Annotated

import typer

from rnn_examples.cli import reading
from rnn_examples.cli.command import Computed, example
from rnn_examples.errors import InputError
from rnn_examples.examples import vanish as this
from rnn_examples.network.powers import LARGEST_EXPONENT

app = typer.Typer(add_completion=False)


@example(app, plot=True)
def vanish(
    factors: Annotated[
        str,
        typer.Option(
            "--factors", "--factor", metavar="NUMBERS", help="What one step multiplies by."
        ),
    ] = ",".join(this.FACTORS),
    distances: Annotated[
        str,
        typer.Option(
            "--distances", "--distance", metavar="NUMBERS", help="How far back, in steps."
        ),
    ] = ",".join(map(str, this.DISTANCES)),
    passage: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="A text of yours, - for standard input."),
    ] = None,
    evidence: Annotated[
        str | None, typer.Option(metavar="WORD", help="The word in it that decides the blank.")
    ] = None,
    blank: Annotated[
        str | None, typer.Option(metavar="WORD", help="The word to fill. Default: the last ____.")
    ] = None,
) -> Computed:
    """What is left of a gradient that every step multiplies by the same factor.

    In the chapter: how fast, in numbers.
    """
    read = reading.numbers(factors, "--factors", once=True)
    if passage is None:
        if evidence is not None or blank is not None:
            raise InputError("--evidence and --blank need a passage. Give it with --passage")
        bounds = -LARGEST_EXPONENT, LARGEST_EXPONENT
        steps = reading.wholes(distances, "--distances", *bounds, once=True)
        return Computed(this, this.compute(read, steps))
    if evidence is None:
        raise InputError("--passage: which word is the evidence? Name it with --evidence")
    from rnn_examples.cli.files import read_text
    from rnn_examples.examples.passage import passage_distance

    words = read_text(passage, "--passage").split()
    try:
        found = passage_distance(words, evidence, blank)
    except InputError as error:
        raise InputError(f"--passage: '{passage}': {error}") from error
    return Computed(this, this.compute(read, passage=found, source=passage))
