import json
import os
import signal
import subprocess
import sys
import time
from multiprocessing import active_children
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rnn_examples.errors import InputError
from rnn_examples.training import adam
from rnn_examples.training.cell import Cell, CellResult, Recipe, build, remember_cell
from rnn_examples.training.memory_task import sequences
from rnn_examples.training.pytorch_start import pytorch_start
from rnn_examples.training.remember import RememberConfig, RememberResult, remember
from rnn_examples.training.resume import ResumeFile

SHORT = RememberConfig(("rnn", "gru"), (2, 3), 2, Recipe(steps=3, batch=8, test_count=20))


@pytest.fixture(scope="module")
def direct() -> tuple[CellResult, ...]:
    return tuple(remember_cell(cell, SHORT.recipe) for cell in SHORT.cells())


@pytest.mark.parametrize("network", ["rnn", "lstm", "lstm-open"])
def test_the_printed_accuracies_at_distance_5(network: str) -> None:
    result = remember_cell(Cell(network, 5, 0))
    assert f"{result.accuracy:.3f}" == "1.000"
    assert result.solved_at is not None


@pytest.mark.parametrize(("network", "printed"), [("lstm", "0.468"), ("lstm-open", "1.000")])
def test_the_printed_accuracies_at_distance_10(network: str, printed: str) -> None:
    result = remember_cell(Cell(network, 10, 0))
    assert f"{result.accuracy:.3f}" == printed
    assert (result.solved_at is None) == (printed == "0.468")


def test_solved_at_is_where_ten_right_batches_in_a_row_begin() -> None:
    # The same training step by step, each batch answered before it is learned from.
    recipe = Recipe(steps=60, batch=16)
    model = build("lstm-open", dict(pytorch_start("lstm-open", 4)), 5, 16)
    optimizer, rng, right = adam.Adam(model.weights, 0.01), np.random.default_rng(4), ""
    for _ in range(recipe.steps):
        tokens, targets = sequences(rng, 16, 2)
        right += "x" if (model.answers(tokens) == targets).all() else "."
        model.loss_and_gradients(tokens, targets)
        adam.clip_pytorch(model.gradients, 1.0)
        optimizer.update(model.weights, model.gradients)
    assert right.find("x" * 10) > 0
    result = remember_cell(Cell("lstm-open", 2, 4), recipe)
    assert result.solved_at == right.find("x" * 10) + 1
    short = Recipe(steps=right.find("x" * 10) + 9, batch=16)
    assert remember_cell(Cell("lstm-open", 2, 4), short).solved_at is None


@pytest.mark.parametrize("jobs", [1, 3])
def test_a_sweep_gives_what_each_cell_gives(jobs: int, direct: tuple[CellResult, ...]) -> None:
    counts: list[tuple[int, int]] = []
    result = remember(SHORT, jobs=jobs, progress=lambda _, done, n: counts.append((done, n)))
    assert result == RememberResult(SHORT, direct)
    assert counts == [(n, 8) for n in range(1, 9)]


def test_a_killed_process_costs_nothing(tmp_path: Path, direct: tuple[CellResult, ...]) -> None:
    killed: list[int] = []

    def kill(_result: CellResult, _done: int, _of: int) -> None:
        if not killed:
            victim = active_children()[0].pid
            assert victim is not None
            os.kill(victim, signal.SIGKILL)
            killed.append(victim)

    path = tmp_path / "cells.jsonl"
    assert remember(SHORT, jobs=2, resume=path, progress=kill).results == direct
    assert killed
    assert len(path.read_text().splitlines()) == 1 + len(direct)


def test_an_interrupted_sweep_goes_on(tmp_path: Path, direct: tuple[CellResult, ...]) -> None:
    path = tmp_path / "cells.jsonl"

    def stop(_result: CellResult, done: int, _of: int) -> None:
        if done == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        remember(SHORT, jobs=2, resume=path, progress=stop)
    assert not active_children()
    assert len(path.read_text().splitlines()) == 4
    with path.open("a") as file:
        file.write('{"network": "rnn", "dist')  # torn
    trained: list[CellResult] = []
    result = remember(SHORT, jobs=2, resume=path, progress=lambda found, *_: trained.append(found))
    assert result.results == direct
    assert len(trained) == len(direct) - 3
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert len(lines) == 1 + len(direct)
    # A finished file is only read, and more seeds may be added to it.
    text = path.read_bytes()
    assert remember(SHORT, resume=path).results == direct
    assert path.read_bytes() == text


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("nonsense", "line 2: not a JSON object"),
        ('{"network": "rnn", "distance": "5", "seed": 0, "accuracy": 1}', "line 2: distance"),
        ('{"network": "rnm", "distance": 5, "seed": 0, "accuracy": 1}', "network is 'rnm'"),
    ],
)
def test_a_broken_line_is_named(tmp_path: Path, line: str, message: str) -> None:
    path = tmp_path / "cells.jsonl"
    with ResumeFile(path, Recipe()):
        pass
    with path.open("a") as file:
        file.write(line + "\n")
    text = path.read_bytes()
    with pytest.raises(InputError, match=message):
        ResumeFile(path, Recipe())
    assert path.read_bytes() == text


