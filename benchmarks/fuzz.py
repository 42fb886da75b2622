"""The readers of files fed with mutated valid files by libFuzzer, each in a process of its own.

A reader may return or refuse (ExampleError); anything else is a crash, whose input libFuzzer
leaves in the working folder. Memory is bounded to 512 MiB, one input to five seconds.

    pip install atheris
    python benchmarks/fuzz.py             # each reader for a minute
    python benchmarks/fuzz.py 3600 npz    # one of them for an hour
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from io import BytesIO
from pathlib import Path

SECONDS = 60
MEGABYTES = 512
TIMEOUT = 5
CHILD = "RNN_EXAMPLES_FUZZ"

LEDGER = """[[claim]]
id = "a"
printed = "0.0071"
run = "vanish"
cell = "47,0.9:remaining"
because = "{value:.3f}"
decimals = 4
"""
RESUME = """{"schema": 1, "experiment": "remember", "steps": 2, "batch": 64, "rate": 0.01, \
"clip": 1.0, "test_count": 1000}
{"network": "rnn", "distance": 2, "seed": 0, "accuracy": 0.5, "solved_at": null}
"""

Reader = Callable[[Path], object]


def toml(path: Path) -> object:
    from rnn_examples.network.load.load import load

    return load(path)


def markdown(path: Path) -> object:
    from rnn_examples.book.blocks import plan

    return plan([path], lambda arguments: " ".join(arguments), ["vanish", "list"])


def ledger(path: Path) -> object:
    from rnn_examples.book.ledger import read_ledger
    from rnn_examples.cli.files import read_text

    return read_ledger(read_text(str(path), "--ledger"), str(path), commands=True)


def resume(path: Path) -> object:
    from rnn_examples.training.cell import Recipe
    from rnn_examples.training.resume import ResumeFile

    with ResumeFile(path, Recipe(steps=2)) as file:
        return file.finished


def inputs(path: Path) -> object:
    from rnn_examples.network.load.inputs import read_inputs

    return read_inputs(path, 2)


# By name: the ending of the file, and what reads it.
READERS: dict[str, tuple[str, Reader]] = {
    "toml": (".toml", toml),
    "npz": (".npz", toml),
    "safetensors": (".safetensors", toml),
    "markdown": (".md", markdown),
    "html": (".html", markdown),
    "latex": (".tex", markdown),
    "notebook": (".ipynb", markdown),
    "ledger": (".toml", ledger),
    "npy": (".npy", inputs),
    "csv": (".csv", inputs),
    "resume": (".jsonl", resume),
}


def seeds(name: str) -> Iterator[bytes]:
    """Files that are right, to start from."""
    import numpy as np

    block = "a\n\n<!-- rnn-examples: list -f csv -->\n\nb\n\n<!-- /rnn-examples -->\n"
    if name == "toml":
        from rnn_examples.network.book_models import chapter
        from rnn_examples.network.load.toml_text import write_toml

        yield write_toml(chapter()).encode()
    elif name in ("npz", "safetensors"):
        shapes = {"weight_ih_l0": (4, 2), "weight_hh_l0": (4, 1)}
        arrays = {key: np.ones(shape) for key, shape in shapes.items()}
        arrays |= {key: np.zeros(4) for key in ("bias_ih_l0", "bias_hh_l0")}
        if name == "safetensors":
            from safetensors.numpy import save

            yield save(arrays)
            return
        for write in (np.savez, np.savez_compressed):
            buffer = BytesIO()
            write(buffer, **arrays)
            yield buffer.getvalue()
    elif name == "npy":
        buffer = BytesIO()
        np.save(buffer, np.ones((3, 2)))
        yield buffer.getvalue()
    elif name == "notebook":
        cell = {"cell_type": "markdown", "source": block.splitlines(True)}
        yield json.dumps({"nbformat": 4, "cells": [cell]}).encode()
    else:
        texts = {
            "markdown": block,
            "html": f"<pre>x</pre>\n{block}",
            "latex": "% rnn-examples: list -f latex\nx\n% /rnn-examples\n",
            "ledger": LEDGER,
            "csv": "a,b\n1,2\n-0.5,1e3\n",
            "resume": RESUME,
        }
        yield texts[name].encode()


def fuzz(name: str, arguments: list[str]) -> None:
    """Does not return: libFuzzer ends the process."""
    import atheris

    ending, read = READERS[name]
    with atheris.instrument_imports(include=["rnn_examples", "zipfile", "tomllib", "json"]):
        from rnn_examples.errors import ExampleError

        folder = Path(tempfile.mkdtemp())
        path = folder / f"file{ending}"
        for seed in seeds(name):
            path.write_bytes(seed)
            read(path)

    def one(data: bytes) -> None:
        path.write_bytes(data)
        with suppress(ExampleError):
            read(path)

    atheris.Setup([sys.argv[0], *arguments], one)
    atheris.Fuzz()


def main() -> int:
    seconds = int(sys.argv[1]) if len(sys.argv) > 1 else SECONDS
    names = sys.argv[2:] or list(READERS)
    failed = []
    for name in names:
        with tempfile.TemporaryDirectory() as corpus:
            for place, seed in enumerate(seeds(name)):
                (Path(corpus) / str(place)).write_bytes(seed)
            limits = [f"-max_total_time={seconds}", f"-rss_limit_mb={MEGABYTES}"]
            limits += [f"-timeout={TIMEOUT}", "-max_len=65536", "-verbosity=1"]
            done = subprocess.run(
                [sys.executable, __file__, *limits, corpus],
                env={**os.environ, CHILD: name},
                stderr=subprocess.PIPE,
                encoding="utf-8",
                errors="replace",
                check=False,
            )
        runs = re.findall(r"^(?:Done |#)(\d+)", done.stderr, re.MULTILINE)
        count = int(runs[-1]) if runs else 0
        print(f"{name:12} {count:>10,} runs, code {done.returncode}", flush=True)
        if done.returncode:
            failed.append(name)
            print(done.stderr[-4000:])
    return 1 if failed else 0


if __name__ == "__main__":
    if CHILD in os.environ:
        fuzz(os.environ[CHILD], sys.argv[1:])
    sys.exit(main())
