"""What a network scores that has learned nothing of who is allergic: one drug for everybody."""

from dataclasses import dataclass
from math import log

from rnn_examples.tables.prose import Figure, Prose, prose
from rnn_examples.tables.table import Column
from rnn_examples.training.memory_task import AMOXICILLIN, TEST_COUNT, WORDS, held_out

ACCURACY = Column("accuracy", "test accuracy", decimals=3)
DRUGS = WORDS[AMOXICILLIN : AMOXICILLIN + 2]


@dataclass(frozen=True, slots=True)
class Guessing:
    """The share of the test set that each drug is right for, in the order of DRUGS."""

    shares: tuple[float, float]

    @property
    def note(self) -> Prose:
        """What the accuracy of guessing is, as a sentence."""
        first, second = (Figure(share, ACCURACY) for share in self.shares)
        return prose(
            "Guessing: a network that gives one drug to everybody is right in ",
            first,
            f" ({DRUGS[0]}) or ",
            second,
            f" ({DRUGS[1]}) of the {TEST_COUNT:,} test sequences.",
        )


def guessing() -> Guessing:
    """Of the notebook's test set; who is allergic in it is the same at every distance."""
    _, targets = held_out(0)
    first = int((targets == AMOXICILLIN).sum())
    return Guessing((first / len(targets), (len(targets) - first) / len(targets)))


# Nats: two drugs, each as likely as the other.
LOSS = log(2)
