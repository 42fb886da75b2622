"""What a network scores that has learned nothing of who is allergic: one drug for everybody."""

from dataclasses import dataclass
from math import log

from rnn_examples.tables.numbers import fixed
from rnn_examples.training.memory_task import AMOXICILLIN, TEST_COUNT, WORDS, held_out

DRUGS = WORDS[AMOXICILLIN : AMOXICILLIN + 2]


@dataclass(frozen=True, slots=True)
class Guessing:
    """The share of the test set that each drug is right for, in the order of DRUGS."""

    shares: tuple[float, float]

    @property
    def note(self) -> str:
        """What the accuracy of guessing is, as a sentence."""
        first, second = (
            f"{fixed(share, 3)} ({drug})" for share, drug in zip(self.shares, DRUGS, strict=True)
        )
        return (
            f"Guessing: a network that gives one drug to everybody is right in {first} or {second} "
            f"of the {TEST_COUNT:,} test sequences."
        )


def guessing() -> Guessing:
    """Of the notebook's test set; who is allergic in it is the same at every distance."""
    _, targets = held_out(0)
    first = int((targets == AMOXICILLIN).sum())
    return Guessing((first / len(targets), (len(targets) - first) / len(targets)))


# Nats: two drugs, each as likely as the other.
LOSS = log(2)
