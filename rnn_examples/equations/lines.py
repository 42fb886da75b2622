"""A chain of relations over several lines: one a sign, and a long sum over as many as it needs."""

from collections.abc import Iterator
from itertools import accumulate, groupby
from math import ceil

from rnn_examples.columns import columns
from rnn_examples.equations.dialect import Dialect
from rnn_examples.equations.nodes import Expression, Matrix, Product, Relation, Sum
from rnn_examples.equations.text import to_text

# Columns of text, an article's page in mind: what a broken sum puts on a line, and what certainly
# fits with its left side.
LONGEST = 60
WIDEST = 70


def in_lines(dialect: Dialect, expression: Expression) -> list[str]:
    """What stands after a sign; a sum is broken before as few signs as the margin needs."""
    if not isinstance(expression, Sum):
        return [dialect.items(Relation((expression,), ()))[0]]
    terms = [dialect.term(term, place, True) for place, term in enumerate(expression.terms)]
    return [dialect.sum(terms[run.start : run.stop]) for run in _runs(expression)]


def _runs(expression: Sum) -> Iterator[range]:
    """The places of the terms of each line, of about one length."""
    sizes = [columns(to_text(term)) + len(" + ") for term in expression.terms]
    ends = list(accumulate(sizes))
    lines = ceil(ends[-1] / LONGEST)
    middles = [end - size / 2 for end, size in zip(ends, sizes, strict=True)]
    for _, places in groupby(range(len(sizes)), lambda i: int(middles[i] * lines / ends[-1])):
        first, *others = places
        yield range(first, first + 1 + len(others))


def width_of(expression: Expression) -> int:
    """About the columns of text that it takes where matrices are drawn and chains are broken."""
    match expression:
        case Relation((first, *others), _):
            left = width_of(first)
            return left + len(" = ") + max((_width_in_lines(item) for item in others), default=0)
        case Matrix(rows, kind) if kind != "row":
            between = 3  # what separates two columns, and the brackets
            return sum(max(map(width_of, column)) + between for column in zip(*rows, strict=True))
        case Sum(parts) | Product(parts, _):
            return sum(width_of(part) + len(" + ") for part in parts) - len(" + ")
        case _:
            return columns(to_text(expression))


def _width_in_lines(expression: Expression) -> int:
    if not isinstance(expression, Sum):
        return width_of(expression)
    return max(width_of(Sum(expression.terms[run.start : run.stop])) for run in _runs(expression))
