"""Many independent tasks on processes or on an executor of the caller's; a lost worker is replaced.

Tasks are handed out in the order given and come back as they finish. A process that dies takes
nothing with it: what it had not finished is done again.
"""

import os
import signal
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from concurrent.futures.process import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children, get_context, parent_process
from threading import Thread
from typing import TypeVar

from rnn_examples.errors import ExampleError
from rnn_examples.interrupt import ended, held, raised

Task = TypeVar("Task")
Result = TypeVar("Result")
ATTEMPTS = 3
THREADS = (
    "OPENBLAS_NUM_THREADS",
    "OMP_NUM_THREADS",
    "MKL_NUM_THREADS",
    "BLIS_NUM_THREADS",
    "VECLIB_MAXIMUM_THREADS",
)


def run(
    function: Callable[[Task], Result],
    tasks: Sequence[Task],
    jobs: int,
    executor: Executor | None = None,
) -> Generator[tuple[Task, Result], None, None]:
    """Each task with its result, as they come. `function` is one that a process can import.

    Without `executor`, `jobs` processes are started, with one BLAS thread each; they are gone when
    the iterator is closed or an exception (KeyboardInterrupt) ends it. Raises ExampleError when
    workers die three times running without finishing a task.
    """
    left = list(tasks)
    lost = 0
    while left:
        with raised(), ended(), _one_executor(jobs, executor) as current:
            done = yield from _round(function, left, current)
        left = [task for task in left if task not in done]
        lost = 0 if done else lost + 1
        if lost == ATTEMPTS:
            remedy = (
                "try fewer jobs" if executor is None else "look at what the cluster's workers say"
            )
            raise ExampleError(
                f"Worker processes died {ATTEMPTS} times running without finishing anything "
                f"(killed, or out of memory?); {remedy}."
            )


def _round(
    function: Callable[[Task], Result], tasks: list[Task], executor: Executor
) -> Generator[tuple[Task, Result], None, set[Task]]:
    """Yield what one executor finishes; return the set of those tasks."""
    done: set[Task] = set()
    futures: dict[Future[Result], Task] = {}
    try:
        with _no_interrupt():
            for task in tasks:
                try:
                    futures[executor.submit(function, task)] = task
                except BrokenExecutor:
                    break
        while futures:
            finished, _ = wait(futures, return_when=FIRST_COMPLETED)
            for future in finished:
                task = futures.pop(future)
                try:
                    result = future.result()
                except Exception as error:
                    if not _is_loss(error):
                        raise
                    continue
                done.add(task)
                yield task, result
    finally:
        # A pool of our own cancels them itself: its thread fails aloud on one that others did.
        if not isinstance(executor, ProcessPoolExecutor):
            for future in futures:
                future.cancel()
    return done


def _is_loss(error: BaseException) -> bool:
    """A worker that died (Dask says KilledWorker), not a fault in the task."""
    return isinstance(error, BrokenExecutor) or type(error).__name__ == "KilledWorker"


@contextmanager
def _one_executor(jobs: int, given: Executor | None) -> Iterator[Executor]:
    if given is not None:
        yield given
        return
    before = set(active_children())
    with _one_blas_thread():
        with held(), _masked("SIGHUP"):
            # Python's process that counts semaphores starts here. It takes no end but this one's:
            # one that a closed terminal ends with the others is missed aloud.
            pool = ProcessPoolExecutor(jobs, get_context("spawn"), _start_worker)
        try:
            yield pool
        except BaseException:
            for process in set(active_children()) - before:
                process.terminate()
            raise
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _start_worker() -> None:
    """In a worker: Ctrl-C reaches every process of the terminal, and the first one decides. A
    first one that is killed cannot say so; its end is waited for beside the work."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_the_parent, daemon=True).start()


def _end_with_the_parent() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


@contextmanager
def _no_interrupt() -> Iterator[None]:
    """While processes start: they hold Ctrl-C back from their first instruction on, and this one
    acts on it when they have started.

    The mask is what they inherit. It does not keep the handler from running here, where another
    thread (NumPy's) may take the signal.
    """
    with held(), _masked("SIGINT"):
        yield


@contextmanager
def _masked(name: str) -> Iterator[None]:
    """Processes that are started hold the signal back; nothing where a system has no such thing."""
    number = getattr(signal, name, None)
    if number is None or not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {number})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _one_blas_thread() -> Iterator[None]:
    """A process reads these when it first imports NumPy, so they are set before it starts."""
    before = {name: os.environ.get(name) for name in THREADS}
    os.environ.update(dict.fromkeys(THREADS, "1"))
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
