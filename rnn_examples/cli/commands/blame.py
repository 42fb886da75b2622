"""`blame`: how much of a nudge at each word the last state still feels."""

from typing import Annotated, Any

import typer

from rnn_examples.cli import reading
from rnn_examples.cli.command import Computed, example
from rnn_examples.cli.model_options import with_model
from rnn_examples.cli.models import Model
from rnn_examples.cli.options import refuse_given
from rnn_examples.errors import InputError

app = typer.Typer(add_completion=False)

SENTENCE = "The flowers she bought at the market were"
GAINS = "0.9,8"
SENTENCES = 100
MOST_SENTENCES = 10_000
HIDDEN = 6
INPUTS = 4
MOST_UNITS = 512
MOST_GAINS = 20
DRAWN = "The random network"


@example(app, plot=True)
@with_model(default=None)
def blame(
    model: Model,
    sentence: Annotated[
        str | None,
        typer.Option(metavar="WORDS", help=f"What it reads. Default: {SENTENCE}."),
    ] = None,
    sentences: Annotated[
        str | None,
        typer.Option(
            metavar="N",
            help="How many random sentences as long are read too, for the spread. "
            f"Default: {SENTENCES}, and 0 with --model.",
        ),
    ] = None,
    seed: Annotated[
        str, typer.Option(metavar="N", help="The seed of all that is drawn at random.")
    ] = "0",
    gain: Annotated[
        str | None,
        typer.Option(
            "--gain",
            "--gains",
            metavar="NUMBERS",
            help=f"The 2-norm of the recurrent matrix. Default: {GAINS}.",
            rich_help_panel=DRAWN,
        ),
    ] = None,
    hidden: Annotated[
        str | None,
        typer.Option(metavar="N", help=f"Its units. Default: {HIDDEN}.", rich_help_panel=DRAWN),
    ] = None,
    width: Annotated[
        str | None,
        typer.Option(
            "--input",
            metavar="N",
            help=f"The size of a word's vector. Default: {INPUTS}.",
            rich_help_panel=DRAWN,
        ),
    ] = None,
) -> Computed:
    """How much of a nudge at each word the last state still feels.

    In the lesson: blame through time. Without --model, a random untrained network.
    """
    from rnn_examples.examples import blame as this
    from rnn_examples.examples.blame_scene import Scene, random_scenes
    from rnn_examples.seeded import generator

    start = reading.whole(seed, "--seed", 0, reading.LARGEST_SEED)
    rng = generator(start)
    default = 0 if model.is_given else SENTENCES
    count = (
        default if sentences is None else reading.whole(sentences, "--sentences", 0, MOST_SENTENCES)
    )
    given: dict[str, Any] = {"seed": start} if count or not model.is_given else {}
    if model.is_given:
        drawn = {"--gain": gain, "--hidden": hidden, "--input": width}
        refuse_given(drawn, " draws the random network. Leave it out, or --model")
        network = model.network()
        read = model.sentence(network, sentence, "--sentence")
        given |= model.read
        return Computed(this, this.compute([Scene(network, read)], rng, count, given=given))
    refuse_given(
        {"--inputs": model.inputs, **model.of_file("activation")},
        " goes with a network of yours. Give it with --model",
    )
    typed = GAINS if gain is None else gain
    gains = reading.numbers(typed, "--gain", once=True)
    for item in reading.items(typed, "--gain"):
        if reading.real(item, "--gain") < 0:
            raise InputError(f"--gain: {item} is negative. Expected a norm, 0 or more")
    if len(gains) > MOST_GAINS:
        raise InputError(f"--gain: {len(gains):,} are given. Expected {MOST_GAINS} at most")
    H = HIDDEN if hidden is None else reading.whole(hidden, "--hidden", 1, MOST_UNITS)
    D = INPUTS if width is None else reading.whole(width, "--input", 1, MOST_UNITS)
    words = reading.words(SENTENCE if sentence is None else sentence, "--sentence")
    name = model.activation or "tanh"
    scenes = random_scenes(words, gains, rng, hidden=H, inputs=D, activation_name=name)
    given |= {"gain": gains, "hidden": H, "input": D, "activation": name}
    return Computed(this, this.compute(scenes, rng, count, given=given))
