"""`unroll`: the book's states, every cell's columns, and texts of any length."""

import csv
import itertools
import json
import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from io import StringIO
from pathlib import Path

import numpy as np
import pytest

from rnn_examples.cli.app import invoke
from rnn_examples.equations.text import to_text
from rnn_examples.errors import InputError
from rnn_examples.examples.sentence import Sentence, of_text, of_words
from rnn_examples.examples.unroll import compute, compute_text, document
from rnn_examples.network.activations import softmax
from rnn_examples.network.book_models import book_model
from rnn_examples.network.cells.gate import Gate
from rnn_examples.network.cells.gru import GRUWeights, gru_step
from rnn_examples.network.cells.lstm import LSTMWeights, lstm_step
from rnn_examples.network.cells.rnn import RNNWeights
from rnn_examples.network.load.load import load
from rnn_examples.network.network import Layer, Network
from rnn_examples.network.weights import Weights
from rnn_examples.output import Surroundings
from rnn_examples.tables.prose import plain

# The notebook, step 2, as it prints them.
NOTEBOOK = """\
0.063 -0.066 0.31 0.052
-0.26 0.251 0.614 0.497
-0.628 -0.449 -0.081 0.533
-0.907 -0.24 0.038 0.34
-0.63 -0.235 0.665 0.841
-0.553 0.637 0.398 0.845"""


def rows(text: str) -> list[list[str]]:
    return list(csv.reader(StringIO(text)))


def random_network(kind: str, H: int, D: int = 3, V: int = 4, seed: int = 0) -> Network:
    rng = np.random.Generator(np.random.PCG64(seed))

    def gate() -> Gate:
        return Gate(rng.normal(size=(H, D)), rng.normal(size=(H, H)), rng.normal(size=H))

    weights: Weights
    if kind == "lstm":
        weights = LSTMWeights(gate(), gate(), gate(), gate())
    elif kind == "rnn":
        weights = RNNWeights(*vars_of(gate()))
    else:
        weights = GRUWeights(gate(), gate(), gate(), rng.normal(size=H) if kind == "gru" else None)
    return Network(
        (Layer(weights),),
        vocabulary=tuple("abcd"[:V]),
        embedding=rng.normal(size=(V, D)),
        W_hy=rng.normal(size=(V, H)),
        source="mine.npz",
    )


def vars_of(gate: Gate) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    return gate.W_xh, gate.W_hh, gate.b_h


def test_the_notebooks_six_states(printed: Callable[..., str]) -> None:
    found = rows(printed("unroll", "--model", "notebook", "-f", "csv"))
    assert [row[1] for row in found[1:]] == ["The", "patient", "has", "a", "critical", "condition"]
    states = [[float(entry) for entry in row[10:]] for row in found[1:]]
    for state, line in zip(states, NOTEBOOK.splitlines(), strict=True):
        assert [round(entry, 3) for entry in state] == [float(entry) for entry in line.split()]
    assert found[0][2:] == [
        f"{name}[{n}]" for name in ("input", "recurrent", "h") for n in (1, 2, 3, 4)
    ]


def test_the_chapters_trace(printed: Callable[..., str]) -> None:
    found = json.loads(printed("unroll", "-f", "json"))
    assert found["inputs"] == {
        "model": "chapter",
        "sentence": "the dog ran",
        "h0": [0, 0],
        "outputs": False,
    }
    (table,) = found["tables"]
    assert [column["label"] for column in table["columns"]] == [
        "t",
        "word",
        "W x_t",
        "U h_{t-1}",
        "h_t",
    ]
    # 0.6·0.5 - 0.3·0.1, 0.2·0.5 + 0.5·0.1 and so on, by hand.
    assert [row["input"] for row in table["rows"]] == [[0.27, 0.15], [0.66, -0.02], [-0.42, 0.34]]
    h1 = [math.tanh(0.32), math.tanh(0.1)]
    assert table["rows"][0] == {
        "t": 1,
        "word": "the",
        "input": [0.27, 0.15],
        "recurrent": [0.0, 0.0],
        "h": pytest.approx(h1, rel=1e-15),
    }
    recurrent = [0.4 * h1[0] + 0.1 * h1[1], -0.2 * h1[0] + 0.7 * h1[1]]
    assert table["rows"][1]["recurrent"] == pytest.approx(recurrent, rel=1e-14)
    assert any("b_h = (0.05, -0.05)" in note for note in found["notes"])
    assert any("are ours" in note and "x(dog) = (0.9, -0.4)" in note for note in found["notes"])


