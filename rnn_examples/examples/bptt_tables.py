"""The tables of `bptt`, in the letters of the model's source.

Letters: t step, k earlier step, T steps, V words.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from rnn_examples.equations.expression import (
    Expression,
    call,
    difference,
    equals,
    power,
    product,
    quotient,
    summation,
    symbol,
    total,
    transpose,
)
from rnn_examples.equations.expression import norm as vector_norm
from rnn_examples.examples.notation import GATE_LETTERS, LETTERS
from rnn_examples.network.arrays import norm
from rnn_examples.network.network import Network
from rnn_examples.tables.numbers import LONGEST_VECTOR
from rnn_examples.tables.table import Cell, Column, Pivot, Row, Table, table

if TYPE_CHECKING:
    from rnn_examples.examples.bptt import Result

# People see a table of this many steps crossed, of more by their distance.
MOST_CROSSED = 8
MOST_DISTANCES = 24


def letter(network: Network, name: str) -> str:
    """An array's name in its source's letters: W_hh is the chapter's U; layer2.W_hh stays."""
    return LETTERS[network.notation].name(name)


def loss_by(name: str) -> Expression:
    """∂E/∂name."""
    return quotient("∂E", symbol(f"∂{name}"))


def has_several(network: Network) -> bool:
    """Whether it has more than one recurrent matrix."""
    return sum(name.endswith("W_hh") for name in network.arrays()) > 1


def signals_table(result: "Result") -> Table:
    """A row a word (of several layers or directions, one for each): what passes backward."""
    network, words = result.network, result.sentence.words
    columns = [Column("t", symbol("t"), key=True)]
    if words is not None:
        columns.append(Column("word", "word", text=True))
    if len(network.directions) > 1:
        columns += [
            Column("layer", "layer", key=True),
            Column("direction", "direction", key=True, text=True),
        ]
    columns.append(Column("target", "target", text=True))
    columns += [
        Column(name, label, decimals=3)
        for name, label in (
            ("error", LETTERS[network.notation].error("t")),
            ("dh", loss_by("h_t")),
            *_inside(network),
        )
    ]
    every = Table(
        "signals", SIGNALS, tuple(columns), _signal_rows(result), equation=_signal(network)
    )
    widths = {result.full.errors.shape[1], *(weights.hidden for weights in network.directions)}
    if max(widths) <= LONGEST_VECTOR:
        return every.in_one_batch()
    narrow = tuple(map(_narrow, columns))
    return every.but(summary=Table("signals", f"{SIGNALS}: norms", narrow, _signal_sizes(result)))


def _signal_sizes(result: "Result") -> Iterator[list[Row]]:
    yield [tuple(map(_size, row)) for batch in _signal_rows(result) for row in batch]


def _size(cell: Cell) -> Cell:
    """The norm of a vector; anything else as it is."""
    return norm(np.array(cell, np.float64)) if isinstance(cell, tuple) else cell


def _narrow(column: Column) -> Column:
    """A vector's column as that of its norm."""
    if column.decimals is None:
        return column
    label = column.label if isinstance(column.label, str) else vector_norm(column.label)
    return column.but(label=label, decimals=4, significant=2)


def _inside(network: Network) -> "list[tuple[str, str | Expression]]":
    """What passes into the cell: through tanh, or by the memory and each gate's pre-activation."""
    if network.activation is not None:
        return [("da", f"through {network.activation.replace('_', ' ')}")]
    letters, names = GATE_LETTERS[network.kind], network.layers[0].forward.gates_as_shown
    gates = [(f"da_{name}", loss_by(f"a_t^{letters[name]}")) for name in names]
    return [("dc", loss_by("c_t")), *gates] if network.kind == "lstm" else [*gates]


