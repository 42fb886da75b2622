"""The notebook's gradients checked: NumPy by hand, measured, PyTorch (`bptt`).

Letters: B batch, T steps, H hidden, V words, L the loss averaged over the batch.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np

from rnn_examples.equations.expression import call as applied
from rnn_examples.equations.expression import equals, negated, product, quotient, summation
from rnn_examples.examples.notation import LETTERS
from rnn_examples.examples.remarks import METHODS
from rnn_examples.network.activations import log_softmax
from rnn_examples.network.arrays import Array, Ids, norm
from rnn_examples.network.numeric import Method, numeric_gradients
from rnn_examples.seeded import generator
from rnn_examples.tables.table import Cell, Column, Document, Row, table
from rnn_examples.training.classifier import initial_weights, loss_and_gradients
from rnn_examples.training.memory_task import sequences

SEED = 1
SEQUENCES = 8
FILLERS = 6
DRAW = 3
# What the notebook prints: the largest difference from PyTorch's gradients.
PRINTED = 1.4e-16
# A measured gradient reads every sequence once or four times for each of 1,163 entries.
MOST_SEQUENCES = 32
MOST_FILLERS = 40


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """The gradients by array name, each as the notebook's own letters have it.

    losses (B,): of each sequence, in nats. autograd: None where PyTorch is not installed.
    """

    seed: int
    sequences: int
    fillers: int
    draw: int
    method: Method
    losses: Array
    gradients: Mapping[str, Array]
    numeric: Mapping[str, Array]
    autograd: Mapping[str, Array] | None


def compute(
    seed: int = SEED,
    count: int = SEQUENCES,
    fillers: int = FILLERS,
    draw: int = DRAW,
    *,
    method: Method = "complex",
    autograd: bool = True,
) -> Result:
    """Step 4's check: weights of `seed`; `count` sequences drawn from generator(draw).

    Source: notebook, step 4.
    """
    tokens, targets = sequences(generator(draw), count, fillers)
    weights = initial_weights(seed)
    _, gradients = loss_and_gradients(weights, tokens, targets)
    arrays = weights.arrays()

    def loss(moved: Mapping[str, Array]) -> Array:
        return np.asarray(batch_losses(moved, tokens, targets).mean())

    return Result(
        seed,
        count,
        fillers,
        draw,
        method,
        batch_losses(arrays, tokens, targets),
        {name: array.copy() for name, array in gradients.arrays().items()},
        numeric_gradients(loss, arrays, method=method),
        by_autograd(arrays, tokens, targets) if autograd else None,
    )


def batch_losses(arrays: Mapping[str, Array], tokens: Ids, targets: Ids) -> Array:
    """-log y[target] after the last word of each sequence (B,), for tokens (B, T)."""
    w = arrays
    h = np.zeros((w["W_hh"].shape[0], len(tokens)))
    for words in tokens.T:
        h = np.tanh(w["W_xh"][:, words] + w["W_hh"] @ h + w["b_h"][:, None])
    scores = w["W_hy"] @ h + w["b_y"][:, None]
    return np.asarray(-log_softmax(scores.T)[np.arange(len(tokens)), targets])


def by_autograd(arrays: Mapping[str, Array], tokens: Ids, targets: Ids) -> dict[str, Array] | None:
    """The same gradients by PyTorch's autograd in float64; None where it is not installed."""
    try:
        torch: Any = import_module("torch")
    except ImportError:
        return None
    w = {name: torch.tensor(array, requires_grad=True) for name, array in arrays.items()}
    x, answers = torch.tensor(tokens), torch.tensor(targets)
    h = torch.zeros(len(tokens), len(arrays["W_hh"]), dtype=torch.float64)
    for t in range(tokens.shape[1]):
        h = torch.tanh(w["W_xh"].T[x[:, t]] + h @ w["W_hh"].T + w["b_h"])
    loss = torch.nn.functional.cross_entropy(h @ w["W_hy"].T + w["b_y"], answers)
    loss.backward()
    return {name: np.asarray(array.grad.numpy()) for name, array in w.items()}


def largest(one: Mapping[str, Array], other: Mapping[str, Array], name: str) -> float:
    """The largest difference of an entry of the array."""
    return float(np.abs(one[name] - other[name]).max())


def document(result: Result) -> Document:
    """The table `check`: a row an array, and all of them together."""
    rows: list[Row] = [_row(result, name) for name in result.gradients]
    names = result.gradients
    worst = [
        None if other is None else max(largest(result.gradients, other, name) for name in names)
        for other in (result.numeric, result.autograd)
    ]
    whole = np.concatenate([array.ravel() for array in result.gradients.values()])
    rows.append(("all", None, norm(whole), *worst))
    inputs: dict[str, Cell] = {
        "model": "notebook",
        "seed": result.seed,
        "sequences": result.sequences,
        "fillers": result.fillers,
        "draw": result.draw,
        "numeric": result.method,
    }
    measured = NUMERIC.but(label=f"from {METHODS[result.method]}")
    columns = (*COLUMNS, measured, AUTOGRAD)
    check = table("check", TITLE, columns, rows, total=True, equation=LOSS)
    return Document("bptt", "The notebook's gradients, checked", inputs, (check,), _notes(result))


def _row(result: Result, name: str) -> Row:
    """The notebook's matrices are the transposes of ours."""
    gradient = result.gradients[name]
    return (
        LETTERS["notebook"].name(name),
        gradient.shape[::-1],
        norm(gradient),
        largest(result.gradients, result.numeric, name),
        None if result.autograd is None else largest(result.gradients, result.autograd, name),
    )


def _notes(result: Result) -> tuple[str, ...]:
    notes = [
        f"Each column but the norm is the largest difference from the NumPy gradient in an entry: "
        f"of {METHODS[result.method]} of the loss, and of PyTorch's autograd. What is left is "
        "rounding, and differs from machine to machine.",
    ]
    if result.autograd is None:
        notes.append("PyTorch is not installed, or was not asked: its column is blank.")
    notes.append(f"The notebook prints {PRINTED:.1e} beside PyTorch.")
    return tuple(notes)


TITLE = "The notebook's gradients: largest differences in an entry"
COLUMNS = (
    Column("array", "array", key=True, text=True),
    Column("shape", "shape", between=" × "),
    Column("norm", "norm of the gradient", decimals=4),
)
NUMERIC = Column("numeric", "measured", significant=2)
AUTOGRAD = Column("autograd", "from autograd", significant=2)
LOSS = equals(
    "L", product(quotient(1, "B"), summation("b", None, negated(applied("ln", "y_{b,target}"))))
)
