"""PyTorch's and Keras' names: layers, directions, layouts, gate orders, misspellings."""

from pathlib import Path

import numpy as np
import pytest
from named_arrays import Arrays, arrays, keras, network, states

from rnn_examples.errors import InputError
from rnn_examples.network.cells.gru import GRUWeights
from rnn_examples.network.cells.lstm import LSTMWeights
from rnn_examples.network.forward import forward
from rnn_examples.network.load.load import load
from rnn_examples.network.load.toml_text import write_toml


@pytest.mark.parametrize(("G", "kind"), [(1, "rnn"), (3, "gru"), (4, "lstm")])
def test_the_cell_is_known_by_its_shapes(G: int, kind: str) -> None:
    net = network(arrays(G, 2, 5, layers=2, both=True))
    assert net.kind == kind
    assert (net.inputs, net.hidden, len(net.layers), net.bidirectional) == (2, 5, 2, True)


def test_two_biases_are_summed() -> None:
    half = {"bias_ih_l0": np.full(3, 0.5), "bias_hh_l0": np.full(3, 0.5)}
    zero = {"weight_ih_l0": np.zeros((3, 2)), "weight_hh_l0": np.zeros((3, 3))}
    h = states(network(zero | half))
    assert h == pytest.approx(np.full((4, 3), 0.761594), abs=5e-7)  # tanh 1


def test_biases_may_be_absent_all_together() -> None:
    found = {key: array for key, array in arrays(3, 2, 3).items() if "bias" not in key}
    weights = network(found).layers[0].forward
    assert isinstance(weights, GRUWeights)
    assert weights.b_hn is not None
    assert not weights.b_hn.any()
    assert not weights.reset.b_h.any()
    assert not [name for name in weights.arrays() if ".b_h" in name]


def test_a_grus_second_candidate_bias_stays_apart() -> None:
    found = arrays(3, 2, 1)
    weights = network(found).layers[0].forward
    assert isinstance(weights, GRUWeights)
    assert weights.b_hn is not None
    assert weights.b_hn.tolist() == found["bias_hh_l0"][2:].tolist()
    assert weights.candidate.b_h.tolist() == found["bias_ih_l0"][2:].tolist()
    assert weights.reset.b_h == found["bias_ih_l0"][0] + found["bias_hh_l0"][0]
    assert weights.update.b_h == found["bias_ih_l0"][1] + found["bias_hh_l0"][1]


@pytest.mark.parametrize("order", ["ifgo", "igfo", "iofg", "ifog"])
def test_gate_orders_are_rows_in_another_order(order: str) -> None:
    found = arrays(4, 2, 3)
    expected = states(network(found))
    rows = np.concatenate([np.arange(3) + 3 * "ifgo".index(letter) for letter in order])
    packed = {key: array[rows] for key, array in found.items()}
    assert states(network(packed, gate_order=order)).tolist() == expected.tolist()


def test_the_order_of_the_gates_is_ifgo_where_it_is_not_told() -> None:
    b = np.repeat([1.0, 2.0, 3.0, 4.0], 2)
    weights = network(arrays(4, 3, 2) | {"bias_ih_l0": b, "bias_hh_l0": 0 * b}).layers[0].forward
    assert isinstance(weights, LSTMWeights)
    firsts = [gate.b_h[0] for gate in weights.gates]
    assert dict(zip(weights.gate_names, firsts, strict=True)) == {
        "input": 1,
        "forget": 2,
        "candidate": 3,
        "output": 4,
    }


def test_a_forget_bias_is_added_to_that_gate_alone() -> None:
    found = arrays(4, 2, 3)
    plain, raised = (network(found, forget_bias=b).arrays() for b in (None, 1.0))
    for name, array in plain.items():
        assert (raised[name] - array).tolist() == pytest.approx(
            np.full(array.shape, float(name == "forget.b_h"))
        )


def test_a_forget_bias_of_a_file_without_biases_is_one() -> None:
    """Where it is not asked for, there is none; the states are as with zeros and ones."""
    found = {key: array for key, array in arrays(4, 2, 3).items() if "bias" not in key}
    assert not [name for name in network(found).arrays() if name.endswith("b_h")]
    raised = network(found, forget_bias=1.0)
    biases = {name: a.tolist() for name, a in raised.arrays().items() if name.endswith("b_h")}
    assert biases == {
        f"{gate}.b_h": [float(gate == "forget")] * 3
        for gate in ("input", "forget", "output", "candidate")
    }
    b = np.repeat([0.0, 1.0, 0.0, 0.0], 3)
    given = network(found | {"bias_ih_l0": b, "bias_hh_l0": 0 * b})
    assert states(raised).tolist() == states(given).tolist()


