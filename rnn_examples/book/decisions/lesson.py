"""The lesson's figures: the influence of a nudge, the scalar cell, the bound by the norm."""

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

import numpy as np

from rnn_examples.book.decisions.family import Family, Request
from rnn_examples.book.judging import Finding, found
from rnn_examples.examples import blame, influence, lstm_cell
from rnn_examples.examples.blame_scene import random_scenes
from rnn_examples.network.cells.rnn import RNNWeights, rnn_jacobian
from rnn_examples.network.forward import forward
from rnn_examples.network.network import Layer, Network
from rnn_examples.seeded import generator

PRINTED_STEPS = (1, 5, 10, 20)
# Far enough for what fades to be gone.
FAR = 50
FADED = Decimal("0.01")
# A nudge holds while no step leaves less than half of it or more than twice.
HELD_LEAST, HELD_MOST = 0.5, 2.0
# Gains looked at for the window, in hundredths.
GAINS = range(100, 301, 5)


@dataclass(frozen=True, slots=True)
class Influences:
    """sizes: by gain and steps; window: the gains that hold over `FAR` steps, in hundredths."""

    sizes: dict[tuple[str, int], Decimal]
    window: tuple[int, ...]

    def path(self, gain: str) -> list[Decimal]:
        """What is left after each number of steps that was computed."""
        return [size for (of, _), size in sorted(self.sizes.items()) if of == gain]


def _influences(_request: Request) -> Influences:
    steps = (*PRINTED_STEPS, FAR)
    rows = iter(influence.compute(steps=steps).rows)
    sizes = {(gain, n): next(rows).influence for gain in influence.GAINS for n in steps}
    return Influences(sizes, tuple(gain for gain in GAINS if _holds(gain / 100)))


def _holds(gain: float) -> bool:
    """Whether ||P||_F / sqrt(2) stays within the limits at every step up to `FAR`."""
    W_hh = influence.recurrent_matrix(Decimal(gain), Decimal(influence.ANGLE))
    weights = RNNWeights(np.eye(2), np.array(W_hh, np.float64), np.zeros(2))
    x = np.tile(np.array(influence.INPUT, np.float64), (FAR, 1))
    P = np.eye(2)
    for h_t in forward(Network((Layer(weights),)), x).h:
        P = rnn_jacobian(weights, h_t) @ P
        if not HELD_LEAST <= np.linalg.norm(P) / np.sqrt(2) <= HELD_MOST:
            return False
    return True


def _figure(gain: str, steps: int) -> Callable[[Influences], Finding]:
    return lambda influences: found(influences.sizes[gain, steps])


def _dies(influences: Influences) -> Finding:
    left = [influences.sizes[gain, FAR] for gain in ("0.5", "0.9")]
    return found("dies out" if max(left) < FADED else "stays", left=max(left), steps=FAR)


def _amplified(influences: Influences) -> Finding:
    least = min(influences.path("2.0"))
    return found("amplified" if least > 1 else "not amplified", least=least)


def _window(influences: Influences) -> Finding:
    """Around 1.5 the gains that hold are all next to each other, and few of those looked at."""
    held = influences.window
    narrow = bool(held) and held == tuple(range(held[0], held[-1] + 1, GAINS.step))
    inside = 150 in held and len(held) < len(GAINS) / 4
    edges = {"low": held[0] / 100, "high": held[-1] / 100} if held else {}
    return found("holds" if narrow and inside else "does not hold", **edges)


INFLUENCE = Family(
    _influences,
    {
        **{
            f"lesson-influence-{gain}-{steps}": _figure(gain, steps)
            for gain in influence.GAINS
            for steps in PRINTED_STEPS
        },
        "lesson-influence-dies": _dies,
        "lesson-influence-amplified": _amplified,
        "lesson-influence-window": _window,
    },
)

# The places in the lesson's order: the leaky cell, the open one.
LEAKY, OPEN = 0, 1


def _scalar_cells(_request: Request) -> lstm_cell.Result:
    return lstm_cell.compute()


def _answer(place: int) -> Callable[[lstm_cell.Result], Finding]:
    return lambda result: found(result.answers[place].answer)


def _number(place: int) -> Callable[[lstm_cell.Result], Finding]:
    return lambda result: found(str(result.answers[place].number))


SCALAR_CELL = Family(
    _scalar_cells,
    {
        "lesson-cell-leaky": _answer(LEAKY),
        "lesson-cell-open": _answer(OPEN),
        "lesson-cell-leaky-sign": _number(LEAKY),
        "lesson-cell-open-sign": _number(OPEN),
        "lesson-belt-blame": lambda result: found(result.belt_blame),
    },
)

# Ours: how the random networks of the lesson's sizes and their sentences are drawn.
BOUND_GAINS = (Fraction(1, 2), Fraction(9, 10), Fraction(99, 100))
BOUND_SENTENCES = 5
BOUND_WORDS = 12
BOUND_SEED = 0
# Both sides are float64 products of twelve matrices.
ROUNDING = 1e-12


def _shares_of_bound(_request: Request) -> list[float]:
    """Every size over its bound: each k of a sentence, and the largest of others by distance."""
    rng = generator(BOUND_SEED)
    words = [f"word {t}" for t in range(BOUND_WORDS)]
    scenes = random_scenes(words, BOUND_GAINS, rng, hidden=6, inputs=4)
    result = blame.compute(scenes, rng, BOUND_SENTENCES)
    bounds = {(line.place, line.distance): line.bound for line in result.lines}
    sizes = [(line.place, line.distance, line.size) for line in result.lines]
    sizes += [(spread.place, spread.distance, spread.largest) for spread in result.spreads]
    shares = []
    for place, distance, size in sizes:
        bound = bounds[place, distance]
        assert bound is not None
        shares.append(float(size.value) / float(bound))
    return shares


def _bound(shares: list[float]) -> Finding:
    most = max(shares)
    return found("holds" if most <= 1 + ROUNDING else "fails", most=most)


NORM_BOUND = Family(_shares_of_bound, {"lesson-norm-bound": _bound})
