"""Command lines in processes of their own, with the standard streams that a test asks for."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

SERVER = Path(__file__).with_name("server.py")


@dataclass(frozen=True, slots=True)
class Ended:
    code: int
    printed: str
    told: str


@pytest.fixture(scope="module")
def forked(traps: Path) -> Iterator[Callable[..., Ended]]:
    """forked(arguments, output="head", ...): see server.py for what may be asked."""
    environment = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    with subprocess.Popen(
        [sys.executable, str(SERVER)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        env={**environment, "OPENBLAS_NUM_THREADS": "1"},  # a fork has no other threads
    ) as server:

        def run(
            arguments: Sequence[str],
            *,
            input: str = "empty",
            output: str | int = "read",
            errors: str = "read",
            encoding: str = "utf-8",
            **environment: str,
        ) -> Ended:
            assert server.stdin is not None
            assert server.stdout is not None
            asked: dict[str, Any] = {
                "arguments": list(arguments),
                "folder": str(traps),
                "input": input,
                "output": output,
                "errors": errors,
                "encoding": encoding,
                "environment": environment,
            }
            server.stdin.write(json.dumps(asked) + "\n")
            server.stdin.flush()
            found = json.loads(server.stdout.readline())
            texts = (found[key].encode("latin-1").decode(encoding) for key in ("printed", "told"))
            return Ended(found["code"], *texts)

        yield run
