"""The shares counted, and each entry of the recurrent gradient summed both ways."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from rnn_examples.equations.expression import (
    Expression,
    Item,
    Words,
    difference,
    equals,
    number,
    parse,
    quotient,
    times,
    total,
)
from rnn_examples.examples.notation import LETTERS
from rnn_examples.examples.truncate import DEPENDENCIES, Dependency, Result
from rnn_examples.examples.work.exact import chained, count, first_of, some, written
from rnn_examples.examples.work.products import shown
from rnn_examples.network.arrays import Array
from rnn_examples.network.forward import forward
from rnn_examples.network.gradients import Gradients, recurrent_factors
from rnn_examples.network.states import States
from rnn_examples.network.truncated import segments, truncated_gradients
from rnn_examples.tables.numbers import show
from rnn_examples.tables.table import Work

if TYPE_CHECKING:
    from rnn_examples.examples.truncate_gradients import CutGradients

MOST_ROWS = 10
MOST_ENTRIES = 4


def work(result: Result) -> tuple[Work, ...]:
    """The segments, the first few shares, and the first entries of the recurrent gradient."""
    L, S, n, r = (count(v) for v in (result.length, result.segment, result.full, result.rest))
    rows = result.dependencies[:MOST_ROWS]
    which = first_of(len(rows), len(result.dependencies), "distances")
    lines: list[Expression] = [equals(L, total(times(n, S), r))]
    lines += [line for row in rows for line in _share(row, result)]
    found = [
        Work(
            f"The dependencies inside one segment, by their distance{which}",
            tuple(lines),
            ("segments", "dependencies"),
        )
    ]
    if result.of_network is not None:
        found.append(_gradient(result.of_network))
    return tuple(found)


def _share(row: Dependency, result: Result) -> Iterator[Expression]:
    """50·(100 - 1) + 0 = 4,950, and that over 5,000 - 1."""
    k, S, r = row.distance, result.segment, result.rest
    full: Item = times(count(result.full), difference(count(S), count(k))) if k < S else "0"
    rest: Item = difference(count(r), count(k)) if k < r else "0"
    inside = count(row.inside)
    summed = total(full, rest) if rest != "0" else parse(full)
    yield chained(f"inside_{{{k}}}", summed, inside)
    if row.pairs:
        pairs = difference(count(result.length), count(k))
        percent = parse(show(row.share, DEPENDENCIES[-1]))
        share = (quotient(inside, pairs), quotient(inside, count(row.pairs)), percent)
        yield chained(f"share_{{{k}}}", *share)


def _gradient(result: "CutGradients") -> Work:
    """Each entry's terms, step by step: of all steps, and where the gradient stops."""
    network, letters = result.network, LETTERS[result.network.notation]
    ids = None if result.targets is None else result.targets.ids
    states = forward(network, result.sentence.inputs)
    T = len(states.inputs)
    (whole,) = truncated_gradients(network, states, ids, T)
    full = _factors(result, states, whole)
    name = next(iter(full))
    pieces = segments(states, result.steps)
    gradients = truncated_gradients(network, states, ids, result.steps)
    parts = [
        _factors(result, piece, gradient)[name][0]
        for (_, piece), gradient in zip(pieces, gradients, strict=True)
    ]
    (a, b), cut = full[name], np.concatenate(parts)
    H = network.hidden
    entries = [(p, q) for p in range(H) for q in range(H)][:MOST_ENTRIES]
    lines: list[Expression] = []
    for p, q in entries:  # as the source has them: of row vectors the matrix is transposed
        i, j = (q, p) if letters.rows else (p, q)
        of_all, of_pieces = _terms(a[:, i], b[:, j]), _terms(cut[:, i], b[:, j])
        with np.errstate(under="ignore"):
            values = float(a[:, i] @ b[:, j]), float(cut[:, i] @ b[:, j])
        lines += [
            equals(Words(f"whole {p + 1},{q + 1}"), of_all, _entry(values[0])),
            equals(Words(f"in segments {p + 1},{q + 1}"), of_pieces, _entry(values[1])),
            equals(
                Words(f"lost {p + 1},{q + 1}"),
                difference(_entry(values[0]), _entry(values[1])),
                _entry(values[0] - values[1]),
            ),
        ]
    which = ", ".join(f"{p + 1},{q + 1}" for p, q in entries)
    over = "L" if result.targets is None else "E"
    return written(
        f"Entries {which} of the gradient of {over} by {letters.name(name)}: what reaches each "
        "step, times the state before it",
        tuple(lines),
        ("gradients",),
    )


def _factors(
    result: "CutGradients", states: States, gradient: Gradients
) -> dict[str, tuple[Array, Array]]:
    weights = result.network.layers[0].forward
    return recurrent_factors(weights, states.trace, gradient.traces[0][0])


def _terms(a: Array, b: Array) -> Expression:
    """a_1·b_1 + a_2·b_2 + ..."""
    pairs = zip(a.tolist(), b.tolist(), strict=True)
    terms: list[Item] = [times(_entry(x), _entry(y)) for x, y in pairs]
    return total(*some(terms))


def _entry(value: float) -> Expression:
    """A state of zeros is given, not computed."""
    return shown(value) if value else number(0)
