"""What `unroll --work` writes of each cell is true: with the network's arrays and states in the
place of its letters, everything between two signs of a line has the same value."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
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
from rnn_examples.equations.text import to_text
from rnn_examples.examples.sentence import Sentence, of_words
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
    has_bias = kind != "gru-bare"

    def gate() -> Gate:
        W_xh, W_hh, b_h = rng.normal(size=(2, 2)), rng.normal(size=(2, 2)), rng.normal(size=2)
        return Gate(W_xh, W_hh, b_h) if has_bias else Gate(W_xh, W_hh, np.zeros(2), has_bias=False)

    weights: Weights
    if kind == "lstm":
        weights = LSTMWeights(gate(), gate(), gate(), gate())
    elif kind == "rnn":
        weights = RNNWeights(rng.normal(size=(2, 2)), rng.normal(size=(2, 2)), rng.normal(size=2))
    else:
        forms = {"gru": rng.normal(size=2), "gru-bare": np.zeros(2), "gru-textbook": None}
        b_hn = forms[kind]
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


@pytest.mark.parametrize("start", [None, ("0.5", "-1/3")])
@pytest.mark.parametrize("kind", ["rnn", "lstm", "gru", "gru-bare", "gru-textbook"])
def test_every_line_is_true(kind: str, start: tuple[str, str] | None) -> None:
    """gru-bare: PyTorch's form, whose reset follows the product, without biases."""
    network = network_of(kind)
    of = letters_of(network)
    h0 = None if start is None else (tuple(map(Fraction, start)),)
    if h0 is not None:
        of["h", "0"] = np.array(h0[0], float)
    states = []
    for step in work(compute(network, of_words(network, WORDS), h0=h0, outputs=True)):
        for line in step.lines:
            assert isinstance(line, Relation)
            assert set(line.signs) == {"="}
            assert re.search("[^\\W\\d]", to_text(line.items[0]))  # what it is that is computed
            shown = value(line.items[-1], of)
            if isinstance(line.items[0], Symbol):
                of[line.items[0].name, str(line.items[0].sub)] = shown
            for item in line.items:
                np.testing.assert_allclose(value(item, of), shown, rtol=0, atol=ROUNDED)
        states.append(of["h", str(len(states) + 1)])
    assert len(states) == len(WORDS)


@pytest.mark.parametrize(
    ("cell", "notation", "kind"),
    [
        ("rnn", "notebook", "row"),
        *((cell, "ours", "column") for cell in ("rnn", "lstm", "gru", "gru-textbook")),
    ],
)
def test_vectors_stand_as_the_source_has_them(cell: str, notation: str, kind: str) -> None:
    """Rows in the notebook, columns elsewhere: inputs, states and predictions alike."""
    network = replace(network_of(cell), notation=notation)
    for words in (WORDS, ["a"]):
        for step in work(compute(network, of_words(network, words), outputs=True)):
            for line in step.lines:
                assert set(re.findall(r"kind='(\w+)'", repr(line))) <= {kind}, line


@pytest.mark.parametrize(
    ("b_hn", "told"),
    [
        (1.0, "r_1 ⊙ (W_hn h_0 + b_hn) = (0.5) ⊙ (2) = (1)"),
        (0.0, "r_1 ⊙ (W_hn h_0) = (0.5) ⊙ (1) = (0.5)"),
        (None, "r_1 ⊙ h_0 = (0.5) ⊙ (0.5) = (0.25)"),
    ],
)
def test_where_a_gru_s_reset_gate_stands(b_hn: float | None, told: str) -> None:
    """One unit, a reset gate of σ(0), h_0 = 0.5, W_hn = 2: PyTorch's form and the textbook's."""
    zero, two = (Gate(np.zeros((1, 1)), np.full((1, 1), W), np.zeros(1)) for W in (0.0, 2.0))
    cell = GRUWeights(zero, zero, two, None if b_hn is None else np.full(1, b_hn))
    read = Sentence(None, np.zeros((1, 1)))
    (step,) = work(compute(Network((Layer(cell),)), read, h0=((Fraction("0.5"),),)))
    assert told in [to_text(line) for line in step.lines]


def test_an_lstm_s_gates_have_one_order_in_tables_notes_and_arithmetic(
    printed: Callable[..., str],
) -> None:
    """The lesson's: f, i, o, and the candidate last."""
    model = ("--model", "golden/model/lstm.toml", "--sentence", "the dog")
    shown = printed("unroll", *model, "--work")
    assert shown.splitlines()[1].split()[2:6] == ["f_t", "i_t", "o_t", "c̃_t"]
    assert "f_t, i_t and o_t are the forget, input and output gates, c̃_t is the candidate" in shown
    begun = [
        line.split()[0] for line in shown.splitlines() if "_1 = σ(W" in line or "c̃_1 =" in line
    ]
    assert begun == ["f_1", "i_1", "o_1", "c̃_1"]
    signals = json.loads(printed("bptt", *model, "-f", "json"))["tables"][0]["columns"]
    gates = ["da_forget", "da_input", "da_output", "da_candidate"]
    assert [column["name"] for column in signals][-4:] == gates
    arrays = json.loads(printed("params", *model[:2], "-f", "json"))["tables"][0]["rows"]
    named = dict.fromkeys(row["array"].partition(".")[0] for row in arrays if "." in row["array"])
    assert list(named) == ["forget", "input", "output", "candidate"]


def test_a_column_of_signals_is_its_gate_s(printed: Callable[..., str]) -> None:
    """Of one word, dE/db of a gate is its signal: whatever the order of the columns."""
    model = ("--model", "golden/model/lstm.toml", "--sentence", "dog", "--targets", "ran")
    signals, _, gradients = json.loads(printed("bptt", *model, "-f", "json"))["tables"]
    for gate in ("forget", "input", "output", "candidate"):
        bias = [row["full"] for row in gradients["rows"] if row["array"] == f"{gate}.b_h"]
        assert signals["rows"][0][f"da_{gate}"] == bias
