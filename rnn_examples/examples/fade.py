"""How the gradient fades on its way back, before and after training (`fade`). Notebook, step 6.

t position from 1, T the last, B sequences, L_b a sequence's share of the batch's loss
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from math import ceil, floor, isfinite
from typing import Literal

from rnn_examples.equations.expression import (
    equals,
    norm,
    product,
    quotient,
    summation,
    symbol,
)
from rnn_examples.tables.numbers import significant
from rnn_examples.tables.prose import Prose, about, prose
from rnn_examples.tables.table import Bar, Cell, Column, Document, Row, table
from rnn_examples.training.classifier import initial_weights
from rnn_examples.training.fade import COUNT, DRUG, SEED, FadeCurve, fade
from rnn_examples.training.train import TrainConfig, train

Which = Literal["untrained", "trained"]
BOTH: tuple[Which, ...] = ("untrained", "trained")
DISTANCE = 40
# The notebook's network: its weights' seed, and that of the training.
WEIGHTS_SEED = 0
TRAINING = TrainConfig(seed=WEIGHTS_SEED)
# Within these a float64 holds the size with all its digits.
FLOAT_DECADES = 300


@dataclass(frozen=True, slots=True)
class Result:
    """A curve for each network asked for, in the order of BOTH; `distance` fillers."""

    distance: int
    curves: tuple[tuple[Which, FadeCurve], ...]


def compute(
    distance: int = DISTANCE,
    networks: Sequence[Which] = BOTH,
    progress: Callable[[int, float], None] | None = None,
) -> Result:
    """The curves of the notebook's network, as drawn and as trained in its step 5.

    `progress` gets every step of that training and its loss.
    """
    weights = {
        "untrained": lambda: initial_weights(WEIGHTS_SEED),
        "trained": lambda: train(TRAINING, progress).weights,
    }
    chosen = [name for name in BOTH if name in networks]
    return Result(distance, tuple((name, fade(weights[name](), distance)) for name in chosen))


def size(log10: float) -> float | Decimal:
    """10^log10, zero of -inf; a Decimal where no float64 reaches."""
    if not isfinite(log10):
        return 0.0
    return 10.0**log10 if abs(log10) < FLOAT_DECADES else Decimal(10) ** Decimal(log10)


def document(result: Result) -> Document:
    """The tables `gradients`, a row a position, and `summary`, a row a network."""
    sizes = [[size(log10) for log10 in curve.log10_sizes] for _, curve in result.curves]
    positions = enumerate(zip(*sizes, strict=True), start=1)
    rows: list[Row] = [
        (t, *(cell for one in found for cell in (one, None))) for t, found in positions
    ]
    gradients = table(
        "gradients",
        f"Size of the loss's gradient by the state at each of {result.distance + 3:,} positions",
        _columns(result),
        rows,
        equation=SIZE,
    )
    names = tuple(name for name, _ in result.curves)
    inputs: dict[str, Cell] = {
        "distance": result.distance,
        "from": names,
        "sequences": COUNT,
        "seed": SEED,
    }
    return Document(
        "fade",
        "The fading gradient",
        inputs,
        (gradients, table("summary", TITLE, SUMMARY, [_summary(*one) for one in result.curves])),
        tuple(_notes(result)),
    )


def _columns(result: Result) -> list[Column]:
    """A size and a bar for each network, all bars on one scale of whole decades."""
    found = [x for _, curve in result.curves for x in curve.log10_sizes if isfinite(x)]
    low = floor(min(found, default=-1.0))
    high = max(low + 1, ceil(max(found, default=0.0)))
    least, most = Decimal(1).scaleb(low), Decimal(1).scaleb(high)
    scale = f"{significant(least, 1)} to {significant(most, 1)} (log)"
    columns = [Column("position", "t", key=True)]
    for name, _ in result.curves:
        columns.append(Column(name, name, significant=2))
        columns.append(Column(f"{name}_bar", scale, bar=Bar(name, least, most)))
    return columns


def _summary(name: Which, curve: FadeCurve) -> Row:
    ratio = size(curve.log10_ratio) if isfinite(curve.log10_ratio) else None
    last, drug = size(curve.log10_last), size(curve.log10_drug)
    return (name, last, drug, ratio, curve.decay, curve.residual)


def _notes(result: Result) -> list[str | Prose]:
    notes: list[str | Prose] = [
        prose(
            f"Token {DRUG + 1} is the word to be remembered. The size is the mean over "
            f"{COUNT} sequences of ",
            SLOPE,
            f"; untrained are the weights of seed {WEIGHTS_SEED}, trained the same after the "
            f"{TRAINING.steps:,} steps of step 5.",
        ),
        about(
            "summary",
            "The decay is the factor a step back of the straight line through the logarithms from "
            f"token {DRUG + 1} on; beside it, how far the sizes lie from that line (root mean "
            "square).",
        ),
    ]
    if any(curve.decay is None for _, curve in result.curves):
        no_line = "A gradient that is exactly zero has no logarithm, so no line is fitted."
        notes.append(about("summary", no_line))
    return notes


TITLE = "From the last token back to token 2"
SUMMARY = (
    Column("network", "network", key=True, text=True),
    Column("last", "last token", significant=2),
    Column("token_2", "token 2", significant=2),
    Column("ratio", "ratio", significant=2),
    Column("decay", "decay a step", significant=3),
    Column("residual", "off the line", unit="decades", significant=2),
)
SLOPE = norm(quotient("∂L", symbol("∂h_t")))
SIZE = equals(
    "size_t",
    product(quotient(1, "B"), summation("b", None, norm(quotient("∂L_b", symbol("∂h_t"))))),
)
