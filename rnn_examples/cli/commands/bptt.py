"""`bptt`: every gradient, through time, beside what the chapter prints."""

from typing import TYPE_CHECKING, Annotated

import typer

from rnn_examples.cli import reading
from rnn_examples.cli.command import Computed, example
from rnn_examples.cli.model_options import with_model
from rnn_examples.cli.models import Model
from rnn_examples.cli.options import FirstState, Sentence, Targets, refuse_given

if TYPE_CHECKING:
    from rnn_examples.network.numeric import Method

app = typer.Typer(add_completion=False)

METHODS: "tuple[Method, ...]" = ("complex", "central")
CHECK = "The notebook's check"


@example(app, plot=True)
@with_model
def bptt(
    model: Model,
    sentence: Sentence = None,
    targets: Targets = None,
    h0: FirstState = None,
    numeric: Annotated[
        str,
        typer.Option(
            metavar="METHOD",
            help=f"How the gradient is checked: {METHODS[0]} (step) or {METHODS[1]} (differences).",
        ),
    ] = METHODS[0],
    seed: Annotated[
        str | None,
        typer.Option(
            metavar="N", help="The seed of its weights. Default: 1.", rich_help_panel=CHECK
        ),
    ] = None,
    sequences: Annotated[
        str | None,
        typer.Option(
            metavar="N", help="How many sequences it reads. Default: 8.", rich_help_panel=CHECK
        ),
    ] = None,
    fillers: Annotated[
        str | None,
        typer.Option(
            metavar="N",
            help="Words between evidence and question. Default: 6.",
            rich_help_panel=CHECK,
        ),
    ] = None,
    draw: Annotated[
        str | None,
        typer.Option(
            metavar="N", help="The seed of the sequences. Default: 3.", rich_help_panel=CHECK
        ),
    ] = None,
    autograd: Annotated[
        bool,
        typer.Option(
            "--autograd/--no-autograd",
            help="Compare with PyTorch, where it is installed.",
            rich_help_panel=CHECK,
        ),
    ] = True,
) -> Computed:
    """Every gradient through time, which step it comes from, and what the printed terms miss.

    In the chapter: backpropagation through time. In the notebook: step 4 (--model notebook).
    """
    method = reading.choice(numeric, "--numeric", METHODS)
    checks = {"--seed": seed, "--sequences": sequences, "--fillers": fillers, "--draw": draw}
    reads = {"--sentence": sentence, "--targets": targets, "--h0": h0, "--inputs": model.inputs}
    if model.model == "notebook":
        refuse_given(reads, ": the notebook's check draws its own sequences. Leave it out")
        model.network()  # refuses the options of a file
        return _check(checks, method, autograd)
    without = {"--no-autograd": None if autograd else ""}
    refuse_given(checks | without, ": only the notebook's check has it. Give --model notebook")
    from rnn_examples.examples import bptt as this

    network = model.network()
    read = model.sentence(network, sentence, "--sentence")
    wanted = None if targets is None else reading.words(targets, "--targets")
    start = None if h0 is None else reading.matrix(h0, "--h0")
    return Computed(
        this, this.compute(network, read, wanted, h0=start, method=method, given=model.read)
    )


def _check(given: dict[str, str | None], method: "Method", autograd: bool) -> Computed:
    from rnn_examples.examples import bptt_check as this

    bounds = {
        "--seed": (0, reading.LARGEST_SEED, this.SEED),
        "--sequences": (1, this.MOST_SEQUENCES, this.SEQUENCES),
        "--fillers": (0, this.MOST_FILLERS, this.FILLERS),
        "--draw": (0, reading.LARGEST_SEED, this.DRAW),
    }
    seed, count, fillers, draw = (
        default if (text := given[option]) is None else reading.whole(text, option, least, most)
        for option, (least, most, default) in bounds.items()
    )
    return Computed(
        this, this.compute(seed, count, fillers, draw, method=method, autograd=autograd)
    )
