"""Ctrl-C ends a process at once, or after what belongs together, or as an exception."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from threading import Event, Thread

import pytest

from rnn_examples.interrupt import Ended, end_at_once, ended, held, raised

INTERRUPT = signal.SIGINT

# A program that loses every exception, as an import or a finaliser may.
DEAF = """
import time
from rnn_examples.interrupt import end_at_once
end_at_once()
print(flush=True)
while True:
    try:
        time.sleep(60)
    except BaseException:
        pass
"""


def interrupted(script: str) -> tuple[int | None, bytes]:
    """The exit code and the words of a process that is interrupted once it prints."""
    with subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.send_signal(INTERRUPT)
        printed, told = process.communicate(timeout=30)
    return process.returncode, printed + told


def test_it_ends_a_process_that_would_lose_an_exception() -> None:
    assert interrupted(DEAF) == (130, b"")


def test_what_is_done_keeps_its_exit_code() -> None:
    """While Python ends: a module is being cleared away."""
    script = (
        "import sys, time\n"
        "from rnn_examples.interrupt import end_at_once, is_over\n"
        "class Slow:\n"
        "    def __init__(self): self.write, self.wait = sys.stdout.write, time.sleep\n"
        "    def __del__(self): self.write('\\n'); sys.stdout.flush(); self.wait(0.5)\n"
        "slow = Slow(); end_at_once(); is_over(); sys.exit(1)\n"
    )
    assert interrupted(script) == (1, b"")


def test_a_block_that_cleans_up_gets_an_exception(tmp_path: Path) -> None:
    path = tmp_path / "cleaned"
    script = (
        "import pathlib, time\n"
        "from rnn_examples.interrupt import end_at_once, raised\n"
        "end_at_once()\n"
        "with raised():\n"
        "    try:\n"
        "        print(flush=True); time.sleep(60)\n"
        f"    finally: pathlib.Path({str(path)!r}).touch()\n"
    )
    code, told = interrupted(script)
    assert code == -INTERRUPT
    assert b"KeyboardInterrupt" in told
    assert path.exists()


def test_nothing_is_changed_where_the_command_line_does_not_run() -> None:
    """A notebook's own handler stays, and one that ignores it."""
    before = signal.getsignal(INTERRUPT)
    try:
        for own in (signal.SIG_IGN, lambda number, frame: None):
            signal.signal(INTERRUPT, own)
            end_at_once()
            with raised():
                assert signal.getsignal(INTERRUPT) is own
            with held():
                pass
            assert signal.getsignal(INTERRUPT) is own
    finally:
        signal.signal(INTERRUPT, before)


def test_what_belongs_together_is_done_first() -> None:
    """Though another thread, as NumPy has them, takes the signal."""
    go, gone, done = Event(), Event(), []

    def send() -> None:
        go.wait()
        os.kill(os.getpid(), INTERRUPT)
        gone.set()

    def together() -> None:
        with held():
            go.set()
            gone.wait()
            done.append("all of it")

    thread = Thread(target=send)
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        together()
    thread.join()
    assert done == ["all of it"]
    assert signal.getsignal(INTERRUPT) is signal.default_int_handler


def test_a_thread_of_its_own_is_not_interrupted() -> None:
    found = []

    def work() -> None:
        with held(), raised():
            found.append(signal.getsignal(INTERRUPT))

    thread = Thread(target=work)
    thread.start()
    thread.join()
    assert found == [signal.default_int_handler]


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_an_end_from_outside_is_an_exception_where_there_is_much_to_clean_up(name: str) -> None:
    """And Python's own end again after it; what belongs together is done first."""
    number, done = getattr(signal, name), []

    def work() -> None:
        with ended():
            with held():
                signal.raise_signal(number)
                done.append("all of it")
            done.append("more")

    with pytest.raises(Ended) as caught:
        work()
    assert caught.value.code == 128 + number
    assert done == ["all of it"]
    assert signal.getsignal(number) is signal.SIG_DFL


def test_an_end_that_is_ignored_stays_so() -> None:
    """As nohup has it."""
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with ended():
            assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
            signal.raise_signal(signal.SIGHUP)
    finally:
        signal.signal(signal.SIGHUP, before)
