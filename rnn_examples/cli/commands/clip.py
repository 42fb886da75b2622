"""`clip`: gradients scaled down to a threshold."""

from typing import Annotated

import typer

from rnn_examples.cli import reading
from rnn_examples.cli.command import Computed, example
from rnn_examples.errors import InputError
from rnn_examples.examples import clip as this

app = typer.Typer(add_completion=False)

RULES: tuple[this.Rule, ...] = ("textbook", "pytorch")
MOST_ENTRIES = 1000


@example(app, plot=True)
def clip(
    gradient: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NUMBERS",
            help="A gradient, such as 3,4; give the option again for each further one. "
            f"Default: {this.GRADIENTS[0][0]},{this.GRADIENTS[0][1]} and five more.",
        ),
    ] = None,
    threshold: Annotated[
        str, typer.Option(metavar="NUMBER", help="The largest norm that is left alone.")
    ] = this.THRESHOLD,
    together: Annotated[
        bool,
        typer.Option("--together", help="The gradients are one network's: one norm for them all."),
    ] = False,
    rule: Annotated[
        str,
        typer.Option(
            "--rule",
            metavar="RULE",
            help="textbook divides by the norm, pytorch by the norm + 1e-6.",
        ),
    ] = RULES[0],
) -> Computed:
    """Gradients before and after clipping: shorter, in the same direction.

    In the chapter: gradient clipping.
    """
    limit = reading.moderate(threshold, "--threshold")
    if limit <= 0:
        raise InputError(f"--threshold: '{threshold}' is not above 0. Expected a number such as 5")
    gradients = (
        this.GRADIENTS
        if gradient is None
        else tuple(reading.moderates(text, "--gradient") for text in gradient)
    )
    entries = sum(map(len, gradients))
    if entries > MOST_ENTRIES:
        raise InputError(
            f"--gradient: {entries:,} entries are given. Expected {MOST_ENTRIES:,} at most, of all "
            "gradients"
        )
    return Computed(
        this, this.compute(gradients, limit, together, reading.choice(rule, "--rule", RULES))
    )
