"""What `bidirectional` refuses, and the whole line that says so."""

import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from rnn_examples.errors import InputError
from rnn_examples.examples.bidirectional import compute
from rnn_examples.examples.sentence import Sentence
from rnn_examples.network.book_models import book_model
from rnn_examples.network.cells.rnn import RNNWeights
from rnn_examples.network.network import Layer, Network

Printed = Callable[..., str]

GATED = "golden/model/lstm.toml"
BOTH = "golden/model/both.toml"
WHOLE = "--reverse-input 1,0;0,1 --reverse-recurrent 1,0;0,1"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            "--sentence cat",
            "--sentence: word 1 'cat' is not in the vocabulary of model chapter; it knows the, "
            "dog, ran",
        ),
        (
            "--units 2:3",
            "--units: '2:3' is no part of 2 units. Expected FROM:TO within 0:2, counted from 0 "
            "and without TO",
        ),
        (
            "--reverse-input 1",
            "--reverse-recurrent is missing: a reading from the end needs both matrices",
        ),
        (
            "--reverse-bias 1,2",
            "--reverse-input is missing: a reading from the end needs both matrices",
        ),
        (
            "--reverse-input 1,2,3;4,5,6 --reverse-recurrent 1,0;0,1",
            "--reverse-input: found 2 by 3 numbers. Expected 2 by 2",
        ),
        (
            "--reverse-input 1,0;0,1 --reverse-recurrent 1",
            "--reverse-recurrent: found 1 by 1 numbers. Expected 2 by 2",
        ),
        (f"{WHOLE} --reverse-bias 1", "--reverse-bias: found 1 number. Expected 2"),
        (f"{WHOLE} --reverse-bias 1,2,3", "--reverse-bias: found 3 numbers. Expected 2"),
        (
            f"--model {GATED} --sentence the {WHOLE}",
            "--reverse-input: only a plain RNN takes its reverse direction from the command line. "
            "Put an LSTM's or GRU's into its file",
        ),
        (
            f"--model {BOTH} --sentence the {WHOLE}",
            f"model {BOTH} has a reverse direction of its own. "
            "Leave out --reverse-input, --reverse-recurrent and --reverse-bias",
        ),
        (
            f"--model {BOTH} --sentence the --work",
            f"--work: model {BOTH} is no plain RNN of one layer. Expected one; 'unroll --work' "
            "shows a gated cell's arithmetic",
        ),
        (
            f"--model {GATED}",
            f"--sentence: model {GATED} has no sentence of its own. Give one out of its words, "
            "such as --sentence 'the dog ran', or vectors with --inputs FILE",
        ),
    ],
)
def test_refusals(
    printed: Printed, monkeypatch: pytest.MonkeyPatch, options: str, message: str
) -> None:
    monkeypatch.chdir(Path(__file__).parents[2])
    with pytest.raises(InputError, match=f"^{re.escape(message)}$"):
        printed("bidirectional", *options.split())


def test_a_sentence_too_long_for_its_rows_or_for_what_is_kept_is_refused() -> None:
    """100,000 rows; of 2,000 units, both directions with state, memory and input side: 12,000
    numbers a step, of 2^24."""
    W = np.zeros((2000, 2000))
    large = Network((Layer(RNNWeights(W[:, :2], W, W[0])),), source="large")
    for network, most in ((book_model("chapter"), 100_000), (large, 1398)):
        longer = Sentence(None, np.zeros((most + 1, 2)))
        message = (
            f"{most + 1:,} steps are too many for a network that reads from the end too. "
            f"Expected at most {most:,}"
        )
        with pytest.raises(InputError, match=f"^{message}$"):
            compute(network, longer)
