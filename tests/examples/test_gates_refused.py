"""What `gates` refuses, and in which words."""

import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from rnn_examples.errors import InputError
from rnn_examples.examples.gates import compute
from rnn_examples.network.cells.gate import Gate
from rnn_examples.network.cells.lstm import LSTMWeights
from rnn_examples.network.load.toml_text import write_toml
from rnn_examples.network.network import Layer, Network

Printed = Callable[..., str]


def network(both: bool) -> Network:
    """An LSTM of two units."""
    gate = Gate(np.ones((2, 1)), np.ones((2, 2)), np.zeros(2))
    cell = LSTMWeights(gate, gate, gate, gate)
    layers = (Layer(cell, cell if both else None),)
    return Network(layers, vocabulary=("a", "b", "c"), embedding=np.ones((3, 1)))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("--bias x", "--bias: 'x' is not a number. Expected one such as 0.9, -0.5, 1e-8 or 1/3"),
        (
            "--bias 10001",
            "the pre-activation 0 and the bias 10001 add up to more than 10,000 in size. "
            "Expected smaller ones",
        ),
        (
            "--bias 6000 --pre-activation 6000",
            "the pre-activation 6000 and the bias 6000 add up to more than 10,000 in size. "
            "Expected smaller ones",
        ),
        (
            "--bias 1e1000",
            "the pre-activation 0 and the bias 1e+1000 add up to more than 10,000 in size. "
            "Expected smaller ones",
        ),
        (
            "--distances -1",
            "--distances: -1 is out of range. Expected a whole number from 0 to 1000000000",
        ),
        (
            "--distances 1e3",
            "--distances: '1e3' is not a whole number. Expected whole numbers with commas, "
            "such as 1,5,10",
        ),
        (
            "--pre-activation nan",
            "--pre-activation: 'nan' is not a number. Expected one such as 0.9, -0.5, 1e-8 or 1/3",
        ),
        ("--sentence a", "--sentence is for a network of yours. Give it with --model"),
        ("--units 0:1", "--units is for a network of yours. Give it with --model"),
        ("--words a", "--words tells how to read a file. Give the file with --model"),
        ("--inputs a", "--inputs is what a network reads. Give the network with --model"),
        (
            "--model chapter",
            "model chapter is a plain RNN and has no gates. Expected an LSTM or a GRU",
        ),
        (
            "--model chapter --bias 1",
            "--bias: a network has its own. Leave it out, or leave out --model",
        ),
        (
            "--model FILE --sentence a --text -",
            "--sentence is given beside --text. Expected one of them",
        ),
        (
            "--model FILE --sentence dog",
            "--sentence: word 1 'dog' is not in the vocabulary of model FILE; it knows a, b, c",
        ),
        (
            "--model FILE --units 2:9",
            "--units: '2:9' is no part of 2 units. Expected FROM:TO within 0:2, counted "
            "from 0 and without TO",
        ),
        (
            "--model BOTH --text -",
            "--text: model BOTH reads from the end too, so a text cannot be computed word by word. "
            "Give its words with --sentence",
        ),
    ],
)
def test_refusals(printed: Printed, tmp_path: Path, options: str, message: str) -> None:
    for name in ("FILE", "BOTH"):
        path = tmp_path / f"{name}.toml"
        path.write_text(write_toml(network(name == "BOTH")))
        options, message = (text.replace(name, str(path)) for text in (options, message))
    with pytest.raises(InputError, match=f"^{re.escape(message)}$"):
        printed("gates", *options.split())


@pytest.mark.parametrize(("biases", "distances"), [((), (1,)), (("1",), ()), ((), ())])
def test_without_a_bias_or_a_distance_there_is_nothing_to_compute(
    biases: tuple[str, ...], distances: tuple[int, ...]
) -> None:
    message = "nothing to compute: give at least one bias and one distance"
    with pytest.raises(InputError, match=f"^{message}$"):
        compute(biases, distances)
