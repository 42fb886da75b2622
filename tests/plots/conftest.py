"""Results to draw, small ones where an example trains."""

import shlex
from collections.abc import Callable

import pytest

from rnn_examples.cli.app import invoke
from rnn_examples.output import Surroundings

LINES = (
    "unroll",
    "unroll --model notebook",
    "params",
    "vanish",
    "clip",
    "influence",
    "lstm-cell",
    "bptt",
    "bptt --model notebook --no-autograd",
    "blame",
    "spectrum",
    "gates",
    "train --steps 20 --every 5 --quiet",
    "fade --from untrained --distance 5",
    "remember --distances 1,2 --steps 2 --seeds 2 --jobs 1 --quiet",
    "remember --distances 1,2 --steps 2 --jobs 1 --quiet",
)


@pytest.fixture(params=LINES)
def line(request: pytest.FixtureRequest) -> str:
    """A command line that draws, one after another."""
    return str(request.param)


@pytest.fixture
def drawn() -> Callable[..., str]:
    """The picture below the table: drawn("vanish", surroundings=...)."""

    def run(line: str, surroundings: Surroundings | None = None) -> str:
        around = surroundings or Surroundings()
        table, whole = (
            "".join(invoke([*shlex.split(line), *more], around).pieces)
            for more in ([], ["--plot", "-"])
        )
        assert whole.startswith(table)
        return whole.removeprefix(table).lstrip("\n")

    return run
