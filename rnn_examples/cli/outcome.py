"""What a command hands back: text in pieces, where it goes, and the exit code."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Outcome:
    pieces: Iterable[str]
    path: str | None = None
    exit_code: int = 0