def test_outputs_are_the_softmax_of_each_state(printed: Callable[..., str]) -> None:
    found = json.loads(printed("unroll", "--outputs", "-f", "json"))
    trace, outputs = found["tables"]
    V, b_y = np.array([[0.7, -0.2], [-0.4, 0.6], [0.1, 0.3]]), np.array([0, 0.1, -0.1])
    for state, row in zip(trace["rows"], outputs["rows"], strict=True):
        y = softmax(V @ np.array(state["h"]) + b_y)
        assert row["y"] == pytest.approx(y.tolist(), rel=1e-14)
        assert row["next"] == ("the", "dog", "ran")[int(y.argmax())]
    assert any("in the order the, dog, ran" in note for note in found["notes"])


def test_a_row_is_named_by_its_step_or_its_word(printed: Callable[..., str]) -> None:
    for row in ("2", "dog", "2,dog", "#2"):
        assert printed("unroll", "--cell", f"{row}:h[1]") == "0.6878\n"
    with pytest.raises(InputError, match="fits 2 rows"):
        printed("unroll", "--sentence", "the dog the", "--cell", "the:h")


def test_a_first_state_exactly_as_typed(printed: Callable[..., str]) -> None:
    found = rows(printed("unroll", "--h0", "1/3,-1e-3", "-f", "csv"))
    assert float(found[1][4]) == pytest.approx(0.4 / 3 - 1e-4, rel=1e-15)
    assert "h_0 = (1/3, -0.001)" in printed("unroll", "--h0", "1/3,-1e-3")


def test_an_lstm_shows_its_gates_and_memory() -> None:
    net = random_network("lstm", 3)
    found = document(compute(net, of_words(net, ["a", "c"])))
    (table,) = found.tables
    assert [column.name for column in table.columns] == [
        *("t", "word", "forget_gate", "input_gate", "output_gate", "candidate", "c", "h")
    ]
    w = net.layers[0].forward
    assert isinstance(w, LSTMWeights)
    assert net.embedding is not None
    h = c = np.zeros(3)
    for row, word in zip(table.rows, (0, 2), strict=True):
        step = lstm_step(w, net.embedding[word], h, c)
        h, c = step.h, step.c
        for cell, value in zip(row[2:], (step.f, step.i, step.o, step.g, c, h), strict=True):
            assert cell == pytest.approx(tuple(value.tolist()), abs=1e-14)


@pytest.mark.parametrize("kind", ["gru", "gru textbook"])
def test_a_gru_shows_its_gates(kind: str) -> None:
    net = random_network(kind, 2)
    (table,) = document(compute(net, of_words(net, ["b", "d"]))).tables
    assert [column.name for column in table.columns][2:] == [
        *("reset_gate", "update_gate", "candidate", "h")
    ]
    w = net.layers[0].forward
    assert isinstance(w, GRUWeights)
    assert net.embedding is not None
    h = np.zeros(2)
    for row, word in zip(table.rows, (1, 3), strict=True):
        step = gru_step(w, net.embedding[word], h)
        h = step.h
        for cell, value in zip(row[2:], (step.r, step.z, step.n, h), strict=True):
            assert cell == pytest.approx(tuple(value.tolist()), abs=1e-14)


def plain_cell(D: int, seed: int) -> RNNWeights:
    cell = random_network("rnn", 2, D, seed=seed).layers[0].forward
    assert isinstance(cell, RNNWeights)
    return cell


