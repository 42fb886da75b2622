"""One step of an LSTM or a GRU on a board.

Letters: t step, H hidden, D input, a pre-activation.
"""

from collections.abc import Iterator, Sequence

from rnn_examples.equations.expression import (
    Expression,
    call,
    difference,
    elementwise,
    equals,
    product,
    symbol,
    total,
)
from rnn_examples.examples.notation import GATE_LETTERS, below, gate_value
from rnn_examples.examples.work.board import (
    Part,
    Step,
    Term,
    activated,
    numbers,
    product_lines,
    summed,
)
from rnn_examples.network.cells.gru import GRUWeights
from rnn_examples.network.cells.lstm import LSTMWeights
from rnn_examples.network.decimals import Matrix, Vector, matvec, sigmoid, tanh

Arrays = dict[str, Matrix]

FUNCTIONS = {"σ": sigmoid, "tanh": tanh}


def lstm_lines(arrays: Arrays, step: Step, one_hot: bool) -> Iterator[Expression]:
    """The gates one by one, then c_t and h_t."""
    values: dict[str, Vector] = {}
    for gate in LSTMWeights.gates_as_shown:
        parts: list[Part] = []
        yield from _products(arrays, gate, GATE_LETTERS["lstm"][gate], step, one_hot, parts)
        name = "tanh" if gate == "candidate" else "σ"
        values[gate] = _applied(name, parts)
        yield activated(f"{gate_value('lstm', gate)}_{below(step.t)}", name, parts, values[gate])
    f, i, o = values["forget"], values["input"], values["output"]
    t, g = step.t, values["candidate"]
    before = step.c_before
    assert before is not None  # an LSTM's step starts from a memory
    kept, written = _times(f, before), _times(i, g)
    c = _plus(kept, written)
    yield equals(
        f"c_{below(t)}",
        total(
            elementwise(f"f_{below(t)}", f"c_{below(t - 1)}"),
            elementwise(f"i_{below(t)}", f"c̃_{below(t)}"),
        ),
        total(elementwise(numbers(f), numbers(before)), elementwise(numbers(i), numbers(g))),
        total(numbers(kept), numbers(written)),
        numbers(c),
    )
    squashed = tuple(map(tanh, c))
    yield equals(
        f"h_{below(t)}",
        elementwise(f"o_{below(t)}", call("tanh", f"c_{below(t)}")),
        elementwise(numbers(o), numbers(squashed)),
        numbers(_times(o, squashed)),
    )


def gru_lines(arrays: Arrays, step: Step, one_hot: bool) -> Iterator[Expression]:
    """The gates, the candidate in the file's form, then h_t."""
    values: dict[str, Vector] = {}
    letters = GATE_LETTERS["gru"]
    for gate in GRUWeights.gates_as_shown[:-1]:  # the candidate waits for r_t
        parts: list[Part] = []
        yield from _products(arrays, gate, letters[gate], step, one_hot, parts)
        values[gate] = _applied("σ", parts)
        yield activated(f"{letters[gate]}_{below(step.t)}", "σ", parts, values[gate])
    t, r, z, h = step.t, values["reset"], values["update"], step.before
    parts, sub = [], letters["candidate"]
    if "candidate.b_hn" in arrays:
        yield from _products(arrays, "candidate", sub, step, one_hot, parts)
        (b_hn,) = arrays["candidate.b_hn"]
        inner = _plus(parts[1].value, b_hn)
        written = parts[1].written
        biased = total(written, symbol("b_hn")) if any(b_hn) else written
        reset = elementwise(f"r_{below(t)}", biased)
        yield equals(reset, elementwise(numbers(r), numbers(inner)), numbers(_times(r, inner)))
        parts[1] = Part(reset, _times(r, inner))
    else:
        held = _times(r, h)
        inside = elementwise(f"r_{below(t)}", f"h_{below(t - 1)}")
        yield equals(inside, elementwise(numbers(r), numbers(h)), numbers(held))
        yield from _products(
            arrays, "candidate", sub, step._replace(before=held), one_hot, parts, inside
        )
    n = _applied("tanh", parts)
    yield activated(f"n_{below(t)}", "tanh", parts, n)
    left = tuple(1 - entry for entry in z)
    yield equals(
        f"h_{below(t)}",
        total(
            elementwise(difference(1, f"z_{below(t)}"), f"n_{below(t)}"),
            elementwise(f"z_{below(t)}", f"h_{below(t - 1)}"),
        ),
        total(elementwise(numbers(left), numbers(n)), elementwise(numbers(z), numbers(h))),
        total(numbers(_times(left, n)), numbers(_times(z, h))),
        numbers(_plus(_times(left, n), _times(z, h))),
    )


def _products(
    arrays: Arrays,
    gate: str,
    sub: str,
    step: Step,
    one_hot: bool,
    parts: list[Part],
    before: Expression | None = None,
) -> Iterator[Expression]:
    """The lines of W_x x_t and W_h h_{t-1}; the terms, bias included, are added to `parts`."""
    W_xh, W_hh = arrays[f"{gate}.W_xh"], arrays[f"{gate}.W_hh"]
    (b_h,) = arrays.get(f"{gate}.b_h", [()])
    of_input = product(f"W_x{sub}", f"x_{below(step.t)}")
    of_state = product(f"W_h{sub}", before or symbol(f"h_{below(step.t - 1)}"))
    parts.append(Part(of_input, matvec(W_xh, step.x)))
    parts.append(Part(of_state, matvec(W_hh, step.before)))
    if any(b_h):
        parts.append(Part(symbol(f"b_{sub}"), b_h))
    if one_hot:
        yield equals(of_input, numbers(parts[0].value))
    else:
        yield from product_lines(Term(of_input, W_xh, step.x))
    yield from product_lines(Term(of_state, W_hh, step.before))


def _applied(name: str, parts: Sequence[Part]) -> Vector:
    return tuple(map(FUNCTIONS[name], summed(parts)))


def _plus(a: Vector, b: Vector) -> Vector:
    return tuple(x + y for x, y in zip(a, b, strict=True))


def _times(a: Vector, b: Vector) -> Vector:
    return tuple(x * y for x, y in zip(a, b, strict=True))
