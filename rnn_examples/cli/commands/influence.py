"""`influence`: how far a nudge of the first state is felt."""

from typing import Annotated

import typer

from rnn_examples.cli import reading
from rnn_examples.cli.command import Computed, example
from rnn_examples.counted import counted
from rnn_examples.errors import InputError
from rnn_examples.examples import influence as this

app = typer.Typer(add_completion=False)

# A thousand steps of exact arithmetic take a second, of a chaotic gain, which needs more digits,
# three; the cost of such a gain grows with the square of its steps and more.
MOST_STEPS = 1000


@example(app, plot=True)
def influence(
    gains: Annotated[
        str,
        typer.Option(
            "--gains", "--gain", metavar="NUMBERS", help="What the recurrent matrix stretches by."
        ),
    ] = ",".join(this.GAINS),
    steps: Annotated[
        str,
        typer.Option(
            "--steps",
            metavar="NUMBERS",
            help="How many steps later. The number of gains times the largest of these is at most "
            f"{MOST_STEPS}.",
        ),
    ] = ",".join(map(str, this.STEPS)),
    angle: Annotated[
        str,
        typer.Option(metavar="NUMBER", help="What the recurrent matrix turns by, in radians."),
    ] = this.ANGLE,
    x: Annotated[
        str,
        typer.Option("--input", metavar="NUMBERS", help="What each unit is given at every step."),
    ] = ",".join(this.INPUT),
) -> Computed:
    """How far a nudge of the first state is felt, by the size of the recurrent matrix.

    In the lesson: in code, the influence of the first word.
    """
    g = reading.moderates(gains, "--gains", once=True)
    T = reading.wholes(steps, "--steps", 0, MOST_STEPS, once=True)
    if len(g) * max(T) > MOST_STEPS:
        raise InputError(
            f"--steps: {len(g)} gains of {counted(max(T), 'step')} are too many. "
            f"Expected at most {counted(MOST_STEPS // len(g), 'step')}, or fewer gains"
        )
    given = reading.moderates(x, "--input")
    if len(given) != 2:
        raise InputError(
            f"--input: '{x}' has {counted(len(given), 'number')}. Expected 2, one for each unit"
        )
    return Computed(this, this.compute(g, T, reading.moderate(angle, "--angle"), given))