def test_every_layer_and_direction_has_its_row() -> None:
    cells = {
        (1, "forward"): plain_cell(3, 1),
        (1, "reverse"): plain_cell(3, 2),
        (2, "forward"): plain_cell(4, 3),
        (2, "reverse"): plain_cell(4, 4),
    }
    one, back, two, back_two = cells.values()
    net = Network((Layer(one, back), Layer(two, back_two)), source="two")
    x = np.random.Generator(np.random.PCG64(5)).normal(size=(3, 3))
    (table,) = document(compute(net, Sentence(None, x))).tables
    columns = [(c.name, plain(c.label), c.key, c.text) for c in table.columns]
    assert columns[:3] == [
        ("t", "t", True, False),
        ("layer", "layer", True, False),
        ("direction", "direction", True, True),
    ]
    assert [name for name, *_ in columns[3:]] == ["input", "recurrent", "h"]
    found = {row[:3]: np.array(row[3:]) for row in table.rows}
    assert len(found) == 12
    zeros = np.zeros((3, 2))
    for (t, layer, direction), row in found.items():
        w = cells[layer, direction]
        before = found.get((t - 1 if direction == "forward" else t + 1, layer, direction), zeros)
        below = np.hstack([found[t, 1, way][2] for way in ("forward", "reverse")])
        into, recurrent = w.W_xh @ (x[t - 1] if layer == 1 else below), w.W_hh @ before[2]
        expected = np.array([into, recurrent, np.tanh(into + recurrent + w.b_h)])
        assert row == pytest.approx(expected, abs=1e-14)


def test_wide_states_are_summarised_for_people_and_whole_for_machines(
    printed: Callable[..., str], tmp_path: Path
) -> None:
    rng = np.random.Generator(np.random.PCG64(1))
    names = {"weight_ih_l0": (40, 2), "weight_hh_l0": (40, 40)}
    arrays = {name: rng.normal(size=shape) for name, shape in names.items()}
    file = str(tmp_path / "wide.npz")
    np.savez(file, **arrays)
    np.save(tmp_path / "x.npy", rng.normal(size=(2, 2)))
    line = ("unroll", "--model", file, "--inputs", str(tmp_path / "x.npy"))
    assert "… 37 more)" in printed(*line)
    assert len(rows(printed(*line, "-f", "csv"))[0]) == 1 + 3 * 40
    part = rows(printed(*line, "-f", "csv", "--units", "30:40"))
    assert part[0][-10:] == [f"h[{n}]" for n in range(31, 41)]
    assert "Of 40 units those from 31 to 40 are shown." in printed(*line, "--units", "30:40")
    last = printed(*line, "--units", "30:", "--cell", "2:h[40]", "--digits", "12")
    assert float(last) == pytest.approx(float(part[2][-1]), abs=1e-12)
    with pytest.raises(InputError, match=r"'h' has \[31\] to \[40\], not \[3\]"):
        printed(*line, "--units", "30:40", "--cell", "2:h[3]")


# A long text.


def lists(count: int, size: int) -> Iterator[list[str]]:
    words = itertools.cycle(("the", "dog", "ran", "dog"))
    for _ in range(0, count, size):
        yield list(itertools.islice(words, size))


@pytest.mark.parametrize("kind", ["rnn", "lstm", "gru"])
@pytest.mark.parametrize("given", [False, True])
def test_a_text_has_the_states_of_its_sentence(kind: str, given: bool) -> None:
    net = random_network(kind, 20)
    words = [*"abcdabdc" * 4]
    h0 = (tuple(Fraction(n, 7) for n in range(20)),) if given else None
    units = range(3, 9) if given else None
    whole = document(compute(net, of_words(net, words), h0=h0, outputs=True, units=units))
    texts = [iter([words[:5], words[5:6], words[6:]]) for _ in range(2)]
    text = document(compute_text(net, texts, h0=h0, units=units))
    assert whole.inputs["h0"] == text.inputs["h0"]
    for table, other in zip(whole.tables, text.tables, strict=True):
        assert table.columns == other.columns
        found = list(other.rows)
        assert [row[0] for row in found] == list(range(1, 33))
        for row, same in zip(table.rows, found, strict=True):
            assert row[:2] == same[:2]
            for cell, value in zip(row[2:], same[2:], strict=True):
                assert cell == value or cell == pytest.approx(value, abs=1e-14)


def test_rows_appear_as_the_words_arrive() -> None:
    read = 0

    def text() -> Iterator[list[str]]:
        nonlocal read
        for words in lists(30, 10):
            read += 1
            yield words

    (table,) = document(compute_text(book_model("chapter"), [text()])).tables
    batches = iter(table.batches)
    assert [len(next(batches)), read] == [10, 1]
    assert [len(next(batches)), read] == [10, 2]


def test_a_long_piece_is_cut() -> None:
    net = book_model("chapter")
    assert [len(piece.inputs) for piece in of_text(net, lists(10, 10), 4, "")] == [4, 4, 2]


