"""`train`: the notebook's classifier learns the memory task."""

import os
from typing import Annotated

import typer

from rnn_examples.cli import reading
from rnn_examples.cli.command import Computed, example
from rnn_examples.cli.progress import Quiet, of_steps
from rnn_examples.errors import InputError

app = typer.Typer(add_completion=False)

MOST_STEPS = 1_000_000
MOST_ROWS = 10_000
# The test set's 1,000 sequences take half a megabyte a position, a batch half a kilobyte a word:
# 240 MB each at the most.
MOST_DISTANCE = 500
MOST_WORDS = 500_000


@example(app, work=False, plot=True)
def train(
    distance: Annotated[
        str, typer.Option(metavar="N", help="Fillers between the evidence and the question.")
    ] = "5",
    steps: Annotated[str, typer.Option(metavar="N", help="Steps of gradient descent.")] = "2000",
    batch: Annotated[
        str, typer.Option(metavar="N", help="How many sequences a step reads.")
    ] = "32",
    rate: Annotated[
        str, typer.Option(metavar="NUMBER", help="What a step multiplies the gradient by.")
    ] = "0.1",
    seed: Annotated[
        str, typer.Option(metavar="N", help="The seed of the first weights and of the batches.")
    ] = "0",
    clip: Annotated[
        str, typer.Option(metavar="NUMBER", help="The largest norm of a step's gradient.")
    ] = "1.0",
    every: Annotated[
        str, typer.Option(metavar="N", help="Steps from one row to the next.")
    ] = "500",
    save: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Write the weights for --model: .toml, its words with them, or .npz with "
            "PyTorch's names.",
        ),
    ] = None,
    quiet: Quiet = False,
) -> Computed:
    """A small network learns to remember: loss and accuracy as it goes.

    In the notebook: step 5.
    """
    from rnn_examples.training.train import TrainConfig

    config = TrainConfig(
        distance=reading.whole(distance, "--distance", 0, MOST_DISTANCE),
        steps=reading.whole(steps, "--steps", 1, MOST_STEPS),
        batch=reading.whole(batch, "--batch", 1, MOST_WORDS),
        rate=reading.positive(rate, "--rate"),
        seed=reading.whole(seed, "--seed", 0, reading.LARGEST_SEED),
        clip=reading.positive(clip, "--clip"),
        every=reading.whole(every, "--every", 1, MOST_STEPS),
    )
    if config.batch * (config.distance + 3) > MOST_WORDS:
        raise InputError(
            f"--batch: {config.batch:,} sequences of {config.distance + 3:,} words are too many. "
            f"Expected at most {MOST_WORDS:,} words a batch"
        )
    if config.steps // config.every > MOST_ROWS:
        raise InputError(
            f"--every: {config.steps // config.every:,} rows are too many. "
            f"Expected at most {MOST_ROWS:,}"
        )
    ending = None if save is None else _ending(save)
    from rnn_examples.examples import train as this

    with of_steps("training", config.steps, quiet) as progress:
        result = this.compute(config, progress)
    if save is None or ending is None:
        return Computed(this, result)
    from rnn_examples.examples.trained import as_file, is_finite

    weights = result.history.weights
    if not is_finite(weights):
        raise InputError(
            f"--save: '{save}' is not written: the training diverged, its weights are no finite "
            "numbers. Lower --rate"
        )
    return Computed(this, result, ((save, as_file(weights, ending)),))


def _ending(path: str) -> str:
    """The ending of --save; refused before the training where nothing could be written."""
    from rnn_examples.examples.trained import ENDINGS

    folder, name = os.path.split(path)
    ending = os.path.splitext(name)[1].lower()
    if ending not in ENDINGS:
        raise InputError(
            f"--save: the ending of '{path}' names no kind of model. Expected "
            f"{' or '.join(ENDINGS)}"
        )
    if folder and not os.path.isdir(folder):
        raise InputError(f"--save: '{path}' cannot be written: there is no folder '{folder}'")
    return ending
