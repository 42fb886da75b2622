"""Ctrl-C. Where nothing is to be cleaned up it ends the process at once: an exception may be lost
on its way, in the middle of an import or in what the garbage collector calls.
"""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

CODE = 130


def end_at_once() -> None:
    """From here on the process ends with 130 where it stands, but for the blocks below."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _end)


def is_over() -> None:
    """The work is done: Python's own end, which lets Ctrl-C kill it by its signal, is not ended."""
    if signal.getsignal(signal.SIGINT) is _end:
        signal.signal(signal.SIGINT, signal.SIG_IGN)


def _end(number: int, frame: FrameType | None) -> None:
    os._exit(CODE)


@contextmanager
def raised() -> Iterator[None]:
    """A KeyboardInterrupt, for a block that cleans up."""
    before = signal.getsignal(signal.SIGINT)
    if before is not _end or not _handle(signal.default_int_handler):
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def held() -> Iterator[None]:
    """Not before the end of the block, whose parts belong together."""
    before = signal.getsignal(signal.SIGINT)
    caught: list[FrameType | None] = []
    if not callable(before) or not _handle(lambda number, frame: caught.append(frame)):
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if caught:
            before(signal.SIGINT, caught[0])


def _handle(handler: Callable[[int, FrameType | None], None]) -> bool:
    """Whether the handler is set: only the main thread may, and only it is interrupted."""
    try:
        signal.signal(signal.SIGINT, handler)
    except ValueError:
        return False
    return True