def test_an_unknown_word_far_into_a_text_is_told_with_its_place() -> None:
    text = [*lists(5000, 10), ["the", "dgo"]]
    (table,) = document(compute_text(book_model("chapter"), [text])).tables
    with pytest.raises(InputError, match=r"word 5002 'dgo' .*nearest known: dog"):
        assert table.rows


@pytest.mark.parametrize("name", ["table", "markdown", "json", "csv"])
def test_an_early_fault_prints_nothing(name: str, tmp_path: Path) -> None:
    (tmp_path / "text").write_text("the cat\n")
    with pytest.raises(InputError, match="word 2 'cat'"):
        invoke(["unroll", "--text", str(tmp_path / "text"), "-f", name], Surroundings())


def test_a_text_in_every_format(printed: Callable[..., str], tmp_path: Path) -> None:
    file = tmp_path / "text"
    file.write_text("the dog\nran the")
    line = ("unroll", "--text", str(file), "--outputs")
    assert len(rows(printed(*line, "-f", "csv", "--table", "trace"))) == 5
    assert len(rows(printed(*line, "-f", "csv", "--table", "outputs"))) == 5
    found = json.loads(printed(*line, "-f", "json"))
    assert found["inputs"]["text"] == str(file)
    assert [len(table["rows"]) for table in found["tables"]] == [4, 4]
    for name in ("table", "plain", "markdown", "latex", "html", "svg"):
        assert "0.3095" in printed(*line, "-f", name)
    assert printed(*line, "--cell", "4:word").strip() == "the"


REFUSED = [
    ("--sentence 'the cat'", "word 2 'cat' is not in the vocabulary"),
    ("--sentence ' '", "--sentence: no word is given"),
    ("--h0 1,2,3", "--h0: 3 numbers are given, model chapter has 2 units"),
    ("--h0 1,x", "--h0: 'x' is not a number"),
    ("--h0 '1,2;3,4'", "--h0: 2; 2 numbers are given"),
    ("--units 2:8", "--units: '2:8' is no part of 2"),
    ("--units 3", "--units: '3' is no part of 2"),
    ("--units 1:1", "--units: '1:1' is no part of 2"),
    ("--model notebook --outputs", "--outputs: model notebook has no output layer"),
    ("--text /dev/null", "--text: '/dev/null' holds no word. Expected at least one"),
    ("--text - --outputs", "--outputs reads a text twice"),
    ("--text /dev/null --sentence the", "--sentence is given beside --text"),
    ("--text no/such/file", "--text: 'no/such/file' cannot be read"),
    ("--model absent", "--model: 'absent' is neither a file nor a model of the book"),
    ("--model absent.npz", "absent.npz: no such file"),
    ("--words w.txt", "--words tells how to read a file"),
    ("--gate-order ifgo", "--gate-order tells how to read a file"),
]


@pytest.mark.parametrize(("options", "message"), REFUSED)
def test_is_refused_in_one_line(options: str, message: str, printed: Callable[..., str]) -> None:
    import shlex

    with pytest.raises(InputError) as error:
        printed("unroll", *shlex.split(options))
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_a_network_that_reads_in_reverse_has_bounds() -> None:
    (layer,) = random_network("rnn", 2).layers
    net = Network((Layer(layer.forward, layer.forward),), vocabulary=("a",), source="both")
    with pytest.raises(InputError, match="reads from the end too"):
        compute_text(net, [[["a"]]])
    with pytest.raises(InputError, match=r"steps are too many .* at most 1,398,101"):
        compute(net, Sentence(None, np.zeros((3_000_000, 1))))


# The arithmetic.


def test_the_arithmetic_of_the_first_step(printed: Callable[..., str]) -> None:
    text = printed("unroll", "--work", "--outputs")
    for line in (
        "W x_1 = (0.6·0.5 + (-0.3)·0.1, 0.2·0.5 + 0.5·0.1)",
        "= (0.3 - 0.03, 0.1 + 0.05)",
        "= tanh((0.27, 0.15) + (0, 0) + (0.05, -0.05))",
        "= tanh(0.32, 0.1)",
        "V h_1 + b_y = (0.1967, -0.0640, 0.0609) + (0, 0.1, -0.1)",
        "ŷ_1 = softmax(V h_1 + b_y)",
        "Step 3, 'ran'",
    ):
        assert line in text


