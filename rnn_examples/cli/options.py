"""Options that several commands have, each with the same words, and what excludes them."""

import os
from collections.abc import Callable, Iterable, Mapping
from typing import Annotated

import typer

from rnn_examples.cli import reading
from rnn_examples.errors import InputError

MOST_JOBS = 256


def one_of(names: Iterable[str]) -> Callable[[str], list[str]]:
    """What a shell offers for an option that takes one of these."""

    def completed(incomplete: str) -> list[str]:
        return [name for name in names if name.startswith(incomplete)]

    return completed


Sentence = Annotated[
    str | None,
    typer.Option(metavar="WORDS", help="What it reads. Default: the book's own sentence."),
]
Targets = Annotated[
    str | None,
    typer.Option(
        metavar="WORDS",
        help="What each step is to predict. Default: the next word, and the first after the last.",
    ),
]
FirstState = Annotated[
    str | None,
    typer.Option(
        "--h0",
        metavar="NUMBERS",
        help="The first state, a number a unit; of several layers, rows with ; between. "
        "Default: zeros.",
    ),
]
UNITS = "counted from 0 and without TO, so 0:8 are units 1 to 8. Default: all."
Fast = Annotated[
    bool, typer.Option("--fast", help="Leave out what trains a network, which takes a minute.")
]


def refuse_given(options: Mapping[str, str | None], why: str) -> None:
    """Raises InputError, the option's name and the reason, for the first of them that is given."""
    for option, value in options.items():
        if value is not None:
            raise InputError(f"{option}{why}")


def processes(jobs: str | None) -> int:
    """--jobs as typed; without it the cores that this process may use."""
    if jobs is not None:
        return reading.whole(jobs, "--jobs", 1, MOST_JOBS)
    if hasattr(os, "sched_getaffinity"):
        return min(MOST_JOBS, len(os.sched_getaffinity(0)))
    return min(MOST_JOBS, os.cpu_count() or 1)
