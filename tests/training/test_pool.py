"""Tasks on processes: what is lost is done again, and the end is quiet whatever comes first."""

import os
import signal
import time
from concurrent.futures import BrokenExecutor, Executor, Future
from multiprocessing import active_children, resource_tracker
from multiprocessing.process import BaseProcess
from threading import Thread
from typing import Any

import pytest

from rnn_examples.errors import ExampleError
from rnn_examples.training import pool


def test_workers_that_always_die_are_given_up() -> None:
    with pytest.raises(ExampleError, match=r"died 3 times .*try fewer jobs"):
        list(pool.run(os._exit, [1], 1))


def test_workers_of_a_cluster_that_die_are_no_matter_of_jobs() -> None:
    """--jobs is not heeded there: the cluster's own workers know."""

    class Lost(Executor):
        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
            future: Future[Any] = Future()
            future.set_exception(BrokenExecutor())
            return future

    with pytest.raises(ExampleError, match="died 3 times") as told:
        list(pool.run(int, ["1"], 1, Lost()))
    assert "jobs" not in str(told.value)
    assert "look at what the cluster's workers say" in str(told.value)


def test_a_fault_in_a_task_is_not_retried() -> None:
    with pytest.raises(ValueError, match="invalid literal"):
        list(pool.run(int, ["1", "x"], 1))


def test_the_environment_is_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """One thread in each worker, however many are set for this process."""
    monkeypatch.setenv(pool.THREADS[0], "3")
    monkeypatch.delenv(pool.THREADS[1], raising=False)
    before = dict(os.environ)
    assert dict(pool.run(os.getenv, list(pool.THREADS), 1)) == dict.fromkeys(pool.THREADS, "1")
    assert dict(os.environ) == before


def test_a_run_that_is_left_ends_without_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pytest fails a test in whose threads anything is raised. The processes' end is seen before
    the rest of the run is ended."""

    def terminate(process: BaseProcess) -> None:
        kill(process)
        process.join()
        time.sleep(0.2)

    kill = BaseProcess.terminate
    monkeypatch.setattr(BaseProcess, "terminate", terminate)
    results = pool.run(abs, range(-200, 0), 1)
    next(results)
    results.close()
    assert not active_children()


class Slow(Executor):
    """Ctrl-C comes with each task that it takes, to a thread that a library has started."""

    def __init__(self) -> None:
        self.taken: list[int] = []

    def submit(self, function: Any, /, *tasks: Any, **named: Any) -> Future[Any]:
        def interrupted() -> None:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
            signal.raise_signal(signal.SIGINT)

        self.taken += tasks
        thread = Thread(target=interrupted)
        thread.start()
        thread.join()
        return Future()


def test_an_interrupt_waits_until_every_process_has_started() -> None:
    """A process that is left half started tells of it with a traceback."""
    executor, before = Slow(), signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        list(pool.run(abs, [-1, -2, -3], 1, executor))
    assert executor.taken == [-1, -2, -3]
    assert signal.getsignal(signal.SIGINT) is before


def test_a_run_in_a_thread_of_its_own() -> None:
    """Where no handler can be set, as in a notebook's thread."""
    found: list[dict[int, int]] = []
    thread = Thread(target=lambda: found.append(dict(pool.run(abs, [-1, -2], 1))))
    thread.start()
    thread.join()
    assert found == [{-1: 1, -2: 2}]


def test_a_system_that_cannot_hold_signals_back_runs_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As Windows, which has no tracker of resources either: here one may have to start first."""
    resource_tracker.ensure_running()
    monkeypatch.delattr(signal, "pthread_sigmask")
    assert dict(pool.run(abs, [-1, -2], 1)) == {-1: 1, -2: 2}
