"""Blame through time: how much of a nudge at word k the last state still feels (`blame`).

Letters: t step, k earlier step, T steps, H hidden, D input, g gain ||W_h||_2.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

import numpy as np

from rnn_examples.errors import InputError
from rnn_examples.examples import blame_notes, blame_tables
from rnn_examples.examples.blame_scene import Scene, check_size
from rnn_examples.examples.remarks import of_model
from rnn_examples.network.activations import activation
from rnn_examples.network.blame import Blame, blame
from rnn_examples.network.cells.rnn import RNNWeights
from rnn_examples.network.forward import forward
from rnn_examples.network.scaled import Size, power_of, scaled, two_norm
from rnn_examples.network.weights import Weights
from rnn_examples.tables.table import Cell, Document


@dataclass(frozen=True, slots=True)
class Place:
    """Which recurrence: the gain of a random network, the layer, whether it reads in reverse."""

    gain: Fraction | None
    layer: int
    reverse: bool


@dataclass(frozen=True, slots=True)
class Line:
    """One k: ||dh_T/dh_k||_F / sqrt(H), of an LSTM ||dh_T/dc_k||_F / sqrt(H) too.

    distance: steps from k to the last one read. bound: (gamma g)^distance, None of a gated cell.
    word is None of the state before the first word, and where words have no names.
    """

    place: Place
    k: int
    word: str | None
    distance: int
    size: Size
    memory: Size | None
    bound: Decimal | None


@dataclass(frozen=True, slots=True)
class Spread:
    """The least, the median and the largest size at a distance, over many random sentences."""

    place: Place
    distance: int
    least: Size
    median: float | Decimal
    largest: Size


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """`lines` and `spreads` in the order of the scenes, layers, directions."""

    scenes: tuple[Scene, ...]
    sentences: int
    given: Mapping[str, Cell]
    lines: tuple[Line, ...]
    spreads: tuple[Spread, ...]


def compute(
    scenes: Sequence[Scene],
    rng: np.random.Generator,
    sentences: int = 0,
    *,
    given: Mapping[str, Cell] | None = None,
) -> Result:
    """Every k of the sentence, and the spread over so many random ones as long as it.

    Every scene reads the same sentences. T products of H x H matrices a sentence. Raises InputError
    for random sentences of a network that reads only vectors, for too many, and for a state that
    leaves the range of floats. Source: lesson, "Blame through time".
    """
    first = scenes[0]
    if sentences and not first.is_random and first.network.words is None:
        raise InputError(
            f"--sentences: model {first.network.source} reads vectors, there are no words to draw. "
            "Expected --sentences 0"
        )
    check_size(scenes, sentences)
    lines = tuple(line for scene in scenes for line in _lines(scene))
    found: dict[tuple[Place, int], list[Size]] = {}
    for _ in range(sentences):
        inputs = first.random_sentence(rng, len(first.sentence.inputs))
        for scene in scenes:
            states = forward(scene.network, inputs)
            for place, of_place in _placed(scene, blame(scene.network, states)):
                for distance, size in enumerate(of_place.h):
                    found.setdefault((place, distance), []).append(size)
    order = {line.place: rank for rank, line in enumerate(lines)}
    spreads = (_spread(place, distance, sizes) for (place, distance), sizes in found.items())
    ordered = sorted(spreads, key=lambda spread: (order[spread.place], spread.distance))
    return Result(tuple(scenes), sentences, dict(given or {}), lines, tuple(ordered))


def largest_slope(weights: RNNWeights) -> float:
    """gamma: 1 of tanh, 1/4 of the sigmoid."""
    return activation(weights.activation).largest_derivative


def stretch(scene: Scene, weights: Weights) -> Fraction | None:
    """gamma g, what a step stretches by at most; None of a gated cell."""
    if not isinstance(weights, RNNWeights):
        return None
    g = scene.gain
    if g is None:
        g = Fraction(two_norm(scaled(weights.W_hh)).value)
    return g * Fraction(largest_slope(weights))


def _placed(scene: Scene, found: tuple[tuple[Blame, ...], ...]) -> Iterator[tuple[Place, Blame]]:
    for layer, directions in enumerate(found, 1):
        for reverse, of_direction in zip((False, True), directions, strict=False):
            yield Place(scene.gain, layer, reverse), of_direction


def _lines(scene: Scene) -> Iterator[Line]:
    """Forward: k = 0 to T, in the order of the words; in reverse: k = 1 to T + 1."""
    words, T = scene.sentence.words, len(scene.sentence.inputs)
    found = _placed(scene, blame(scene.network, forward(scene.network, scene.sentence.inputs)))
    for (place, of_place), weights in zip(found, scene.network.directions, strict=True):
        factor = stretch(scene, weights)
        for k in range(1, T + 2) if place.reverse else range(T + 1):
            distance = k - 1 if place.reverse else T - k
            yield Line(
                place,
                k,
                words[k - 1] if words is not None and 1 <= k <= T else None,
                distance,
                of_place.h[distance],
                None if of_place.c is None else of_place.c[distance],
                None if factor is None else power_of(factor, distance),
            )


def _spread(place: Place, distance: int, sizes: Sequence[Size]) -> Spread:
    ordered = sorted(sizes, key=lambda size: size.order)
    middle = ordered[(len(ordered) - 1) // 2].value, ordered[len(ordered) // 2].value
    return Spread(place, distance, ordered[0], _mean(*middle), ordered[-1])


def _mean(a: float | Decimal, b: float | Decimal) -> float | Decimal:
    if isinstance(a, float) and isinstance(b, float):
        return a / 2 + b / 2
    return (Decimal(a) + Decimal(b)) / 2


def document(result: Result) -> Document:
    """The tables: `blame` and, where random sentences were read, `sentences`."""
    scene = result.scenes[0]
    words = scene.sentence.words
    read: dict[str, Cell] = {} if words is None else {"sentence": " ".join(words)}
    model: dict[str, Cell] = {} if scene.is_random else of_model(scene.network)
    inputs = {**model, **read, **result.given, "sentences": result.sentences}
    return Document(
        "blame",
        "Blame through time",
        inputs,
        blame_tables.tables(result),
        blame_notes.notes(result),
    )
