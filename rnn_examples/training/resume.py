"""Finished cells kept in a file, one JSON line each: the only part of `training` that writes.

The first line says how the cells were trained; a file whose first line differs is refused. A line
is written whole and forced to disk before the next cell is taken up, so that only the last line
can be torn: such a line is ignored, and cut off before the file is added to.
"""

import json
import os
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from rnn_examples.errors import InputError, OutputError
from rnn_examples.training.cell import Cell, CellResult, Recipe

SCHEMA = 1
MOST_BYTES = 64 << 20


def _header(recipe: Recipe) -> dict[str, object]:
    return {"schema": SCHEMA, "experiment": "remember", **asdict(recipe)}


def _line(values: dict[str, object]) -> bytes:
    return json.dumps(values, allow_nan=False).encode() + b"\n"


def _result_line(result: CellResult) -> bytes:
    values = asdict(result.cell)
    return _line({**values, "accuracy": result.accuracy, "solved_at": result.solved_at})


def _bytes(path: Path) -> bytes:
    """What the file holds, nothing where there is none. Raises InputError for what no file of
    results can be."""
    if not path.exists():
        return b""
    if not path.is_file() or path.stat().st_size > MOST_BYTES:
        raise InputError(f"{path}: not a file of finished trainings; give another file.")
    return path.read_bytes()


# A finished cell's keys; true and false are no numbers.
FIELDS: dict[str, Callable[[Any], bool]] = {
    "network": lambda value: isinstance(value, str),
    "distance": lambda value: type(value) is int,
    "seed": lambda value: type(value) is int,
    "accuracy": lambda value: type(value) in (int, float) and 0 <= value <= 1,
    "solved_at": lambda value: value is None or (type(value) is int and value >= 1),
}


class ResumeFile:
    """The cells that a file holds, and the file open for more; a context manager.

    Raises InputError, naming file and line, for a file of another recipe or kind, a broken line
    before the last, two different results for one cell, or a file that cannot be read or written.
    """

    def __init__(self, path: Path, recipe: Recipe) -> None:
        self.path = path
        self.finished: dict[Cell, CellResult] = {}
        try:
            text = _bytes(path)
            self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666)
        except OSError as error:
            raise InputError(
                f"{path}: cannot be read and written ({error.strerror}); give another file."
            ) from None
        try:
            whole = text[: text.rfind(b"\n") + 1]
            self._read(whole.splitlines(), recipe)
            if len(whole) < len(text):
                os.ftruncate(self._file, len(whole))
            if not whole:
                self._append(_line(_header(recipe)))
        except BaseException:
            os.close(self._file)
            raise

    def _read(self, lines: list[bytes], recipe: Recipe) -> None:
        for number, line in enumerate(lines, 1):
            values = self._values(number, line)
            if number == 1:
                self._check_header(values, recipe)
                continue
            result = self._result(number, values)
            known = self.finished.setdefault(result.cell, result)
            if known != result:
                raise InputError(
                    f"{self.path}, line {number}: a second, different result for {result.cell}; "
                    "remove the wrong line."
                )

    def _values(self, number: int, line: bytes) -> dict[str, Any]:
        try:
            values = json.loads(line)
        except (ValueError, RecursionError):
            values = None
        if not isinstance(values, dict):
            raise InputError(
                f"{self.path}, line {number}: not a JSON object; each line of a file to resume "
                "from is one. Give a file that remember wrote, or a new one."
            )
        return values

    def _check_header(self, values: dict[str, Any], recipe: Recipe) -> None:
        for key, wanted in _header(recipe).items():
            if values.get(key) != wanted:
                raise InputError(
                    f"{self.path}, line 1: {key} is {json.dumps(values.get(key))}, and this sweep "
                    f"has {json.dumps(wanted)}; give the same settings or another file."
                )

    def _result(self, number: int, values: dict[str, Any]) -> CellResult:
        for key, is_one in FIELDS.items():
            if not is_one(values.get(key)):
                raise InputError(
                    f"{self.path}, line {number}: {key} is {json.dumps(values.get(key))}; "
                    "remove the line to have the cell trained again."
                )
        try:
            cell = Cell(values["network"], values["distance"], values["seed"])
        except InputError as error:
            raise InputError(f"{self.path}, line {number}: {error}") from None
        return CellResult(cell, float(values["accuracy"]), values.get("solved_at"))

    def add(self, result: CellResult) -> None:
        """Keep one more finished cell; on disk when this returns."""
        self.finished[result.cell] = result
        self._append(_result_line(result))

    def _append(self, line: bytes) -> None:
        try:
            while line:
                line = line[os.write(self._file, line) :]
            os.fsync(self._file)
        except OSError as error:
            raise OutputError(f"{self.path}: cannot be written ({error.strerror}).") from None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        os.close(self._file)
