"""`params`: what each array holds, and where two kinds of model cross."""

from typing import Annotated

import typer

from rnn_examples.cli import reading
from rnn_examples.cli.command import Computed, example
from rnn_examples.cli.model_options import with_model
from rnn_examples.cli.models import Model
from rnn_examples.cli.options import one_of
from rnn_examples.errors import InputError
from rnn_examples.examples import params as this
from rnn_examples.network.counts import CONVENTIONS, Sizes

app = typer.Typer(add_completion=False)

MOST_LAYERS = 1000
KINDS: tuple[this.Which, ...] = ("rnn", "gru", "lstm", "all")

Asked = tuple[int, Sizes, tuple[int, ...], this.Which]


@example(app, plot=True, also={"--cell": ("kind", KINDS.__contains__)})
@with_model(default=None)
def params(
    model: Model,
    vocabulary: Annotated[str, typer.Option(metavar="N", help="Words that the model knows.")] = str(
        this.VOCABULARY
    ),
    embedding: Annotated[str, typer.Option(metavar="N", help="Size of a word's vector, d.")] = str(
        this.BOOK.inputs
    ),
    hidden: Annotated[str, typer.Option(metavar="N", help="Hidden units, H.")] = str(
        this.BOOK.hidden
    ),
    contexts: Annotated[
        str,
        typer.Option(
            "--contexts",
            "--context",
            metavar="NUMBERS",
            help="Words that the feed-forward model sees.",
        ),
    ] = ",".join(map(str, this.CONTEXTS)),
    bias: Annotated[
        bool, typer.Option("--bias/--no-bias", help="Count bias vectors, or leave them out.")
    ] = True,
    layers: Annotated[
        str, typer.Option(metavar="N", help="Recurrent layers, one above another.")
    ] = "1",
    bidirectional: Annotated[
        bool, typer.Option("--bidirectional", help="A second recurrence, from the end.")
    ] = False,
    projection: Annotated[
        str | None, typer.Option(metavar="N", help="Units that an LSTM's state is projected to.")
    ] = None,
    convention: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help=f"Whose arrays: {', '.join(CONVENTIONS)}.",
            autocompletion=one_of(CONVENTIONS),
        ),
    ] = CONVENTIONS[0],
    kind: Annotated[
        str,
        typer.Option(
            "--kind",
            metavar="KIND",
            help="Whose arrays to list: rnn, gru, lstm or all. Also: --cell.",
            autocompletion=one_of(KINDS),
        ),
    ] = "rnn",
) -> Computed:
    """What each array of a language model holds, and the context at which two kinds cross.

    In the chapter: parameter count. In the lesson: the recurrent cell, the LSTM. With --model the
    arrays of that network.
    """
    sizes = Sizes(
        inputs=reading.whole(embedding, "--embedding", 1),
        hidden=reading.whole(hidden, "--hidden", 1),
        layers=reading.whole(layers, "--layers", 1, MOST_LAYERS),
        bidirectional=bidirectional,
        projection=None if projection is None else reading.whole(projection, "--projection", 1),
        bias=bias,
        convention=reading.choice(convention, "--convention", CONVENTIONS),
    )
    asked: Asked = (
        reading.whole(vocabulary, "--vocabulary", 1),
        sizes,
        reading.wholes(contexts, "--contexts", 1, once=True),
        reading.choice(kind, "--kind", KINDS),
    )
    if model.is_given:
        return _of_network(model, asked)
    model.refuse_others()
    return Computed(this, this.compute(*asked))


def _of_network(model: Model, asked: Asked) -> Computed:
    """The arrays of a network, which leaves nothing to ask."""
    if asked != (this.VOCABULARY, this.BOOK, this.CONTEXTS, KINDS[0]):
        raise InputError(
            "--model: a network has its sizes. Leave out --hidden, --kind and the others that "
            "choose them, or leave out --model"
        )
    from rnn_examples.examples import params_of_network

    return Computed(params_of_network, params_of_network.compute(model.network()))