def test_a_file_of_another_sweep_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "cells.jsonl"
    with ResumeFile(path, Recipe()):
        pass
    with pytest.raises(InputError, match="line 1: steps is 1000, and this sweep has 7"):
        ResumeFile(path, Recipe(steps=7))


def test_two_results_for_one_cell_are_refused(tmp_path: Path) -> None:
    path, cell = tmp_path / "cells.jsonl", Cell("rnn", 5, 0)
    with ResumeFile(path, Recipe()) as file:
        for accuracy in (1.0, 0.5):
            file.add(CellResult(cell, accuracy, None))
    with pytest.raises(InputError, match="line 3: a second, different result"):
        ResumeFile(path, Recipe())


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="not a file of finished trainings"):
        ResumeFile(tmp_path, Recipe())


def test_summaries() -> None:
    config = RememberConfig(("rnn",), (5,), 4)
    found = [(1.0, 30), (0.99, 50), (0.468, None), (0.9, 10)]
    results = [CellResult(cell, *pair) for cell, pair in zip(config.cells(), found, strict=True)]
    (summary,) = RememberResult(config, tuple(results)).summaries()
    assert (summary.solved, summary.seeds, summary.share) == (2, 4, 0.5)
    assert summary.median_accuracy == pytest.approx(0.945)
    assert summary.median_solved_at == 40
    # z^2 = 3.8414588: 1/2 -+ sqrt(z^2 / 16 + z^4 / 64) / (1 + z^2 / 4)
    assert summary.interval == pytest.approx((0.1500390, 0.8499610), abs=1e-6)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"networks": ("rnn", "nn")}, "network is 'nn': it must be one of rnn, irnn"),
        ({"networks": ()}, "networks is empty"),
        ({"distances": (5, 5)}, "distances has one twice"),
        ({"distances": (-1,)}, "distance is -1"),
        ({"seeds": 0}, "seeds is 0"),
    ],
)
def test_settings_out_of_range(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        RememberConfig(**settings)


SWEEP = """
import sys
from pathlib import Path
from rnn_examples.training.cell import Recipe
from rnn_examples.training.remember import RememberConfig, remember

def say(result, done, of):
    print(done, flush=True)

if __name__ == "__main__":
    config = RememberConfig(("rnn",), (2, 400), 2, Recipe(steps=int(sys.argv[2]), batch=8))
    remember(config, jobs=2, resume=Path(sys.argv[1]), progress=say)
"""


def test_interrupting_the_whole_group_ends_it_at_once(tmp_path: Path) -> None:
    script, path = tmp_path / "sweep.py", tmp_path / "cells.jsonl"
    script.write_text(SWEEP)
    with ResumeFile(path, Recipe(steps=10**6, batch=8)) as file:
        file.add(CellResult(Cell("rnn", 2, 0), 1.0, 5))
        file.add(CellResult(Cell("rnn", 2, 1), 1.0, 5))
    kept = path.read_bytes()
    process = subprocess.Popen(
        [sys.executable, str(script), str(path), str(10**6)],
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        time.sleep(2)  # both workers are in their long cells
        began = time.monotonic()
        os.killpg(process.pid, signal.SIGINT)
        _, errors = process.communicate(timeout=30)
        assert time.monotonic() - began < 2
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        raise
    assert errors.decode().count("Traceback") == 1  # this script's own; the workers say nothing
    assert b"KeyboardInterrupt" in errors
    assert path.read_bytes() == kept


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="needs /proc to see who is alive")
def test_no_worker_outlives_a_killed_parent() -> None:
    """A killed process can tell its workers nothing: they see that it is gone."""
    code = (
        "from rnn_examples.training.remember import RememberConfig, remember\n"
        "if __name__ == '__main__':\n"
        "    remember(RememberConfig(('rnn',), (80,), seeds=50), jobs=1)\n"
    )
    with subprocess.Popen([sys.executable, "-c", code]) as parent:
        workers: set[str] = set()
        while not any(_command(worker).count("spawn_main") for worker in workers):
            workers = set(
                Path(f"/proc/{parent.pid}/task/{parent.pid}/children").read_text().split()
            )
            time.sleep(0.05)
        parent.kill()
    for _ in range(200):
        alive = [worker for worker in workers if "spawn_main" in _command(worker)]
        if not alive:
            return
        time.sleep(0.05)
    pytest.fail(f"still running: {alive}")


def _command(process: str) -> str:
    try:
        return Path(f"/proc/{process}/cmdline").read_text()
    except OSError:
        return ""
