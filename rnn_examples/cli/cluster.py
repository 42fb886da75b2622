"""A Dask cluster as an executor (the `cluster` extra)."""

import logging
from collections.abc import Iterator
from concurrent.futures import CancelledError, Executor
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from rnn_examples.errors import ExampleError, InputError, MissingExtraError
from rnn_examples.interrupt import raised

SCHEMES = ("tcp://", "tls://", "ws://", "wss://", "ucx://")
CONNECTING = 5  # seconds


@contextmanager
def cluster_executor(address: str, option: str) -> Iterator[Executor]:
    """The executor of the scheduler at an address such as tcp://127.0.0.1:8786.

    Raises InputError for an address where no scheduler with a worker answers, MissingExtraError
    without the library, ExampleError where the scheduler goes away.
    """
    if not address.startswith(SCHEMES):
        raise InputError(
            f"{option}: '{address}' is no scheduler's address. Expected one such as "
            "tcp://127.0.0.1:8786"
        )
    try:
        distributed: Any = import_module("distributed")
    except ImportError:
        raise MissingExtraError(option, "cluster") from None
    with raised(), _silent():
        try:
            client = distributed.Client(address, timeout=CONNECTING, set_as_default=False)
        except (OSError, ValueError) as error:
            raise InputError(
                f"{option}: no scheduler answers at '{address}' within {CONNECTING} seconds. "
                "Expected the address that dask scheduler prints"
            ) from error
        try:
            if not client.nthreads():
                raise InputError(
                    f"{option}: the scheduler at '{address}' has no worker. Start one:",
                    f"dask worker {address}",
                )
            # Not pure: a task handed in again after its worker died is a new one to Dask, which
            # would otherwise answer at once that it failed.
            yield client.get_executor(pure=False)
        except CancelledError as error:
            raise ExampleError(
                f"{option}: the scheduler at '{address}' has gone away. What was finished is in "
                "the file of --resume, where one was given"
            ) from error
        except ImportError as error:
            raise InputError(
                f"{option}: a worker of '{address}' cannot import rnn_examples ({error}). Install "
                "the same version there"
            ) from error
        finally:
            client.close()


@contextmanager
def _silent() -> Iterator[None]:
    """Dask logs each lost connection with its traceback; what matters is told in one line."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(before)