@pytest.mark.parametrize("G", [1, 3, 4])
@pytest.mark.parametrize("prefix", ["", "rnn.", "model.encoder.lstm."])
def test_any_prefix_an_embedding_and_a_head(G: int, prefix: str) -> None:
    found = {prefix + key: array for key, array in arrays(G, 2, 3, both=True).items()}
    ends = {
        "embedding.weight": np.ones((5, 2)),
        "fc.weight": np.ones((7, 6)),
        "fc.bias": np.arange(7.0),
    }
    net = network(found | ends)
    assert net.words == 5
    assert net.logits(np.zeros((1, 6))).tolist() == [list(range(7))]
    assert states(net).tolist() == states(network(arrays(G, 2, 3, both=True))).tolist()


def test_a_cell_modules_names_have_no_layer() -> None:
    found = arrays(3, 2, 5)
    bare = {key.removesuffix("_l0"): array for key, array in found.items()}
    assert states(network(bare)).tolist() == states(network(found)).tolist()
    del bare["bias_hh"]
    with pytest.raises(
        InputError, match=r"^m\.npz: bias_hh is missing; found weight_ih, weight_hh, bias_ih$"
    ):
        network(bare)


@pytest.mark.parametrize("G", [1, 3, 4])
def test_a_transposed_file_is_known_by_its_shapes(G: int) -> None:
    found = arrays(G, 2, 3, layers=2)
    turned = {key: array.T for key, array in found.items()} | {"out.weight": np.ones((3, 4))}
    net = network(turned)
    assert states(net).tolist() == states(network(found)).tolist()
    assert net.W_hy is not None
    assert net.W_hy.shape == (4, 3)
    assert net.notes[0] == "The matrices are stored as x W and were transposed."
    assert (net.reading["layout"], network(found).reading["layout"]) == ("keras", "pytorch")


@pytest.mark.parametrize("reset_after", [True, False])
def test_keras_names_of_a_gru(reset_after: bool) -> None:
    # Keras: z, r, h along the columns; reset_after has two biases, one row each.
    found = arrays(3, 2, 4)
    rows = np.concatenate([np.arange(4) + 4 * index for index in (1, 0, 2)])
    W_ih, W_hh = found["weight_ih_l0"][rows].T, found["weight_hh_l0"][rows].T
    b_ih, b_hh = found["bias_ih_l0"][rows], found["bias_hh_l0"][rows]
    net = network(
        {
            "gru/gru_cell/kernel:0": W_ih,
            "gru/gru_cell/recurrent_kernel:0": W_hh,
            "gru/gru_cell/bias:0": np.stack([b_ih, b_hh]) if reset_after else b_ih,
            "embedding/embeddings:0": np.ones((3, 2)),
            "dense/kernel:0": np.ones((4, 3)),
            "dense/bias:0": np.arange(3.0),
        }
    )
    weights = net.layers[0].forward
    assert isinstance(weights, GRUWeights)
    assert (weights.b_hn is not None) == reset_after
    assert net.logits(np.zeros((1, 4))).tolist() == [[0, 1, 2]]
    assert net.words == 3
    if reset_after:
        assert states(net).tolist() == states(network(found)).tolist()
    else:
        assert weights.reset.b_h.tolist() == found["bias_ih_l0"][:4].tolist()


def test_keras_names_of_a_bidirectional_lstm() -> None:
    found = arrays(4, 2, 3, both=True)
    keras: Arrays = {}
    for half, end in (("backward", "_reverse"), ("forward", "")):
        place = f"bidirectional/{half}_lstm/lstm_cell/"
        keras[f"{place}kernel"] = found[f"weight_ih_l0{end}"].T
        keras[f"{place}recurrent_kernel"] = found[f"weight_hh_l0{end}"].T
        keras[f"{place}bias"] = found[f"bias_ih_l0{end}"] + found[f"bias_hh_l0{end}"]
    assert states(network(keras)).tolist() == states(network(found)).tolist()


def test_where_the_reset_of_a_keras_gru_stands_without_biases() -> None:
    """Nothing in such a file tells; the names of PyTorch, which knows one form alone, do."""
    found = arrays(3, 2, 3)
    W_ih, W_hh = found["weight_ih_l0"], found["weight_hh_l0"]
    keras = {"gru/kernel": W_ih.T, "gru/recurrent_kernel": W_hh.T}
    note = "Without biases no file tells Keras' reset_after; it is taken to be True."
    assert note in network(keras).notes
    assert note not in network(keras | {"gru/bias": np.zeros((2, 9))}).notes
    assert note not in network({"weight_ih_l0": W_ih, "weight_hh_l0": W_hh}).notes


