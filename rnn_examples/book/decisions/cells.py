"""Parameters, activations and gates: the claims that a count or a function decides."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from rnn_examples.book.decisions.family import Family, Request
from rnn_examples.book.judging import Finding, found
from rnn_examples.book.rounding import to_decimal
from rnn_examples.examples import activations, gates, params
from rnn_examples.network.counts import Sizes

# The lesson's cells, H and D as it gives them.
LESSON_RNN = Sizes(inputs=4, hidden=6, bias=False)
LESSON_LSTM = Sizes(inputs=1000, hidden=1000)
CHAPTER_CONTEXT = 3
# Where the derivatives are computed: closely around 0, then out to where they vanish.
FINE = tuple(Fraction(n, 8) for n in range(-80, 81))
FAR = tuple(sign * Fraction(10) ** n for n in (2, 3, 4) for sign in (-1, 1))
SIGMOID, TANH = 0, 1


@dataclass(frozen=True, slots=True)
class Counts:
    """The parameter tables of the lesson's two cells and of the chapter."""

    rnn: params.Result
    lstm: params.Result
    chapter: params.Result


def _counts(_request: Request) -> Counts:
    return Counts(
        params.compute(sizes=LESSON_RNN),
        params.compute(sizes=LESSON_LSTM),
        params.compute(),
    )


def _cell(result: params.Result, kind: str) -> params.CellCount:
    return next(cell for cell in result.cells if cell.kind == kind)


def _context_three(counts: Counts) -> Finding:
    row = next(row for row in counts.chapter.contexts if row.context == CHAPTER_CONTEXT)
    smaller = row.feed_forward < row.recurrent
    return found(
        "smaller" if smaller else "not smaller",
        feed_forward=row.feed_forward,
        recurrent=row.recurrent,
    )


def _crossover(counts: Counts) -> Finding:
    """Both readings of the comparison: the recurrent matrix alone, and the input matrix with it."""
    alone, both = (crossing.context for crossing in counts.chapter.crossings)
    return found(alone, both, alone=alone, both=both)


def _constant(counts: Counts) -> Finding:
    rows = counts.chapter.contexts
    sizes = {row.recurrent for row in rows}
    return found("constant" if len(sizes) == 1 else "grows", most=rows[-1].context)


PARAMETERS = Family(
    _counts,
    {
        "lesson-rnn-params": lambda counts: found(_cell(counts.rnn, "rnn").parameters),
        "lesson-lstm-params": lambda counts: found(_cell(counts.lstm, "lstm").parameters),
        "lesson-lstm-ratio": lambda counts: found(_cell(counts.lstm, "lstm").ratio),
        "chapter-context-three": _context_three,
        "chapter-crossover": _crossover,
        "chapter-constant": _constant,
    },
)


@dataclass(frozen=True, slots=True)
class Slopes:
    """The least and the largest derivative found, of sigmoid and tanh."""

    sigmoid: tuple[Decimal, Decimal]
    tanh: tuple[Decimal, Decimal]


def _slopes(_request: Request) -> Slopes:
    points = activations.compute(points=[*FINE, *FAR]).points
    return Slopes(_ends(points, SIGMOID), _ends(points, TANH))


def _ends(points: Sequence[activations.Point], which: int) -> tuple[Decimal, Decimal]:
    slopes = [to_decimal(point.derivatives[which]) for point in points]
    return min(slopes), max(slopes)


SLOPES = Family(
    _slopes,
    {
        "lesson-sigmoid-ceiling": lambda slopes: found(slopes.sigmoid[1]),
        "lesson-gamma-tanh": lambda slopes: found(slopes.tanh[1]),
        "chapter-sigmoid-derivative": lambda slopes: found(slopes.sigmoid),
        "chapter-tanh-derivative": lambda slopes: found(slopes.tanh),
        "chapter-sigmoid-shrink": lambda slopes: found(1 / Fraction(slopes.sigmoid[1])),
    },
)


def _gates(_request: Request) -> dict[int, Decimal]:
    """The forget gate by its bias, 0 and 3."""
    biases = (0, 3)
    found_gates = gates.compute(biases=biases).gates
    return {bias: gate.gate for bias, gate in zip(biases, found_gates, strict=True)}


GATES = Family(
    _gates,
    {
        "notebook-gate-0": lambda gate: found(gate[0]),
        "notebook-gate-3": lambda gate: found(gate[3]),
        "notebook-gate-3-text": lambda gate: found(gate[3]),
    },
)
