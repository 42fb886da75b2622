"""A network unrolled on a board: every product and every sum of a step.

Letters: t step, T steps, H hidden, D input, V words.
"""

from collections.abc import Iterator
from decimal import Decimal

from rnn_examples.equations.expression import (
    Expression,
    call,
    equals,
    power,
    quotient,
    row,
    symbol,
    total,
    vector,
)
from rnn_examples.errors import InputError
from rnn_examples.examples.notation import LETTERS, Letters, below
from rnn_examples.examples.unroll import Result, floats
from rnn_examples.examples.work.board import (
    Step,
    Term,
    check_width,
    decimals,
    numbers,
    product_lines,
)
from rnn_examples.examples.work.exact import given, written
from rnn_examples.examples.work.gated import gru_lines, lstm_lines
from rnn_examples.examples.work.plain import Names, plain_lines
from rnn_examples.network.cells.gru import GRUWeights
from rnn_examples.network.decimals import Matrix, Vector, exact, matvec, softmax, working
from rnn_examples.network.exact import exact_steps, is_hand_sized
from rnn_examples.network.forward import forward
from rnn_examples.network.network import Network
from rnn_examples.tables.table import Work

# About so many products fill the board; the steps beyond are left out.
MOST_PRODUCTS = 300


def work(result: Result) -> tuple[Work, ...]:
    """Step by step: W_xh x_t and W_hh h_{t-1} entry by entry, then h_t, then y_t if asked for.

    Raises InputError for a text, and for a network too wide or too deep for a board.
    """
    network, sentence = result.network, result.sentence
    if sentence is None:
        raise InputError(
            "--work shows the arithmetic of a sentence. Give its words with --sentence, not --text"
        )
    outputs = result.outputs is not None
    if len(network.directions) > 1:
        raise InputError(
            f"--work: model {network.source} has {len(network.directions)} layers and directions. "
            "Expected one"
        )
    check_width(network, sentence, outputs)
    one_hot = sentence.is_one_hot(network)
    T, H = len(sentence.inputs), network.hidden
    gates = max(1, len(network.layers[0].forward.gate_names))
    each = gates * H * (H + (1 if one_hot else network.inputs))
    count = min(T, max(1, MOST_PRODUCTS // each))
    words = sentence.words
    found: list[Work] = []
    with working():
        arrays = {name: decimals(array) for name, array in network.arrays().items()}
        weights = network.layers[0].forward
        if isinstance(weights, GRUWeights) and weights.b_hn is not None:
            # Zeros of a network without biases tell the cell's form.
            arrays["candidate.b_hn"] = decimals(weights.b_hn)
        for step in _steps(result, count):
            lines = list(_step_lines(network, arrays, step, one_hot))
            if outputs:
                lines += _output_lines(LETTERS[network.notation], arrays, step)
            word = "" if words is None else f", '{words[step.t - 1]}'"
            of = f" of {T}" if count < T else ""
            found.append(written(f"Step {step.t}{of}{word}", tuple(lines)))
    return tuple(found)


def _steps(result: Result, count: int) -> Iterator[Step]:
    """The first steps, exact where the table's are."""
    network, sentence = result.network, result.sentence
    assert sentence is not None
    inputs = sentence.inputs[:count]
    vectors = decimals(network.vectors(inputs))
    start: Vector = [Decimal(0)] * network.hidden
    if result.h0 is not None:
        start = tuple(map(exact, result.h0[0]))
    memories: list[Vector | None] = [None] * (count + 1)
    if is_hand_sized(network, sentence.inputs, False):
        h0 = None if result.h0 is None else result.h0[0]
        states: list[Vector] = [step.h for step in exact_steps(network, inputs, h0)]
    else:
        trace = forward(network, inputs, h0=floats(result.h0)).trace
        states = list(decimals(trace.h))
        if trace.c is not None:
            memories = [[Decimal(0)] * network.hidden, *decimals(trace.c)]
    befores = [start, *states]
    for t, (x, h_t) in enumerate(zip(vectors, states, strict=True), 1):
        yield Step(t, x, befores[t - 1], h_t, memories[t - 1])


def _step_lines(
    network: Network, arrays: dict[str, Matrix], step: Step, one_hot: bool
) -> Iterator[Expression]:
    if network.kind == "lstm":
        return lstm_lines(arrays, step, one_hot)
    if network.kind == "gru":
        return gru_lines(arrays, step, one_hot)
    letters, t = LETTERS[network.notation], step.t
    names = Names(
        letters.input(t),
        letters.recurrent(t - 1),
        symbol(letters.b_h),
        f"h_{below(t)}",
        letters.rows,
    )
    return plain_lines(arrays, step, one_hot, names, str(network.activation))


def _output_lines(letters: Letters, arrays: dict[str, Matrix], step: Step) -> Iterator[Expression]:
    """V h_t entry by entry, then the softmax through its powers of e."""
    applied = letters.applied(letters.W_hy, f"h_{below(step.t)}")
    z = matvec(arrays["W_hy"], step.h)
    yield from product_lines(Term(applied, arrays["W_hy"], step.h, letters.rows))
    inside, rows = applied, letters.rows
    if "b_y" in arrays:
        (b_y,) = arrays["b_y"]
        inside = total(applied, letters.b_y)
        added = [first + second for first, second in zip(z, b_y, strict=True)]
        yield equals(inside, total(numbers(z, rows), numbers(b_y, rows)), numbers(added, rows))
        z = tuple(added)
    powers = [entry.exp() for entry in z]
    s = sum(powers, Decimal(0))
    exponentials = total(*(power("e", given(entry)) for entry in z))
    yield equals("s", exponentials, total(*map(given, powers)), given(s))
    shares = (row if rows else vector)(*(quotient(given(entry), given(s)) for entry in powers))
    y = letters.prediction(step.t)
    yield equals(y, call("softmax", inside), shares, numbers(softmax(z), rows))
