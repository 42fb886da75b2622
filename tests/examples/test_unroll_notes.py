"""What stands under `unroll`, in full: the bias, the gates, the words, whose the outputs are."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from rnn_examples.errors import InputError
from rnn_examples.examples.sentence import Sentence, of_words
from rnn_examples.examples.unroll import compute, document
from rnn_examples.network.book_models import book_model
from rnn_examples.network.cells.gate import Gate
from rnn_examples.network.cells.gru import GRUWeights
from rnn_examples.network.cells.lstm import LSTMWeights
from rnn_examples.network.cells.rnn import RNNWeights
from rnn_examples.network.network import Layer, Network
from rnn_examples.network.weights import Weights
from rnn_examples.tables.prose import Prose, plain
from rnn_examples.tables.table import Document

VECTORS = (
    "The words' vectors are ours, our copy of the chapter lacks them: x(the) = (0.5, 0.1), "
    "x(dog) = (0.9, -0.4), x(ran) = (-0.3, 0.8)."
)
BIAS = "The bias b_h = (0.05, -0.05) is added in every step; it belongs to neither column."
OUTPUTS = "V = [[0.7, -0.2], [-0.4, 0.6], [0.1, 0.3]] and b_y = (0, 0.1, -0.1) are ours"
ORDER = "The entries of ŷ_t are in the order the, dog, ran."


def told(found: Document) -> list[tuple[str, str]]:
    """Each note with the tables that it stands under."""
    return [
        (" ".join(note.tables) if isinstance(note, Prose) else "", plain(note))
        for note in found.notes
    ]


def plain_network(H: int, V: int, *, bias: float = 0.0) -> Network:
    """One-hot words w0, w1, ..., outputs of zeros."""
    cell = RNNWeights(np.zeros((H, V)), np.zeros((H, H)), np.full(H, bias))
    words = tuple(f"w{place}" for place in range(V))
    return Network((Layer(cell),), words, W_hy=np.zeros((V, H)), source="mine.npz")


def test_the_chapters_network() -> None:
    network = book_model("chapter")
    read = of_words(network, ["dog", "ran"])
    start = ((Fraction(1, 3), Fraction("-0.25")),)
    found = document(compute(network, read, h0=start, outputs=True, units=range(1, 2)))
    assert [column.picked for column in found.tables[0].columns[2:]] == [range(1, 2)] * 3
    assert told(found) == [
        ("trace", BIAS),
        ("trace", "The first step starts from h_0 = (1/3, -0.25)."),
        ("trace", VECTORS),
        ("outputs", f"{OUTPUTS} too."),
        ("outputs", ORDER),
        ("trace", "Of 2 units only number 2 is shown."),
    ]
    assert told(document(compute(network, read))) == [("trace", BIAS), ("trace", VECTORS)]


def test_of_vectors_of_one_s_own_the_outputs_alone_are_ours() -> None:
    found = document(
        compute(book_model("chapter"), Sentence(None, np.array([[2.0, 1.0]])), outputs=True)
    )
    assert told(found) == [("trace", BIAS), ("outputs", f"{OUTPUTS}."), ("outputs", ORDER)]


def test_a_one_hot_word_is_a_column_and_of_row_vectors_a_row() -> None:
    own = plain_network(2, 3)
    notes = told(document(compute(own, of_words(own, ["w1"]))))
    said = "The words are one-hot vectors: W_xh x_t is the word's column of W_xh."
    assert notes == [("trace", "The bias is zero."), ("trace", said)]
    said = "The words are one-hot vectors: x_t W_xh is the word's row of W_xh."
    notebook = book_model("notebook")
    assert told(document(compute(notebook, of_words(notebook, ["The"]))))[1] == ("trace", said)


@pytest.mark.parametrize(
    ("V", "order"),
    [
        (12, "w0, w1, w2, w3, w4, w5, w6, w7, w8, w9, w10, w11"),
        (13, "of the vocabulary"),
    ],
)
def test_the_order_of_the_outputs_is_named_while_the_words_are_few(V: int, order: str) -> None:
    network = plain_network(2, V)
    notes = told(document(compute(network, of_words(network, ["w1"]), outputs=True)))
    assert notes[-1] == ("outputs", f"The entries of y_t are in the order {order}.")


@pytest.mark.parametrize(
    ("H", "bias"), [(4, " = (0.5, 0.5, 0.5, 0.5)"), (8, f" = ({', '.join(['0.5'] * 8)})"), (9, "")]
)
def test_a_bias_is_written_out_while_it_is_short(H: int, bias: str) -> None:
    network = plain_network(H, 2, bias=0.5)
    (first, *_) = told(document(compute(network, of_words(network, ["w1"]))))
    said = f"The bias b_h{bias} is added in every step; it belongs to neither column."
    assert first == ("trace", said)


@pytest.mark.parametrize(("H", "is_told"), [(8, True), (9, False)])
def test_a_first_state_is_written_out_while_it_is_short(H: int, is_told: bool) -> None:
    network = plain_network(H, 2)
    start = (tuple(map(Fraction, range(H))),)
    notes = told(document(compute(network, of_words(network, ["w1"]), h0=start)))
    said = ("trace", "The first step starts from h_0 = (0, 1, 2, 3, 4, 5, 6, 7).")
    assert (said in notes) is is_told
    assert any("The first step" in text for _, text in notes) is is_told


def test_that_there_is_no_bias_is_told() -> None:
    cell = RNNWeights(np.ones((1, 1)), np.ones((1, 1)), np.zeros(1), has_bias=False)
    found = document(compute(Network((Layer(cell),)), Sentence(None, np.ones((1, 1)))))
    assert told(found) == [("trace", "The network has no bias.")]


def test_of_several_layers_or_directions_no_bias_is_written_out() -> None:
    cell, above = (RNNWeights(np.ones((2, D)), np.ones((2, 2)), np.ones(2)) for D in (1, 2))
    read = Sentence(None, np.array([[1.0]]))
    said = "Each layer's bias is added in every step and belongs to neither product."
    for layers in ((Layer(cell), Layer(above)), (Layer(cell, cell),)):
        network = Network(layers, source="mine.npz")
        start = tuple((Fraction(1, 2), Fraction(1)) for _ in network.directions)
        found = document(compute(network, read, h0=start))
        assert told(found) == [("trace", said)]
        names = [column.name for column in found.tables[0].columns]
        assert names == ["t", "layer", "direction", "input", "recurrent", "h"]
        places = [row[1:3] for row in found.tables[0].rows]
        assert places == [(1, "forward"), (2, "forward") if layers[1:] else (1, "reverse")]


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("lstm", "f_t, i_t and o_t are the forget, input and output gates, c̃_t is the candidate, "
         "c_t the memory."),
        ("gru", "r_t and z_t are the reset and update gates, n_t is the candidate."),
    ],
)  # fmt: skip
def test_the_letters_of_the_gates_are_told(kind: str, said: str) -> None:
    gate = Gate(np.ones((2, 1)), np.ones((2, 2)), np.ones(2))
    cells: dict[str, Weights] = {
        "lstm": LSTMWeights(gate, gate, gate, gate),
        "gru": GRUWeights(gate, gate, gate),
    }
    network = Network((Layer(cells[kind]),), source="mine.npz")
    found = document(compute(network, Sentence(None, np.array([[1.0]]))))
    assert told(found) == [("trace", said)]


def test_the_title_names_the_book_or_the_file() -> None:
    gate = Gate(np.ones((1, 1)), np.ones((1, 1)), np.ones(1))
    lstm = Network((Layer(LSTMWeights(gate, gate, gate, gate)),), source="mine.npz")
    chapter, notebook = book_model("chapter"), book_model("notebook")
    for network, title in (
        (chapter, "The chapter's network, word by word"),
        (notebook, "The notebook's network, word by word"),
        (replace(chapter, source="mine.npz"), "The network of mine.npz, word by word"),
        (lstm, "The LSTM of mine.npz, word by word"),
    ):
        read = Sentence(None, np.ones((1, network.inputs)))
        assert document(compute(network, read)).tables[0].title == title


def test_a_word_names_its_row_unless_it_is_a_number() -> None:
    numbered = replace(plain_network(2, 3), vocabulary=None, embedding=np.zeros((3, 3)))
    for network, word, key in ((plain_network(2, 3), "w1", True), (numbered, "1", False)):
        found = document(compute(network, of_words(network, [word]), outputs=True))
        for table in found.tables:
            assert [(c.name, c.key) for c in table.columns[:2]] == [("t", True), ("word", key)]


def test_a_table_that_was_not_asked_for_names_its_option(printed: Callable[..., str]) -> None:
    with pytest.raises(
        InputError, match=r"^--table: 'outputs' is a table of --outputs. Give that too$"
    ):
        printed("unroll", "--table", "outputs")
    with pytest.raises(
        InputError, match=r"^--table: 'unroll' has no table 'outputs'. Its tables: trace$"
    ):
        printed("unroll", "--model", "notebook", "--table", "outputs")
