"""A language model's cross-entropy, word by word, and its perplexity (`loss`).

t step, T steps, V words, E_t loss of a step in nats, ŷ_t the prediction, y_t the target
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from rnn_examples.counted import counted
from rnn_examples.equations.expression import (
    Expression,
    call,
    equals,
    negated,
    product,
    quotient,
    summation,
    symbol,
)
from rnn_examples.errors import InputError
from rnn_examples.examples.notation import LETTERS, Letters
from rnn_examples.examples.remarks import NEXT_WORD, of_model, outputs_are_ours
from rnn_examples.examples.sentence import Sentence, name_of, of_text
from rnn_examples.examples.targets import Targets, targets_of
from rnn_examples.network.activations import softmax
from rnn_examples.network.arrays import Array
from rnn_examples.network.forward import forward
from rnn_examples.network.loss import TextLoss, cross_entropy, probability, text_loss
from rnn_examples.network.network import Network
from rnn_examples.tables.prose import Figure, Prose, prose
from rnn_examples.tables.table import Cell, Column, Document, Row, Table, table

# Logits of a sentence that are kept at once, T times V.
MOST_NUMBERS = 1 << 22
# Up to so many words, a row holds the whole prediction.
MOST_PREDICTED = 100
# Of a text: words that are read at once.
PIECE = 4096
# Beyond so many words people see those with the largest loss.
MOST_SHOWN = 40


@dataclass(frozen=True, slots=True)
class Result:
    """E_t (T,) with what they come from; of a text, its TextLoss alone.

    h (T, width) is None where logits were given; losses, logits, targets are None for a text.
    """

    network: Network | None
    given: Mapping[str, Cell]
    whole: TextLoss
    sentence: Sentence | None = None
    targets: Targets | None = None
    h: Array | None = None
    logits: Array | None = None
    losses: Array | None = None


def compute(
    network: Network,
    sentence: Sentence,
    targets: Sequence[str] | None = None,
    *,
    given: Mapping[str, Cell] | None = None,
) -> Result:
    """The loss of a sentence: `targets` are one word a step, else the next word.

    Raises InputError for a network without outputs, for targets that do not fit, and for more
    than 2^22 logits. Source: chapter, (12.1).
    """
    T, V = len(sentence.inputs), len(network.output_weights())
    if T * V > MOST_NUMBERS:
        raise InputError(
            f"{T:,} words are too many for {V:,} outputs at once. Expected at most "
            f"{MOST_NUMBERS // V:,}; --text reads any number"
        )
    wanted = targets_of(network, sentence, targets)
    h = forward(network, sentence.inputs, hidden_only=True).h
    logits = network.logits(h)
    losses = cross_entropy(logits, wanted.ids)
    whole = TextLoss(math.fsum(losses.tolist()), T)
    return Result(network, dict(given or {}), whole, sentence, wanted, h, logits, losses)


def compute_text(
    network: Network, text: Iterable[Sequence[str]], *, given: Mapping[str, Cell] | None = None
) -> Result:
    """The loss of a text of any length in one pass; its last word predicts nothing.

    Raises InputError for fewer than two words, for a network without outputs, and for one that
    reads in reverse.
    """
    network.output_weights()  # refused before the text is read
    name = name_of(given)
    pieces = (piece.inputs for piece in of_text(network, text, PIECE, name))
    return Result(network, dict(given or {}), text_loss(network, pieces, name=name))


def compute_logits(logits: Sequence[Sequence[float]], classes: Sequence[int]) -> Result:
    """The loss of logits as they are, a row a step; `classes` are the targets' places, from 1.

    Raises InputError unless there is one class a row, each a place in it.
    """
    Z = np.array(logits, np.float64)
    if len(classes) != len(Z):
        raise InputError(
            f"--targets: found {counted(len(classes), 'class', 'classes')} for "
            f"{counted(len(Z), 'row')} of logits. "
            "Expected one a row"
        )
    for place, number in enumerate(classes, 1):
        if not 1 <= number <= Z.shape[1]:
            raise InputError(
                f"--targets: item {place} is {number}. Expected a class from 1 to {Z.shape[1]}"
            )
    wanted = Targets(tuple(map(str, classes)), np.array(classes, np.int64) - 1, chosen=True)
    losses = cross_entropy(Z, wanted.ids)
    given: dict[str, Cell] = {"logits": tuple(Z.ravel().tolist()), "targets": tuple(classes)}
    whole = TextLoss(math.fsum(losses.tolist()), len(Z))
    return Result(None, given, whole, None, wanted, None, Z, losses)


def document(result: Result) -> Document:
    """The tables: `steps`, unless a text was read, and `total`."""
    tables = [] if result.losses is None else [_steps(result, result.losses)]
    whole = result.whole
    bits = whole.mean / math.log(2)
    row = (whole.count, whole.total, whole.mean, bits, whole.perplexity)
    tables.append(table("total", "In all", TOTAL, [row], equation=PERPLEXITY))
    inputs: dict[str, Cell] = {
        **({"model": None} if result.network is None else of_model(result.network)),
        **_read(result),
        **result.given,
    }
    return Document("loss", "Cross-entropy", inputs, tuple(tables), _notes(result))


def _read(result: Result) -> dict[str, Cell]:
    if result.sentence is None or result.targets is None:
        return {}
    words = result.sentence.words
    read: dict[str, Cell] = {} if words is None else {"sentence": " ".join(words)}
    return {**read, "targets": result.targets.words}


def letters_of(result: Result) -> Letters:
    """The model's source's; the chapter's, whose example it is, for logits without a model."""
    return LETTERS["chapter" if result.network is None else result.network.notation]


