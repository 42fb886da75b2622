"""Options and fixtures that all tests share."""

import os
from collections.abc import Callable

import pytest

from rnn_examples.cli.app import invoke
from rnn_examples.output import Surroundings

HEEDED = ("RNN_EXAMPLES_", "FORCE_COLOR", "NO_COLOR", "COLUMNS", "TERM", "GITHUB_ACTIONS")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="rewrite the files in golden/")


@pytest.fixture(autouse=True)
def _own_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """No variable of the caller's shell reaches a test."""
    for name in list(os.environ):
        if name.startswith(HEEDED):
            monkeypatch.delenv(name)


@pytest.fixture
def printed() -> Callable[..., str]:
    """What a command line prints, run in this process: printed("vanish", "-f", "csv")."""

    def run(*arguments: str, surroundings: Surroundings | None = None) -> str:
        return "".join(invoke(arguments, surroundings or Surroundings()).pieces)

    return run
