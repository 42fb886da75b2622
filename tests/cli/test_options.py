"""What several commands share: how many processes, where nobody says."""

import os

import pytest

from rnn_examples.cli.options import processes


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
