"""Ctrl-C while a library is imported: it is acted on, whatever the library does with it."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

# A NumPy that says where it is, does with Ctrl-C what the real one's C code does, and then is it.
SWALLOWS = """
import sys, time
try:
    print("here", flush=True)
    time.sleep(0.5)
except KeyboardInterrupt:
    {instead}
del sys.path[0], sys.modules["numpy"]
import numpy
"""
RUN = """
import sys
from rnn_examples.__main__ import main
sys.path.insert(0, sys.argv.pop(1))
sys.exit(main())
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT to send")
@pytest.mark.parametrize("instead", ["pass", "raise ImportError('no numpy')"])
def test_an_interrupt_that_a_library_swallows_ends_the_command(
    instead: str, tmp_path: Path
) -> None:
    (tmp_path / "numpy.py").write_text(SWALLOWS.format(instead=instead))
    process = subprocess.Popen(
        [sys.executable, "-c", RUN, str(tmp_path), "unroll", "-o", "out.csv"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        # As in a terminal, whoever runs the tests.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    assert process.stdout is not None
    assert process.stdout.readline() == b"here\n"
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=60)
    assert (process.returncode, told) == (130, b"")
    assert not (tmp_path / "out.csv").exists()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT to send")
def test_where_the_caller_ignores_interrupts_they_stay_ignored(tmp_path: Path) -> None:
    (tmp_path / "numpy.py").write_text(SWALLOWS.format(instead="pass"))
    process = subprocess.Popen(
        [sys.executable, "-c", RUN, str(tmp_path), "unroll"],
        stdout=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
    )
    assert process.stdout is not None
    process.stdout.readline()
    process.send_signal(signal.SIGINT)
    assert b"The chapter's network" in process.communicate(timeout=60)[0]
    assert process.returncode == 0
