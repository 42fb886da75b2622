"""A command line run for what it prints, inside another command."""

from collections.abc import Sequence
from typing import Any

from typer import TyperException

from rnn_examples.cli.app import NAME, invoke
from rnn_examples.cli.outcome import Outcome
from rnn_examples.output import Surroundings
from rnn_examples.tables.example import Example
from rnn_examples.tables.table import Document


def captured(arguments: Sequence[str]) -> str:
    """What the command line prints where there is no terminal and no environment variable counts.

    Errors: InputError for all that it refuses.
    """
    return "".join(_outcome(arguments).pieces)


def captured_example(arguments: Sequence[str]) -> tuple[Document, Example, Any]:
    """What an example's command line computes, before it is any text: its tables, and the module
    and the result that they are made from."""
    outcome = _outcome(arguments)
    assert outcome.document is not None
    assert outcome.computed is not None
    return outcome.document, *outcome.computed


def _outcome(arguments: Sequence[str]) -> Outcome:
    try:
        return invoke(arguments, Surroundings(captured=True))
    except TyperException as error:
        from rnn_examples.cli.mistakes import wrong_use

        raise wrong_use(error, NAME, arguments) from error