@pytest.mark.parametrize("G", [1, 3, 4])
def test_a_bias_of_one_half_alone_is_zeros_in_the_other_and_survives_toml(
    tmp_path: Path, G: int
) -> None:
    """Keras' halves are layers of their own: use_bias may differ. The states are the same."""
    found = arrays(G, 2, 3, both=True)
    halves: Arrays = {}
    for half, end in (("backward", "_reverse"), ("forward", "")):
        halves[f"b/{half}/kernel"] = found[f"weight_ih_l0{end}"].T
        halves[f"b/{half}/recurrent_kernel"] = found[f"weight_hh_l0{end}"].T
    halves["b/forward/bias"] = found["bias_ih_l0"]
    mixed = network(halves)
    zeros = network(halves | {"b/backward/bias": np.zeros((2, G * 3) if G == 3 else G * 3)})
    assert states(mixed).tolist() == states(zeros).tolist()
    assert "A direction without a bias in the file has one of zeros." in mixed.notes
    assert not any("of zeros" in note for note in zeros.notes)
    (tmp_path / "mixed.toml").write_text(write_toml(mixed))
    back = load(tmp_path / "mixed.toml")
    assert states(back).tolist() == states(mixed).tolist()
    assert back.arrays().keys() == mixed.arrays().keys()


def test_the_names_tell_where_matrices_are_square() -> None:
    """Whatever else the file holds: a head's shape, or an embedding's, may mean both."""
    found = arrays(1, 3, 3)
    expected = states(network(found, layout="pytorch"))
    turned = {key: array.T for key, array in found.items()}
    told = network(turned, layout="keras")
    assert states(told).tolist() == expected.tolist()
    assert told.notes[0] == "The matrices are stored as x W and were transposed."
    for more in ({}, {"words.weight": np.ones((5, 3))}, {"fc.weight": np.ones((5, 3))}):
        net = network(found | more)
        assert states(net).tolist() == expected.tolist()
        assert net.notes[0] == (
            "Square matrices do not tell rows from columns; the names are PyTorch's: W x."
        )
        net = network(keras(found) | {key: array.T for key, array in more.items()})
        assert states(net) == pytest.approx(expected, abs=1e-15)
        assert net.notes[0] == (
            "Square matrices do not tell rows from columns; the names are Keras': x W, and they "
            "were transposed."
        )


@pytest.mark.parametrize("rows", [1, 2, 4])
def test_a_keras_layer_of_square_matrices_is_x_W_beside_an_embedding(rows: int) -> None:
    """tanh(x W + h U + b) by NumPy, with an embedding and then a head that could be either's."""
    rng = np.random.Generator(np.random.PCG64(rows))
    W, U, b, E, V = (rng.normal(size=s) for s in ((2, 2), (2, 2), 2, (rows, 2), (2, rows)))
    found = {
        "simple_rnn/kernel": W,
        "simple_rnn/recurrent_kernel": U,
        "simple_rnn/bias": b,
        "embedding/embeddings": E,
    }
    h = np.zeros((2, 2))
    h[0] = np.tanh(E[0] @ W + b)
    h[1] = np.tanh(E[rows - 1] @ W + h[0] @ U + b)
    assert forward(network(found), [0, rows - 1]).h == pytest.approx(h, abs=1e-15)
    net = network(found | {"dense/kernel": V, "dense/bias": np.ones(rows)})
    assert forward(net, [0, rows - 1]).h == pytest.approx(h, abs=1e-15)
    assert net.logits(h) == pytest.approx(h @ V + 1.0, abs=1e-15)


def test_inputs_as_many_as_packed_rows_do_not_mislead() -> None:
    found = arrays(4, 12, 3)  # W_ih is square, W_hh is not
    turned = {key: array.T for key, array in found.items()}
    assert states(network(turned)).tolist() == states(network(found)).tolist()


LSTM29 = arrays(4, 2, 9)


def test_a_prefix_picks_one_of_several_networks() -> None:
    one, two = arrays(4, 2, 3), arrays(4, 2, 5)
    found = {f"encoder.{key}": array for key, array in one.items()}
    found |= {f"decoder.{key}": array for key, array in two.items()}
    assert network(found, prefix="decoder").hidden == 5
    assert network(found, prefix="dec").hidden == 5
    assert network(found, prefix="encoder.").hidden == 3


def test_a_prefix_picks_one_of_several_keras_networks() -> None:
    """The other network's arrays are not left-overs that could be an output layer."""
    net = network(keras(arrays(4, 2, 3), "a/") | keras(arrays(4, 2, 5), "b/"), prefix="b")
    assert (net.hidden, net.W_hy) == (5, None)
    assert not any(note.startswith("Not read") for note in net.notes)


def test_what_is_left_out_is_said() -> None:
    net = network(LSTM29 | {"norm.running_mean": np.ones(3)})
    assert "Not read: norm.running_mean." in net.notes


@pytest.mark.parametrize(
    ("G", "options", "note"),
    [
        (1, {}, "The file does not name the activation: tanh."),
        (1, {"activation": "relu"}, "The file does not name the activation: relu."),
        (3, {}, "The gates are packed in the order rzn; n is the candidate."),
        (4, {"gate_order": "ifog"}, "The gates are packed in the order ifog; g is the candidate."),
    ],
)
def test_what_the_file_does_not_tell_is_said(G: int, options: dict[str, str], note: str) -> None:
    assert network(arrays(G, 2, 5), **options).notes == (note,)
