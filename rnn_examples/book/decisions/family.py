"""Claims that one computation decides together."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from rnn_examples.book.judging import Finding
from rnn_examples.training.cell import CellResult

Evidence = TypeVar("Evidence")
# Gets each training as it ends, how many have, and of how many.
Progress = Callable[[CellResult, int, int], None]


@dataclass(frozen=True, slots=True)
class Request:
    """Which claims are asked for, on how many processes, and who is told how far it is."""

    ids: frozenset[str]
    jobs: int = 1
    progress: Progress | None = None


@dataclass(frozen=True, slots=True)
class Family(Generic[Evidence]):
    """evidence: computed once for all claims asked for; decide: each claim's own finding in it.

    trains: it takes a training, and so longer than a glance.
    """

    evidence: Callable[[Request], Evidence]
    decide: Mapping[str, Callable[[Evidence], Finding]]
    trains: bool = False

    def findings(self, request: Request) -> dict[str, Finding]:
        """What is found of the claims asked for; nothing is computed for none."""
        wanted = [name for name in self.decide if name in request.ids]
        if not wanted:
            return {}
        evidence = self.evidence(request)
        return {name: self.decide[name](evidence) for name in wanted}
