"""The lesson's scene: blame and influence for every place of its sliders, computed beforehand.

Letters: g gain, T steps.
"""

import math
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction

from rnn_examples.examples import blame, influence
from rnn_examples.examples.blame_scene import SENTENCE, random_scenes
from rnn_examples.examples.blame_tables import SIZE
from rnn_examples.record import Record
from rnn_examples.seeded import generator
from rnn_examples.tables.numbers import machine, show

GAINS = (
    *("0.5", "0.7", "0.9", "1.0", "1.1", "1.2", "1.3", "1.4", "1.5"),
    *("1.6", "1.8", "2.0", "2.5", "3.0", "4.0", "6.0", "8.0"),
)
# The first of blame's own command line, with which the scene opens.
START = "0.9"
# The lesson's, then ours: long, for the same words to be far away.
SENTENCES = (
    SENTENCE,
    "The keys that the men who repaired the old boats by the river had left on the kitchen table "
    "were",
    "The letter that my friends who moved to the coast some years ago wrote to me about their "
    "gardens was",
    "The dogs that chased the cat across the garden of the house at the end of the long road were",
    "A word that nobody in these villages has heard since the ships of the first traders left "
    "their harbour is",
)
MOST_STEPS = 20
# Of the random network, as in blame's own command line.
HIDDEN, INPUTS, SEED = 6, 4, 0
INFLUENCE = influence.COLUMNS[-1].but(significant=2)


class Value(Record):
    """A size as people read it, as machines do, and where it stands on a logarithmic axis (None: it
    is 0)."""

    text: str
    value: str
    log10: float | None


class Scene(Record):
    """blame by gain, sentence and steps back; influence by gain and steps; the decades that hold
    all of each."""

    blame: tuple[tuple[tuple[Value, ...], ...], ...]
    influence: tuple[tuple[Value, ...], ...]
    blame_decades: tuple[int, int]
    influence_decades: tuple[int, int]


def compute() -> Scene:
    """Every value that the sliders can show. Source: lesson, "Blame through time", "Influence"."""
    by_sentence = [tuple(_blames(sentence)) for sentence in SENTENCES]
    by_gain = tuple(zip(*by_sentence, strict=True))
    found = influence.compute(GAINS, range(MOST_STEPS + 1)).rows
    every = [
        Value(show(row.influence, INFLUENCE), machine(row.influence), _log10(row.influence))
        for row in found
    ]
    wide = MOST_STEPS + 1
    rows = tuple(tuple(every[at : at + wide]) for at in range(0, len(every), wide))
    blames = [value for by in by_gain for row in by for value in row]
    return Scene(by_gain, rows, _decades(blames), _decades(every))


def _blames(sentence: str) -> Iterator[tuple[Value, ...]]:
    """For each gain, from the last word back to the state before the first."""
    gains = [Fraction(gain) for gain in GAINS]
    scenes = random_scenes(sentence.split(), gains, generator(SEED), hidden=HIDDEN, inputs=INPUTS)
    lines = blame.compute(scenes, generator(SEED)).lines
    for gain in gains:
        yield tuple(
            Value(show(line.size.value, SIZE), machine(line.size.value), line.size.log10)
            for line in reversed(lines)
            if line.place.gain == gain
        )


def _log10(size: Decimal) -> float | None:
    return float(size.log10()) if size else None


def _decades(values: list[Value]) -> tuple[int, int]:
    """The powers of ten below and above them all."""
    known = [value.log10 for value in values if value.log10 is not None]
    return math.floor(min(known)), math.ceil(max(known))
