"""The tables of `truncate` for a network, in the letters of its source, and the notes under them.

Letters: E the sum of the words' losses, L the last state's sum.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from rnn_examples.counted import counted
from rnn_examples.equations.expression import Expression, quotient, symbol
from rnn_examples.examples.notation import LETTERS
from rnn_examples.examples.remarks import NEXT_WORD, of_model, outputs_are_ours
from rnn_examples.network.arrays import norm
from rnn_examples.tables.batch import Batch
from rnn_examples.tables.numbers import shortest
from rnn_examples.tables.prose import Figure, Prose, about, prose
from rnn_examples.tables.table import Cell, Column, Table, table

if TYPE_CHECKING:
    from rnn_examples.examples.truncate_gradients import CutGradients

# People see so many entries of the gradient, and of more each array's norm.
MOST_ENTRIES = 60
# Of a sentence of more words its ends are told.
MOST_NAMED = 12
# Rows of the gradient that are made at once.
BATCH = 4096


def inputs(result: "CutGradients") -> dict[str, Cell]:
    """What the document tells of them."""
    read: dict[str, Cell] = {
        **of_model(result.network),
        **result.given,
        "steps": result.steps,
        "loss": "words" if result.targets else "state",
    }
    if result.targets is not None:
        read |= {"targets": result.targets.words, "rate": result.rate}
        read |= {"updates": tuple(n for n, _, _ in result.trained)}
    return read


def tables(result: "CutGradients") -> tuple[Table, ...]:
    """`gradients`, a row an entry of each array, and `training` where there is any."""
    every = Table(
        "gradients",
        f"The gradient whole, and in segments of {counted(result.steps, 'step')}",
        GRADIENTS,
        _entries(result),
    )
    entries = sum(array.size for array in result.full.values())
    few = entries <= MOST_ENTRIES
    found = every.in_one_batch() if few else every.but(summary=_by_array(result))
    if not result.trained:
        return (found,)
    title = "The mean loss a word after so many updates with each gradient"
    return (found, table("training", title, TRAINING, result.trained))


def _entries(result: "CutGradients") -> Iterator[Batch]:
    """Rows in batches, column by column: a large network has millions of entries."""
    letters = LETTERS[result.network.notation]
    for name in result.full:
        full, cut = (letters.oriented(g[name]) for g in (result.full, result.cut))
        width = full.shape[1] if full.ndim == 2 else 1
        label = letters.name(name)
        for first in range(0, full.size, BATCH):
            whole, part = (array.ravel()[first : first + BATCH] for array in (full, cut))
            rows, columns = np.divmod(np.arange(first, first + len(whole)), width)
            at: list[Cell] = (columns + 1).tolist() if full.ndim == 2 else [None] * len(whole)
            values = [array.tolist() for array in (whole, part, whole - part)]
            yield Batch([[label] * len(whole), (rows + 1).tolist(), at, *values])


def _by_array(result: "CutGradients") -> Table:
    letters = LETTERS[result.network.notation]
    rows = [
        (
            letters.name(name),
            letters.oriented(full).shape,
            norm(full),
            norm(result.cut[name]),
            None if (share := result.lost[name]) is None else 100 * share,
        )
        for name, full in result.full.items()
    ]
    return table("gradients", "The gradients by array: norms", BY_ARRAY, rows)


def notes(result: "CutGradients") -> tuple[str | Prose, ...]:
    """What is lost, what the loss is, and how the training goes."""
    network = result.network
    found: list[str | Prose] = [
        about("gradients training", _read(result)),
        about("gradients", _lost(result)),
    ]
    if result.targets is None:
        last = prose(symbol("L"), " is the sum of the last state's entries.")
        found.append(about("gradients", last))
    elif not result.targets.chosen:
        found.append(about("gradients training", NEXT_WORD))
    if result.trained:
        both = (
            "Both trainings start from these weights and make as many updates, each the gradient "
            f"of the mean loss a word times {shortest(result.rate)}."
        )
        found.append(about("training", both))
        if _is_told_by_the_word(result):
            alone = (
                "Each word here is followed by one word alone: to learn that needs no memory of "
                "the segments before."
            )
            found.append(about("training", alone))
    of_network: tuple[str | Prose, ...] = (
        *outputs_are_ours(network, result.sentence),
        *network.notes,
    )
    return (*found, *(about("gradients training", note) for note in of_network))


def _read(result: "CutGradients") -> str:
    """What the network reads: the words, of many the first and the last."""
    words, T = result.sentence.words, len(result.sentence.inputs)
    if words is None:
        return f"What is read are {T:,} vectors."
    if T > MOST_NAMED:
        return f"What is read are {T:,} words, from '{words[0]}' to '{words[-1]}'."
    return f"What is read is '{' '.join(words)}'."


def _is_told_by_the_word(result: "CutGradients") -> bool:
    """Whether the word alone says what to predict."""
    if result.targets is None or result.sentence.words is None:
        return False
    pairs = set(zip(result.sentence.words, result.targets.words, strict=True))
    return len(pairs) == len(set(result.sentence.words))


def _lost(result: "CutGradients") -> Prose:
    """Of the recurrent arrays, the share that the segments lose."""
    lost = {name: share for name, share in result.lost.items() if share is not None}
    recurrent = [name for name in lost if name.endswith("W_hh")]
    if not recurrent or max(lost.values()) < 1e-12:
        return prose("The segments lose nothing of the gradient here.")
    worst = max(recurrent, key=lost.__getitem__)
    return prose(
        f"In segments of {counted(result.steps, 'step')} ",
        loss_by(result, worst),
        " loses ",
        Figure(100 * lost[worst], BY_ARRAY[-1]),
        " % of itself (the norm of what is lost, in per cent of the whole gradient's): what an "
        "error owes to the segments before its own.",
    )


def loss_by(result: "CutGradients", name: str) -> Expression:
    """∂E/∂U, or of the last state's sum ∂L/∂W_hh."""
    over = "∂L" if result.targets is None else "∂E"
    return quotient(over, symbol(f"∂{LETTERS[result.network.notation].name(name)}"))


GRADIENTS = (
    Column("array", "array", key=True, text=True),
    Column("row", "row", key=True),
    Column("column", "column", key=True),
    Column("full", "whole", decimals=6),
    Column("truncated", "in segments", decimals=6),
    Column("lost", "lost", decimals=6),
)
BY_ARRAY = (
    Column("array", "array", key=True, text=True),
    Column("shape", "shape", between=" × "),
    Column("full", "whole", decimals=4, significant=2),
    Column("truncated", "in segments", decimals=4, significant=2),
    Column("lost", "lost", unit="%", decimals=1),
)
TRAINING = (
    Column("updates", "updates", key=True),
    Column("full", "whole", unit="nats", decimals=4),
    Column("truncated", "in segments", unit="nats", decimals=4),
)
