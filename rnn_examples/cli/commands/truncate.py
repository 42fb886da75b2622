"""`truncate`: what backpropagation in segments saves, and what it loses."""

from typing import Annotated

import typer

from rnn_examples.cli import reading
from rnn_examples.cli.command import Computed, example
from rnn_examples.cli.model_options import with_model
from rnn_examples.cli.models import Model
from rnn_examples.examples import truncate as this

app = typer.Typer(add_completion=False)

TEXT = "A long text"
NETWORK = "The network's own gradient"
LOSSES = ("words", "state")
MOST_REPEATED = 1000


@example(app)
@with_model
def truncate(
    model: Model,
    length: Annotated[
        str,
        typer.Option(metavar="N", help="The length of the text, in steps.", rich_help_panel=TEXT),
    ] = str(this.LENGTH),
    segment: Annotated[
        str,
        typer.Option(metavar="N", help="The length of a segment, in steps.", rich_help_panel=TEXT),
    ] = str(this.SEGMENT),
    distances: Annotated[
        str,
        typer.Option(
            "--distances",
            "--distance",
            metavar="NUMBERS",
            help="How far apart two steps of a dependency are, in steps.",
            rich_help_panel=TEXT,
        ),
    ] = ",".join(map(str, this.DISTANCES)),
    sentence: Annotated[
        str | None,
        typer.Option(
            metavar="WORDS",
            help="What it reads. Default: the book's own sentence.",
            rich_help_panel=NETWORK,
        ),
    ] = None,
    repeat: Annotated[
        str | None,
        typer.Option(
            metavar="N",
            help="How often it reads the sentence. Default: 2, of a sentence of yours 1.",
            rich_help_panel=NETWORK,
        ),
    ] = None,
    steps: Annotated[
        str,
        typer.Option(
            metavar="N", help="The length of its segments, in steps.", rich_help_panel=NETWORK
        ),
    ] = "2",
    loss: Annotated[
        str | None,
        typer.Option(
            metavar="WHICH",
            help="words, their cross-entropy, or state, the sum of the last state's entries. "
            "Default: words, where the network has outputs.",
            rich_help_panel=NETWORK,
        ),
    ] = None,
    targets: Annotated[
        str | None,
        typer.Option(
            metavar="WORDS",
            help="What each step is to predict. Default: the next word, and the first after "
            "the last.",
            rich_help_panel=NETWORK,
        ),
    ] = None,
    updates: Annotated[
        str | None,
        typer.Option(
            metavar="NUMBERS",
            help="After how many updates of gradient descent the loss is shown. Default: "
            "0,1,10,100, of a large network those that do not take too long.",
            rich_help_panel=NETWORK,
        ),
    ] = None,
    rate: Annotated[
        str,
        typer.Option(
            metavar="NUMBER",
            help="What an update multiplies the mean loss's gradient by.",
            rich_help_panel=NETWORK,
        ),
    ] = "1",
) -> Computed:
    """What backpropagation in segments saves in memory, and which dependencies it loses.

    In the chapter: truncated BPTT.
    """
    from rnn_examples.examples import truncate_gradients as of_network

    L = reading.whole(length, "--length", 1, this.LARGEST_LENGTH)
    S = reading.whole(segment, "--segment", 1, this.LARGEST_LENGTH)
    k = reading.wholes(distances, "--distances", 1, this.LARGEST_LENGTH, once=True)
    size = reading.whole(steps, "--steps", 1, this.LARGEST_LENGTH)
    counts = None
    if updates is not None:
        counts = reading.wholes(updates, "--updates", 0, of_network.MOST_UPDATES, once=True)
    factor = reading.real(rate, "--rate")
    network = model.network()
    read = model.sentence(network, sentence, "--sentence")
    own = sentence is None and model.inputs is None
    times = of_network.REPEAT if own else 1
    if repeat is not None:
        times = reading.whole(repeat, "--repeat", 1, MOST_REPEATED)
    which = "state" if network.W_hy is None else "words"
    if loss is not None:
        which = reading.choice(loss, "--loss", LOSSES)
    wanted = None if targets is None else reading.words(targets, "--targets")
    read = read.repeated(times)
    gradients = of_network.compute(
        network,
        read,
        wanted,
        steps=size,
        loss=which,
        updates=counts,
        rate=factor,
        given=model.read,
    )
    return Computed(this, this.compute(L, S, k, gradients))
