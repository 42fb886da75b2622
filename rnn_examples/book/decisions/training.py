"""The notebook's figures that need a training: steps 5, 6 and 8."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction

from rnn_examples.book.decisions.family import Family, Request
from rnn_examples.book.judging import Finding, found
from rnn_examples.examples.fade import DISTANCE, TRAINING, WEIGHTS_SEED, size
from rnn_examples.training.cell import Cell, CellResult
from rnn_examples.training.classifier import initial_weights
from rnn_examples.training.fade import FadeCurve, fade
from rnn_examples.training.memory_task import TEST_COUNT, held_out
from rnn_examples.training.nudged import NUDGES, Training, train_all
from rnn_examples.training.remember import RememberConfig
from rnn_examples.training.train import TrainHistory, TrainRow, train

PRINTED_STEPS = (500, 1000, 1500, 2000)
# Almost straight: the line's rms error is so small a share of what the curve falls.
STRAIGHT = 0.02


@dataclass(frozen=True, slots=True)
class Trained:
    """Step 5's training, and the curves of step 6 before and after it."""

    history: TrainHistory
    untrained: FadeCurve
    trained: FadeCurve

    def row(self, step: int) -> TrainRow:
        return next(row for row in self.history.rows if row.step == step)


def _trained(_request: Request) -> Trained:
    history = train(TRAINING)
    before, after = initial_weights(WEIGHTS_SEED), history.weights
    return Trained(history, fade(before, DISTANCE), fade(after, DISTANCE))


def _loss(step: int) -> Callable[[Trained], Finding]:
    return lambda trained: found(trained.row(step).loss)


def _accuracy(step: int) -> Callable[[Trained], Finding]:
    return lambda trained: found(trained.row(step).accuracy)


def _straight(trained: Trained) -> Finding:
    curve = trained.untrained
    fallen = curve.log10_ratio
    bent = curve.residual is None or abs(curve.residual) > STRAIGHT * fallen
    return found("bent" if bent else "straight", residual=curve.residual or 0.0, fallen=fallen)


TRAIN_AND_FADE = Family(
    _trained,
    {
        **{f"notebook-train-loss-{step}": _loss(step) for step in PRINTED_STEPS},
        **{f"notebook-train-accuracy-{step}": _accuracy(step) for step in PRINTED_STEPS},
        "notebook-fade-untrained-last": lambda it: found(size(it.untrained.log10_last)),
        "notebook-fade-untrained-token-2": lambda it: found(size(it.untrained.log10_drug)),
        "notebook-fade-untrained-ratio": lambda it: found(size(it.untrained.log10_ratio)),
        "notebook-fade-trained-last": lambda it: found(size(it.trained.log10_last)),
        "notebook-fade-trained-token-2": lambda it: found(size(it.trained.log10_drug)),
        "notebook-fade-trained-ratio": lambda it: found(size(it.trained.log10_ratio)),
        "notebook-fade-exponential": _straight,
    },
    trains=True,
)

SWEEP = RememberConfig()
# Where the RNN stops learning a last bit may decide: all three networks are trained again there
# from weights that differ by a few units in the last place, the RNN, which does hang by it, more
# often, so that it shows on any machine.
REPEATED = 10
UNITS = {"rnn": (1, 2, 3), "lstm": (1,), "lstm-open": (1,)}
WALL = "notebook-remember-wall"
OPEN_GATE = "notebook-remember-open-gate"
WALL_FROM, OPEN_TO = 10, 40


def _id(cell: Cell) -> str:
    return f"notebook-remember-{cell.network}-{cell.distance}"


def _needed(ids: Iterable[str]) -> list[Cell]:
    """The cells that the claims need."""
    wanted = set(ids)
    return [
        cell
        for cell in SWEEP.cells()
        if _id(cell) in wanted
        or (WALL in wanted and cell.network == "rnn" and cell.distance >= WALL_FROM)
        or (OPEN_GATE in wanted and cell.network == "lstm-open" and cell.distance <= OPEN_TO)
    ]


def _starts(cell: Cell) -> list[Training]:
    """The cell from its start as drawn and, where that is done, from each nudged one."""
    units = UNITS[cell.network] if cell.distance == REPEATED else ()
    return [Training(cell), *(Training(cell, nudge, n) for n in units for nudge in NUDGES)]


def trainings(ids: Iterable[str]) -> list[Training]:
    """Every training that the claims need, the repeated ones too."""
    return [training for cell in _needed(ids) for training in _starts(cell)]


@dataclass(frozen=True, slots=True)
class Memories:
    """Every training that was asked for, by its cell and nudge."""

    results: dict[Training, CellResult]

    def accuracies(self, cell: Cell) -> list[float]:
        """From the start as drawn, then from each nudged one."""
        return [self.results[training].accuracy for training in _starts(cell)]


def _memories(request: Request) -> Memories:
    return Memories(train_all(trainings(request.ids), request.jobs, request.progress))


def _remembered(cell: Cell) -> Callable[[Memories], Finding]:
    def decide(memories: Memories) -> Finding:
        accuracies = memories.accuracies(cell)
        return found(
            *accuracies,
            drawn=accuracies[0],
            least=min(accuracies),
            most=max(accuracies),
            trainings=len(accuracies),
            units=max(UNITS[cell.network]),
        )

    return decide


def _shares() -> tuple[Fraction, Fraction]:
    """Of the test set, that of either drug: what giving one to everybody scores."""
    _, targets = held_out(0)
    first = int((targets == targets.min()).sum())
    return Fraction(first, TEST_COUNT), Fraction(TEST_COUNT - first, TEST_COUNT)


def _wall(memories: Memories) -> Finding:
    """Under each start at the wall: whether no accuracy from there on is above the better guess."""
    cells = [c for c in SWEEP.cells() if c.network == "rnn" and c.distance >= WALL_FROM]
    at_wall, *beyond = (memories.accuracies(cell) for cell in cells)
    top = max(accuracy for accuracies in beyond for accuracy in accuracies)
    most = [max(top, accuracy) for accuracy in at_wall]
    guess = float(max(_shares()))
    words = ["guesses" if accuracy <= guess else "learns" for accuracy in most]
    return found(*words, most=max(most), least=min(most), k=WALL_FROM)


def _open_gate(memories: Memories) -> Finding:
    cells = [c for c in SWEEP.cells() if c.network == "lstm-open" and c.distance <= OPEN_TO]
    least = min(min(memories.accuracies(cell)) for cell in cells)
    return found("all right" if least == 1 else "some wrong", least=least)


REMEMBER = Family(
    _memories,
    {
        **{_id(cell): _remembered(cell) for cell in SWEEP.cells()},
        WALL: _wall,
        OPEN_GATE: _open_gate,
    },
    trains=True,
)

BLIND = Family(
    lambda _request: _shares(),
    {"notebook-remember-guessing": lambda shares: found(shares)},
)
