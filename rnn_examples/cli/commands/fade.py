"""`fade`: how small the gradient is by the time it reaches the word to remember."""

from contextlib import nullcontext
from typing import Annotated

import typer

from rnn_examples.cli import reading
from rnn_examples.cli.command import Computed, example
from rnn_examples.cli.options import one_of
from rnn_examples.cli.progress import Quiet, of_steps

app = typer.Typer(add_completion=False)

# Of 200 sequences each position takes 100 kB: 200 MB at the most.
MOST_DISTANCE = 2000
NETWORKS = ("trained", "untrained", "both")


@example(app, work=False, plot=True)
def fade(
    distance: Annotated[
        str, typer.Option(metavar="N", help="Fillers between the evidence and the question.")
    ] = "40",
    start: Annotated[
        str,
        typer.Option(
            "--from",
            metavar="WHICH",
            help="The network: trained, untrained or both.",
            autocompletion=one_of(NETWORKS),
        ),
    ] = "both",
    quiet: Quiet = False,
) -> Computed:
    """The size of the loss's gradient at every position, before and after training.

    In the notebook: step 6.
    """
    chosen = reading.choice(start, "--from", NETWORKS)
    k = reading.whole(distance, "--distance", 0, MOST_DISTANCE)
    from rnn_examples.examples import fade as this

    networks = tuple(name for name in this.BOTH if chosen in (name, "both"))
    trains = "trained" in networks
    bar = of_steps("training", this.TRAINING.steps, quiet) if trains else nullcontext(None)
    with bar as progress:
        return Computed(this, this.compute(k, networks, progress))