def test_the_arithmetic_in_the_notebooks_row_vectors(printed: Callable[..., str]) -> None:
    text = printed("unroll", "--model", "notebook", "--work")
    assert "x_1 W_xh = (0.0629, -0.0661, 0.3202, 0.0525)" in text
    assert "entry 4 of h_1 W_hh = -0.4609·0.0628 + (-0.1046)·(-0.0660)" in text


@pytest.mark.parametrize("kind", ["rnn", "lstm", "gru", "gru textbook"])
def test_the_arithmetic_ends_in_the_table(kind: str) -> None:
    from rnn_examples.equations.text import to_text
    from rnn_examples.examples.work.unroll import work
    from rnn_examples.tables.numbers import show_vector
    from rnn_examples.tables.table import Column

    net = random_network(kind, 2)
    result = compute(net, of_words(net, ["a", "b"]))
    (table,) = document(result).tables
    found = work(result)
    assert len(found) == 2
    column = Column("h", "h", decimals=4, significant=2)
    for step, row in zip(found, table.rows, strict=True):
        vector = row[-1]
        assert isinstance(vector, tuple)
        assert to_text(step.lines[-1]).endswith(show_vector(vector, column))
    sigma = [to_text(line) for line in found[0].lines if "σ(" in to_text(line)]
    assert len(sigma) == {"rnn": 0, "lstm": 3, "gru": 2, "gru textbook": 2}[kind]


def test_a_text_has_no_arithmetic(printed: Callable[..., str], tmp_path: Path) -> None:
    (tmp_path / "text").write_text("the dog\n")
    with pytest.raises(
        InputError,
        match=r"^--work shows the arithmetic of a sentence. Give its words with --sentence, "
        r"not --text$",
    ):
        printed("unroll", "--work", "--text", str(tmp_path / "text"))


def test_the_arithmetic_fits_a_board() -> None:
    from rnn_examples.examples.work.unroll import work

    wide = random_network("rnn", 9)
    with pytest.raises(InputError, match="9 units, too many for a board"):
        work(compute(wide, of_words(wide, ["a"])))
    net = random_network("rnn", 2)
    many = work(compute(net, of_words(net, ["a"] * 100)))
    assert len(many) < 40
    assert many[0].title == "Step 1 of 100, 'a'"


def test_a_network_without_bias_has_none_in_its_notes_and_on_the_board(
    printed: Callable[..., str], tmp_path: Path
) -> None:
    """h_1 = tanh(0.5 * 1) = 0.4621."""
    path = tmp_path / "m.toml"
    path.write_text("bias = false\nvocabulary = ['a']\n[weights]\nW_xh = [[0.5]]\nW_hh = [[2]]\n")
    shown = printed("unroll", "--model", str(path), "--sentence", "a", "--work", "-f", "plain")
    assert "The network has no bias." in shown
    assert "b_h" not in shown
    network = load(path)
    equation = document(compute(network, of_words(network, ["a"]))).tables[0].equation
    assert equation is not None
    assert to_text(equation) == "h_t = tanh(W_xh x_t + W_hh h_{t-1})"
    assert "= tanh((0.5) + (0))\n      = tanh(0.5)\n      = (0.4621)" in shown


@pytest.mark.parametrize("entry", ["1e400", "-1e400", "1e-400"])
@pytest.mark.parametrize(
    "options", [("--activation", "relu"), ("--activation", "relu", "--work"), ("--plot", "-")]
)
def test_a_first_state_that_no_float_holds_is_refused_where_floats_are_used(
    printed: Callable[..., str], tmp_path: Path, entry: str, options: tuple[str, ...]
) -> None:
    """The line that bptt prints; by hand, in decimals, the chapter's network takes it."""
    path = str(tmp_path / "m.npz")
    np.savez(path, weight_ih_l0=np.ones((1, 2)), weight_hh_l0=np.ones((1, 1)), emb=np.ones(1))
    (tmp_path / "x.csv").write_text("1,2\n", encoding="utf-8")
    given = ("--model", path, "--inputs", str(tmp_path / "x.csv"), "--h0", entry)
    expected = rf"^--h0: '{entry}' does not fit a float64. Expected 0 or a size from 5e-324 to 1.8"
    with pytest.raises(InputError, match=expected):
        printed("unroll", *given, *options)
    assert printed("unroll", "--h0", f"{entry},0", "--cell", "1:word").strip() == "the"
