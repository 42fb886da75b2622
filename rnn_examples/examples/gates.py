"""What a forget gate keeps: its sigmoid, the belt after k steps, the half-life (`gates`).

b bias, a pre-activation without it, f gate, k distance in steps
"""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal, getcontext, localcontext

from rnn_examples.equations.expression import (
    call,
    equals,
    power,
    quotient,
    symbol,
    total,
)
from rnn_examples.errors import InputError
from rnn_examples.network.decimals import GUARD, Exact, Number, as_typed, exact, sigmoid
from rnn_examples.network.settled import settled
from rnn_examples.tables.numbers import shortest
from rnn_examples.tables.prose import Figure, Prose, about, prose
from rnn_examples.tables.table import Column, Document, Pivot, table

# Where PyTorch's biases lie around, the usual start, and the notebook's third network's.
BIASES = ("0", "1", "3")
PRE_ACTIVATION = "0"
# The notebook's, in its step 8.
DISTANCES = (5, 10, 20, 40, 80)
LARGEST_BIAS = 10_000
LARGEST_DISTANCE = 10**9


@dataclass(frozen=True, slots=True)
class Kept:
    """What the belt keeps after `distance` steps of one gate: f^k."""

    bias: Exact
    distance: int
    kept: Decimal


@dataclass(frozen=True, slots=True)
class Gate:
    """f = sigma(a + b) and the steps after which half is left, ln 0.5 / ln f."""

    bias: Exact
    gate: Decimal
    half_life: Decimal


@dataclass(frozen=True, slots=True)
class Result:
    """`kept` has a row for each bias and distance, biases first."""

    pre_activation: Exact
    distances: tuple[int, ...]
    gates: tuple[Gate, ...]
    kept: tuple[Kept, ...]


def compute(
    biases: Sequence[Number] = BIASES,
    distances: Sequence[int] = DISTANCES,
    pre_activation: Number = PRE_ACTIVATION,
) -> Result:
    """The gate of each bias, its half-life and its powers, right to 25 digits.

    Raises InputError for no bias or distance, for |a + b| above 10,000 and a distance that is
    negative or above 10^9. Source: notebook, step 7.
    """
    if not biases or not distances:
        raise InputError("nothing to compute: give at least one bias and one distance")
    for k in distances:
        if not 0 <= k <= LARGEST_DISTANCE:
            raise InputError(f"the distance {k} is out of range: give one from 0 to 10^9")
    a, b = as_typed(pre_activation), tuple(map(as_typed, biases))
    for bias in b:
        if abs(exact(a) + exact(bias)) > LARGEST_BIAS:
            raise InputError(
                f"the pre-activation {shortest(a)} and the bias {shortest(bias)} add up to more "
                f"than {LARGEST_BIAS:,} in size. Expected smaller ones"
            )
    gates, kept = [], []
    for bias in b:
        f, half_life, *powers = _figures(a, bias, distances)
        gates.append(Gate(bias, f, half_life))
        kept += [Kept(bias, k, value) for k, value in zip(distances, powers, strict=True)]
    return Result(a, tuple(distances), tuple(gates), tuple(kept))


def _figures(a: Exact, b: Exact, distances: Sequence[int]) -> tuple[Decimal, ...]:
    """f, its half-life and its powers: through -ln f, which has all its digits near f = 1."""

    def figures() -> list[Decimal]:
        x = exact(a) + exact(b)
        decay = _minus_log(x)
        return [sigmoid(x), Decimal(2).ln() / decay, *((-k * decay).exp() for k in distances)]

    return settled(figures)


def _minus_log(x: Decimal) -> Decimal:
    """-ln sigma(x) = ln(1 + e^-x), right where e^-x vanishes beside 1."""
    p = getcontext().prec
    e = (-x).exp()
    if -e.adjusted() > p:  # e^2/2 lies beyond the last digit
        return e
    with localcontext(prec=p + GUARD + max(0, -e.adjusted())):
        result = (1 + e).ln()
    return +result


def document(result: Result) -> Document:
    """The tables `gates`, a row a bias, and `kept`, a row a bias and distance."""
    gates = table(
        "gates",
        "The forget gate by its bias",
        GATES,
        [(row.bias, row.gate, row.half_life) for row in result.gates],
        equation=equals("f", GATE),
    )
    kept = table(
        "kept",
        "What the belt keeps after so many steps, by the bias",
        KEPT,
        [(row.bias, row.distance, row.kept) for row in result.kept],
        pivot=Pivot("bias", "distance", "kept"),
        equation=equals("kept", power("f", "k")),
    )
    inputs = {
        "bias": tuple(row.bias for row in result.gates),
        "pre_activation": result.pre_activation,
        "distances": result.distances,
    }
    return Document("gates", "What a forget gate keeps", inputs, (gates, kept), _notes(result))


def _notes(result: Result) -> tuple[str | Prose, ...]:
    a = shortest(result.pre_activation)
    gate = prose(
        "The gate is ", equals("f", GATE), ", the bias added before the sigmoid is taken, "
        "so that no bias opens it beyond 1; ", equals("a", a),
        " is what the word and the state before add.",
    )  # fmt: skip
    found: list[str | Prose] = [
        about("gates", gate),
        prose(
            "A memory that nothing is written to keeps ", power("f", "k"),
            " of itself after ", symbol("k"), " steps; half of it is left after ", HALF_LIFE,
            " steps.",
        ),
    ]  # fmt: skip
    by_bias = {row.bias: row for row in result.gates}
    if result.pre_activation == 0 and {Decimal(0), Decimal(3)} <= by_bias.keys():
        of_pytorch = prose(
            "PyTorch draws the biases around 0, where half is gone after 1 step; the "
            "notebook's third network starts at 3, where that takes ",
            Figure(by_bias[Decimal(3)].half_life, GATES[-1]),
            ".",
        )
        found.append(about("gates", of_pytorch))
    return tuple(found)


GATE = call("σ", total("a", "b"))
HALF_LIFE = quotient(call("ln", "0.5"), call("ln", "f"))
GATES = (
    Column("bias", symbol("b"), key=True),
    Column("gate", GATE, decimals=6, significant=3),
    Column("half_life", "half-life", unit="steps", decimals=2, significant=2),
)
KEPT = (
    Column("bias", symbol("b"), key=True),
    Column("distance", symbol("k"), unit="steps", key=True),
    Column("kept", "kept", decimals=4, significant=2),
)
