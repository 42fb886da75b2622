"""Sums of products with every number in place, for the arithmetic of a recurrent cell.

Letters: H rows, D columns.
"""

from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from rnn_examples.equations.expression import (
    Expression,
    Words,
    call,
    equals,
    product,
    row,
    times,
    total,
    vector,
)
from rnn_examples.equations.nodes import Product
from rnn_examples.errors import InputError
from rnn_examples.examples.sentence import Sentence
from rnn_examples.examples.work.exact import chained, given
from rnn_examples.network.arrays import Array
from rnn_examples.network.decimals import Matrix, Vector, dot, exact
from rnn_examples.network.network import Network

# Units, inputs and outputs that a board holds.
WIDEST = 8
# Of larger products each entry is a line of its own.
LARGEST_VECTOR = 9


class Term(NamedTuple):
    """One product of a sum, W x: how it is written, its numbers, whether vectors are rows."""

    written: Expression
    W: Matrix
    x: Vector
    rows: bool = False


class Part(NamedTuple):
    """A term of a pre-activation: as it is written, and its value."""

    written: Expression
    value: Vector


class Step(NamedTuple):
    """What a step starts from and what it gives: x_t (D,), h_{t-1}, h_t, and of an LSTM c_{t-1}."""

    t: int
    x: Vector
    before: Vector
    h: Vector
    c_before: Vector | None = None


def check_width(network: Network, sentence: Sentence, outputs: bool = False) -> None:
    """Raises InputError for products too wide for a board; one with a one-hot word is none."""
    widths = {"units": network.hidden}
    if not sentence.is_one_hot(network):
        widths["inputs"] = network.inputs
    if outputs and network.W_hy is not None:
        widths["outputs"] = len(network.W_hy)
    for name, width in widths.items():
        if width > WIDEST:
            raise InputError(
                f"--work: model {network.source} has {width} {name}, too many for a board. "
                f"Expected at most {WIDEST}"
            )


def decimals(array: Array) -> Matrix:
    """A matrix's rows; a vector as one row."""
    rows: list[list[float]] = (array if array.ndim == 2 else array[None]).tolist()
    return [tuple(map(exact, line)) for line in rows]


def numbers(values: Sequence[Decimal], rows: bool = False) -> Expression:
    """(0.27, 0.15), a column unless the source's vectors are rows."""
    return (row if rows else vector)(*map(given, values))


def product_lines(term: Term) -> list[Expression]:
    """W x = (0.6·0.5 + (-0.3)·0.1, ...) = (0.3 - 0.03, ...) = (0.27, ...)."""
    multiplied = [
        total(*(times(given(w), given(x)) for w, x in zip(line, term.x, strict=True)))
        for line in term.W
    ]
    summed = [total(*(given(w * x) for w, x in zip(line, term.x, strict=True))) for line in term.W]
    values = [dot(line, term.x) for line in term.W]
    whole = numbers(values, term.rows)
    if len(values) * len(term.x) <= LARGEST_VECTOR:
        shape = row if term.rows else vector
        return [chained(term.written, shape(*multiplied), shape(*summed), whole)]
    if not any(term.x):
        return [equals(term.written, whole)]
    entries = zip(multiplied, summed, values, strict=True)
    return [
        *(
            chained(entry(place, term.written), first, second, given(value))
            for place, (first, second, value) in enumerate(entries, 1)
        ),
        equals(term.written, whole),
    ]


def activated(
    first: str, name: str, parts: Sequence[Part], value: Vector, rows: bool = False
) -> Expression:
    """h_t = tanh(W x_t + U h_{t-1} + b) = tanh(... + ... + ...) = tanh(...) = (...)."""
    return chained(
        first,
        call(name, total(*(part.written for part in parts))),
        call(name, total(*(numbers(part.value, rows) for part in parts))),
        call(name, numbers(summed(parts), rows)),
        numbers(value, rows),
    )


def summed(parts: Sequence[Part]) -> Vector:
    """The parts' sum, entry by entry."""
    values = zip(*(part.value for part in parts), strict=True)
    return tuple(sum(entries, Decimal(0)) for entries in values)


def entry(place: int, written: Expression) -> Expression:
    """entry 1 of W x."""
    factors = written.factors if isinstance(written, Product) else (written,)
    return product(Words(f"entry {place} of"), *factors)
