"""The scans against the step functions, streams against whole passes, and what is refused."""

import tracemalloc
from collections.abc import Callable

import numpy as np
import pytest

from rnn_examples.errors import InputError
from rnn_examples.network.book_models import chapter, notebook_sentence
from rnn_examples.network.cells.gate import Gate
from rnn_examples.network.cells.gru import GRUWeights, gru_step
from rnn_examples.network.cells.lstm import LSTMWeights, lstm_step
from rnn_examples.network.cells.rnn import RNNWeights, rnn_step
from rnn_examples.network.forward import BLOCK, forward, stream
from rnn_examples.network.network import Layer, Network

CELLS = ["tanh", "relu", "sigmoid", "lstm", "gru", "gru-textbook"]
IDS = np.array([0, 2, 1, 3, 3, 0, 1])
Maker = Callable[..., Network]


def by_steps(network: Network, ids: np.ndarray) -> np.ndarray:
    weights = network.layers[0].forward
    h, c, states = np.zeros(network.hidden), np.zeros(network.hidden), []
    for x in network.vectors(ids):
        if isinstance(weights, RNNWeights):
            h = rnn_step(weights, x, h)
        elif isinstance(weights, GRUWeights):
            h = gru_step(weights, x, h).h
        else:
            step = lstm_step(weights, x, h, c)
            h, c = step.h, step.c
        states.append(h)
    return np.array(states)


@pytest.mark.parametrize("cell", CELLS)
@pytest.mark.parametrize("H", [1, 2, 5])
@pytest.mark.parametrize("embedding", [True, False])
def test_a_scan_is_the_steps_in_turn(
    make_network: Maker, cell: str, H: int, embedding: bool
) -> None:
    network = make_network(cell, H=H, embedding=embedding)
    assert forward(network, IDS).h == pytest.approx(by_steps(network, IDS), abs=1e-14)


@pytest.mark.parametrize("cell", CELLS)
def test_the_reverse_direction_reads_the_text_backward(make_network: Maker, cell: str) -> None:
    network = make_network(cell, both=True)
    states = forward(network, IDS)
    turned = Network((Layer(network.directions[1]),), embedding=network.embedding)
    alone = forward(turned, IDS[::-1])
    trace = states.layers[0][1]
    assert trace.h == pytest.approx(alone.h[::-1], abs=1e-15)
    assert trace.h_before[:-1].tolist() == trace.h[1:].tolist()
    assert not trace.h_before[-1].any()
    assert states.h[:, 3:].tolist() == trace.h.tolist()


@pytest.mark.parametrize("cell", CELLS)
def test_a_second_layer_reads_the_first_ones_states(make_network: Maker, cell: str) -> None:
    states = forward(network := make_network(cell, layers=2, both=True), IDS)
    second = Network((network.layers[1],))
    assert states.h == pytest.approx(forward(second, states.of_layer(0)).h, abs=1e-15)


@pytest.mark.parametrize("cell", CELLS)
def test_a_stream_in_chunks_is_the_whole_pass(make_network: Maker, cell: str) -> None:
    network = make_network(cell, layers=2)
    whole = forward(network, IDS).h
    chunks = list(stream(network, [IDS[:3], IDS[3:3], IDS[3:4], IDS[4:]]))
    assert np.concatenate([states.h for states in chunks]) == pytest.approx(whole, abs=1e-14)
    assert chunks[0].trace.gates is None
    assert chunks[0].trace.c is None


def test_blocks_of_a_long_text_carry_the_state(
    make_network: Maker, monkeypatch: pytest.MonkeyPatch
) -> None:
    network = make_network("lstm", both=True)
    whole = forward(network, IDS)
    monkeypatch.setattr("rnn_examples.network.forward.BLOCK", 24)  # two steps a block
    monkeypatch.setattr("rnn_examples.network.forward.TABLE", 0)
    blocks = forward(network, IDS)
    assert blocks.h == pytest.approx(whole.h, abs=1e-15)
    assert blocks.trace.gates == pytest.approx(whole.trace.gates, abs=1e-15)


