"""Sample sequences of the notebook's memory task (`task`). Source: notebook, step 3."""

from dataclasses import dataclass

from rnn_examples.counted import counted
from rnn_examples.seeded import generator
from rnn_examples.tables.table import Column, Document, table
from rnn_examples.training.memory_task import (
    AMOXICILLIN,
    AZITHROMYCIN,
    FIRST_FILLER,
    NONE,
    PENICILLIN,
    WORDS,
    sequences,
    words,
)

DISTANCE = 6
COUNT = 3
SEED = 1
MOST_COUNT = 10_000
MOST_DISTANCE = 10_000
# Words in all sequences together; each takes eight bytes, and as text about six more.
MOST_WORDS = 1_000_000


@dataclass(frozen=True, slots=True)
class Sequence:
    """The words that are read, and the one that is to be answered after the last."""

    words: tuple[str, ...]
    target: str


@dataclass(frozen=True, slots=True)
class Result:
    """`sequences` in the order in which they are drawn; `distance` fillers in each."""

    distance: int
    seed: int
    sequences: tuple[Sequence, ...]


def compute(distance: int = DISTANCE, count: int = COUNT, seed: int = SEED) -> Result:
    """`count` sequences with `distance` fillers from generator(seed)."""
    tokens, targets = sequences(generator(seed), count, distance)
    drawn = zip(tokens, targets.tolist(), strict=True)
    return Result(
        distance, seed, tuple(Sequence(words(row), WORDS[target]) for row, target in drawn)
    )


def document(result: Result) -> Document:
    """The table `sequences`."""
    sampled = [
        (number, " ".join(sequence.words), sequence.target)
        for number, sequence in enumerate(result.sequences, start=1)
    ]
    inputs = {
        "distance": result.distance,
        "count": len(result.sequences),
        "seed": result.seed,
    }
    return Document(
        "task",
        "The memory task",
        inputs,
        (table("sequences", _title(result.distance), SEQUENCES, sampled),),
        (
            f"The target is {WORDS[AZITHROMYCIN]} after {WORDS[PENICILLIN]}, "
            f"{WORDS[AMOXICILLIN]} after {WORDS[NONE]}; no filler tells which.",
            f"There are {len(WORDS)} words: {', '.join(WORDS[:FIRST_FILLER])}, and "
            f"{len(WORDS) - FIRST_FILLER} fillers: {', '.join(WORDS[FIRST_FILLER:])}.",
        ),
    )


def _title(distance: int) -> str:
    fillers = counted(distance, "filler")
    return f"Who is allergic is said first and asked for last, {fillers} later"


SEQUENCES = (
    Column("sequence", "sequence", key=True),
    Column("words", "words", text=True),
    Column("target", "target", text=True),
)
