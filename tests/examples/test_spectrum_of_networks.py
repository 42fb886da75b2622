"""`spectrum` of a network's layers and directions, written out in NumPy; how far it goes, notes."""

import json
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from rnn_examples.errors import InputError
from rnn_examples.examples import spectrum
from rnn_examples.examples.sentence import Sentence
from rnn_examples.network.arrays import Array
from rnn_examples.network.cells.gate import Gate
from rnn_examples.network.cells.gru import GRUWeights
from rnn_examples.network.cells.lstm import LSTMWeights
from rnn_examples.network.cells.rnn import RNNWeights
from rnn_examples.network.network import Layer, Network
from rnn_examples.tables.prose import plain

Printed = Callable[..., str]
RNG = np.random.Generator(np.random.PCG64(7))


def cell(D: int, H: int = 2, activation: str = "tanh") -> RNNWeights:
    W_xh, W_hh, b_h = (RNG.normal(size=shape) for shape in ((H, D), (H, H), (H,)))
    return RNNWeights(W_xh, W_hh, b_h, activation)


def deep() -> Network:
    """Two layers that read both ways."""
    return Network((Layer(cell(2), cell(2)), Layer(cell(4), cell(4))), source="deep.npz")


def product(w: RNNWeights, x: Array, n: int) -> tuple[Array, Array]:
    """The states of a tanh cell that reads the rows of x, and P_n of the first n."""
    h, P, states = np.zeros(w.hidden), np.eye(w.hidden), []
    for t, row in enumerate(x):
        h = np.tanh(w.W_xh @ row + w.W_hh @ h + w.b_h)
        states.append(h)
        if t < n:
            P = np.diag(1 - h * h) @ w.W_hh @ P
    return np.array(states), P


