"""`gates --model`: each unit's gate, from its least to its largest."""

from rnn_examples.counted import counted
from rnn_examples.examples.gates_measured import Result, Unit
from rnn_examples.plots.picture import Axis, Bars, Picture
from rnn_examples.tables.numbers import fixed, significant

MOST_UNITS = 32


def draw(result: Result) -> Picture:
    """A bar a unit, its mean gate; of many, those that hold on longest."""
    units = sorted(result.units, key=lambda unit: -unit.mean)[:MOST_UNITS]
    several = len({(unit.layer, unit.direction) for unit in result.units}) > 1
    ends = f"from {fixed(units[-1].mean, 3)} to {fixed(units[0].mean, 3)}"
    longest = units[0].half_life
    steps = "at the bias alone" if result.steps is None else f"over {counted(result.steps, 'step')}"
    bars = Bars(
        "Mean gate",
        tuple(_name(unit, several) for unit in units),
        Axis(f"mean {result.gate} gate", low=0.0, high=1.0),
        (("", tuple(unit.mean for unit in units), tuple(fixed(u.mean, 3) for u in units)),),
    )
    return Picture(
        "gates",
        f"Which units hold on: their mean {result.gate} gate {steps}",
        f"A bar for each of {len(units)} of {counted(len(result.units), 'unit')}, the "
        "longest memory first: "
        f"the mean {result.gate} gate {steps}, {ends}."
        + (f" The first halves in {significant(longest, 3)} steps." if longest else ""),
        (bars,),
    )


def _name(unit: Unit, several: bool) -> str:
    return f"{unit.layer} {unit.direction} {unit.unit}" if several else f"unit {unit.unit}"
