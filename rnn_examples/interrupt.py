"""Ctrl-C, SIGTERM and SIGHUP. Where nothing is to be cleaned up they end the process at once: an
exception may be lost on its way, in the middle of an import or in what the garbage collector calls.
"""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

INTERRUPTED = 130
# What else asks a process to end; Windows has no SIGHUP.
ENDINGS = tuple(
    number for name in ("SIGTERM", "SIGHUP") if (number := getattr(signal, name, None)) is not None
)


class Ended(BaseException):
    """SIGTERM or SIGHUP, in a block that cleans up; `code` is what a shell calls that end."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.code = 128 + number


def end_at_once() -> None:
    """From here on the process ends with 130 where it stands, but for the blocks below."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _end)


def is_over() -> None:
    """The work is done: Python's own end, which lets Ctrl-C kill it by its signal, is not ended."""
    if signal.getsignal(signal.SIGINT) is _end:
        signal.signal(signal.SIGINT, signal.SIG_IGN)


def _end(number: int, frame: FrameType | None) -> None:
    os._exit(INTERRUPTED)


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
def ended() -> Iterator[None]:
    """An `Ended`, for a block that cleans up, where SIGTERM and SIGHUP would end the process."""

    def end(number: int, frame: FrameType | None) -> None:
        raise Ended(number)

    found = [
        number
        for number in ENDINGS
        if signal.getsignal(number) is signal.SIG_DFL and _handle(end, number)
    ]
    try:
        yield
    finally:
        for number in found:
            signal.signal(number, signal.SIG_DFL)


@contextmanager
def held() -> Iterator[None]:
    """Not before the end of the block, whose parts belong together."""
    caught: list[tuple[int, FrameType | None]] = []

    def catch(number: int, frame: FrameType | None) -> None:
        caught.append((number, frame))

    before: dict[int, Callable[[int, FrameType | None], object]] = {}
    for number in (signal.SIGINT, *ENDINGS):
        handler = signal.getsignal(number)
        if callable(handler) and _handle(catch, number):
            before[number] = handler
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        if caught:
            number, frame = caught[0]
            before[number](number, frame)


def _handle(
    handler: Callable[[int, FrameType | None], object], number: int = signal.SIGINT
) -> bool:
    """Whether the handler is set: only the main thread may, and only it is interrupted."""
    try:
        signal.signal(number, handler)
    except ValueError:
        return False
    return True
