"""--plot: a picture beside the table, in a file or below it in the terminal."""

from collections.abc import Callable
from itertools import chain
from typing import TYPE_CHECKING, Any

from rnn_examples.cli.outcome import Outcome
from rnn_examples.errors import InputError
from rnn_examples.plots.files import check_path
from rnn_examples.plots.registry import as_file, picture_of
from rnn_examples.tables.example import Example
from rnn_examples.tables.formats import Look

if TYPE_CHECKING:
    from rnn_examples.cli.presenting import Presentation

TERMINAL = "-"


def check_plot(asked: "Presentation", format_name: str) -> None:
    """Raises InputError, before anything is computed, where no picture can go; MissingExtraError
    for a file without matplotlib."""
    assert asked.plot is not None
    if asked.plot != TERMINAL:
        check_path(asked.plot)
    elif format_name != "table" or asked.output is not None or asked.cell is not None:
        raise InputError(
            "--plot - draws below the table in the terminal, so not with --output, --cell or "
            "another --format. Give --plot a file"
        )


def with_picture(
    path: str, look: Look, module: Example, result: Any, shown: Callable[[], Outcome]
) -> Outcome:
    """What is shown, and the picture: a file's bytes, or more text."""
    picture = picture_of(module.__name__, result)
    if path != TERMINAL:
        data = as_file(picture, path)
        return shown().but(files=((path, data),))
    from rnn_examples.plots.terminal.show import show

    outcome = shown()
    return outcome.but(pieces=chain(outcome.pieces, ["\n", show(picture, look)]))
