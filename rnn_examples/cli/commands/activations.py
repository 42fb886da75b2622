"""`activations`: four functions, their derivatives, and the units that never wake."""

from typing import Annotated

import typer

from rnn_examples.cli import reading
from rnn_examples.cli.command import Computed, example
from rnn_examples.cli.model_options import with_model
from rnn_examples.cli.models import Model
from rnn_examples.cli.options import Sentence
from rnn_examples.errors import InputError
from rnn_examples.examples import activations as this
from rnn_examples.examples import dead_units
from rnn_examples.network.powers import LARGEST_EXPONENT

app = typer.Typer(add_completion=False)

MOST_NUMBERS = 1 << 20
MOST_POINTS = 2_000


@example(app)
@with_model
def activations(
    model: Model,
    sentence: Sentence = None,
    points: Annotated[
        str,
        typer.Option(
            "--points",
            "--point",
            metavar="NUMBERS",
            help="The x at which the functions are computed.",
        ),
    ] = ",".join(this.POINTS),
    slope: Annotated[
        str, typer.Option(metavar="NUMBER", help="The slope of leaky ReLU left of 0, from 0 to 1.")
    ] = this.SLOPE,
    steps: Annotated[
        str, typer.Option(metavar="NUMBERS", help="How many steps a gradient passes.")
    ] = ",".join(map(str, this.STEPS)),
    pre: Annotated[
        str | None,
        typer.Option(
            metavar="MATRIX",
            help="The inputs of units of yours, in place of a model's: a column a unit, a row a "
            "step, ; between rows.",
        ),
    ] = None,
) -> Computed:
    """Sigmoid, tanh, ReLU and leaky ReLU: values, derivatives, and what a ceiling leaves.

    And the units that never get a positive input. In the chapter: why tanh.
    """
    at = reading.numbers(points, "--points", once=True)
    if len(at) > MOST_POINTS:
        raise InputError(
            f"--points: {len(at):,} are given. Expected {MOST_POINTS:,} at most, for each is exact"
        )
    a = reading.share(slope, "--slope")
    counts = reading.wholes(steps, "--steps", 0, LARGEST_EXPONENT, once=True)
    if pre is not None:
        if sentence is not None or not model.is_default:
            raise InputError("--pre stands in place of a model and its words. Give one of them")
        units = dead_units.units_of_rows(reading.matrix(pre, "--pre"))
        return Computed(this, this.compute(at, a, counts, units, given={"pre": pre}))
    network = model.network()
    read = model.sentence(network, sentence, "--sentence")
    if len(read.inputs) * sum(w.hidden for w in network.directions) > MOST_NUMBERS:
        raise InputError(
            f"--sentence: {len(read.inputs):,} steps of {model.model} are too many. Expected "
            f"{MOST_NUMBERS:,} inputs of units at most"
        )
    units = dead_units.units_of(network, read)
    given = {**network.reading, **model.read}
    return Computed(
        this, this.compute(at, a, counts, units, network.source, read.words, given=given)
    )
