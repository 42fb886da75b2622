"""The tables of `gates` for a network, and the notes under them.

f gate (of a GRU the update gate z), k distance in steps
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rnn_examples.counted import counted
from rnn_examples.equations.expression import (
    call,
    equals,
    power,
    product_over,
    quotient,
    symbol,
)
from rnn_examples.examples.notation import gate_value
from rnn_examples.examples.remarks import picked_units
from rnn_examples.network.network import Network
from rnn_examples.tables.prose import Prose, about, prose
from rnn_examples.tables.table import Column, Row, Table, table

if TYPE_CHECKING:
    from rnn_examples.examples.gates_measured import Result, Unit

# Beyond so many units people see those that hold on longest.
MOST_SHOWN = 16


def units_table(result: "Result") -> Table:
    """A row a unit: of a text its mean gate, the ends, the root and both half-lives."""
    measured, letter = result.steps is not None, gate_value(result.network.kind, result.gate)
    title = (
        f"The {result.gate} gate at its bias alone, unit by unit"
        if result.steps is None
        else f"The {result.gate} gate over {counted(result.steps, 'step')}, unit by unit"
    )
    columns = (*_heads(result.network), *(_measures(letter) if measured else _biases(letter)))
    rows = [(*_place(result, unit), *_figures(unit, measured)) for unit in result.units]
    every, shown = table("units", title, columns, rows), _shown(result)
    if len(shown) == len(result.units):
        return every
    rows = [(*_place(result, unit), *_figures(unit, measured)) for unit in shown]
    return every.but(summary=table("units", _title(result, title, shown), columns, rows))


def kept_table(result: "Result") -> Table:
    """A row a unit and distance; people see a line a unit."""
    heads, shown = _heads(result.network), _shown(result)
    title = "What each unit keeps after so many steps"
    every = table(
        "kept",
        title,
        (*heads, Column("distance", symbol("k"), unit="steps", key=True), KEPT),
        [
            (*_place(result, unit), k, unit.kept(k))
            for unit in result.units
            for k in result.distances
        ],
    )
    crossed = [KEPT.but(name=f"kept_{k}", label=equals("k", f"{k:,}")) for k in result.distances]
    rows = [(*_place(result, unit), *map(unit.kept, result.distances)) for unit in shown]
    summary = table("kept", _title(result, title, shown), (*heads, *crossed), rows)
    return every.but(summary=summary)


def _heads(network: Network) -> tuple[Column, ...]:
    unit = Column("unit", "unit", key=True)
    if len(network.directions) == 1:
        return (unit,)
    direction = Column("direction", "direction", key=True, text=True)
    return (Column("layer", "layer", key=True), direction, unit)


def _place(result: "Result", unit: "Unit") -> Row:
    if len(result.network.directions) == 1:
        return (unit.unit,)
    return (unit.layer, unit.direction, unit.unit)


def _figures(unit: "Unit", measured: bool) -> Row:
    if not measured:
        return (unit.mean, unit.half_life)
    range_ = (unit.least, unit.largest)
    return (unit.mean, *range_, unit.half_life, unit.root, unit.root_half_life)


def _shown(result: "Result") -> "list[Unit]":
    """What people see: all the units, of many those that hold on longest."""
    if len(result.units) <= MOST_SHOWN or result.picked is not None:
        return list(result.units)
    least = sorted((unit.log for unit in result.units), reverse=True)[MOST_SHOWN - 1]
    return [unit for unit in result.units if unit.log >= least][:MOST_SHOWN]


def _title(result: "Result", title: str, shown: "Sequence[Unit]") -> str:
    if len(shown) == len(result.units):
        return title
    return f"{title}: the {len(shown)} of {len(result.units):,} that hold on longest"


def notes(result: "Result") -> tuple[str | Prose, ...]:
    letter = gate_value(result.network.kind, result.gate)
    found: list[str | Prose] = []
    if result.steps is None:
        found.append(
            prose(
                symbol(letter), " is σ of the bias, as if word and state added nothing. Give "
                "--sentence or --text for the gates that the model really opens.",
            )
        )  # fmt: skip
    else:
        found.append(
            prose(
                "What is left of a memory after all the steps is ",
                product_over("t", None, f"{letter}_t"), ": its root is what one step keeps, never "
                "more than the mean. Kept after ", symbol("k"), " steps is ",
                power("root", "k"), ".",
            )
        )  # fmt: skip
    half_life = prose(
        "A half-life is ", quotient(call("ln", "0.5"), call("ln", letter)),
        " steps, and blank where nothing is lost.",
    )  # fmt: skip
    found.append(about("units", half_life))
    if result.gate == "update":
        found.append("A GRU has no forget gate: its update gate is what it keeps of its state.")
    if result.picked is not None:
        found.append(picked_units(result.picked, result.network.hidden))
    return (*found, *result.network.notes)


def _biases(letter: str) -> tuple[Column, ...]:
    return (
        Column("mean", symbol(letter), decimals=4, significant=2),
        Column("half_life", "half-life", unit="steps", decimals=2, significant=2),
    )


def _measures(letter: str) -> tuple[Column, ...]:
    return (
        Column("mean", f"mean {letter}", decimals=4, significant=2),
        Column("least", "least", decimals=4, significant=2),
        Column("largest", "largest", decimals=4, significant=2),
        Column("half_life", "half-life", unit="steps", decimals=2, significant=2),
        Column("root", "root", decimals=4, significant=2),
        Column("root_half_life", "its half-life", unit="steps", decimals=2, significant=2),
    )


KEPT = Column("kept", "kept", decimals=4, significant=2)
