"""Every slip of the hand in TOML is told: the whole line."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from toml_texts import LSTM, RNN, read

from rnn_examples.errors import InputError
from rnn_examples.network.load.toml_text import write_toml
from rnn_examples.network.network import Network

GRU = "".join(
    f"[gates.{gate}]\nW_xh = [[{n}, 1]]\nW_hh = [[{n}]]\n"
    for n, gate in enumerate(("reset", "update", "candidate"))
)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            f"bias = false\n{LSTM}",
            r"gates\.forget\.b_h: found beside bias = false; expected none",
        ),
        (
            f"bias = false\n{GRU}b_hn = [1]\n",
            r"gates\.candidate\.b_hn: found beside bias = false; expected none",
        ),
        (f"bias = 0\n{LSTM}", "bias: found 0; expected true or false"),
        (
            f"bias = false\n{GRU}reset_after = 1\n",
            r"gates\.candidate\.reset_after: found 1; expected true or false",
        ),
        (
            GRU.replace("]]\n[", "]]\nb_h = [0]\n[") + "b_h = [0]\nreset_after = true\n",
            (
                r"gates\.candidate\.b_hn is missing; found gates\.candidate\.W_xh, "
                r"gates\.candidate\.W_hh, gates\.candidate\.b_h, "
                r"gates\.candidate\.reset_after"
            ),
        ),
        (
            GRU.replace("]]\n[", "]]\nb_h = [0]\n[")
            + "b_h = [0]\nb_hn = [0]\nreset_after = false\n",
            r"gates\.candidate\.b_hn: found beside reset_after = false",
        ),
    ],
)
def test_a_slip_about_biases_is_told(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(InputError, match=rf"mine\.toml: {message}$"):
        read(tmp_path, text)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "b_h =",
            "bh =",
            (
                r"weights\.bh: not a known key; expected W_xh, W_hh, b_h, activation, "
                r"W_hy, b_y; did you mean b_h\?"
            ),
        ),
        (
            "b_h = [0.1, 0.2, 0.3]",
            "",
            (
                r"weights\.b_h is missing; found weights\.W_xh, weights\.W_hh, "
                r"weights\.W_hy, weights\.b_y"
            ),
        ),
        (
            "[weights]",
            "[weight]",
            (
                "weight: not a known key; expected cell, bias, vocabulary, embedding, "
                r"weights, gates, reverse, layer; did you mean weights\?"
            ),
        ),
        ("0.2, 0.3]", "0.2]", r"weights\.b_h: found shape \(2,\); expected \(3,\)"),
        (
            "[[1, 2], [3, 4], [5, 6]]",
            "[[1, 3, 5], [2, 4, 6]]",
            r"weights\.W_xh: found shape \(2, 3\); expected \(3, 2\); it looks transposed",
        ),
        (
            "[5, 6]]",
            "[5, 6], [7, 8]]",
            r"weights\.W_xh: found shape \(4, 2\); expected \(3, 2\)",
        ),
        ("[3, 4]", "[3]", r"weights\.W_xh: row 2: found 1 number; expected 2 as in row 1"),
        ("[3, 4]", "[3, true]", r"weights\.W_xh: row 2: found True; expected a number"),
        ("[3, 4]", "[3, 'x']", r"weights\.W_xh: row 2: found 'x'; expected a number"),
        ("[3, 4]", "3", r"weights\.W_xh: row 2: expected a list of numbers"),
        ("[3, 4]", "[3, nan]", r"weights\.W_xh: found nan at \[1, 1\]; expected finite numbers"),
        (
            "[3, 4]",
            "[3, -inf]",
            r"weights\.W_xh: found -inf at \[1, 1\]; expected finite numbers",
        ),
        ("[3, 4]", f"[3, {10**400}]", r"weights\.W_xh: found a number beyond the largest float"),
        ("[0.1, 0.2, 0.3]", "1", r"weights\.b_h: expected a list of numbers"),
        ("[0.1, 0.2, 0.3]", "[]", r"weights\.b_h: expected a list of numbers"),
        ("a = [1, 0.5]", "a = [1]", r"vocabulary\.a: found shape \(1,\); expected \(2,\)"),
        (
            "[1, 0, 0], [0, 1, 0]]\nb_y",
            "[1, 0], [0, 1]]\nb_y",
            r"weights\.W_hy: found shape \(2, 2\); expected \(2, 3\)",
        ),
        ("b_y = [0, 0.5]", "b_y = [0]", r"weights\.b_y: found shape \(1,\); expected \(2,\)"),
        (
            "W_hy = [[1, 0, 0], [0, 1, 0]]",
            "",
            (
                r"weights\.W_hy is missing; found weights\.W_xh, weights\.W_hh, "
                r"weights\.b_h, weights\.b_y"
            ),
        ),
        (
            "[weights]",
            "[weights]\nactivation = 'tan'",
            (
                r"weights\.activation: found 'tan'; expected tanh, sigmoid, relu, "
                "leaky_relu"
            ),
        ),
        ("[weights]", "[weights]\nb_h = [1]", r"not TOML: Cannot overwrite a value \(at line 10.*"),
        ("[vocabulary]", "[vocabulary", r"not TOML: .*line 2.*"),
        (
            "[vocabulary]",
            "cell = 'lstm'\n[vocabulary]",
            (
                r"gates: found none; expected, of an LSTM, \[gates\.forget\], "
                r"\[gates\.input\], \[gates\.output\], \[gates\.candidate\], each with "
                r"W_xh, W_hh, b_h\. To print one to start from: rnn-examples model show "
                "lstm"
            ),
        ),
        (
            "[weights]",
            "[reverse]\nweight = 1\n[weights]",
            (
                r"reverse\.weight: not a known key; expected weights, gates; did you mean "
                r"weights\?"
            ),
        ),
        (
            "[vocabulary]",
            "embedding = [[1, 2]]\n[vocabulary]",
            "embedding: found beside vocabulary; expected one of them",
        ),
        (
            "[weights]",
            "[layer]\n[weights]",
            r"weights\.W_xh: not a known key; expected W_hy, b_y; did you mean W_hy\?",
        ),
    ],
)
def test_a_slip_in_an_rnn_is_told(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert old in RNN
    with pytest.raises(InputError, match=rf"mine\.toml: {message}$") as caught:
        read(tmp_path, RNN.replace(old, new, 1))
    assert str(caught.value).startswith(str(tmp_path / "mine.toml"))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "[gates.forget]",
            "[gates.forgot]",
            (
                r"gates\.forgot: not a known key; expected forget, input, output, "
                r"candidate; did you mean forget\?"
            ),
        ),
        (
            "W_hh = [[1]]",
            "W_hh = [[1, 1]]",
            r"gates\.forget\.W_hh: found shape \(1, 2\); expected \(1, 1\)",
        ),
        (
            "W_xh = [[1, 1]]",
            "W_xh = [[1]]",
            r"gates\.forget\.W_xh: found shape \(1, 1\); expected \(1, 2\)",
        ),
        (
            "[gates.output]",
            "[gates.output]\nb_hn = [1]",
            (
                r"gates\.output\.b_hn: not a known key; expected W_xh, W_hh, b_h; did you "
                r"mean b_h\?"
            ),
        ),
        (
            "[gates.input]",
            "[weights]\nW_hh = [[1]]\n[gates.input]",
            r"weights\.W_hh: not a known key; expected W_hy, b_y; did you mean W_hy\?",
        ),
        (
            "[gates.input]",
            "vocabulary = ['a']\n[gates.input]",
            "vocabulary: found 1 one-hot word; expected 2, the columns of W_xh",
        ),
        (
            "[gates.input]",
            "vocabulary = ['a', 'a']\n[gates.input]",
            "vocabulary: found 'a'; expected each word once",
        ),
        (
            "[gates.input]",
            "vocabulary = 3\n[gates.input]",
            r"vocabulary: found 3; expected a table \[vocabulary\]",
        ),
        (
            "[gates.input]",
            "[vocabulary]\n[gates.input]",
            "vocabulary: found no word; expected word = vector",
        ),
    ],
)
def test_a_slip_in_an_lstm_is_told(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert old in LSTM
    with pytest.raises(InputError, match=rf"mine\.toml: {message}$"):
        read(tmp_path, LSTM.replace(old, new, 1))


def test_a_missing_gate_is_told(tmp_path: Path) -> None:
    with pytest.raises(
        InputError,
        match=(
            r"mine\.toml: gates\.output is missing; found gates\.input, "
            r"gates\.forget, gates\.candidate$"
        ),
    ):
        read(tmp_path, LSTM[: LSTM.index("[gates.output]")])


def test_layers_that_do_not_follow_are_told(
    tmp_path: Path, make_network: Callable[..., Network]
) -> None:
    one, two = make_network("tanh", H=3, layers=2), make_network("tanh", H=2, layers=2)
    mixed = replace(one, layers=(one.layers[0], two.layers[1]), W_hy=None, b_y=None)
    with pytest.raises(
        InputError,
        match=(
            r"mine\.toml: layer 2: W_xh: found 2 columns; expected 3, the states of "
            r"layer 1$"
        ),
    ):
        read(tmp_path, write_toml(mixed))


@pytest.mark.parametrize("text", ["[" * 100_000, "a = " + "[" * 5000, "\x00", "layer = 3"])
def test_what_is_no_network_is_told(tmp_path: Path, text: str) -> None:
    with pytest.raises(InputError, match=r"mine\.toml: "):
        read(tmp_path, text)


def test_the_gate_unlike_the_others_is_told(tmp_path: Path) -> None:
    odd = LSTM.replace("b_h = [0]", "b_h = [0, 1]", 1).replace(
        "W_hh = [[0]]", "W_hh = [[0, 1], [1, 0]]"
    )
    odd = odd.replace("W_xh = [[0, 1]]", "W_xh = [[0, 1], [1, 0]]", 1)
    with pytest.raises(
        InputError,
        match=(
            r"mine\.toml: gates\.input\.W_xh: found shape \(2, 2\); expected \(1, "
            r"2\)$"
        ),
    ):
        read(tmp_path, odd)
