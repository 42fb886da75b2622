"""Four activations, their derivatives, and what these leave of a gradient (`activations`).

x pre-activation, σ′(x) derivative, a slope of leaky ReLU left of 0, n steps
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction

from rnn_examples.equations.expression import call, difference, equals, power, product, symbol
from rnn_examples.errors import InputError
from rnn_examples.examples.dead_units import Unit, units_note, units_table
from rnn_examples.network import powers
from rnn_examples.network.decimals import exact, sigmoid, tanh, tanh_slope, working
from rnn_examples.network.rational import rational
from rnn_examples.tables.numbers import shortest
from rnn_examples.tables.prose import Figure, Prose, about, prose
from rnn_examples.tables.table import Cell, Column, Document, table

POINTS = ("-3", "-2", "-1", "-0.5", "0", "0.5", "1", "2", "3")
SLOPE = "0.01"
STEPS = (1, 5, 10, 20, 47)

Number = Fraction | Decimal


@dataclass(frozen=True, slots=True)
class Point:
    """The four functions and their derivatives at x, sigmoid, tanh, ReLU, leaky ReLU."""

    x: Fraction
    values: tuple[Number, Number, Number, Number]
    derivatives: tuple[Number, Number, Number, Number]


@dataclass(frozen=True, slots=True)
class Ceiling:
    """The largest derivatives to the power of n, in the same order."""

    steps: int
    remaining: tuple[int | Decimal, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """model, sentence and given say what the units read: a model's words, or inputs as typed."""

    slope: Fraction
    points: tuple[Point, ...]
    ceilings: tuple[Ceiling, ...]
    units: tuple[Unit, ...] = ()
    model: str | None = None
    sentence: tuple[str, ...] | None = None
    given: Mapping[str, Cell] = field(default_factory=dict)


LARGEST = (Fraction(1, 4), Fraction(1), Fraction(1), Fraction(1))


def compute(
    points: Sequence[str | Fraction] = POINTS,
    slope: str | Fraction = SLOPE,
    steps: Sequence[int] = STEPS,
    units: Sequence[Unit] = (),
    model: str | None = None,
    sentence: Sequence[str] | None = None,
    *,
    given: Mapping[str, Cell] | None = None,
) -> Result:
    """Values and derivatives at the points, exactly, and the ceilings after so many steps.

    `units`, from `dead_units`, are shown as they are. Raises InputError for what is no number, a
    slope outside [0, 1] (leaky ReLU is max(a x, x)) and a negative number of steps.
    Source: chapter, "Why tanh".
    """
    a = rational(slope)
    if not 0 <= a <= 1:
        raise InputError(
            f"the slope {shortest(a)} is outside [0, 1]: leaky ReLU is the larger of a x and x"
        )
    if steps and min(steps) < 0:
        raise InputError(f"the number of steps {min(steps)} is negative: give 0 or more")
    with working():
        found = tuple(_point(rational(x), a) for x in points)
    ceilings = tuple(Ceiling(n, tuple(powers.power(most, n) for most in LARGEST)) for n in steps)
    words = None if sentence is None else tuple(sentence)
    return Result(a, found, ceilings, tuple(units), model, words, dict(given or {}))


def _point(x: Fraction, a: Fraction) -> Point:
    at = exact(x)
    above = Fraction(x > 0)
    s = sigmoid(at)
    # 1 - s = sigmoid(-x), right where s itself rounds to 1.
    derivatives = (s * sigmoid(-at), tanh_slope(at), above, above or a)
    return Point(x, (s, tanh(at), above * x, x if above else a * x), derivatives)


def document(result: Result) -> Document:
    """The tables `values`, `derivatives`, `largest`, `ceilings`, and `units` if any were read."""
    values = [(point.x, *point.values) for point in result.points]
    derivatives = [(point.x, *point.derivatives) for point in result.points]
    leaky = "everywhere" if result.slope == 1 else "above 0"
    largest = list(zip(NAMES, LARGEST, (*REACHED, leaky), strict=True))
    remaining = [(row.steps, *row.remaining) for row in result.ceilings]
    inputs: dict[str, Cell] = {
        "points": tuple(point.x for point in result.points),
        "slope": result.slope,
        "steps": tuple(row.steps for row in result.ceilings),
        "model": result.model,
        "sentence": result.sentence,
        **result.given,
    }
    tables = [
        table("values", "Four activations", VALUES, values, equation=LEAKY),
        table("derivatives", "Their derivatives", DERIVATIVES, derivatives, equation=SIGMOID),
        table("largest", "The largest derivative of each", LARGEST_COLUMNS, largest),
        table("ceilings", "What the largest derivatives leave after n steps", LEFT, remaining),
    ]
    if result.units:
        tables.append(units_table(result.units))
    return Document("activations", "Activations", inputs, tuple(tables), _notes(result))


def _notes(result: Result) -> tuple[str | Prose, ...]:
    quarter = powers.power(LARGEST[0], STEPS[-1])
    notes: list[str | Prose] = [
        about(
            "derivatives largest ceilings",
            prose(
                "A derivative of at most 1/4 shrinks a gradient at least four-fold a step: of 1, ",
                Figure(quarter, LEFT[-1], power("0.25", STEPS[-1])),
                f" is left after {STEPS[-1]} steps. tanh reaches 1 only at 0, ReLU and leaky ReLU "
                "pass a gradient unchanged wherever their input is positive.",
            ),
        ),
        about(
            "derivatives largest",
            "At 0 ReLU has no derivative; what is shown is the value from the left, as PyTorch "
            "has it.",
        ),
    ]
    if result.units:
        notes.append(about("units", units_note(result.units, result.model)))
    return tuple(notes)


NAMES = ("sigmoid", "tanh", "ReLU", "leaky ReLU")
# Of all but the leaky ReLU, where its slope decides.
REACHED = ("at 0", "at 0", "above 0")
COLUMN_NAMES = ("sigmoid", "tanh", "relu", "leaky_relu")
SYMBOLS = ("σ", "tanh", "ReLU", "leaky")
X = Column("x", symbol("x"), key=True)
VALUES = (
    X,
    *(
        Column(name, call(letter, "x"), decimals=4, significant=2)
        for name, letter in zip(COLUMN_NAMES, SYMBOLS, strict=True)
    ),
)
DERIVATIVES = (
    X,
    *(
        Column(name, call(f"{letter}′", "x"), decimals=4, significant=2)
        for name, letter in zip(COLUMN_NAMES, SYMBOLS, strict=True)
    ),
)
LARGEST_COLUMNS = (
    Column("activation", "activation", key=True, text=True),
    Column("largest", "largest derivative"),
    Column("reached", "reached", text=True),
)
LEFT = (
    Column("steps", symbol("n"), unit="steps", key=True),
    *(
        Column(name, name_shown, decimals=2, significant=2)
        for name, name_shown in zip(COLUMN_NAMES, NAMES, strict=True)
    ),
)
LEAKY = equals(call("leaky", "x"), call("max", product("a", "x"), "x"))
SIGMOID = equals(call("σ′", "x"), product(call("σ", "x"), difference(1, call("σ", "x"))))
