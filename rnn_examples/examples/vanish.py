"""What is left of a gradient that every step multiplies by the same factor (`vanish`).

f factor a step, k distance in steps, f^k what remains
"""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING

from rnn_examples.counted import counted
from rnn_examples.equations.expression import Words, equals, power, symbol
from rnn_examples.errors import InputError
from rnn_examples.network import powers
from rnn_examples.network.rational import rational
from rnn_examples.record import Record
from rnn_examples.tables.prose import about
from rnn_examples.tables.table import Cell, Column, Document, Pivot, table

if TYPE_CHECKING:
    from rnn_examples.examples.passage import Passage

# The chapter prints 0.9 after 50 steps and the three factors over 47 words; the others are ours.
FACTORS = ("0.01", "0.5", "0.9", "0.99", "1", "1.01", "1.1", "1.2")
DISTANCES = (1, 5, 10, 20, 47, 50, 100)
FORTY_SEVEN_FACTORS = ("0.01", "0.5", "1.2")
FORTY_SEVEN = 47


class Decay(Record):
    """One cell of the table: `remaining` = factor^distance, `log10` of its size, None for 0."""

    distance: int
    factor: Fraction
    remaining: int | Decimal
    log10: Decimal | None


class Result(Record):
    """`decay` has a row for each distance and factor, distances first; `at_blank` one a factor;
    `forty_seven` the chapter's own, empty where factors, distances or a passage are given; `source`
    names the passage's file."""

    factors: tuple[Fraction, ...]
    distances: tuple[int, ...]
    passage: "Passage | None"
    source: str | None
    decay: tuple[Decay, ...]
    forty_seven: tuple[Decay, ...]
    at_blank: tuple[Decay, ...]


def compute(
    factors: Sequence[str | Fraction] = FACTORS,
    distances: Sequence[int] = DISTANCES,
    passage: "Passage | None" = None,
    source: str | None = None,
) -> Result:
    """The chapter's tables, or the same for other factors and distances.

    Factors are text as typed or fractions, distances integers of either sign, at most 10^15 in
    size. Raises InputError for none of either, for 0 to a negative power and for powers too large.
    Source: chapter, "How fast, in numbers".
    """
    chosen = tuple(map(rational, factors))
    own = chosen == tuple(map(rational, FACTORS)) and tuple(distances) == DISTANCES
    book = FORTY_SEVEN_FACTORS if own and passage is None else ()
    if not chosen or not distances:
        raise InputError("nothing to compute: give at least one factor and one distance")
    return Result(
        factors=chosen,
        distances=tuple(distances),
        passage=passage,
        source=source,
        decay=tuple(_decay(f, k) for k in distances for f in chosen),
        forty_seven=tuple(_decay(rational(f), FORTY_SEVEN) for f in book),
        at_blank=tuple(_decay(f, passage.distance) for f in chosen) if passage else (),
    )


def _decay(factor: Fraction, distance: int) -> Decay:
    return Decay(
        distance, factor, powers.power(factor, distance), powers.log10_power(factor, distance)
    )


def document(result: Result) -> Document:
    """The tables: `decay` and the chapter's own `forty_seven`; for a passage `passage`."""
    tables = [
        table(
            "decay",
            "What is left of a gradient after so many steps, by the factor of each step",
            DECAY,
            [(row.distance, row.factor, row.remaining, row.log10) for row in result.decay],
            pivot=Pivot("distance", "factor", "remaining"),
            equation=REMAINING,
        ),
    ]
    notes = []
    if result.forty_seven:
        rows = [(row.factor, row.remaining, row.log10) for row in result.forty_seven]
        title = "The forty-seven word example"
        tables.append(table("forty_seven", title, FORTY_SEVEN_COLUMNS, rows))
        note = "The factors and distances are ours; the book works with 47 words."
        notes = [about("decay", note)]
    inputs: dict[str, Cell] = {"factors": result.factors, "distances": result.distances}
    if result.passage is not None:
        found = result.passage
        title = f"From '{found.evidence}' to '{found.blank}', {counted(found.distance, 'word')}"
        left = [(row.factor, row.distance, row.remaining, row.log10) for row in result.at_blank]
        tables = [table("passage", title, PASSAGE, left, equation=REMAINING)]
        inputs = {
            "factors": result.factors,
            "passage": result.source,
            "evidence": found.evidence,
            "blank": found.blank,
        }
        note = (
            f"'{found.evidence}' is word {found.evidence_position} of {found.words}, "
            f"'{found.blank}' word {found.blank_position}: "
            f"{found.blank_position} - {found.evidence_position} = "
            f"{counted(found.distance, 'word')} back."
        )
        notes = [about("passage", note)]
    return Document(
        "vanish",
        "How fast a gradient fades",
        inputs,
        tuple(tables),
        tuple(notes),
    )


REMAINING_COLUMN = Column("remaining", "remaining", decimals=2, significant=2)
LOG10_COLUMN = Column("log10", symbol("log_10"), decimals=4)
DECAY = (
    Column("distance", "distance", unit="steps", key=True),
    Column("factor", symbol("f"), key=True),
    REMAINING_COLUMN,
    LOG10_COLUMN,
)
FORTY_SEVEN_COLUMNS = (
    Column("factor", symbol("f"), key=True),
    Column("remaining", power("f", FORTY_SEVEN), decimals=2, significant=2),
    LOG10_COLUMN,
)
PASSAGE = (
    Column("factor", symbol("f"), key=True),
    Column("distance", "distance", unit="words"),
    REMAINING_COLUMN,
    LOG10_COLUMN,
)
REMAINING = equals(Words("remaining"), power("f", "k"))
