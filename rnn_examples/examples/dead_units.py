"""Units that never get a positive input, and so are dead under ReLU (`activations`)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rnn_examples.tables.table import Cell, Column, Table, table

if TYPE_CHECKING:
    from rnn_examples.examples.sentence import Sentence
    from rnn_examples.network.network import Network

# Of more units people see those with the fewest positive inputs.
MOST_SHOWN = 24


@dataclass(frozen=True, slots=True)
class Unit:
    """One unit and its pre-activations, step by step."""

    layer: int
    direction: str
    unit: int
    inputs: tuple[float, ...]

    @property
    def positive(self) -> int:
        """At how many steps its input is above 0."""
        return sum(a > 0 for a in self.inputs)

    @property
    def dead(self) -> bool:
        return not self.positive


def units_of(network: "Network", sentence: "Sentence") -> tuple[Unit, ...]:
    """Every unit of a plain recurrent network that reads the sentence with ReLU as activation.

    Raises InputError for an LSTM or GRU, and where a state leaves the range of floats.
    """
    from rnn_examples.network.forward import forward
    from rnn_examples.network.pre_activations import pre_activations, with_activation

    relu = with_activation(network, "relu")
    states = forward(relu, sentence.inputs)
    return tuple(
        Unit(layer, direction, unit, tuple(column))
        for layer, found in enumerate(pre_activations(relu, states), 1)
        for direction, rows in zip(("forward", "reverse"), found, strict=False)
        for unit, column in enumerate(rows.T.tolist(), 1)
    )


def units_of_rows(rows: Sequence[Sequence[float]]) -> tuple[Unit, ...]:
    """Every unit (a column) of pre-activations, one row a step. Rows are equally long."""
    return tuple(
        Unit(1, "forward", unit, tuple(column))
        for unit, column in enumerate(zip(*rows, strict=True), 1)
    )


def units_table(units: Sequence[Unit]) -> Table:
    """A row a unit; of many, people see those with the fewest positive inputs."""
    several = len({(unit.layer, unit.direction) for unit in units}) > 1
    columns = UNITS if several else UNITS[2:]

    def rows(chosen: Sequence[Unit]) -> list[tuple[Cell, ...]]:
        cells = [
            (u.layer, u.direction, u.unit, max(u.inputs), u.positive, len(u.inputs), u.dead)
            for u in chosen
        ]
        return [row if several else row[2:] for row in cells]

    every = table("units", "Dead units: never a positive input", columns, rows(units))
    if len(units) <= MOST_SHOWN:
        return every
    rising = sorted(units, key=lambda unit: unit.positive)[:MOST_SHOWN]
    title = f"Dead units: the {MOST_SHOWN} of {len(units):,} with the fewest positive inputs"
    return every.but(summary=table("units", title, columns, rows(rising)))


def units_note(units: Sequence[Unit], model: str | None) -> str:
    """How many are dead, and what that means."""
    dead, count = sum(unit.dead for unit in units), len(units)
    told = "No unit is" if not dead else "1 unit is" if dead == 1 else f"{dead:,} units are"
    with_relu = "" if model is None else f" when the model {model} runs with ReLU"
    return (
        f"{told} dead among {count:,}{with_relu}: a unit whose input is never positive passes no "
        "gradient through ReLU, and so never changes."
    )


UNITS = (
    Column("layer", "layer", key=True),
    Column("direction", "direction", key=True, text=True),
    Column("unit", "unit", key=True),
    Column("largest", "largest input", decimals=4, significant=2),
    Column("positive", "positive", unit="steps"),
    Column("steps", "of", unit="steps"),
    Column("dead", "dead", text=True, styles={"yes": "red"}),
)
