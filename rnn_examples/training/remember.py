"""How far a network remembers: a sweep over networks, distances and seeds. Notebook, step 8."""

from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import closing, nullcontext
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from rnn_examples.errors import InputError
from rnn_examples.training import checks, pool
from rnn_examples.training.cell import Cell, CellResult, Recipe, cost, remember_cell
from rnn_examples.training.resume import ResumeFile
from rnn_examples.training.statistics import Interval, median, wilson

SOLVED = 0.99


@dataclass(frozen=True, slots=True)
class RememberConfig:
    """A sweep; the defaults are the notebook's. Seeds 0 .. seeds - 1."""

    networks: tuple[str, ...] = ("rnn", "lstm", "lstm-open")
    distances: tuple[int, ...] = (5, 10, 20, 40, 80)
    seeds: int = 1
    recipe: Recipe = field(default_factory=Recipe)

    def __post_init__(self) -> None:
        checks.whole("seeds", self.seeds, 1)
        for name, values in (("networks", self.networks), ("distances", self.distances)):
            if not values:
                raise InputError(f"{name} is empty: give at least one.")
            if len(set(values)) < len(values):
                raise InputError(f"{name} has one twice: give each once.")
        self.cells()

    def cells(self) -> tuple[Cell, ...]:
        """Every cell, network by network, then by distance, then by seed."""
        return tuple(
            Cell(network, distance, seed)
            for network in self.networks
            for distance in self.distances
            for seed in range(self.seeds)
        )


@dataclass(frozen=True, slots=True)
class CellSummary:
    """All seeds of one network at one distance; `solved` counts accuracies of 0.99 or more."""

    network: str
    distance: int
    seeds: int
    solved: int
    share: float
    interval: Interval
    median_accuracy: float
    median_solved_at: float | None


@dataclass(frozen=True, slots=True)
class RememberResult:
    """Every cell's result, in the order of `config.cells()`."""

    config: RememberConfig
    results: tuple[CellResult, ...]

    def summaries(self) -> tuple[CellSummary, ...]:
        """One a network and distance, in the sweep's order."""
        n = self.config.seeds
        groups = [self.results[i : i + n] for i in range(0, len(self.results), n)]
        return tuple(_summary(group) for group in groups)


def _summary(group: tuple[CellResult, ...]) -> CellSummary:
    cell, seeds = group[0].cell, len(group)
    accuracies = [result.accuracy for result in group]
    solved = sum(accuracy >= SOLVED for accuracy in accuracies)
    steps = [
        result.solved_at
        for result in group
        if result.accuracy >= SOLVED and result.solved_at is not None
    ]
    middle = median(accuracies)
    assert middle is not None
    return CellSummary(
        cell.network, cell.distance, seeds, solved, solved / seeds, wilson(solved, seeds),
        middle, median(steps),
    )  # fmt: skip


Progress = Callable[[CellResult, int, int], None]


def remember(
    config: RememberConfig | None = None,
    *,
    jobs: int = 1,
    executor: Executor | None = None,
    resume: Path | None = None,
    progress: Progress | None = None,
) -> RememberResult:
    """Train every cell, on `jobs` processes or on `executor`.

    Dask's is client.get_executor(pure=False): what a dead worker left undone is then done again.
    The result depends on `config` alone. With `resume`, finished cells are read from the file and
    added to it. `progress` gets each newly finished cell, how many are finished, and of how many.
    KeyboardInterrupt ends the processes at once; what was finished is in the file.
    """
    config = config or RememberConfig()
    checks.whole("jobs", jobs, 1)
    cells = config.cells()
    kept = nullcontext(None) if resume is None else ResumeFile(resume, config.recipe)
    with kept as file:
        finished = {} if file is None else dict(file.finished)
        # The longest first, so that no process is left with a long one at the end.
        left = sorted((cell for cell in cells if cell not in finished), key=cost, reverse=True)
        count = len(cells) - len(left)
        train_one = partial(remember_cell, recipe=config.recipe)
        with closing(pool.run(train_one, left, min(jobs, len(left) or 1), executor)) as found:
            for cell, result in found:
                finished[cell] = result
                count += 1
                if file is not None:
                    file.add(result)
                if progress is not None:
                    progress(result, count, len(cells))
    return RememberResult(config, tuple(finished[cell] for cell in cells))
