"""What stands under the tables of `unroll`: the bias, what is ours, what is shown."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from rnn_examples.equations.expression import (
    Expression,
    equals,
    matrix,
    parse,
    row,
    symbol,
)
from rnn_examples.equations.nodes import Apply, Words
from rnn_examples.examples.notation import GATE_LETTERS, LETTERS, Letters, gate_value
from rnn_examples.examples.remarks import picked_units
from rnn_examples.examples.sentence import Sentence
from rnn_examples.network.arrays import Array
from rnn_examples.network.network import Network
from rnn_examples.tables.numbers import LONGEST_VECTOR, shortest
from rnn_examples.tables.prose import Prose, about, joined, prose

MOST_NAMED = 12


def notes(
    network: Network,
    sentence: Sentence | None,
    h0: Sequence[Fraction] | None,
    units: range | None,
    outputs: bool,
) -> tuple[str | Prose, ...]:
    """The notes, most important first; sentence: None of a text."""
    letters = LETTERS[network.notation]
    found: list[str | Prose] = []
    if network.kind == "rnn":
        found += (about("trace", note) for note in _bias(network, letters))
    else:
        found.append(about("trace", _gates(network.kind)))
    if h0 is not None and len(h0) <= LONGEST_VECTOR and len(network.directions) == 1:
        start = equals("h_0", row(*map(_typed, h0)))
        found.append(about("trace", prose("The first step starts from ", start, ".")))
    words = sentence is None or sentence.is_of_words
    if words:
        found += _words(network, letters)
    if outputs and "W_hy" in network.ours:
        found.append(about("outputs", _our_outputs(network, letters, words)))
    if outputs:
        found.append(about("outputs", _order(network, letters)))
    if units is not None:
        found.append(about("trace", picked_units(units, network.hidden)))
    return (*found, *network.notes)


def _gates(kind: str) -> Prose:
    """Which letter is which gate's."""
    gates = [gate for gate in GATE_LETTERS[kind] if gate != "candidate"]
    return prose(
        *joined([[f"{gate_value(kind, gate)}_t"] for gate in gates]),
        " are the ",
        *joined([[gate] for gate in gates]),
        f" gates, {gate_value(kind, 'candidate')}_t is the candidate",
        ", c_t the memory." if kind == "lstm" else ".",
    )


def _bias(network: Network, letters: Letters) -> list[str | Prose]:
    """It belongs to neither column."""
    weights = network.layers[0].forward
    if not weights.has_bias:
        return ["The network has no bias."]
    bias = weights.arrays()["b_h"]
    if len(network.directions) > 1:
        return ["Each layer's bias is added in every step and belongs to neither product."]
    if not bias.any():
        return ["The bias is zero."]
    said = " is added in every step; it belongs to neither column."
    if len(bias) > LONGEST_VECTOR:
        return [prose("The bias ", symbol(letters.b_h), said)]
    return [prose("The bias ", equals(letters.b_h, _vector(bias)), said)]


def _words(network: Network, letters: Letters) -> Iterator[Prose]:
    """Which of the words' vectors the source, as we have it, does not give; what one-hot means."""
    words = network.vocabulary or ()
    if "embedding" in network.ours and network.embedding is not None:
        parts: list[str | Expression] = [
            f"The words' vectors are ours, our copy of the {network.source} lacks them: "
        ]
        for place, (word, x) in enumerate(zip(words, network.embedding, strict=True)):
            parts.append(", " if place else "")
            parts.append(equals(Apply("x", (Words(word),)), _vector(x)))
        yield about("trace", prose(*parts, "."))
    if network.one_hot:
        side = "row" if letters.rows else "column"
        of_input, W_xh = letters.input("t"), symbol(letters.W_xh)
        said = f" is the word's {side} of "
        yield about("trace", prose("The words are one-hot vectors: ", of_input, said, W_xh, "."))


def _our_outputs(network: Network, letters: Letters, too: bool) -> Prose:
    assert network.W_hy is not None
    assert network.b_y is not None
    W_hy = equals(letters.W_hy, _matrix(network.W_hy))
    b_y = equals(letters.b_y, _vector(network.b_y))
    return prose(W_hy, " and ", b_y, " are ours too." if too else " are ours.")


def _order(network: Network, letters: Letters) -> Prose:
    """Which entry of y_t stands for which word."""
    words = network.vocabulary
    y = letters.prediction("t")
    if words is None:
        return prose("The entries of ", y, " are in the order of the words' numbers, from 0.")
    if len(words) > MOST_NAMED:
        return prose("The entries of ", y, " are in the order of the vocabulary.")
    return prose("The entries of ", y, f" are in the order {', '.join(words)}.")


def _typed(value: Fraction) -> Expression:
    return parse(shortest(value))


def _vector(x: Array) -> Expression:
    return row(*map(shortest, x.tolist()))


def _matrix(W: Array) -> Expression:
    return matrix(*(tuple(map(shortest, line)) for line in W.tolist()))