def _signal(network: Network) -> Expression | None:
    """The whole dE/dh_t of a plain network: the step's own error and what comes back in time."""
    letters = LETTERS[network.notation]
    if network.kind != "rnn" or len(network.directions) > 1 or letters.y != "ŷ":
        return None
    own = product(transpose(letters.W_hy), letters.error("t"))
    later = product(transpose(letters.W_hh), call("diag", difference(1, power("h_{t+1}", 2))))
    return equals(loss_by("h_t"), total(own, product(later, loss_by("h_{t+1}"))))


def _signal_rows(result: "Result") -> Iterator[list[Row]]:
    """A batch a word: its errors stand beside the last layer."""
    network, words = result.network, result.sentence.words
    passed = [
        (layer, ("forward", "reverse")[way], gradient)
        for layer, directions in enumerate(result.full.gradients.traces, 1)
        for way, gradient in enumerate(directions)
    ]
    last = len(passed) - len(result.full.gradients.traces[-1])
    weights = network.layers[0].forward
    gates = [weights.gate_names.index(name) for name in weights.gates_as_shown] or [0]
    for t, error in enumerate(result.full.errors):
        rows = []
        for place, (layer, direction, gradient) in enumerate(passed):
            head: list[Cell] = [t + 1]
            if words is not None:
                head.append(words[t])
            if len(passed) > 1:
                head += [layer, direction]
            inside = [] if gradient.dc is None else [gradient.dc[t]]
            vectors = [gradient.dh[t], *inside, *(gradient.da[t, gate] for gate in gates)]
            errors = tuple(error.tolist()) if place == last else None
            rows.append(
                (*head, result.targets.words[t], errors, *(tuple(v.tolist()) for v in vectors))
            )
        yield rows


def contributions_table(result: "Result") -> Table:
    """A row a pair of steps: how much of the recurrent gradient goes from t to k."""
    network, T = result.network, len(result.states.h)
    U = letter(network, "W_hh")
    norms, shares = result.contributions.norms, result.contributions.shares
    rows: list[Row] = [
        (t + 1, k + 1, float(norms[t, k]), percent(float(shares[t, k])))
        for t in range(T)
        for k in range(T if network.bidirectional else t + 1)
    ]
    of = f"the gradients of all {U}" if has_several(network) else f"the gradient of {U}"
    every = table(
        "contributions",
        f"Shares of {of} that go from the error of step t back to step k, in per cent",
        CONTRIBUTIONS,
        rows,
        pivot=Pivot("t", "k", "share"),
        equation=_sum_of_terms(U),
    )
    return every if T <= MOST_CROSSED else every.but(summary=_by_distance(result, of))


def _sum_of_terms(U: str) -> Expression:
    inner = quotient("∂E_t", symbol(f"∂{U}^{{(k)}}"))
    return equals(loss_by(U), summation("t", None, summation("k", "t", inner)))


def _by_distance(result: "Result", of: str) -> Table:
    shares = result.contributions.shares
    T = len(shares)
    rows: list[Row] = []
    reached = 0.0
    for distance in range(min(T, MOST_DISTANCES)):
        later = float(np.trace(shares, -distance))
        earlier = float(np.trace(shares, distance)) if distance else 0.0
        reached += later + earlier
        rows.append((distance, percent(later + earlier), percent(reached)))
    title = f"Shares of {of} by the steps that the error travels, in per cent"
    return table("contributions", title, BY_DISTANCE, rows)


def percent(share: float | None) -> float | None:
    """A share in per cent; None where it is none."""
    return None if share is None or not np.isfinite(share) else 100 * share


SIGNALS = "What passes backward, word by word"
CONTRIBUTIONS = (
    Column("t", symbol("t"), key=True),
    Column("k", symbol("k"), key=True),
    Column("norm", "norm", decimals=4, significant=2),
    Column("share", "share", unit="%", decimals=1),
)
BY_DISTANCE = (
    Column("distance", "distance", unit="steps", key=True),
    Column("share", "share", unit="%", decimals=1),
    Column("reached", "up to here", unit="%", decimals=1),
)
