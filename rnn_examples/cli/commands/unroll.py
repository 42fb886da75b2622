"""`unroll`: a network's hidden state, word by word."""

import os
import stat
from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated

import typer

from rnn_examples.cli import reading
from rnn_examples.cli.command import Computed, example
from rnn_examples.cli.files import words_as_they_come
from rnn_examples.cli.model_options import with_model
from rnn_examples.cli.models import Model
from rnn_examples.cli.options import UNITS, FirstState, Sentence, refuse_given
from rnn_examples.errors import InputError

app = typer.Typer(add_completion=False)

Start = tuple[tuple[Fraction, ...], ...]


@example(app, plot=True)
@with_model
def unroll(
    model: Model,
    sentence: Sentence = None,
    text: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="A text of any length, - for standard input; rows appear as they are computed.",
        ),
    ] = None,
    h0: FirstState = None,
    outputs: Annotated[
        bool, typer.Option("--outputs", help="What each state predicts, in a second table.")
    ] = False,
    units: Annotated[
        str | None,
        typer.Option(metavar="FROM:TO", help=f"The units to show, {UNITS}"),
    ] = None,
) -> Computed:
    """A network's hidden state, word by word.

    In the chapter: a network, unrolled. In the notebook: step 2 (--model notebook).
    """
    from rnn_examples.examples import unroll as this

    network = model.network()
    start = None if h0 is None else _start(h0)
    shown = None if units is None else reading.span(units, "--units", network.hidden)
    if text is not None:
        texts = _texts(model, text, sentence, outputs)
        given = {"text": text}
        return Computed(this, this.compute_text(network, texts, h0=start, units=shown, given=given))
    read = model.sentence(network, sentence, "--sentence")
    return Computed(
        this, this.compute(network, read, h0=start, outputs=outputs, units=shown, given=model.read)
    )


def _texts(
    model: Model, text: str, sentence: str | None, outputs: bool
) -> list[Iterator[list[str]]]:
    """The text, and for the outputs the same once more."""
    others = {"--sentence": sentence, "--inputs": model.inputs}
    refuse_given(others, " is given beside --text. Expected one of them")
    if outputs and not _is_regular(text):
        raise InputError(
            f"--outputs reads a text twice, once a table, and '{text}' can be read once. Save it "
            "to a file first"
        )
    return [words_as_they_come(text, "--text") for _ in range(2 if outputs else 1)]


def _is_regular(path: str) -> bool:
    try:
        return path != "-" and stat.S_ISREG(os.stat(path).st_mode)
    except (OSError, ValueError):
        return path != "-"


def _start(text: str) -> Start:
    """--h0: numbers exactly as typed, a row a layer and direction."""
    return tuple(reading.numbers(row, "--h0") for row in text.split(";"))
