"""How far networks remember, by network and distance (`remember`). Source: notebook, step 8.

k fillers between the evidence and the question
"""

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path

from rnn_examples.counted import counted
from rnn_examples.equations.expression import symbol
from rnn_examples.examples.guessing import Guessing, guessing
from rnn_examples.tables.numbers import fixed, shortest
from rnn_examples.tables.prose import Prose
from rnn_examples.tables.table import Cell, Column, Document, Pivot, Table, table
from rnn_examples.training.cell import RUN_OF_RIGHT, CellResult
from rnn_examples.training.pytorch_start import OPEN_FORGET_BIAS
from rnn_examples.training.remember import SOLVED, RememberConfig, RememberResult, remember

NAMES = {
    "rnn": "rnn is a plain tanh layer",
    "irnn": "irnn, which the notebook lacks, is a ReLU layer whose recurrent matrix starts as the "
    "identity",
    "gru": "gru, which the notebook lacks, is a GRU",
    "lstm": "lstm is an LSTM with PyTorch's start",
    "lstm-open": f"lstm-open is an LSTM whose forget bias starts at {shortest(OPEN_FORGET_BIAS)}",
}
# The cell of the notebook's table that another processor's rounding turns.
UNSTABLE = ("rnn", 10)


@dataclass(frozen=True, slots=True)
class Result:
    """A sweep, and what guessing would score."""

    sweep: RememberResult
    guessing: Guessing


def compute(
    config: RememberConfig | None = None,
    *,
    jobs: int = 1,
    executor: Executor | None = None,
    resume: Path | None = None,
    progress: Callable[[CellResult, int, int], None] | None = None,
) -> Result:
    """Train every cell, on `jobs` processes or on the executor; the result depends on neither."""
    sweep = remember(config, jobs=jobs, executor=executor, resume=resume, progress=progress)
    return Result(sweep, guessing())


def document(result: Result) -> Document:
    """The table `accuracy` of one seed, `success` of several."""
    config = result.sweep.config
    inputs: dict[str, Cell] = {
        "networks": config.networks,
        "distances": config.distances,
        "seeds": config.seeds,
        "steps": config.recipe.steps,
    }
    shown = _accuracy(result.sweep) if config.seeds == 1 else _success(result.sweep)
    return Document(
        "remember", "How far a network remembers", inputs, (shown,), tuple(_notes(result))
    )


def _accuracy(sweep: RememberResult) -> Table:
    rows = [
        (one.cell.network, one.cell.distance, one.accuracy, one.solved_at) for one in sweep.results
    ]
    title = (
        f"Test accuracy after {counted(sweep.config.recipe.steps, 'step')}, by the fillers k "
        "between"
    )
    return table("accuracy", title, ACCURACY, rows, pivot=Pivot("network", "distance", "accuracy"))


def _success(sweep: RememberResult) -> Table:
    rows = [
        (
            one.network,
            one.distance,
            one.seeds,
            one.solved,
            one.share,
            *one.interval,
            one.median_accuracy,
            one.median_solved_at,
        )
        for one in sweep.summaries()
    ]
    seeds, steps = sweep.config.seeds, sweep.config.recipe.steps
    title = f"How many of {seeds:,} seeds learned it in {counted(steps, 'step')}"
    return table("success", title, SUCCESS, rows)


def _notes(result: Result) -> list[str | Prose]:
    config = result.sweep.config
    named = "; ".join(NAMES[network] for network in config.networks)
    notes: list[str | Prose] = [result.guessing.note, f"Here {named}."]
    if config.seeds > 1:
        return [
            f"Solved: at least {fixed(SOLVED, 2)} of the test set is right. The interval of the "
            "share is Wilson's, of 95 %; the median step, over the seeds that solved it, is the "
            f"first of {RUN_OF_RIGHT} batches in a row without a wrong answer.",
            *notes,
        ]
    if UNSTABLE in {(one.cell.network, one.cell.distance) for one in result.sweep.results}:
        notes.append(
            f"The {UNSTABLE[0]} at k = {UNSTABLE[1]} hangs by a thread: where the last bits of "
            "float32 differ, on another processor or in PyTorch, the same seed may learn it."
        )
    notes.append("One seed is no evidence: more of them show how often a network succeeds.")
    return notes


NETWORK = Column("network", "network", key=True, text=True)
K = Column("distance", symbol("k"), key=True)
ACCURACY = (
    NETWORK,
    K,
    Column("accuracy", "test accuracy", decimals=3),
    Column("solved_at", "solved at step"),
)
SUCCESS = (
    NETWORK,
    K,
    Column("seeds", "seeds"),
    Column("solved", "solved"),
    Column("share", "share", decimals=2),
    Column("share_low", "95 % from", decimals=2),
    Column("share_high", "to", decimals=2),
    Column("median_accuracy", "median accuracy", decimals=3),
    Column("median_solved_at", "median step"),
)
