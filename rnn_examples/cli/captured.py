"""A command line run for what it prints, inside another command."""

from collections.abc import Sequence

from typer import TyperException

from rnn_examples.cli.app import invoke
from rnn_examples.cli.outcome import Outcome
from rnn_examples.errors import InputError
from rnn_examples.output import Surroundings
from rnn_examples.tables.table import Document


def captured(arguments: Sequence[str]) -> str:
    """What the command line prints where there is no terminal and no environment variable counts.

    Errors: InputError for all that it refuses.
    """
    return "".join(_outcome(arguments).pieces)


def captured_document(arguments: Sequence[str]) -> Document:
    """The tables that an example's command line computes, before they are any text."""
    document = _outcome(arguments).document
    assert document is not None
    return document


def _outcome(arguments: Sequence[str]) -> Outcome:
    try:
        return invoke(arguments, Surroundings(captured=True))
    except TyperException as error:
        raise InputError(error.format_message()) from error