def _steps(result: Result, losses: Array) -> Table:
    letters = letters_of(result)
    y = letters.prediction("t")
    named = result.sentence is not None and result.sentence.words is not None
    rows = _rows(result)
    columns = [Column("t", symbol("t"), key=True)]
    if named:
        columns.append(Column("word", "word", text=True))
    columns.append(Column("target", "target", text=True))
    if rows and len(rows[0]) > len(columns) + 2:
        columns.append(Column("prediction", y, decimals=4))
    columns += [
        Column("probability", "probability", decimals=4, significant=2),
        Column("loss", symbol("E_t"), unit="nats", decimals=4),
    ]
    every = table("steps", TITLE, columns, rows, equation=_equation(letters.y))
    if len(rows) <= MOST_SHOWN:
        return every
    largest_first = np.argsort(-losses, kind="stable").tolist()
    worst = [rows[place] for place in largest_first[:MOST_SHOWN]]
    title = f"{TITLE}: the {MOST_SHOWN} of {len(rows):,} words with the largest loss"
    return every.but(summary=table("steps", title, columns, worst))


def _rows(result: Result) -> list[Row]:
    logits, targets, losses = result.logits, result.targets, result.losses
    assert logits is not None
    assert targets is not None
    assert losses is not None
    heads: list[Sequence[Cell]] = [range(1, len(losses) + 1)]
    if result.sentence is not None and result.sentence.words is not None:
        heads.append(result.sentence.words)
    heads.append(targets.words)
    if logits.shape[1] <= MOST_PREDICTED:
        heads.append([tuple(row) for row in softmax(logits).tolist()])
    nats = losses.tolist()
    return list(zip(*heads, map(probability, nats), nats, strict=True))


def _equation(letter: str) -> Expression:
    """(12.1) in the chapter's letters; elsewhere y is the prediction, so the target is named."""
    if letter == "ŷ":
        terms = product("y_{tk}", call("ln", "ŷ_{tk}"))
        return equals("E_t", negated(summation("k", None, terms)))
    return equals("E_t", negated(call("ln", "y_{t,target}")))


def _notes(result: Result) -> tuple[str | Prose, ...]:
    network, whole = result.network, result.whole
    if network is None:
        return ()
    V = len(network.output_weights())
    notes: list[str | Prose] = [
        prose(
            "A blind guess among all words would cost ",
            Figure(math.log(V), TOTAL[2], call("ln", V)),
            f" nats each, a perplexity of {V:,}.",
        )
    ]
    if result.losses is None:
        notes.append(
            "Each word but the last predicts the next, "
            f"{counted(whole.count, 'prediction')} in one pass."
        )
    elif result.targets is not None and not result.targets.chosen:
        notes.append(NEXT_WORD)
    return (*notes, *outputs_are_ours(network, result.sentence), *network.notes)


TITLE = "Cross-entropy, word by word"
TOTAL = (
    Column("predictions", "predictions", key=True),
    Column("total", symbol("E"), unit="nats", decimals=4),
    Column("mean", "mean", unit="nats", decimals=4),
    Column("bits", "mean", unit="bits", decimals=4),
    Column("perplexity", "perplexity", decimals=4),
)
PERPLEXITY = equals("perplexity", call("exp", quotient("E", "T")))
