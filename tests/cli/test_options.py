"""What several commands share: how many processes where nobody says, and what is rounded."""

import os
from collections.abc import Callable

import pytest
from typer import TyperException

from rnn_examples.cli.options import processes
from rnn_examples.examples.catalogue import EXAMPLES

Printed = Callable[..., str]
ROUNDS = [one.name for one in EXAMPLES if not one.trains and one.name != "task"]


def test_without_jobs_the_cores_that_this_process_may_use() -> None:
    assert processes(None) == len(os.sched_getaffinity(0))
    assert processes("3") == 3


@pytest.mark.parametrize(("cores", "jobs"), [(3, 3), (None, 1), (1000, 256)])
def test_a_system_that_does_not_tell_which_has_them_all(
    monkeypatch: pytest.MonkeyPatch, cores: int | None, jobs: int
) -> None:
    """As macOS and Windows; one where not even their number is known, and never too many."""
    monkeypatch.delattr(os, "sched_getaffinity")
    monkeypatch.setattr(os, "cpu_count", lambda: cores)
    assert processes(None) == jobs


@pytest.mark.parametrize("name", ROUNDS)
def test_digits_change_what_is_printed(name: str, printed: Printed) -> None:
    assert printed(name, "--digits", "0") != printed(name, "--digits", "15")


@pytest.mark.parametrize("line", ["list", "task", "verify --fast --only chapter-evidence-distance"])
def test_where_nothing_is_rounded_there_are_no_digits(line: str, printed: Printed) -> None:
    with pytest.raises(TyperException, match="No such option: --digits"):
        printed(*line.split(), "--digits", "3")
