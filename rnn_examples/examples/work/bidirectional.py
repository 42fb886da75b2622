"""Both readings on a board: each state from the one before it, in its own direction.

Letters: t step, T steps, H hidden, D input.
"""

from collections.abc import Iterator, Sequence
from decimal import Decimal

from rnn_examples.equations.expression import Expression, equals, symbol, vector
from rnn_examples.errors import InputError
from rnn_examples.examples.bidirectional import Result
from rnn_examples.examples.bidirectional_tables import BACK, ONWARD, arrowed
from rnn_examples.examples.notation import LETTERS, below
from rnn_examples.examples.work.board import (
    Part,
    Term,
    activated,
    decimals,
    numbers,
    product_lines,
)
from rnn_examples.examples.work.exact import first_of, written
from rnn_examples.network.decimals import Vector, exact, matvec, working
from rnn_examples.tables.table import Work

WIDEST = 8
MOST_STEPS = 3


def work(result: Result) -> tuple[Work, ...]:
    """The first steps of each direction, then their states side by side.

    Raises InputError for a gated cell, several layers, and a network too wide for a board.
    """
    network = result.network
    if network.kind != "rnn" or len(network.layers) > 1:
        raise InputError(
            f"--work: model {network.source} is no plain RNN of one layer. Expected one; "
            "'unroll --work' shows a gated cell's arithmetic"
        )
    for name, width in {"units": network.hidden, "inputs": network.inputs}.items():
        if width > WIDEST and (name == "units" or network.embedding is not None):
            raise InputError(
                f"--work: model {network.source} has {width} {name}, too many for a board. "
                f"Expected at most {WIDEST}"
            )
    T = len(result.sentence.inputs)
    count = min(T, MOST_STEPS)
    some = first_of(count, T, "steps")
    with working():
        onward = [line for t in range(1, count + 1) for line in _step(result, t, False)]
        back = [line for t in range(T, T - count, -1) for line in _step(result, t, True)]
        whole = [_side_by_side(result, t) for t in range(1, count + 1)]
    return (
        written(f"From the first word on{some}", tuple(onward)),
        written(f"From the last word back{some}", tuple(back)),
        written(f"Side by side{some}", tuple(whole)),
    )


def _step(result: Result, t: int, reverse: bool) -> Iterator[Expression]:
    """One step of one direction: W x_t, U h of the step before in its direction, h_t."""
    network = result.network
    letters, arrow = LETTERS[network.notation], BACK if reverse else ONWARD
    arrays = {
        name: decimals(array)
        for name, array in network.layers[0].directions[reverse].arrays().items()
    }
    inputs = result.sentence.inputs[t - 1 : t]
    (x,) = decimals(network.vectors(inputs))
    states = result.reverse if reverse else result.forward
    place = t + 1 if reverse else t - 1
    before = _state(states, place)
    W, U, b = (arrowed(name, arrow) for name in (letters.W_xh, letters.W_hh, letters.b_h))
    of_input = letters.applied(W, f"x_{below(t)}")
    of_state = letters.applied(U, f"h{arrow}_{below(place)}")
    a, r, (b_h,) = (
        matvec(arrays["W_xh"], x),
        matvec(arrays["W_hh"], before),
        arrays.get("b_h", [()]),
    )
    if network.one_hot:
        yield equals(of_input, numbers(a, letters.rows))
    else:
        yield from product_lines(Term(of_input, arrays["W_xh"], x, letters.rows))
    yield from product_lines(Term(of_state, arrays["W_hh"], before, letters.rows))
    parts = [Part(of_input, a), Part(of_state, r)]
    if any(b_h):
        parts.append(Part(b, b_h))
    h = _state(states, t)
    yield activated(f"h{arrow}_{below(t)}", str(network.activation), parts, h, letters.rows)


def _state(states: Sequence[Sequence[object]], t: int) -> Vector:
    """h_t; zeros before the first step of either direction."""
    if not 1 <= t <= len(states):
        return [Decimal(0)] * len(states[0])
    return tuple(exact(value) for value in states[t - 1] if isinstance(value, (float, Decimal)))


def _side_by_side(result: Result, t: int) -> Expression:
    onward, back = _state(result.forward, t), _state(result.reverse, t)
    h = symbol(f"h_{below(t)}")
    both = vector(f"h{ONWARD}_{below(t)}", f"h{BACK}_{below(t)}")
    rows = LETTERS[result.network.notation].rows
    return equals(h, both, numbers([*onward, *back], rows))
