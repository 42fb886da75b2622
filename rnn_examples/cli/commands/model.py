"""`model show`: a network as a TOML file that a person can read and change."""

from typing import Annotated

import typer

from rnn_examples.cli.files import check_apart
from rnn_examples.cli.helping import HelpfulGroup
from rnn_examples.cli.leaf import Leaf
from rnn_examples.cli.model_options import (
    Activation,
    ForgetBias,
    GateOrder,
    Layout,
    Prefix,
    Words,
)
from rnn_examples.cli.models import BOOK, Model, models_completed
from rnn_examples.cli.outcome import Outcome

app = typer.Typer(cls=HelpfulGroup, add_completion=False)


@app.callback()
def model() -> None:
    """Networks as files: the book's own as a start for yours."""


@app.command(cls=Leaf)
def show(
    ctx: typer.Context,
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME|FILE",
            show_default=False,
            help=f"{', '.join(BOOK)}; lstm or gru, a small one to start from; or a .toml, .npz "
            "or .safetensors file.",
            autocompletion=models_completed,
        ),
    ],
    output: Annotated[
        str | None, typer.Option("--output", "-o", metavar="FILE", help="Write to a file.")
    ] = None,
    words: Words = None,
    gate_order: GateOrder = None,
    layout: Layout = None,
    prefix: Prefix = None,
    activation: Activation = None,
    forget_bias: ForgetBias = None,
) -> Outcome:
    """Print a network as TOML; it reads back to the same numbers."""
    check_apart(ctx.command.params, ctx.params)
    given = Model(
        model=name,
        words=words,
        gate_order=gate_order,
        layout=layout,
        prefix=prefix,
        activation=activation,
        forget_bias=forget_bias,
        option="",
    )
    from rnn_examples.network.templates import TEMPLATES, template

    if name in TEMPLATES:
        given.refuse_others()
        network = template(name)
    else:
        network = given.network()
    from rnn_examples.network.load.toml_text import write_toml

    return Outcome((write_toml(network),), output)
