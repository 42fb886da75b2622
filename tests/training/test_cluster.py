"""A real scheduler and two workers on this machine, one of which is killed during the sweep.

In a program of its own: the cluster's threads and warnings stay out of the other tests.
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from rnn_examples.training.cell import Recipe, remember_cell
from rnn_examples.training.remember import RememberConfig

PROGRAM = """
import os, signal, sys
from dataclasses import asdict
from pathlib import Path
import json
import dask
from distributed import Client, LocalCluster
from rnn_examples.training.cell import Recipe
from rnn_examples.training.remember import RememberConfig, remember

if __name__ == "__main__":
    dask.config.set({"distributed.scheduler.allowed-failures": int(sys.argv[2])})
    config = RememberConfig(("rnn", "lstm"), (2, 30), 3, Recipe(steps=60, batch=8, test_count=20))
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        victim = next(iter(client.run(os.getpid).values()))
        killed = []

        def kill(result, done, of):
            if not killed:
                os.kill(victim, signal.SIGKILL)
                killed.append(victim)

        path = Path(sys.argv[1])
        executor = client.get_executor(pure=False)
        result = remember(config, executor=executor, resume=path, progress=kill)
    print(json.dumps({"killed": len(killed), "results": [asdict(one) for one in result.results]}))
"""


@pytest.mark.parametrize("allowed_failures", [0, 3])
def test_a_worker_is_killed_and_nothing_is_lost_or_counted_twice(
    allowed_failures: int, tmp_path: Path
) -> None:
    """Dask hands a lost task to another worker, or gives it up (KilledWorker): then we do."""
    program, path = tmp_path / "sweep.py", tmp_path / "cells.jsonl"
    program.write_text(PROGRAM)
    done = subprocess.run(
        [sys.executable, str(program), str(path), str(allowed_failures)],
        capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout.splitlines()[-1])
    assert found["killed"] == 1
    config = RememberConfig(("rnn", "lstm"), (2, 30), 3, Recipe(60, 8, test_count=20))
    for cell, one in zip(config.cells(), found["results"], strict=True):
        direct = remember_cell(cell, config.recipe)
        assert one["cell"] == {
            "network": cell.network, "distance": cell.distance, "seed": cell.seed,
        }  # fmt: skip
        assert (one["accuracy"], one["solved_at"]) == (direct.accuracy, direct.solved_at)
    lines = [json.loads(line) for line in path.read_text().splitlines()[1:]]
    assert len(lines) == len({(x["network"], x["distance"], x["seed"]) for x in lines}) == 12
