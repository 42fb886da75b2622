"""Options and fixtures that all tests share."""

import os
import signal
from collections.abc import Callable, Iterator

import numpy as np
import pytest

from rnn_examples.cli.app import invoke
from rnn_examples.network.cells.rnn import RNNWeights
from rnn_examples.network.network import Layer, Network
from rnn_examples.output import Surroundings
from rnn_examples.training.classifier import initial_weights
from rnn_examples.training.memory_task import WORDS

HEEDED = ("RNN_EXAMPLES_", "FORCE_COLOR", "NO_COLOR", "COLUMNS", "TERM", "GITHUB_ACTIONS")


def pytest_configure() -> None:
    """Ctrl-C and a closed terminal as in a terminal: what a shell starts in the background ignores
    the one, what nohup starts the other, and so would all that the tests start."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
        signal.signal(signal.SIGHUP, signal.SIG_DFL)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="rewrite the files in golden/")


@pytest.fixture(autouse=True)
def _own_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """No variable of the caller's shell reaches a test."""
    for name in list(os.environ):
        if name.startswith(HEEDED):
            monkeypatch.delenv(name)


@pytest.fixture(autouse=True)
def _strict_floats(request: pytest.FixtureRequest) -> Iterator[None]:
    """As in a notebook that has called np.seterr(all="raise"): what the mathematics expects to
    overflow or to underflow, it says where it does. Of drawn inputs some underflow anywhere."""
    drawn = getattr(getattr(request.node, "obj", None), "is_hypothesis_test", False)
    with np.errstate(all="raise", under="ignore" if drawn else "raise"):
        yield


@pytest.fixture
def printed() -> Callable[..., str]:
    """What a command line prints, run in this process: printed("vanish", "-f", "csv")."""

    def run(*arguments: str, surroundings: Surroundings | None = None) -> str:
        return "".join(invoke(arguments, surroundings or Surroundings()).pieces)

    return run


@pytest.fixture
def notebook_classifier() -> Network:
    """The notebook's step 4: H = 16, the memory task's 27 words one-hot, the weights of seed 1."""
    w = initial_weights(1)
    return Network(
        layers=(Layer(RNNWeights(w.W_xh, w.W_hh, w.b_h)),),
        vocabulary=WORDS,
        W_hy=w.W_hy,
        b_y=w.b_y,
        source="notebook",
        notation="notebook",
    )
