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
from rnn_examples.examples.work.board import Step, check_width, decimals, numbers
from rnn_examples.examples.work.exact import first_of, written
from rnn_examples.examples.work.plain import Names, plain_lines
from rnn_examples.network.decimals import Vector, exact, working
from rnn_examples.tables.table import Work

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
    check_width(network, result.sentence)
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
    W, U, b = (arrowed(name, arrow) for name in (letters.W_xh, letters.W_hh, letters.b_h))
    names = Names(
        letters.applied(W, f"x_{below(t)}"),
        letters.applied(U, f"h{arrow}_{below(place)}"),
        b,
        f"h{arrow}_{below(t)}",
        letters.rows,
    )
    step = Step(t, x, _state(states, place), _state(states, t))
    one_hot = result.sentence.is_one_hot(network)
    return plain_lines(arrays, step, one_hot, names, str(network.activation))


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
