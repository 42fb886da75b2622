"""`spectrum`: what a recurrent matrix's eigenvalues and singular values promise."""

from itertools import cycle, islice
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rnn_examples.cli import reading
from rnn_examples.cli.command import Computed, example
from rnn_examples.cli.model_options import with_model
from rnn_examples.cli.models import Model
from rnn_examples.cli.options import refuse_given
from rnn_examples.errors import InputError

if TYPE_CHECKING:
    from rnn_examples.examples.spectrum_values import Case

app = typer.Typer(add_completion=False)

STEPS = "1,10,20,100"
INPUT = "0.5,-0.3"
MOST_STEPS = 1_000_000
MOST_COUNTS = 1000
MOST_MATRICES = 100


@example(app, plot=True)
@with_model(default=None)
def spectrum(
    model: Model,
    matrix: Annotated[
        list[str] | None,
        typer.Option(
            "--matrix",
            metavar="MATRIX",
            help="A recurrent matrix, ; between rows, such as '0.9,5;0,0.9'; give the option "
            "again for each further one. Default: four that tell the two values apart.",
        ),
    ] = None,
    steps: Annotated[
        str | None,
        typer.Option(metavar="NUMBERS", help=f"After how many steps. Default: {STEPS}."),
    ] = None,
    x: Annotated[
        str | None,
        typer.Option(
            "--input",
            metavar="NUMBERS",
            help="With --matrix: what is added to each unit at every step. "
            f"Default: {INPUT} in turn.",
        ),
    ] = None,
    hold: Annotated[
        str | None,
        typer.Option(
            metavar="NUMBERS",
            help="With --matrix: the pre-activation that the inputs hold, a number a unit.",
        ),
    ] = None,
    sentence: Annotated[
        str | None,
        typer.Option(
            metavar="WORDS", help="With --model: what it reads. Default: the book's own sentence."
        ),
    ] = None,
) -> Computed:
    """What a recurrent matrix's largest eigenvalue and singular value promise, and what happens.

    In the lesson: blame through time. Without --model or --matrix, four 2 by 2 matrices.
    """
    from rnn_examples.examples import spectrum as this

    counts = None if steps is None else reading.wholes(steps, "--steps", 0, MOST_STEPS, once=True)
    if counts is not None and len(counts) > MOST_COUNTS:
        raise InputError(f"--steps: {len(counts):,} are given. Expected {MOST_COUNTS:,} at most")
    if not matrix:
        refuse_given({"--input": x, "--hold": hold}, " goes with --matrix")
    if model.is_given:
        refuse_given(
            {"--matrix": matrix[0] if matrix else None}, " and --model are both given. Give one"
        )
        network = model.network()
        read = model.sentence(network, sentence, "--sentence")
        given: dict[str, Any] = {} if read.words is None else {"sentence": " ".join(read.words)}
        given |= model.read
        return Computed(this, this.compute_network(network, read, counts, given=given))
    own = {"--inputs": model.inputs, "--sentence": sentence, **model.of_file("activation")}
    refuse_given(own, " goes with a network. Give it with --model")
    chosen = reading.wholes(STEPS, "--steps") if counts is None else counts
    if not matrix:
        refuse_given({"--activation": model.activation}, " goes with --matrix or --model")
        return Computed(this, this.compute(this.matrices(), chosen))
    if x is not None:
        refuse_given({"--hold": hold}, " and --input are both given. Give one")
    if len(matrix) > MOST_MATRICES:
        raise InputError(f"--matrix: {len(matrix)} are given. Expected {MOST_MATRICES} at most")
    name = model.activation or "tanh"
    numbers = [""] if len(matrix) == 1 else map(str, range(1, len(matrix) + 1))
    cases = [
        _case(text, f"W{number}", x, hold, name)
        for number, text in zip(numbers, matrix, strict=True)
    ]
    given = {"matrix": tuple(matrix), "activation": name}
    given |= {"hold": reading.reals(hold, "--hold")} if hold is not None else {}
    given |= {"input": cases[0].run.x} if hold is None else {}
    return Computed(this, this.compute(cases, chosen, given=given))


def _case(text: str, matrix: str, x: str | None, hold: str | None, activation: str) -> "Case":
    import numpy as np

    from rnn_examples.examples.spectrum_values import Case
    from rnn_examples.network.spectrum import Run

    W = np.array(reading.matrix(text, "--matrix"))
    if hold is not None:
        run = Run(reading.reals(hold, "--hold"), held=True)
    elif x is not None:
        run = Run(reading.reals(x, "--input"))
    else:
        run = Run(tuple(islice(cycle(reading.reals(INPUT, "--input")), len(W))))
    return Case(matrix, W, run, activation)
