"""`gates`: what a forget gate keeps, of a bias or of a network."""

from typing import TYPE_CHECKING, Annotated

import typer

from rnn_examples.cli import reading
from rnn_examples.cli.command import Computed, example
from rnn_examples.cli.files import words_as_they_come
from rnn_examples.cli.model_options import YOURS, with_model
from rnn_examples.cli.models import Model
from rnn_examples.cli.options import UNITS, refuse_given
from rnn_examples.errors import InputError
from rnn_examples.examples import gates as this

if TYPE_CHECKING:
    from rnn_examples.network.network import Network

app = typer.Typer(add_completion=False)

MOST_ROWS = 10_000


@example(app, plot=True)
@with_model(default=None)
def gates(
    model: Model,
    bias: Annotated[
        str | None,
        typer.Option(
            "--bias",
            "--biases",
            metavar="NUMBERS",
            help=f"Biases of the forget gate. Default: {','.join(this.BIASES)}.",
        ),
    ] = None,
    pre_activation: Annotated[
        str | None,
        typer.Option(metavar="NUMBER", help="What word and state add to the bias. Default: 0."),
    ] = None,
    distances: Annotated[
        str,
        typer.Option("--distances", "--distance", metavar="NUMBERS", help="How far, in steps."),
    ] = ",".join(map(str, this.DISTANCES)),
    sentence: Annotated[
        str | None,
        typer.Option(metavar="WORDS", help="What your network reads.", rich_help_panel=YOURS),
    ] = None,
    text: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="A text of any length for it to read, - for standard input.",
            rich_help_panel=YOURS,
        ),
    ] = None,
    units: Annotated[
        str | None,
        typer.Option(
            metavar="FROM:TO",
            help=f"The units to show, {UNITS}",
            rich_help_panel=YOURS,
        ),
    ] = None,
) -> Computed:
    """What a forget gate keeps: of a bias, or over the words that your network reads.

    In the notebook: step 7.
    """
    k = reading.wholes(distances, "--distances", 0, this.LARGEST_DISTANCE, once=True)
    if model.is_given:
        own = {"--bias": bias, "--pre-activation": pre_activation}
        refuse_given(own, ": a network has its own. Leave it out, or leave out --model")
        return _of_network(model, k, sentence, text, units)
    model.refuse_others()
    read = {"--sentence": sentence, "--text": text, "--units": units}
    refuse_given(read, " is for a network of yours. Give it with --model")
    typed = ",".join(this.BIASES) if bias is None else bias
    biases = reading.moderates(typed, "--bias", once=True)
    if len(biases) * len(k) > MOST_ROWS:
        raise InputError(
            f"--distances: {len(biases)} biases by {len(k)} distances are too many. "
            f"Expected at most {MOST_ROWS:,} rows"
        )
    a = reading.moderate(
        this.PRE_ACTIVATION if pre_activation is None else pre_activation, "--pre-activation"
    )
    return Computed(this, this.compute(biases, k, a))


def _of_network(
    model: Model, k: tuple[int, ...], sentence: str | None, text: str | None, units: str | None
) -> Computed:
    from rnn_examples.examples import gates_measured as measured

    network = model.network()
    measured.keeper(network)
    shown = None if units is None else reading.span(units, "--units", network.hidden)
    _check_rows(network, k)
    if text is not None:
        others = {"--sentence": sentence, "--inputs": model.inputs}
        refuse_given(others, " is given beside --text. Expected one of them")
        words = words_as_they_come(text, "--text")
        given = {"text": text}
        return Computed(
            measured, measured.compute_text(network, words, k, units=shown, given=given)
        )
    if sentence is None and model.inputs is None:
        return Computed(measured, measured.compute(network, None, k, units=shown))
    read = model.sentence(network, sentence, "--sentence")
    return Computed(measured, measured.compute(network, read, k, units=shown, given=model.read))


def _check_rows(network: "Network", k: tuple[int, ...]) -> None:
    units = sum(weights.hidden for weights in network.directions)
    if units * len(k) > 100 * MOST_ROWS:
        raise InputError(
            f"--distances: {units:,} units by {len(k):,} distances are too many. "
            f"Expected at most {100 * MOST_ROWS:,} rows"
        )
