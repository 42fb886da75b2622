"""The notebook's classifier trained by plain gradient descent. Source: notebook, step 5."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from rnn_examples.seeded import generator
from rnn_examples.training import adam, checks
from rnn_examples.training.classifier import (
    LAYOUT,
    Classifier,
    ClassifierWeights,
    answers,
    initial_weights,
)
from rnn_examples.training.loop import descend
from rnn_examples.training.memory_task import Tokens, held_out, sequences


@dataclass(frozen=True, slots=True)
class TrainConfig:
    """One training; the defaults are the notebook's. Raises InputError if out of range."""

    distance: int = 5
    steps: int = 2000
    batch: int = 32
    rate: float = 0.1
    seed: int = 0
    clip: float = 1.0
    every: int = 500

    def __post_init__(self) -> None:
        checks.whole("distance", self.distance, 0)
        checks.whole("steps", self.steps, 1)
        checks.whole("batch", self.batch, 1)
        checks.whole("every", self.every, 1)
        checks.whole("seed", self.seed, 0)
        checks.positive("rate", self.rate)
        checks.positive("clip", self.clip)


@dataclass(frozen=True, slots=True)
class TrainRow:
    """A printed step: the batch's loss before the update, the test accuracy after it."""

    step: int
    loss: float
    accuracy: float


@dataclass(frozen=True, slots=True)
class TrainHistory:
    """What a training found; `clipped` is the share of steps whose gradient was scaled down."""

    config: TrainConfig
    rows: tuple[TrainRow, ...]
    clipped: float
    weights: ClassifierWeights


Progress = Callable[[int, float], None]


def train(config: TrainConfig | None = None, progress: Progress | None = None) -> TrainHistory:
    """Train; a row every `every` steps and at the last. `progress` gets every step and loss.

    A rate that makes the training diverge shows as a loss that is not finite; it raises nothing.
    """
    config = config or TrainConfig()
    model = Classifier(initial_weights(config.seed), config.distance + 3, config.batch)
    rng = generator(config.seed)
    test_tokens, test_targets = held_out(config.distance)
    rows: list[TrainRow] = []
    clipped_steps = 0

    def draw() -> tuple[Tokens, Tokens]:
        return sequences(rng, config.batch, config.distance)

    def update() -> bool:
        clipped = adam.clip_textbook(model.gradients, config.clip)
        np.multiply(model.gradients, config.rate, out=model.gradients)
        np.subtract(model.weights, model.gradients, out=model.weights)
        return clipped

    def observe(step: int, loss: float, clipped: bool) -> None:
        nonlocal clipped_steps
        clipped_steps += clipped
        if progress is not None:
            progress(step, loss)
        if step % config.every == 0 or step == config.steps:
            right = answers(model.arrays, test_tokens) == test_targets
            rows.append(TrainRow(step, loss, float(right.mean())))

    with np.errstate(over="ignore", invalid="ignore", divide="ignore", under="ignore"):
        descend(config.steps, draw, lambda batch: model.loss_and_gradients(*batch), update, observe)
    final = ClassifierWeights(**LAYOUT.views(model.weights.copy()))
    return TrainHistory(config, tuple(rows), clipped_steps / config.steps, final)
