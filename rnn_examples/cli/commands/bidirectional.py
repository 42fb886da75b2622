"""`bidirectional`: a sentence read from both ends."""

from typing import TYPE_CHECKING, Annotated

import typer

from rnn_examples.cli import reading
from rnn_examples.cli.command import Computed, example
from rnn_examples.cli.model_options import with_model
from rnn_examples.cli.models import Model
from rnn_examples.cli.options import UNITS, Sentence
from rnn_examples.errors import InputError

if TYPE_CHECKING:
    from rnn_examples.examples.bidirectional import Reverse
    from rnn_examples.network.network import Network

app = typer.Typer(add_completion=False)

SECOND = "The reading from the end, of a plain RNN that has none"


@example(app)
@with_model
def bidirectional(
    model: Model,
    sentence: Sentence = None,
    units: Annotated[
        str | None,
        typer.Option(
            metavar="FROM:TO",
            help=f"The units of each direction to show, {UNITS}",
        ),
    ] = None,
    reverse_input: Annotated[
        str | None,
        typer.Option(
            metavar="MATRIX",
            help="Its input matrix, a row a unit, ; between rows. Default: ours for the chapter's "
            "model, else the forward one's.",
            rich_help_panel=SECOND,
        ),
    ] = None,
    reverse_recurrent: Annotated[
        str | None,
        typer.Option(metavar="MATRIX", help="Its recurrent matrix.", rich_help_panel=SECOND),
    ] = None,
    reverse_bias: Annotated[
        str | None,
        typer.Option(
            metavar="NUMBERS",
            help="Its bias, a number a unit. Default: zeros.",
            rich_help_panel=SECOND,
        ),
    ] = None,
) -> Computed:
    """Both readings' states at each word, side by side, and which words each of them sees.

    In the chapter: bidirectional networks.
    """
    from rnn_examples.examples import bidirectional as this

    network = model.network()
    read = model.sentence(network, sentence, "--sentence")
    reverse = _reverse(network, reverse_input, reverse_recurrent, reverse_bias)
    chosen = None if units is None else reading.span(units, "--units", network.hidden)
    return Computed(
        this, this.compute(network, read, reverse=reverse, units=chosen, given=model.read)
    )


def _reverse(
    network: "Network", W_xh: str | None, W_hh: str | None, b_h: str | None
) -> "Reverse | None":
    """The second direction as typed: both matrices, the bias where it is not zero."""
    if W_xh is None and W_hh is None and b_h is None:
        return None
    if W_xh is None or W_hh is None:
        missing = "--reverse-input" if W_xh is None else "--reverse-recurrent"
        raise InputError(f"{missing} is missing: a reading from the end needs both matrices")
    zeros = (0.0,) * network.layers[-1].forward.hidden
    return (
        reading.matrix(W_xh, "--reverse-input"),
        reading.matrix(W_hh, "--reverse-recurrent"),
        zeros if b_h is None else reading.reals(b_h, "--reverse-bias"),
    )
