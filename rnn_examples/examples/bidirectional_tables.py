"""The tables of `bidirectional`, in the letters of the model's source, and the notes under them.

Letters: t step, T steps, H hidden, D input.
"""

from typing import TYPE_CHECKING

import numpy as np

from rnn_examples.equations.expression import (
    Expression,
    Words,
    equals,
    matrix,
    product,
    symbol,
    vector,
)
from rnn_examples.examples.notation import LETTERS
from rnn_examples.examples.remarks import part_of, picked_units
from rnn_examples.tables.numbers import shortest
from rnn_examples.tables.prose import Prose, prose
from rnn_examples.tables.table import Column, Row, Table, table

if TYPE_CHECKING:
    from rnn_examples.examples.bidirectional import Result

# A span of more words is told by its ends.
MOST_NAMED = 3


def states_table(result: "Result") -> Table:
    """A row a word: each direction's state."""
    part = part_of(result.units)
    pairs = zip(result.forward, result.reverse, strict=True)
    rows = [(*_head(result, t), onward[part], back[part]) for t, (onward, back) in enumerate(pairs)]
    columns = (
        *_heads(result),
        Column("forward", FORWARD, decimals=_decimals(result), picked=result.units),
        Column("reverse", REVERSE, decimals=_decimals(result), picked=result.units),
    )
    which = "" if len(result.network.layers) == 1 else ", in the last layer"
    return table("states", f"The states of both readings, word by word{which}", columns, rows)


def concatenation_table(result: "Result") -> Table:
    """A row a word: both states, one after the other."""
    part = part_of(result.units)
    pairs = zip(result.forward, result.reverse, strict=True)
    rows = [(*_head(result, t), a[part] + b[part]) for t, (a, b) in enumerate(pairs)]
    columns = (*_heads(result), Column("h", symbol("h_t"), decimals=_decimals(result)))
    title = "Both states of a word, one after the other"
    return table("concatenation", title, columns, rows, equation=SIDE_BY_SIDE)


def sees_table(result: "Result") -> Table:
    """Which words each state depends on."""
    T = len(result.sentence.inputs)
    rows: list[Row] = []
    for t in range(T):
        onward, back = ((0, T), (0, T)) if result.sees_all else ((0, t + 1), (t, T))
        seen = [(_span(result, *span), span[1] - span[0]) for span in (onward, back)]
        rows.append((*_head(result, t), *seen[0], *seen[1], T))
    columns = (
        *_heads(result),
        Column("forward_sees", product(FORWARD, Words("sees")), text=True),
        Column("forward_words", "words"),
        Column("reverse_sees", product(REVERSE, Words("sees")), text=True),
        Column("reverse_words", "words"),
        Column("words", product("h_t", Words("sees"))),
    )
    return table("sees", "Which words each state sees", columns, rows)


def _decimals(result: "Result") -> int:
    """The notebook prints three."""
    return 3 if result.network.notation == "notebook" else 4


def _head(result: "Result", t: int) -> Row:
    words = result.sentence.words
    return (t + 1,) if words is None else (t + 1, words[t])


def _heads(result: "Result") -> tuple[Column, ...]:
    t = Column("t", symbol("t"), key=True)
    return (t,) if result.sentence.words is None else (t, Column("word", "word", text=True))


def _span(result: "Result", first: int, last: int) -> str:
    """The words from one place to another, from 0: all of a few, else the two ends."""
    words = result.sentence.words
    if words is None:
        return f"{first + 1}" if last - first == 1 else f"{first + 1} to {last}"
    if last - first <= MOST_NAMED:
        return " ".join(words[first:last])
    return f"{words[first]} … {words[last - 1]}"


def notes(result: "Result") -> tuple[str | Prose, ...]:
    found: list[str | Prose] = [
        "A network that reads both ways cannot generate: the state at a word needs the words after "
        "it, and these are not written yet."
    ]
    found += _origin(result)
    if result.sees_all:
        found.append(
            "The layer below reads both ways, so that each direction here sees every word."
        )
    if result.units is not None:
        found.append(picked_units(result.units, len(result.forward[0]), "units a direction"))
    return (*found, *result.network.notes)


def _origin(result: "Result") -> list[str | Prose]:
    """Whence the second direction's weights are."""
    if result.added == "own":
        return []
    if result.added == "shared":
        return [
            "The model reads forward alone; the reading from the end is ours and uses the same "
            "weights."
        ]
    if result.added == "given":
        return ["The reading from the end has the weights given."]
    letters = LETTERS[result.network.notation]
    arrays = result.network.layers[-1].directions[1].arrays()
    W, U, (b_h,) = (
        [tuple(map(shortest, line)) for line in np.atleast_2d(arrays[name]).tolist()]
        for name in ("W_xh", "W_hh", "b_h")
    )
    return [
        prose(
            "The reading from the end is ours: ",
            equals(arrowed(letters.W_xh, BACK), matrix(*W)), ", ",
            equals(arrowed(letters.W_hh, BACK), matrix(*U)), ", ",
            equals(arrowed(letters.b_h, BACK), vector(*b_h)), "; the source gives one direction.",
        )
    ]  # fmt: skip


def arrowed(name: str, arrow: str) -> Expression:
    """An array's name with the arrow of a reading on its letter: ONWARD or BACK."""
    return symbol(f"{name[0]}{arrow}{name[1:]}")


# Combining arrows, over the letter before them.
ONWARD, BACK = "\u20d7", "\u20d6"
FORWARD = symbol(f"h{ONWARD}_t")
REVERSE = symbol(f"h{BACK}_t")
SIDE_BY_SIDE = equals("h_t", vector(FORWARD, REVERSE))
