"""A sweep on a Dask cluster, by its address; what is told where there is none."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import CancelledError
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest

from rnn_examples.cli import cluster
from rnn_examples.cli.cluster import cluster_executor
from rnn_examples.errors import ExampleError, InputError, MissingExtraError

SWEEP = ("remember", "--networks", "rnn", "--distances", "2,3", "--steps", "4", "--seeds", "2")
# In a program of its own: the cluster's threads and warnings stay out of the other tests.
PROGRAM = """
import subprocess, sys
from distributed import LocalCluster

if __name__ == "__main__":
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        line = [sys.executable, "-m", "rnn_examples", *sys.argv[1:]]
        address = ["--cluster", cluster.scheduler_address]
        done = subprocess.run([*line, *address], capture_output=True, text=True)
    print(done.stdout, end="")
    print(done.stderr, end="", file=sys.stderr)
    sys.exit(done.returncode)
"""


def test_a_cluster_gives_the_same_result(printed: Callable[..., str], tmp_path: Any) -> None:
    program = tmp_path / "sweep.py"
    program.write_text(PROGRAM)
    done = subprocess.run(
        [sys.executable, str(program), *SWEEP, "-f", "json"],
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, "PYTHONWARNINGS": "ignore"},
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == json.loads(printed(*SWEEP, "--jobs", "1", "-f", "json"))


def enter(address: str, fault: BaseException | None = None) -> None:
    """Take the executor; something goes wrong while it works."""
    with cluster_executor(address, "--cluster"):
        if fault is not None:
            raise fault


def test_what_is_no_address_is_refused() -> None:
    with pytest.raises(InputError, match=r"--cluster: '127\.0\.0\.1' is no scheduler's address"):
        enter("127.0.0.1")


def test_the_extra_is_named_where_dask_is_absent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'rnn-examples\[cluster\]'"):
        enter("tcp://127.0.0.1:1")


class Client:
    """A scheduler's client that does what the test says."""

    closed = 0
    workers = 1

    def __init__(self, address: str, **_: Any) -> None:
        if address.endswith(":1"):
            raise OSError("timed out")

    def nthreads(self) -> dict[str, int]:
        return {f"tcp://127.0.0.1:{port}": 1 for port in range(self.workers)}

    def get_executor(self, *, pure: bool) -> str:
        assert not pure
        return "the executor"

    def close(self) -> None:
        type(self).closed += 1


@pytest.fixture
def client(monkeypatch: pytest.MonkeyPatch) -> type[Client]:
    class Fresh(Client):
        closed = 0

    def load(name: str) -> Any:
        return SimpleNamespace(Client=Fresh) if name == "distributed" else import_module(name)

    monkeypatch.setattr(cluster, "import_module", load)
    return Fresh


def test_where_nobody_answers(client: type[Client]) -> None:
    with pytest.raises(
        InputError, match=r"no scheduler answers at 'tcp://127\.0\.0\.1:1' within 5"
    ):
        enter("tcp://127.0.0.1:1")


def test_without_a_worker_nothing_would_ever_end(client: type[Client]) -> None:
    client.workers = 0
    with pytest.raises(InputError, match=r"has no worker\. Start one: dask worker tcp://127"):
        enter("tcp://127.0.0.1:3")
    assert client.closed == 1


@pytest.mark.parametrize(
    ("fault", "kind", "message"),
    [
        (CancelledError(), ExampleError, "the scheduler at .* has gone away"),
        (ModuleNotFoundError("No module x"), InputError, "cannot import rnn_examples"),
        (KeyboardInterrupt("stop"), KeyboardInterrupt, "stop"),
    ],
)
def test_faults_of_the_sweep(
    client: type[Client], fault: BaseException, kind: type[BaseException], message: str
) -> None:
    with pytest.raises(kind, match=message):
        enter("tcp://127.0.0.1:3", fault)
    assert client.closed == 1
