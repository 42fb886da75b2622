"""A network unrolled: its hidden state word by word (`unroll`).

Letters: t step, T steps, H hidden, V words.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain

import numpy as np

from rnn_examples.errors import InputError
from rnn_examples.examples.first_state import check_first_state
from rnn_examples.examples.remarks import of_model, part_of
from rnn_examples.examples.sentence import Sentence, check_kept, empty, name_of, of_text
from rnn_examples.examples.unroll_columns import outputs_table, trace_table
from rnn_examples.examples.unroll_exact import exact_outputs, exact_trace
from rnn_examples.examples.unroll_notes import notes
from rnn_examples.network.arrays import Array
from rnn_examples.network.exact import exact_steps, is_hand_sized
from rnn_examples.network.network import Network
from rnn_examples.record import Record
from rnn_examples.tables.numbers import shortest
from rnn_examples.tables.table import Cell, Document, Row

Text = Iterable[Sequence[str]]
Start = tuple[tuple[Fraction, ...], ...]
Batches = Iterable[Sequence[Row]]


class Result(Record):
    """`trace` and `outputs` hold rows in batches; those of a text are computed as they are read.

    given: what was read, by the name of its option. sentence: None for a text. h0: a row a
    direction. units: those that are shown, None for all. outputs: None unless asked for.
    """

    network: Network
    given: Mapping[str, Cell]
    sentence: Sentence | None
    h0: Start | None
    units: range | None
    named: bool
    trace: Batches
    outputs: Batches | None


def compute(
    network: Network,
    sentence: Sentence,
    *,
    h0: Start | None = None,
    outputs: bool = False,
    units: range | None = None,
    given: Mapping[str, Cell] | None = None,
) -> Result:
    """The states of a sentence; a small tanh network's are exact to every digit shown.

    Raises InputError for a first state of another shape, outputs that the network does not have,
    and a sentence too long for a network that reads it from its end too.
    """
    _check(network, h0, outputs)
    trace: Batches
    predicted: Batches | None = None
    chosen = part_of(units)
    if is_hand_sized(network, sentence.inputs, outputs):
        start = None if h0 is None else h0[0]
        steps = exact_steps(network, sentence.inputs, start, outputs)
        trace = (exact_trace(steps, sentence.words, chosen),)
        if outputs:
            predicted = (exact_outputs(steps, sentence.words, network.vocabulary),)
    else:
        from rnn_examples.examples import unroll_rows as rows

        pieces = list(sentence.pieces(_piece_size(network, sentence, outputs)))
        trace = _begun(rows.trace_rows(network, pieces, floats(h0), chosen))
        if outputs:
            predicted = _begun(rows.output_rows(network, pieces, floats(h0)))
    words = {} if sentence.words is None else {"sentence": " ".join(sentence.words)}
    read = dict(given or words)
    return Result(network, read, sentence, h0, units, sentence.words is not None, trace, predicted)


def compute_text(
    network: Network,
    texts: Sequence[Text],
    *,
    h0: Start | None = None,
    units: range | None = None,
    given: Mapping[str, Cell] | None = None,
) -> Result:
    """The same for a text of any length, its states computed as the words arrive.

    texts: the text, and where outputs are asked for, the same text once more for their table.
    Raises InputError as `compute` does, for an empty text, and for a network that reads in reverse.
    """
    from rnn_examples.examples import unroll_rows as rows

    outputs = len(texts) > 1
    _check(network, h0, outputs)
    size = rows.piece_size(network, outputs)
    name = name_of(given)
    first, *others = (of_text(network, text, size, name) for text in texts)
    trace = _begun(rows.trace_rows(network, first, floats(h0), part_of(units)), name)
    predicted = (_begun(rows.output_rows(network, other, floats(h0)), name) for other in others)
    second = next(predicted, None)
    return Result(network, dict(given or {}), None, h0, units, True, trace, second)


def _begun(batches: Iterator[Sequence[Row]], name: str = "the sentence") -> Iterator[Sequence[Row]]:
    """The batches, the first computed at once: an early fault comes before any output."""
    first = next(batches, None)
    if first is None:
        raise empty(name)
    return chain([first], batches)


def floats(h0: Start | None) -> Array | None:
    """The first states as float64, a row a direction. Raises InputError for what none holds."""
    if h0 is None:
        return None
    return np.array([[_float(entry) for entry in row] for row in h0])


def _float(entry: Fraction) -> float:
    try:
        value = float(entry)
    except OverflowError:
        value = math.inf
    if math.isinf(value) or (entry and not value):
        typed = shortest(entry).replace("e+", "e")
        raise InputError(
            f"--h0: '{typed}' does not fit a float64. Expected 0 or a size from 5e-324 to 1.8e308"
        )
    return value


def _check(network: Network, h0: Start | None, outputs: bool) -> None:
    if outputs and network.W_hy is None:
        raise InputError(
            f"--outputs: model {network.source} has no output layer. Expected "
            f"{network.output_keys} in its file"
        )
    check_first_state(network, h0)


def _piece_size(network: Network, sentence: Sentence, outputs: bool) -> int:
    """Of a network that reads both ways, the whole sentence."""
    if not network.bidirectional:
        from rnn_examples.examples.unroll_rows import piece_size

        return piece_size(network, outputs)
    T = len(sentence.inputs)
    check_kept(network, T)
    return T


def document(result: Result) -> Document:
    """The tables: `trace` and, where asked for, `outputs`."""
    network = result.network
    tables = [trace_table(network, result.trace, result.named, result.units)]
    if result.outputs is not None:
        tables.append(outputs_table(network, result.outputs, result.named))
    start = None if result.h0 is None else tuple(entry for row in result.h0 for entry in row)
    inputs: dict[str, Cell] = {
        **of_model(network, result.units),
        **result.given,
        "h0": start or (0,) * (network.hidden * len(network.directions)),
        "outputs": result.outputs is not None,
    }
    return Document(
        "unroll",
        "A network, unrolled",
        inputs,
        tuple(tables),
        notes(network, result.sentence, start, result.units, result.outputs is not None),
        absent={} if network.W_hy is None else {"outputs": "--outputs"},
    )
