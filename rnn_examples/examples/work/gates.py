"""Each gate from its bias, its half-life, and its powers through their logarithms."""

import math
from collections.abc import Iterator
from decimal import Decimal
from typing import TYPE_CHECKING

from rnn_examples.equations.expression import (
    Expression,
    Words,
    call,
    equals,
    power,
    quotient,
    times,
    total,
)
from rnn_examples.examples.gates import GATES, KEPT, Gate, Result
from rnn_examples.examples.work.exact import chained, computed, first_of, given, written
from rnn_examples.network.decimals import Exact, exact, working
from rnn_examples.tables.table import Column, Work

if TYPE_CHECKING:
    from rnn_examples.examples.gates_measured import Result as Measured
    from rnn_examples.examples.gates_measured import Unit

MOST_GATES = 6
MOST_UNITS = 6
# A gate that stays as it is has its mean for a root, but for the roundings of a logarithm's mean.
SAME = 1e-12
SHOWN = Column("shown", "shown", decimals=6, significant=4)
HALF = Decimal("0.5").ln()


def work(result: "Result | Measured") -> tuple[Work, ...]:
    """The first few gates, of biases or of a network's units, in full."""
    if not isinstance(result, Result):
        return _of_units(result)
    gates = result.gates[:MOST_GATES]
    some = first_of(len(gates), len(result.gates), "biases")
    with working():
        lines = [line for row in gates for line in _gate(result.pre_activation, row)]
        powers = [line for row in gates for line in _powers(row, result)]
    return (
        written(f"Each gate and its half-life{some}", tuple(lines), ("gates",)),
        written(
            f"What is left after k steps, through the logarithm{some}", tuple(powers), ("kept",)
        ),
    )


def _gate(a: Exact, row: Gate) -> Iterator[Expression]:
    """f = σ(0 + 1) = σ(1) = 1/(1 + e^-1) = 1/(1 + 0.367879) = 0.731059, then the half-life."""
    x = exact(a) + exact(row.bias)
    f = computed(row.gate, GATES[1])
    yield equals(
        "f",
        call("σ", total(given(a, SHOWN), given(row.bias, SHOWN))),
        call("σ", given(x, SHOWN)),
        quotient(1, total(1, power("e", given(-x, SHOWN)))),
        quotient(1, total(1, computed((-x).exp(), SHOWN))),
        f,
    )
    yield _half_life("half-life", f, HALF / row.half_life, row.half_life)


def _half_life(name: str, f: Expression, log: Decimal, steps: Decimal) -> Expression:
    return equals(
        Words(name),
        quotient(call("ln", "0.5"), call("ln", f)),
        quotient(computed(HALF, SHOWN), computed(log, SHOWN)),
        computed(steps, GATES[2]),
    )


def _powers(row: Gate, result: Result) -> Iterator[Expression]:
    f, log = computed(row.gate, GATES[1]), HALF / row.half_life
    kept = {entry.distance: entry.kept for entry in result.kept if entry.bias == row.bias}
    for k, value in kept.items():
        yield chained(
            power(f, k),
            power("e", times(k, computed(log, SHOWN))),
            power("e", computed(k * log, SHOWN)),
            computed(value, KEPT[2]),
        )


def _of_units(result: "Measured") -> tuple[Work, ...]:
    units = [unit for unit in result.units if 0 < unit.mean < 1 and unit.log > -math.inf]
    if not units:
        return (Work("No unit has a half-life to work out", ()),)
    count = len(result.units)
    some = "" if len(units[:MOST_UNITS]) == count else f" ({{}} of {count:,} units)"
    with working():
        return tuple(
            written(
                f"{_name(unit, result)}: half-life, and what is left{some.format(place)}",
                tuple(_unit(unit, result)),
            )
            for place, unit in enumerate(units[:MOST_UNITS], 1)
        )


def _name(unit: "Unit", result: "Measured") -> str:
    """Of which layer and direction too where there are several."""
    network = result.network
    layer = f" of layer {unit.layer}" if len(network.layers) > 1 else ""
    direction = f", {unit.direction}" if network.bidirectional else ""
    return f"Unit {unit.unit}{layer}{direction}"


def _unit(unit: "Unit", result: "Measured") -> Iterator[Expression]:
    mean = exact(unit.mean)
    f = computed(mean, GATES[1])
    yield _half_life("half-life", f, mean.ln(), HALF / mean.ln())
    root, log = exact(unit.root), exact(unit.log)
    if not math.isclose(unit.root, unit.mean, rel_tol=SAME):
        yield _half_life("root's half-life", computed(root, GATES[1]), log, HALF / log)
    for k in result.distances:
        yield chained(
            power(computed(root, GATES[1]), k),
            power("e", times(k, computed(log, SHOWN))),
            computed(exact(unit.kept(k)), KEPT[2]),
        )
