"""Backpropagation cut into segments: what it saves, and which dependencies it loses (`truncate`).

L length, S segment, n full segments, r steps of the last one where it is short, k distance
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from rnn_examples.equations.expression import (
    call,
    difference,
    equals,
    product,
    quotient,
    symbol,
    total,
)
from rnn_examples.errors import InputError
from rnn_examples.tables.prose import Prose, about, prose
from rnn_examples.tables.table import Cell, Column, Document, Table, table

if TYPE_CHECKING:
    from rnn_examples.examples.truncate_gradients import CutGradients

LENGTH = 5000
SEGMENT = 100
# Those of the chapter's table of decay, and the segment's own edge.
DISTANCES = (1, 5, 10, 20, 47, 50, 99, 100)
LARGEST_LENGTH = 10**15


@dataclass(frozen=True, slots=True)
class Dependency:
    """Of the pairs of steps k apart, those inside one segment, and their share; None of none."""

    distance: int
    pairs: int
    inside: int

    @property
    def share(self) -> Fraction | None:
        return Fraction(self.inside, self.pairs) if self.pairs else None


@dataclass(frozen=True, slots=True)
class Result:
    """`of_network` holds a network's gradients, whole and cut, where one is given."""

    length: int
    segment: int
    dependencies: tuple[Dependency, ...]
    of_network: "CutGradients | None"

    @property
    def full(self) -> int:
        """Segments of full length."""
        return self.length // self.segment

    @property
    def rest(self) -> int:
        """Steps of the short last segment; 0 where there is none."""
        return self.length % self.segment

    @property
    def segments(self) -> int:
        return self.full + bool(self.rest)


def compute(
    length: int = LENGTH,
    segment: int = SEGMENT,
    distances: Sequence[int] = DISTANCES,
    of_network: "CutGradients | None" = None,
) -> Result:
    """The segments of a long text, and the exact share of dependencies that they leave whole.

    Raises InputError for a length, a segment or a distance below 1 or above 10^15, and for no
    distance. Source: chapter, "Truncated BPTT".
    """
    if not distances:
        raise InputError("nothing to compute: give at least one distance")
    for name, value in (
        ("length", length),
        ("segment", segment),
        *(("distance", k) for k in distances),
    ):
        if not 1 <= value <= LARGEST_LENGTH:
            raise InputError(f"the {name} {value} is out of range: give one from 1 to 10^15")
    rows = tuple(_dependency(length, segment, k) for k in distances)
    return Result(length, segment, rows, of_network)


def _dependency(L: int, S: int, k: int) -> Dependency:
    n, r = divmod(L, S)
    return Dependency(k, max(0, L - k), n * max(0, S - k) + max(0, r - k))


def document(result: Result) -> Document:
    """The tables `segments`, `dependencies`; of a network `gradients` and, trained, `training`."""
    inputs: dict[str, Cell] = {
        "length": result.length,
        "segment": result.segment,
        "distances": tuple(row.distance for row in result.dependencies),
    }
    tables: tuple[Table, ...] = (_segments(result), _dependencies(result))
    notes: tuple[str | Prose, ...] = _notes(result)
    if result.of_network is not None:
        from rnn_examples.examples import truncate_tables

        inputs |= truncate_tables.inputs(result.of_network)
        tables += truncate_tables.tables(result.of_network)
        notes += truncate_tables.notes(result.of_network)
    return Document("truncate", "Backpropagation in segments", inputs, tables, notes)


def _segments(result: Result) -> Table:
    held = min(result.length, result.segment)
    rows = [
        ("whole", 1, result.length, result.length),
        ("in segments", result.segments, result.rest or held, held),
    ]
    title = "A text backpropagated whole, and in segments"
    return table("segments", title, SEGMENTS, rows)


def _dependencies(result: Result) -> Table:
    rows = [
        (row.distance, row.pairs, row.inside, row.pairs - row.inside, row.share)
        for row in result.dependencies
    ]
    title = "Dependencies that fall inside one segment, by their distance"
    return table("dependencies", title, DEPENDENCIES, rows, equation=SHARE)


def _notes(result: Result) -> tuple[str | Prose, ...]:
    boundaries = result.segments - 1
    one = f"one of the {boundaries:,} boundaries" if boundaries > 1 else "the boundary"
    seen = prose(
        "A dependency is a step and another ", symbol("k"),
        f" steps before it. Where {one} lies between them training cannot see it; the state "
        "itself runs on.",
    )  # fmt: skip
    if not boundaries:
        return (about("segments dependencies", "There is one segment, and nothing is lost."),)
    found: list[str | Prose] = [about("dependencies", seen)]
    if result.segment <= max(row.distance for row in result.dependencies):
        none = f"Of a distance of {result.segment:,} or more none is left."
        found.append(about("dependencies", none))
    counts = (equals("n", f"{result.full:,}"), equals("r", f"{result.rest:,}"))
    full = prose(
        "Of the segments ", counts[0], " is full; " if result.full == 1 else " are full; ",
        counts[1], " step is left over." if result.rest == 1 else " steps are left over.",
    )  # fmt: skip
    found.append(about("segments dependencies", full))
    return tuple(found)


INSIDE = total(
    product("n", call("max", 0, difference("S", "k"))), call("max", 0, difference("r", "k"))
)
SHARE = equals("share", quotient(INSIDE, difference("L", "k")))
SEGMENTS = (
    Column("way", "backpropagated", key=True, text=True),
    Column("segments", "segments"),
    Column("last", "last segment", unit="steps"),
    Column("states", "held in memory", unit="states"),
)
DEPENDENCIES = (
    Column("distance", symbol("k"), unit="steps", key=True),
    Column("pairs", "dependencies"),
    Column("inside", "inside"),
    Column("lost", "lost"),
    Column("share", "share", decimals=4, significant=2),
)
