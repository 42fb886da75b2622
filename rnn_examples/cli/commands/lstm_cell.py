"""`lstm-cell`: a scalar LSTM cell reads a sentence."""

from typing import Annotated

import typer

from rnn_examples.cli import reading
from rnn_examples.cli.command import Computed, example
from rnn_examples.counted import counted
from rnn_examples.errors import InputError
from rnn_examples.examples import lstm_cell as this
from rnn_examples.network.decimals import Number

app = typer.Typer(add_completion=False)

MOST_CUES = 1000
FORGET, INPUT, OUTPUT = this.GATES[0]


@example(app, plot=True, also={"--output": ("output_gate", reading.is_number)})
def lstm_cell(
    forget: Annotated[
        str | None,
        typer.Option(
            "--forget",
            metavar="GATE",
            help="How much of the memory is kept at a word, 0 to 1. With this or another gate "
            f"given there is one cell, its other gates {FORGET}, {INPUT}, {OUTPUT}. "
            "Default: the book's two cells.",
        ),
    ] = None,
    input_gate: Annotated[
        str | None,
        typer.Option("--input", metavar="GATE", help="How much of a cue is written, 0 to 1."),
    ] = None,
    output_gate: Annotated[
        str | None,
        typer.Option(
            "--output-gate",
            metavar="GATE",
            help="How much of the memory is answered, 0 to 1. Also: --output with a number.",
        ),
    ] = None,
    cues: Annotated[
        str,
        typer.Option("--cues", metavar="NUMBERS", help="What each word says, above 0 for plural."),
    ] = ",".join(this.CUES),
    words: Annotated[
        str | None,
        typer.Option(
            "--words",
            metavar="WORDS",
            help="The words, as many as cues. Default: the book's sentence, or the words' numbers "
            "where there are more cues or fewer.",
        ),
    ] = None,
    key: Annotated[
        str | None,
        typer.Option(
            metavar="PLACE",
            help="The word, counted from 1, whose cue is written in full. "
            f"Default: {this.KEY}, or 1 where there is one word.",
        ),
    ] = None,
    belt: Annotated[
        str, typer.Option("--belt", metavar="GATE", help="The forget gate along the belt, 0 to 1.")
    ] = this.BELT_FORGET,
) -> Computed:
    """A scalar LSTM cell reads a sentence and says whether its noun was plural.

    In the lesson: the LSTM, in code.
    """
    v = reading.moderates(cues, "--cues")
    if len(v) > MOST_CUES:
        raise InputError(f"--cues: {len(v):,} are given. Expected {MOST_CUES:,} at most")
    named = None if words is None else reading.words(words, "--words")
    if named is not None and len(named) != len(v):
        raise InputError(
            f"--words: {counted(len(named), 'word')} and {counted(len(v), 'cue')} are given. "
            "Expected one of --cues for each word"
        )
    given = {"--forget": forget, "--input": input_gate, "--output-gate": output_gate}
    gates = this.GATES if set(given.values()) == {None} else (_cell(given),)
    place = min(this.KEY, len(v)) if key is None else reading.whole(key, "--key", 1, len(v))
    return Computed(this, this.compute(gates, v, named, place, reading.share(belt, "--belt")))


def _cell(given: dict[str, str | None]) -> tuple[Number, Number, Number]:
    """One cell: its gates as given, the others the first book cell's."""
    f, i, o = (
        default if text is None else reading.share(text, option)
        for (option, text), default in zip(given.items(), this.GATES[0], strict=True)
    )
    return f, i, o
