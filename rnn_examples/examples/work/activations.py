"""Each function and its derivative at a point, and each ceiling as a power."""

from fractions import Fraction

from rnn_examples.equations.expression import (
    Expression,
    Words,
    call,
    difference,
    equals,
    number,
    parse,
    power,
    quotient,
    relate,
    row,
    times,
    total,
)
from rnn_examples.examples.activations import LARGEST, LEFT, VALUES, Point, Result
from rnn_examples.examples.dead_units import Unit
from rnn_examples.examples.work.exact import first_of, written
from rnn_examples.network.decimals import exact, working
from rnn_examples.tables.numbers import fixed, shortest, show
from rnn_examples.tables.table import Scalar, Work

MOST_POINTS = 4
MOST_UNITS = 8
MOST_STEPS = 8


def work(result: Result) -> tuple[Work, ...]:
    """The points' arithmetic, the ceilings', and the units' inputs where they were read."""
    points = result.points[:MOST_POINTS]
    which = first_of(len(points), len(result.points), "points")
    lines = tuple(line for point in points for line in _point(point, result.slope))
    ceilings = tuple(
        equals(power(shortest(LARGEST[0]), ceiling.steps), show(ceiling.remaining[0], LEFT[1]))
        for ceiling in result.ceilings
    )
    found = [
        written(f"Values and derivatives{which}", lines, ("values", "derivatives")),
        written("What the sigmoid's ceiling leaves", ceilings, ("ceilings",)),
    ]
    units = [unit for unit in result.units if len(unit.inputs) <= MOST_STEPS][:MOST_UNITS]
    if units:
        which = first_of(len(units), len(result.units), "units")
        title = f"Inputs of the units, step by step{which}"
        found.append(written(title, tuple(map(_unit, units)), ("units",)))
    return tuple(found)


def _point(point: Point, a: Fraction) -> list[Expression]:
    x, minus = _fraction(point.x), _fraction(-point.x)
    σ, τ, _, _ = (_shown(value) for value in point.values)
    slopes = [_shown(derivative) for derivative in point.derivatives]
    with working():
        e, square = _shown(exact(-point.x).exp()), _shown(exact(2 * point.x).exp())
    twice = power("e", _fraction(2 * point.x))
    larger = point.x if point.x > 0 else a * point.x
    return [
        equals(
            call("σ", x),
            quotient(1, total(1, power("e", minus))),
            quotient(1, total(1, e)),
            σ,
        ),
        equals(call("σ′", x), times(σ, difference(1, σ)), slopes[0]),
        equals(
            call("tanh", x),
            quotient(difference(twice, 1), total(twice, 1)),
            quotient(difference(square, 1), total(square, 1)),
            τ,
        ),
        equals(call("tanh′", x), difference(1, power(τ, 2)), slopes[1]),
        equals(call("ReLU", x), call("max", 0, x), _fraction(max(Fraction(0), point.x))),
        equals(call("leaky", x), call("max", times(_fraction(a), x), x), _fraction(larger)),
    ]


def _unit(unit: Unit) -> Expression:
    told = "dead" if unit.dead else f"{unit.positive} above 0"
    name = Words(f"unit {unit.unit}")
    return relate(name, "=", row(*(fixed(a, 4) for a in unit.inputs)), "→", Words(told))


def _shown(value: Scalar) -> Expression:
    return number(show(value, VALUES[1]))


def _fraction(value: Fraction) -> Expression:
    return parse(shortest(value))