@pytest.mark.parametrize("steps", [(0, 1, 3, 4, 7), (7, 4, 1)])
def test_a_network_of_two_layers_both_ways_is_read_whole_and_as_often_as_n_needs(
    steps: tuple[int, ...],
) -> None:
    """Three steps are read once for n up to 3, twice for 4, three times for 7."""
    net, x = deep(), RNG.normal(size=(3, 2))
    expected = []
    for n in steps:
        read = np.concatenate([x] * max(1, -(-n // 3)))
        for layer in net.layers:
            assert layer.reverse is not None
            onward, P = product(layer.forward, read, n)
            back, Q = product(layer.reverse, read[::-1], n)
            expected += [P, Q]
            read = np.concatenate([onward, back[::-1]], axis=1)
    by_place = [expected[place::4] for place in range(4)]  # direction by direction
    result = spectrum.compute_network(net, Sentence(None, x), steps)
    assert [row.n for row in result.measured] == list(steps) * 4
    found = [float(row.product.two.value) for row in result.measured]
    assert found == pytest.approx([np.linalg.norm(P, 2) for some in by_place for P in some])
    found = [float(row.product.frobenius.value) for row in result.measured]
    assert found == pytest.approx([np.linalg.norm(P) for some in by_place for P in some])


def test_the_power_of_another_activation_is_of_the_stretched_matrix() -> None:
    """The sigmoid is a quarter as steep as tanh at most."""
    net = Network((Layer(cell(2, activation="sigmoid")),))
    W = net.layers[0].forward.arrays()["W_hh"] / 4
    result = spectrum.compute_network(net, Sentence(None, np.ones((1, 2))), (3,))
    power = result.measured[0].power
    assert power is not None
    assert float(power.two.value) == pytest.approx(np.linalg.norm(W @ W @ W, 2))


def gated(kind: str, H: int = 2) -> Network:
    gates = [Gate(np.ones((H, 1)), np.eye(H), np.zeros(H)) for _ in range(4)]
    w = LSTMWeights(*gates) if kind == "lstm" else GRUWeights(*gates[:3])
    return Network((Layer(w),), source=kind)


@pytest.mark.parametrize(("kind", "work"), [("lstm", 8), ("gru", 2), ("rnn", 2)])
@pytest.mark.parametrize(
    ("least", "chosen"), [(100, (1, 10, 20, 100)), (20, (1, 10, 20)), (10, (1, 10)), (1, (1,))]
)
def test_unless_steps_are_given_as_many_of_the_usual_are_taken_as_are_no_more_work_than_is_allowed(
    monkeypatch: pytest.MonkeyPatch, kind: str, work: int, least: int, chosen: tuple[int, ...]
) -> None:
    """(2H)^3 a step of an LSTM, whose state is h and c, 2 H^3 of the others; all of it twice."""
    monkeypatch.setattr(spectrum, "STEP", 0)
    monkeypatch.setattr(spectrum, "VALUES", 0)
    net = Network((Layer(cell(1)),), source="rnn") if kind == "rnn" else gated(kind)
    sentence, most = Sentence(None, np.ones((2, 1))), least * 2 * work * 2**3
    for budget, steps in ((most, chosen), (most - 1, chosen[:-1])):
        monkeypatch.setattr(spectrum, "MOST_PRODUCTS", budget)
        if not steps:
            with pytest.raises(InputError, match=r"^--steps: 1 steps are too many for matrices"):
                spectrum.compute_network(net, sentence)
        else:
            found = spectrum.compute_network(net, sentence).measured
            assert tuple(row.n for row in found) == steps


def test_steps_of_all_readings_together_have_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    """n = 1 and n = 4 of three steps are two readings, 1 + 4 steps, of four matrices."""
    monkeypatch.setattr(spectrum, "STEP", 0)
    monkeypatch.setattr(spectrum, "VALUES", 3)
    values, step = 4 * 3 * 2**3, 4 * 2 * 2 * 2**3
    net, sentence = deep(), Sentence(None, np.ones((3, 2)))
    monkeypatch.setattr(spectrum, "MOST_PRODUCTS", values + 5 * step)
    assert len(spectrum.compute_network(net, sentence, (1, 4)).measured) == 8
    monkeypatch.setattr(spectrum, "MOST_PRODUCTS", values + 5 * step - 1)
    message = "--steps: 5 steps are too many for matrices of this size. Expected at most 4"
    with pytest.raises(InputError, match=f"^{re.escape(message)}$"):
        spectrum.compute_network(net, sentence, (1, 4))


def test_steps_of_all_matrices_together_have_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two and three units: their cubes, twice a step, and here thirty times for the values."""
    monkeypatch.setattr(spectrum, "STEP", 0)
    monkeypatch.setattr(spectrum, "VALUES", 30)
    monkeypatch.setattr(spectrum, "MOST_PRODUCTS", 30 * (8 + 27) + 4 * 2 * (8 + 27))
    cases = [spectrum.Case("W", np.eye(H) / 2, spectrum.Run((0.0,) * H)) for H in (2, 3)]
    assert len(spectrum.compute(cases, (4, 0)).measured) == 4
    message = "--steps: 5 steps are too many for matrices of this size. Expected at most 4"
    with pytest.raises(InputError, match=f"^{re.escape(message)}$"):
        spectrum.compute(cases, (5, 0))


def test_no_steps_at_all_say_nothing_of_what_was_seen(printed: Printed) -> None:
    """Every product of none is 1, of a matrix that vanishes, of one that may explode."""
    line = ("spectrum", "--matrix", "0.5", "--matrix", "5", "--steps", "0", "-f", "json")
    told = json.loads(printed(*line))
    assert [row["product_2"] for row in told["tables"][1]["rows"]] == [1, 1]
    assert [note.split()[0] for note in told["notes"]] == ["λ_1", "True:", "Quoted", "W1"]


@pytest.mark.parametrize(
    ("T", "n", "said"),
    [
        (1, 1, None),
        (1, 2, "The step given is read again and again."),
        (3, 3, None),
        (3, 4, "The 3 steps given are read again and again."),
    ],
)
def test_a_sentence_that_is_read_again_is_said_and_how_the_file_was_read(
    T: int, n: int, said: str | None
) -> None:
    net = Network((Layer(cell(2)),), notes=("The file does not name the activation: tanh.",))
    result = spectrum.compute_network(net, Sentence(None, np.ones((T, 2))), (n,))
    notes = [plain(note) for note in spectrum.document(result).notes]
    told = [] if said is None else [said]
    assert notes[-1 - len(told) :] == [*told, *net.notes]
    assert ("again and again" in " ".join(notes)) == (said is not None)


def inputs_and_entries(printed: Printed, *matrices: str) -> tuple[dict[str, Any], list[str]]:
    given = [part for matrix in matrices for part in ("--matrix", matrix)]
    document = json.loads(printed("spectrum", *given, "--steps", "1", "-f", "json"))
    return document["inputs"], [row["entries"] for row in document["tables"][0]["rows"]]


def test_up_to_nine_entries_are_written_out_each_in_seven_characters(printed: Printed) -> None:
    nine, sixteen = (";".join([",".join(["0.1"] * H)] * H) for H in (3, 4))
    _, entries = inputs_and_entries(printed, nine, sixteen, "0.12345", "-0.12345")
    assert entries == [nine, "4 × 4", "0.12345", "-0.1235"]


def test_matrices_are_told_where_no_option_gives_them(printed: Printed) -> None:
    case = spectrum.Case("W", np.array([[0.5]]), spectrum.Run((0.25,), held=True), "relu")
    document = spectrum.document(spectrum.compute([case], (1,)))
    assert document.inputs == {
        "matrix": ("0.5",),
        "activation": "relu",
        "run": ("hold 0.25",),
        "steps": (1,),
    }
    assert inputs_and_entries(printed, "0.5", "2")[0]["matrix"] == ["0.5", "2"]
