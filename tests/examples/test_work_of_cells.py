"""What `unroll --work` writes of each cell is true: with the network's arrays and states in the
place of its letters, everything between two signs of a line has the same value."""

from collections.abc import Mapping
from functools import reduce

import numpy as np
import pytest

from rnn_examples.equations.expression import Expression, Symbol
from rnn_examples.equations.nodes import (
    Apply,
    Matrix,
    Negated,
    Number,
    Power,
    Product,
    Quotient,
    Relation,
    Sum,
)
from rnn_examples.examples.sentence import of_words
from rnn_examples.examples.unroll import compute
from rnn_examples.examples.work.unroll import work
from rnn_examples.network.cells.gate import Gate
from rnn_examples.network.cells.gru import GRUWeights
from rnn_examples.network.cells.lstm import LSTMWeights
from rnn_examples.network.cells.rnn import RNNWeights
from rnn_examples.network.network import Layer, Network
from rnn_examples.network.weights import Weights

Values = Mapping[tuple[str, str], np.ndarray]

# Numbers are shown to four decimals; a pre-activation adds a few of them.
ROUNDED = 5e-4
WORDS = ["b", "a", "b"]
# The letters of the weights of each gate: W_xf x_t + W_hf h_{t-1} + b_f.
SUBSCRIPTS = {
    "lstm": {"input": "i", "forget": "f", "output": "o", "candidate": "c"},
    "gru": {"reset": "r", "update": "z", "candidate": "n"},
}


def network_of(kind: str) -> Network:
    """H = D = 2, V = 2, every weight random, none of them exact in four decimals."""
    rng = np.random.Generator(np.random.PCG64(7))

    def gate() -> Gate:
        return Gate(rng.normal(size=(2, 2)), rng.normal(size=(2, 2)), rng.normal(size=2))

    weights: Weights
    if kind == "lstm":
        weights = LSTMWeights(gate(), gate(), gate(), gate())
    elif kind == "rnn":
        weights = RNNWeights(rng.normal(size=(2, 2)), rng.normal(size=(2, 2)), rng.normal(size=2))
    else:
        b_hn = rng.normal(size=2) if kind == "gru" else None
        weights = GRUWeights(gate(), gate(), gate(), b_hn)
    embedding, W_hy, b_y = rng.normal(size=(2, 2)), rng.uniform(size=(2, 2)), rng.normal(size=2)
    return Network((Layer(weights),), ("a", "b"), embedding, W_hy, b_y, source="mine.npz")


def value(node: Expression, of: Values) -> np.ndarray:
    """A number, or a vector as (H,); KeyError for a letter that stands for nothing."""
    match node:
        case Symbol(name=name, sub=sub):
            return of[name, str(sub)]
        case Number(text=text):
            return np.array(float(text.replace(",", "")))
        case Negated(inside=inside):
            return -value(inside, of)
        case Sum(terms=terms):
            return reduce(np.add, (value(term, of) for term in terms))
        case Product(factors=factors, sign=sign):
            join = np.matmul if sign == "" else np.multiply
            return reduce(join, (value(factor, of) for factor in factors))
        case Quotient(over=over, under=under):
            return value(over, of) / value(under, of)
        case Power(base=Symbol(name="e"), exponent=exponent):
            return np.exp(value(exponent, of))
        case Matrix(rows=rows):
            return np.array([value(entry, of) for line in rows for entry in line])
        case Apply(name="tanh", arguments=(inside,)):
            return np.tanh(value(inside, of))
        case Apply(name="σ", arguments=(inside,)):
            return 1 / (1 + np.exp(-value(inside, of)))
        case Apply(name="softmax", arguments=(inside,)):
            powers = np.exp(value(inside, of))
            return powers / powers.sum()
    raise AssertionError(f"{node} is no arithmetic")


def letters_of(network: Network) -> dict[tuple[str, str], np.ndarray]:
    """The arrays by their letters as they are printed."""
    found = {("h", "0"): np.zeros(network.hidden), ("c", "0"): np.zeros(network.hidden)}
    for name, array in network.arrays().items():
        gate, dot, own = name.rpartition(".")
        letter, _, sub = own.partition("_")
        if dot and own != "b_hn":
            sub = sub.removesuffix("h") + SUBSCRIPTS[network.kind][gate]
        found[letter, sub] = array
    assert network.embedding is not None
    for t, word in enumerate(WORDS, 1):
        found["x", str(t)] = network.embedding["ab".index(word)]
    return found


@pytest.mark.parametrize("kind", ["rnn", "lstm", "gru", "gru-textbook"])
def test_every_line_is_true(kind: str) -> None:
    network = network_of(kind)
    of = letters_of(network)
    states = []
    for step in work(compute(network, of_words(network, WORDS), outputs=True)):
        for line in step.lines:
            assert isinstance(line, Relation)
            assert set(line.signs) == {"="}
            shown = value(line.items[-1], of)
            if isinstance(line.items[0], Symbol):
                of[line.items[0].name, str(line.items[0].sub)] = shown
            for item in line.items:
                np.testing.assert_allclose(value(item, of), shown, rtol=0, atol=ROUNDED)
        states.append(of["h", str(len(states) + 1)])
    assert len(states) == len(WORDS)
