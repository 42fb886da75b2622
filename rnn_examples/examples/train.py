"""The notebook's classifier as it learns (`train`). Source: notebook, step 5.

W all weights, η rate, g the gradient of the batch's loss by all of them, θ threshold
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import isfinite

from rnn_examples.equations.expression import call, difference, norm, product, quotient, relate
from rnn_examples.examples.guessing import LOSS, Guessing, guessing
from rnn_examples.tables.numbers import shortest
from rnn_examples.tables.prose import Figure, Prose, about, prose
from rnn_examples.tables.table import Column, Document, table
from rnn_examples.training.train import TrainConfig, TrainHistory, train

DECIMALS = 3


@dataclass(frozen=True, slots=True)
class Result:
    """What a training found, and what guessing would."""

    history: TrainHistory
    guessing: Guessing


def compute(
    config: TrainConfig | None = None, progress: Callable[[int, float], None] | None = None
) -> Result:
    """Train; `progress` gets every step and its loss."""
    return Result(train(config, progress), guessing())


def document(result: Result) -> Document:
    """The tables `history` and `clipping`."""
    history = result.history
    config = history.config
    rows = [(row.step, row.loss, row.accuracy) for row in history.rows]
    clipped = round(history.clipped * config.steps)
    inputs = {
        "distance": config.distance,
        "steps": config.steps,
        "batch": config.batch,
        "rate": config.rate,
        "seed": config.seed,
        "clip": config.clip,
        "every": config.every,
    }
    title = f"Steps whose gradient was longer than {shortest(config.clip)}"
    return Document(
        "train",
        "The notebook's training",
        inputs,
        (
            table("history", "Loss and accuracy as it learns", HISTORY, rows, equation=UPDATE),
            table("clipping", title, CLIPPING, [(config.steps, clipped, history.clipped)]),
        ),
        tuple(_notes(result)),
    )


def _notes(result: Result) -> list[str | Prose]:
    loss = prose(
        "The loss, in nats, is the batch's before the step's update, the accuracy that after it; "
        "to guess between two drugs costs ln 2 = ",
        Figure(LOSS, HISTORY[1]),
        ".",
    )
    notes: list[str | Prose] = [
        about("history", loss),
        about("history", result.guessing.note),
    ]
    if not all(isfinite(row.loss) for row in result.history.rows):
        notes.append("The training diverged, its loss is no finite number: a lower rate may help.")
    return notes


HISTORY = (
    Column("step", "step", key=True),
    Column("loss", "batch loss", decimals=DECIMALS),
    Column("accuracy", "test accuracy", decimals=DECIMALS),
)
CLIPPING = (
    Column("steps", "steps", key=True),
    Column("clipped", "clipped"),
    Column("share", "share", decimals=4),
)
SCALE = call("min", 1, quotient("θ", norm("g")))
UPDATE = relate("W", "←", difference("W", product("η", SCALE, "g")))
