"""One cell of the table of step 8: one network at one distance from one seed, float32.

Source: notebook, step 8. PyTorch's start from the seed, batches from generator(seed), Adam,
global norm clipped as `clip_grad_norm_` clips; accuracy on sequences from generator(99).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from rnn_examples.errors import InputError
from rnn_examples.seeded import generator
from rnn_examples.training import adam, checks
from rnn_examples.training.loop import descend
from rnn_examples.training.memory_task import Tokens, held_out, sequences
from rnn_examples.training.networks.frame import MemoryNetwork, StepResult
from rnn_examples.training.networks.gru import GRU
from rnn_examples.training.networks.lstm import LSTM
from rnn_examples.training.networks.rnn import IRNN, RNN
from rnn_examples.training.parameters import Array
from rnn_examples.training.pytorch_start import BLOCKS, NETWORKS, pytorch_start

RUN_OF_RIGHT: Final = 10  # batches in a row without a wrong answer: the task is solved
CLASSES: Final[dict[str, type[MemoryNetwork]]] = {
    "rnn": RNN,
    "irnn": IRNN,
    "gru": GRU,
    "lstm": LSTM,
    "lstm-open": LSTM,
}


@dataclass(frozen=True, slots=True)
class Recipe:
    """How every cell is trained; the defaults are the notebook's. InputError if out of range."""

    steps: int = 1000
    batch: int = 64
    rate: float = 0.01
    clip: float = 1.0
    test_count: int = 1000

    def __post_init__(self) -> None:
        checks.whole("steps", self.steps, 1)
        checks.whole("batch", self.batch, 1)
        checks.whole("test_count", self.test_count, 1)
        checks.positive("rate", self.rate)
        checks.positive("clip", self.clip)


@dataclass(frozen=True, slots=True, order=True)
class Cell:
    """Which network, how many fillers, which seed."""

    network: str
    distance: int
    seed: int

    def __post_init__(self) -> None:
        if self.network not in NETWORKS:
            raise InputError(
                f"network is '{self.network}': it must be one of {', '.join(NETWORKS)}."
            )
        checks.whole("distance", self.distance, 0)
        checks.whole("seed", self.seed, 0, 2**32 - 1)


@dataclass(frozen=True, slots=True)
class CellResult:
    """Test accuracy after the last step, and the step from which the batches were right.

    solved_at  the first step of the first ten batches in a row (each of new sequences, answered
               before it was learned from) without a wrong answer; None if there were none
    """

    cell: Cell
    accuracy: float
    solved_at: int | None


def cost(cell: Cell) -> int:
    """What its training takes, beside another's."""
    return (cell.distance + 3) * BLOCKS[cell.network]


def build(network: str, start: dict[str, Array], T: int, B: int) -> MemoryNetwork:
    """The network with these weights (their dtype is used), for batches of B sequences of T."""
    return CLASSES[network](network, start, T, B)


def remember_cell(
    cell: Cell,
    recipe: Recipe | None = None,
    progress: Callable[[int, float], None] | None = None,
    start: Mapping[str, Array] | None = None,
) -> CellResult:
    """What `train_cell` finds, without the weights."""
    return train_cell(cell, recipe, progress, start)[0]


def train_cell(
    cell: Cell,
    recipe: Recipe | None = None,
    progress: Callable[[int, float], None] | None = None,
    start: Mapping[str, Array] | None = None,
) -> tuple[CellResult, dict[str, Array]]:
    """Train and test one cell; `progress` gets every step and its loss. Also the trained weights,
    by PyTorch's names.

    start: initial weights by PyTorch's names, those of the cell's seed by default.

    A training that diverges raises nothing: its answers are wrong. The result depends on the cell
    and the recipe alone; between processors the last bit of a float32 tanh or product differs, and
    where a training hangs by a thread (rnn at distance 10) so may the accuracy.
    """
    recipe = recipe or Recipe()
    T = cell.distance + 3
    weights = pytorch_start(cell.network, cell.seed) if start is None else start
    model = build(cell.network, dict(weights), T, recipe.batch)
    optimizer = adam.Adam(model.weights, recipe.rate)
    rng = generator(cell.seed)
    solved_at: int | None = None
    run = 0

    def draw() -> tuple[Tokens, Tokens]:
        return sequences(rng, recipe.batch, cell.distance)

    def update() -> bool:
        clipped = adam.clip_pytorch(model.gradients, recipe.clip)
        optimizer.update(model.weights, model.gradients)
        return clipped

    def observe(step: int, found: StepResult, _clipped: bool) -> None:
        nonlocal run, solved_at
        run = run + 1 if found.all_right else 0
        if run == RUN_OF_RIGHT and solved_at is None:
            solved_at = step - RUN_OF_RIGHT + 1
        if progress is not None:
            progress(step, found.loss)

    with np.errstate(all="ignore"):
        descend(recipe.steps, draw, lambda batch: model.loss_and_gradients(*batch), update, observe)
        accuracy = _accuracy(cell, model, recipe)
    trained = {name: array.copy() for name, array in model.arrays.items()}
    return CellResult(cell, accuracy, solved_at), trained


def _accuracy(cell: Cell, model: MemoryNetwork, recipe: Recipe) -> float:
    """Share of the test set answered right, in blocks of the batch's size."""
    tokens, targets = held_out(cell.distance, recipe.test_count)
    right, full = 0, len(tokens) - len(tokens) % recipe.batch
    for first in range(0, full, recipe.batch):
        block = slice(first, first + recipe.batch)
        right += int((model.answers(tokens[block]) == targets[block]).sum())
    if full < len(tokens):
        rest = build(cell.network, model.arrays, model.T, len(tokens) - full)
        right += int((rest.answers(tokens[full:]) == targets[full:]).sum())
    return right / len(tokens)
