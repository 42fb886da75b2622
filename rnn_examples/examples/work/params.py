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
from rnn_examples.examples.work.exact import count, some
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
    both = total(times(count(H), count(d)), times(count(H), count(H)))
    compared = tuple(
        relate(
            times(count(row.context), count(d), count(H)),
            "=",
            count(row.feed_forward),
            *(() if row.smaller == "equal" else (_sign(row), count(row.recurrent))),
            "=",
            both,
        )
        for row in result.contexts
    )
    crossings = (
        *_crossing(times(count(H), count(H)), d, H, result.crossings[0]),
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
        name, parameters = Words(NAMES[cell.kind]), count(cell.parameters)
        if plain is not None and cell.gates > 1 and cell.gates * plain == cell.parameters:
            lines.append(equals(name, times(count(cell.gates), count(plain)), parameters))
            continue
        arrays = recurrent_arrays(cell.kind, result.sizes)
        counts = some([count(array.count) for array in arrays])
        lines.append(equals(name, total(*counts), parameters))
    return tuple(lines)


def _products(arrays: Sequence[NamedShape]) -> tuple[Expression, ...]:
    lines: list[Expression] = []
    for array in arrays:
        name, entries = Words(array.name), count(array.count)
        factors = [count(size) for size in array.shape]
        lines.append(
            equals(name, times(*factors), entries) if factors[1:] else equals(name, entries)
        )
    counts = [array.count for array in arrays]
    lines.append(equals(Words("total"), total(*map(count, counts)), count(sum(counts))))
    return tuple(lines)


def _sign(row: Context) -> str:
    return "<" if row.smaller == "feed-forward" else ">"


def _crossing(recurrent: Expression, d: int, H: int, row: Crossing) -> tuple[Expression, ...]:
    step = times(count(d), count(H))
    return (
        equals(times("n", count(d), count(H)), recurrent),
        equals("n", quotient(recurrent, step), _fraction(row.context)),
    )


def _fraction(value: Fraction) -> Expression:
    if value.denominator == 1:
        return count(value.numerator)
    return quotient(count(value.numerator), count(value.denominator))
