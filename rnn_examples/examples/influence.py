"""How a first nudge of the hidden state fares, by the size of the recurrent matrix (`influence`).

g gain, R rotation, W_hh (H,H), s slope 1 - h^2 (H,), P product of Jacobians (H,H), H = 2
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import chain, islice

from rnn_examples.counted import counted
from rnn_examples.equations.expression import (
    Expression,
    absolute,
    call,
    difference,
    equals,
    power,
    product,
    product_over,
    quotient,
    root,
    symbol,
)
from rnn_examples.equations.expression import (
    norm as norm_of,
)
from rnn_examples.errors import InputError
from rnn_examples.network.angles import cos, sin
from rnn_examples.network.decimals import (
    Exact,
    Matrix,
    Number,
    Vector,
    as_typed,
    dot,
    exact,
    matvec,
    norm,
    tanh_and_slope,
    working,
)
from rnn_examples.network.settled import settled
from rnn_examples.tables.numbers import shortest
from rnn_examples.tables.prose import Figure, Prose, Zeros, prose
from rnn_examples.tables.table import Column, Document, Pivot, table

GAINS = ("0.5", "0.9", "1.5", "2.0")
STEPS = (1, 5, 10, 20)
ANGLE = "0.8"  # radians
INPUT = ("0.5", "-0.3")


@dataclass(frozen=True, slots=True)
class Influence:
    """||P||_F / sqrt(2) after `steps` steps: 1 where nothing of a nudge is lost."""

    gain: Exact
    steps: int
    influence: Decimal


@dataclass(frozen=True, slots=True)
class Result:
    """`rows` has a row for each gain and number of steps, gains first; the angle in radians."""

    gains: tuple[Exact, ...]
    steps: tuple[int, ...]
    angle: Exact
    x: tuple[Exact, ...]
    rows: tuple[Influence, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """One step: h_t, its slopes 1 - h_t^2, and the product of the Jacobians up to it."""

    h: Vector
    slope: Vector
    P: Matrix


def compute(
    gains: Sequence[Number] = GAINS,
    steps: Sequence[int] = STEPS,
    angle: Number = ANGLE,
    x: Sequence[Number] = INPUT,
) -> Result:
    """The lesson's sixteen figures, or the same for other inputs.

    One pass a gain, as long as the largest number of steps. Raises InputError for no gain, no
    steps, a negative number of steps, an input that is not two numbers, and a slope too small for
    decimal's exponents. Source: lesson, "Influence".
    """
    if not gains or not steps:
        raise InputError("nothing to compute: give at least one gain and one number of steps")
    if min(steps) < 0:
        raise InputError(f"the number of steps {min(steps)} is negative: give 0 or more")
    if len(x) != 2:
        raise InputError(
            f"the input has {counted(len(x), 'number')}, the cell two units: give two, 0.5,-0.3"
        )
    g, theta, constant = tuple(map(as_typed, gains)), as_typed(angle), tuple(map(as_typed, x))
    rows = tuple(
        Influence(gain, count, value)
        for gain in g
        for count, value in zip(steps, influences(gain, steps, theta, constant), strict=True)
    )
    return Result(g, tuple(steps), theta, constant, rows)


def influences(
    gain: Exact, steps: Sequence[int], angle: Exact, x: Sequence[Exact]
) -> tuple[Decimal, ...]:
    """||P||_F / sqrt(2) after each number of steps, one pass."""

    def one_pass() -> list[Decimal]:
        wanted = set(steps)
        W_hh = recurrent_matrix(exact(gain), exact(angle))
        forward = islice(forward_steps(W_hh, tuple(map(exact, x))), max(steps) + 1)
        found = {
            t: norm(tuple(chain(*step.P))) / Decimal(2).sqrt()
            for t, step in enumerate(forward)
            if t in wanted
        }
        return [found[count] for count in steps]

    try:
        return settled(one_pass)
    except InputError as error:
        given = ", ".join(map(shortest, x))
        raise InputError(f"the gain {shortest(gain)} with input {given}: {error}") from error


def recurrent_matrix(gain: Decimal, angle: Decimal) -> Matrix:
    """W_hh = g R(angle) (2,2), R = [[cos, -sin], [sin, cos]]."""
    c, s = gain * cos(angle), gain * sin(angle)
    return ((c, -s), (s, c))


def forward_steps(W_hh: Matrix, x: Vector) -> Iterator[Step]:
    """h_t = tanh(W_hh h_{t-1} + x), P_t = diag(1 - h_t^2) W_hh P_{t-1}; h_0 = 0, P_0 = I first."""
    h: Vector = (Decimal(0), Decimal(0))
    P: Matrix = ((Decimal(1), Decimal(0)), (Decimal(0), Decimal(1)))
    yield Step(h, (Decimal(1), Decimal(1)), P)
    while True:
        a = [r + x_i for r, x_i in zip(matvec(W_hh, h), x, strict=True)]
        h, slope = zip(*map(tanh_and_slope, a), strict=True)
        if not all(slope):
            raise InputError(
                "a unit saturates, its slope is below every number. Expected smaller ones"
            )
        columns = tuple(zip(*P, strict=True))
        P = tuple(
            tuple(s * dot(row, column) for column in columns)
            for s, row in zip(slope, W_hh, strict=True)
        )
        yield Step(h, slope, P)


def document(result: Result) -> Document:
    """The table `influence`: gains by steps."""
    rows = [(row.gain, row.steps, row.influence) for row in result.rows]
    influence = table(
        "influence",
        "What is left of a first nudge after T steps, by the gain g",
        COLUMNS,
        rows,
        pivot=Pivot("gain", "steps", "influence"),
        equation=equals("P", PRODUCT),
    )
    inputs = {
        "gains": result.gains,
        "steps": result.steps,
        "angle": result.angle,
        "input": result.x,
    }
    return Document("influence", "Influence", inputs, (influence,), tuple(_notes(result)))


def _notes(result: Result) -> list[str | Prose]:
    found: list[str | Prose] = [
        prose("Shown is ", SIZE, " of ", equals("P", PRODUCT), ": 1 where nothing is lost."),
    ]
    rows = [row for row in result.rows if row.steps and row.influence]
    if rows:
        # Of the largest gain, the longest way: where the eigenvalues alone say most.
        last = max(rows, key=lambda row: (abs(row.gain), row.steps))
        with working():
            alone = abs(exact(last.gain)) ** last.steps
        found.append(
            prose(
                "Every eigenvalue of ",
                W,
                " has the size ",
                absolute("g"),
                ": without the slopes of tanh ",
                Figure(alone, ALONE),
                f" would be left at g = {shortest(last.gain)} after "
                f"{counted(last.steps, 'step')}; with them it is ",
                Figure(last.influence, COLUMNS[-1]),
                ".",
            )
        )
    found.append(prose(Zeros(tuple(row.influence for row in rows), COLUMNS[-1])))
    return found


DECIMALS = 4
W = symbol("W_h")
SIZE: Expression = quotient(norm_of("P", "F"), root(2))
PRODUCT: Expression = product_over(
    "t=1", "T", product(call("diag", difference(1, power("h_t", 2))), W)
)
COLUMNS = (
    Column("gain", symbol("g"), key=True),
    Column("steps", symbol("T"), key=True),
    Column("influence", SIZE, decimals=DECIMALS),
)
ALONE = Column("alone", "alone", decimals=DECIMALS, significant=2)
