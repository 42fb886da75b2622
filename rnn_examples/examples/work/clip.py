"""Each norm, and each clipped gradient with its direction, number by number."""

from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from rnn_examples.equations.expression import (
    Expression,
    call,
    norm,
    power,
    product,
    quotient,
    root,
    row,
    symbol,
    times,
    total,
)
from rnn_examples.examples.clip import (
    PYTORCH_EPSILON,
    Clipping,
    Gradient,
    Result,
    columns_of,
    divisor_of,
)
from rnn_examples.examples.work.exact import chained, first_of, given, some, written
from rnn_examples.network.decimals import Exact, dot, exact, working
from rnn_examples.tables.table import Column, Work

MOST_ROWS = 8
BEFORE, AFTER = symbol("g"), symbol("g′")


def work(result: Result) -> tuple[Work, ...]:
    """(12.7) for each gradient; together, one norm for all of them."""
    rows = result.rows[:MOST_ROWS]
    which = first_of(len(rows), len(result.rows), "gradients")
    board = Board(result, columns_of(result.rule)[1])
    if not result.together:
        lines = (board.alone(g) for g in rows)
        return (
            written(
                f"Each gradient, and what becomes of it{which}",
                tuple(chain.from_iterable(lines)),
            ),
        )
    whole = tuple(chain.from_iterable(g.gradient for g in result.rows))
    clipped = tuple(chain.from_iterable(g.clipped for g in result.rows))
    scaled = tuple(board.scaled(g) for g in rows)
    found = [
        written("The norm of all entries", tuple(board.norm(rows[0], whole))),
        written(f"Each gradient by the same scale{which}", scaled),
    ]
    if rows[0].cosine is not None:
        directions = board.direction(rows[0], rows[0].cosine, whole, clipped)
        found.append(written("All entries, before and after", tuple(directions)))
    return tuple(found)


def stays(g: Clipping) -> bool:
    """Whether it is left as it is; one of zeros may be scaled and is the same."""
    return g.scale == 1 and g.clipped == g.gradient


class Board(NamedTuple):
    """The result whose arithmetic is written, and the column whose digits it has."""

    result: Result
    column: Column

    def shown(self, value: Exact) -> Expression:
        return given(value, self.column)

    def vector(self, g: Gradient) -> Expression:
        return row(*some([self.shown(entry) for entry in g]))

    def alone(self, g: Clipping) -> Iterator[Expression]:
        yield from self.norm(g, g.gradient)
        yield self.scaled(g)
        if not stays(g) and g.cosine is not None:
            yield from self.direction(g, g.cosine, g.gradient, g.clipped)

    def norm(self, g: Clipping, entries: Gradient) -> Iterator[Expression]:
        """||g||, and whether what divides is above the threshold."""
        θ, length = self.shown(self.result.threshold), self.length(entries, g.norm)
        sign = "≤" if stays(g) else ">"
        if self.result.rule == "textbook":
            yield chained(norm(BEFORE), *length, then=(sign, θ))
            return
        yield chained(norm(BEFORE), *length)
        written = divisor_of("pytorch", length[-1])
        divisor = self.shown(self.divisor(g))
        yield chained(divisor_of("pytorch"), written, divisor, then=(sign, θ))

    def length(self, entries: Gradient, size: Exact) -> list[Expression]:
        """The root of the sum of squares, step by step."""
        with working():
            values = tuple(map(exact, entries))
            squares = [value * value for value in values]
            together = dot(values, values)
        return [
            root(total(*some([power(self.shown(entry), 2) for entry in entries]))),
            root(total(*some([self.shown(square) for square in squares]))),
            root(self.shown(together)),
            self.shown(size),
        ]

    def divisor(self, g: Clipping) -> Exact:
        with working():
            return g.norm + PYTORCH_EPSILON if self.result.rule == "pytorch" else g.norm

    def scaled(self, g: Clipping) -> Expression:
        """g' = threshold / ||g|| g, or g itself."""
        if stays(g):
            return chained(AFTER, BEFORE, self.vector(g.gradient))
        before = self.vector(g.gradient)
        θ, divisor = self.shown(self.result.threshold), self.shown(self.divisor(g))
        return chained(
            AFTER,
            product(quotient("θ", divisor_of(self.result.rule)), BEFORE),
            times(quotient(θ, divisor), before),
            times(self.shown(g.scale), before),
            self.vector(g.clipped),
        )

    def direction(
        self, g: Clipping, cosine: Exact, before: Gradient, after: Gradient
    ) -> Iterator[Expression]:
        """The clipped norm, and the cosine between before and after."""
        yield chained(norm(AFTER), *self.length(after, g.clipped_norm))
        with working():
            pairs = list(zip(map(exact, before), map(exact, after), strict=True))
            products = dot([x for x, _ in pairs], [y for _, y in pairs])
        lengths = times(self.shown(g.norm), self.shown(g.clipped_norm))
        terms = [times(self.shown(x), self.shown(y)) for x, y in zip(before, after, strict=True)]
        with working():
            under = self.shown(g.norm * g.clipped_norm)
        yield chained(
            call("cos", BEFORE, AFTER),
            quotient(total(*some(terms)), lengths),
            quotient(self.shown(products), under),
            self.shown(cosine),
        )
