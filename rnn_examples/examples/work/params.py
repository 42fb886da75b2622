"""Parameters counted, product by product."""

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from rnn_examples.equations.expression import (
    Expression,
    Words,
    equals,
    quotient,
    relate,
    times,
    total,
)
from rnn_examples.examples.params import NAMES, Context, Crossing, Result
from rnn_examples.examples.work.exact import grouped, some
from rnn_examples.network.counts import NamedShape, recurrent_arrays
from rnn_examples.tables.table import Work

if TYPE_CHECKING:
    from rnn_examples.examples.params_of_network import Result as OfNetwork


def work(result: "Result | OfNetwork") -> tuple[Work, ...]:
    """Each count as a product of its shape, each context as n d H, and the crossings solved."""
    if not isinstance(result, Result):
        title = "Each array's count is the product of its shape"
        return (Work(title, _products(result.arrays), ("shapes",)),)
    d, H = result.sizes.inputs, result.sizes.hidden
    counts = [
        Work(
            f"{NAMES[kind]}: each array's count is the product of its shape",
            _products(arrays),
            (f"shapes_{kind}" if len(result.shapes) > 1 else "shapes",),
        )
        for kind, arrays in result.shapes.items()
    ]
    both = total(times(grouped(H), grouped(d)), times(grouped(H), grouped(H)))
    compared = tuple(
        relate(
            times(grouped(row.context), grouped(d), grouped(H)),
            "=",
            grouped(row.feed_forward),
            *(() if row.smaller == "equal" else (_sign(row), grouped(row.recurrent))),
            "=",
            both,
        )
        for row in result.contexts
    )
    crossings = (
        *_crossing(times(grouped(H), grouped(H)), d, H, result.crossings[0]),
        *_crossing(both, d, H, result.crossings[1]),
    )
    return (
        *counts,
        Work("Feed-forward against recurrent, by context", compared, ("contexts",)),
        Work("The crossing, with and without the input matrix", crossings, ("crossings",)),
        Work("Kinds of cell, counted", _cells(result), ("cells",)),
    )


def _cells(result: Result) -> tuple[Expression, ...]:
    """The plain cell's arrays added up, and multiples of that; where another's count is none (a
    second bias of one kind alone, a projection), its own arrays."""
    lines: list[Expression] = []
    plain = {cell.kind: cell.parameters for cell in result.cells}.get("rnn")
    for cell in result.cells:
        name, count = Words(NAMES[cell.kind]), grouped(cell.parameters)
        if plain is not None and cell.gates > 1 and cell.gates * plain == cell.parameters:
            lines.append(equals(name, times(grouped(cell.gates), grouped(plain)), count))
            continue
        arrays = recurrent_arrays(cell.kind, result.sizes)
        counts = some([grouped(array.count) for array in arrays])
        lines.append(equals(name, total(*counts), count))
    return tuple(lines)


def _products(arrays: Sequence[NamedShape]) -> tuple[Expression, ...]:
    lines: list[Expression] = []
    for array in arrays:
        name, count = Words(array.name), grouped(array.count)
        factors = [grouped(size) for size in array.shape]
        lines.append(equals(name, times(*factors), count) if factors[1:] else equals(name, count))
    counts = [array.count for array in arrays]
    lines.append(equals(Words("total"), total(*map(grouped, counts)), grouped(sum(counts))))
    return tuple(lines)


def _sign(row: Context) -> str:
    return "<" if row.smaller == "feed-forward" else ">"


def _crossing(recurrent: Expression, d: int, H: int, row: Crossing) -> tuple[Expression, ...]:
    step = times(grouped(d), grouped(H))
    return (
        equals(times("n", grouped(d), grouped(H)), recurrent),
        equals("n", quotient(recurrent, step), _fraction(row.context)),
    )


def _fraction(value: Fraction) -> Expression:
    if value.denominator == 1:
        return grouped(value.numerator)
    return quotient(grouped(value.numerator), grouped(value.denominator))
