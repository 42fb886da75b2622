"""`task`: sample sequences of the memory task."""

from typing import Annotated

import typer

from rnn_examples.cli import reading
from rnn_examples.cli.command import Computed, example
from rnn_examples.counted import counted
from rnn_examples.errors import InputError

app = typer.Typer(add_completion=False)


@example(app, digits=False, work=False)
def task(
    distance: Annotated[
        str, typer.Option(metavar="N", help="Fillers between the evidence and the question.")
    ] = "6",
    count: Annotated[str, typer.Option(metavar="N", help="How many sequences.")] = "3",
    seed: Annotated[str, typer.Option(metavar="N", help="The seed they are drawn with.")] = "1",
) -> Computed:
    """Sequences that test a memory: who is allergic is said first and asked for last.

    In the notebook: step 3.
    """
    from rnn_examples.examples import task as this

    k = reading.whole(distance, "--distance", 0, this.MOST_DISTANCE)
    n = reading.whole(count, "--count", 1, this.MOST_COUNT)
    if n * (k + 3) > this.MOST_WORDS:
        raise InputError(
            f"--count: {counted(n, 'sequence')} of {k + 3:,} words are too many. "
            f"Expected at most {this.MOST_WORDS:,} words in all"
        )
    return Computed(
        this, this.compute(k, n, reading.whole(seed, "--seed", 0, reading.LARGEST_SEED))
    )