def test_a_long_text_needs_the_memory_of_its_states_and_one_block(make_network: Maker) -> None:
    network = make_network("lstm", H=32)
    vectors = np.zeros((15_000, 3))
    tracemalloc.start()
    states = forward(network, vectors, hidden_only=True)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    # The input side of all steps at once would be four times the states.
    assert peak - states.h.nbytes < 12 * BLOCK + 3 * vectors.nbytes


def test_a_stream_needs_the_memory_of_a_chunk(make_network: Maker) -> None:
    network = make_network("tanh")
    peaks = []
    for count in (3, 100):
        tracemalloc.start()
        for _ in stream(network, (np.zeros(1000, int) for _ in range(count))):
            pass
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 1.1 * peaks[0]


def test_gates_and_memory_are_those_of_the_steps(make_network: Maker) -> None:
    network = make_network("lstm")
    weights = network.layers[0].forward
    assert isinstance(weights, LSTMWeights)
    trace = forward(network, IDS).trace
    x = network.vectors(IDS)
    for t in range(len(IDS)):
        step = lstm_step(weights, x[t], trace.h_before[t], trace.c_before[t])
        assert trace.gate("forget")[t] == pytest.approx(step.f, abs=1e-15)
        assert trace.gate("candidate")[t] == pytest.approx(step.g, abs=1e-15)
        assert trace.c is not None
        assert trace.c[t] == pytest.approx(step.c, abs=1e-15)
    told = "gate 'reset' is not one of the cell's gates; expected input, forget, output, candidate"
    with pytest.raises(InputError, match=f"^{told}$"):
        trace.gate("reset")


def test_the_first_state_can_be_given() -> None:
    network = chapter()
    whole = forward(network, [0, 1, 2]).h
    for h0 in (whole[0], whole[:1]):
        assert forward(network, [1, 2], h0=h0).h.tolist() == whole[1:].tolist()


def test_zero_weights_leave_the_bias() -> None:
    # One bias of 0.5, and PyTorch's two of 0.5 each once they are summed.
    for bias, expected in ((0.5, 0.462117), (1.0, 0.761594)):
        weights = RNNWeights(np.zeros((1, 1)), np.zeros((1, 1)), np.array([bias]))
        h = forward(Network((Layer(weights),)), np.array([[7.0]])).h
        assert h[0, 0] == pytest.approx(expected, abs=5e-7)


def test_a_forget_bias_acts_before_the_sigmoid_and_a_gate_far_out_is_zero() -> None:
    def gate(bias: float) -> Gate:
        return Gate(np.zeros((1, 1)), np.zeros((1, 1)), np.array([bias]))

    network = Network((Layer(LSTMWeights(gate(-1000.0), gate(1.0), gate(0.0), gate(0.0))),))
    with np.errstate(all="raise"):
        trace = forward(network, np.zeros((1, 1))).trace
    assert trace.gate("forget")[0, 0] == pytest.approx(0.731059, abs=5e-7)
    assert trace.gate("input")[0, 0] == 0


@pytest.mark.parametrize(
    ("inputs", "message"),
    [
        ([0, 3], "word 2 has the number 3; model chapter expects 0 to 2"),
        ([-1], "word 1 has the number -1; model chapter expects 0 to 2"),
        (
            np.zeros((2, 3)),
            (
                r"inputs: found shape \(2, 3\); model chapter expects words' numbers or "
                "vectors of 2 numbers, one a step"
            ),
        ),
        (
            np.array([[0, 1], [0, np.nan], [np.inf, 0]]),
            "inputs: step 2 holds a number that is not finite; expected finite numbers",
        ),
        (
            np.array(["a"]),
            (
                r"inputs: found shape \(1,\); model chapter expects words' numbers or "
                "vectors of 2 numbers, one a step"
            ),
        ),
    ],
)
def test_wrong_inputs_are_told(inputs: np.ndarray, message: str) -> None:
    with pytest.raises(InputError, match=f"^{message}$"):
        forward(chapter(), inputs)


def test_a_wrong_word_in_a_later_chunk_is_counted_from_the_start() -> None:
    with pytest.raises(
        InputError, match=r"^word 4 has the number 9; model chapter expects 0 to 2$"
    ):
        list(stream(chapter(), [[0, 1], [2], [9]]))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"h0": np.zeros(3)}, r"h0: found shape \(3,\); model chapter expects 2 numbers"),
        (
            {"h0": np.array([0, np.inf])},
            "h0: found a number that is not finite; expected finite numbers",
        ),
        ({"c0": np.zeros(2)}, "c0: model chapter has no memory c; only an LSTM has one"),
    ],
)
def test_wrong_first_states_are_told(options: dict[str, np.ndarray], message: str) -> None:
    with pytest.raises(InputError, match=f"^{message}$"):
        forward(chapter(), [0], **options)


def test_first_states_that_are_not_one_a_direction_are_told(make_network: Maker) -> None:
    network, one = make_network("lstm", layers=2, both=True), make_network("lstm")
    for name in ("h0", "c0"):
        for wrong in (np.zeros(3), np.zeros((2, 3)), np.zeros((4, 2)), np.zeros((1, 4, 3))):
            with pytest.raises(InputError) as caught:
                forward(network, [0], **{name: wrong})
            expected = f"{name}: found shape {wrong.shape}; model random expects shape (4, 3)"
            assert str(caught.value) == expected
        with pytest.raises(InputError) as caught:
            forward(one, [0], **{name: np.zeros(2)})
        assert str(caught.value) == f"{name}: found shape (2,); model random expects 3 numbers"


def test_a_state_beyond_the_largest_float_is_told_without_a_warning() -> None:
    weights = RNNWeights(np.eye(1), np.array([[1e200]]), np.zeros(1), "relu")
    network = Network((Layer(weights),), source="big.toml")
    with pytest.raises(
        InputError,
        match=(
            r"^model big\.toml: the state leaves the range of float64 at step 3; "
            r"expected smaller weights or inputs$"
        ),
    ):
        forward(network, np.ones((4, 1)))


def test_the_step_at_which_a_state_leaves_is_the_first_that_is_read() -> None:
    """1, 1e200, infinity: the third from where the reading starts, of seven."""
    one, big = np.eye(1), np.array([[1e200]])
    weights, still = RNNWeights(one, big, np.zeros(1), "relu"), RNNWeights(one, one, np.zeros(1))
    x = np.ones((7, 1))
    for layer, step in ((Layer(weights), 3), (Layer(still, weights), 5)):
        with pytest.raises(InputError, match=f"leaves the range of float64 at step {step};"):
            forward(Network((layer,)), x)
    with pytest.raises(InputError, match="at step 3;"):
        list(stream(Network((Layer(weights),)), [x[:2], x[2:]]))


def test_a_reverse_direction_cannot_be_streamed(make_network: Maker) -> None:
    with pytest.raises(
        InputError, match=r"^model random: it reads in reverse too, so a text cannot be streamed$"
    ):
        list(stream(make_network("tanh", both=True), [IDS, IDS]))


def test_what_a_cell_has_not_is_told() -> None:
    trace = forward(notebook_sentence(), [0, 1]).trace
    with pytest.raises(
        InputError,
        match=(
            r"^gate 'forget' is not one of the cell's gates; expected none: a plain "
            r"RNN has no gates$"
        ),
    ):
        trace.gate("forget")
    with pytest.raises(InputError, match=r"^there is no memory c to show: only an LSTM has one$"):
        _ = trace.c_before


def test_a_text_of_no_words_has_no_states() -> None:
    assert forward(chapter(), []).h.shape == (0, 2)
