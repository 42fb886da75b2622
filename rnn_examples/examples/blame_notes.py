"""What stands under the tables of `blame`."""

from typing import TYPE_CHECKING

from rnn_examples.counted import counted
from rnn_examples.equations.expression import (
    Expression,
    equals,
    norm,
    number,
    quotient,
    symbol,
)
from rnn_examples.examples.blame_scene import SENTENCE
from rnn_examples.examples.blame_tables import (
    BLAME,
    MEMORY,
    SIZE,
    bound_letter,
    log10_ratio,
    size_of,
    steepest,
    stretch_letter,
)
from rnn_examples.examples.notation import LETTERS
from rnn_examples.network.cells.rnn import RNNWeights
from rnn_examples.network.scaled import power_of
from rnn_examples.tables.numbers import shortest, significant
from rnn_examples.tables.prose import Figure, Prose, about, prose

if TYPE_CHECKING:
    from rnn_examples.examples.blame import Result, Spread

# Beyond so many gains or layers the notes tell of the first and the last.
MOST_TOLD = 2
# The decimal logarithm of how many times less is worth telling: 1.1 times.
LEAST_TOLD = 0.03


def notes(result: "Result") -> tuple[str | Prose, ...]:
    """The notes, most important first."""
    return (
        _size(result),
        *(about("sentences", note) for note in _erratic(result)),
        *_bounded(result),
        *_memory(result),
        *_layers(result),
        *_drawn(result),
        *result.scenes[0].network.notes,
    )


def _size(result: "Result") -> Prose:
    start = prose(
        "Size is ", size_of(BLAME), ": what a nudge of ", symbol("h_k"),
        " in a random direction is multiplied by on its way to ", symbol("h_T"),
        "; 1 where nothing is lost.",
    )  # fmt: skip
    if result.scenes[0].network.bidirectional:
        return start
    return prose(*start.parts, " ", equals("k", "0"), " is the state before the first word.")


def _erratic(result: "Result") -> list[str | Prose]:
    """How far apart the sentences lie at the farthest distance."""
    if not result.spreads:
        return []
    farthest = max(spread.distance for spread in result.spreads)
    ends = [spread for spread in result.spreads if spread.distance == farthest]
    if len(ends) > MOST_TOLD:
        ends = [ends[0], ends[-1]]
    found: list[str | Prose] = []
    for spread in ends:
        ratio = log10_ratio(spread.least, spread.largest)
        if ratio is not None and ratio > LEAST_TOLD:
            found.append(_spread_of(result, spread, ratio))
    return found


def _spread_of(result: "Result", spread: "Spread", ratio: float) -> Prose:
    where: list[str | Expression] = [f"{counted(spread.distance, 'step')} back"]
    if spread.place.gain is not None:
        where = ["At ", equals("g", shortest(spread.place.gain)), ", ", *where]
    elif len(result.scenes[0].network.directions) > 1:
        reverse = " in reverse" if spread.place.reverse else ""
        where = [f"In layer {spread.place.layer}{reverse}, ", *where]
    else:
        where = [f"At {counted(spread.distance, 'step')} back"]
    least, largest = (Figure(size.value, SIZE) for size in (spread.least, spread.largest))
    times = significant(10**ratio, 2) if ratio < 300 else f"1e+{ratio:.0f}"
    return prose(
        *where,
        ", one random sentence keeps ",
        largest,
        " and another ",
        least,
        ": ",
        number(times) if "e" in times else times,
        " times less.",
    )


def _bounded(result: "Result") -> list[str | Prose]:
    weights = [w for scene in result.scenes for w in scene.network.directions]
    W = symbol(LETTERS[result.scenes[0].network.notation].W_hh)
    plain = [w for w in weights if isinstance(w, RNNWeights)]
    if not plain:
        return ["The norm of no single matrix bounds the sizes of a gated cell."]
    gain: list[str | Expression] = [equals("g", norm(W, "2"))]
    gamma = steepest(result)
    if gamma != 1:
        gain += [
            " and ",
            equals("γ", shortest(gamma)),
            f", the steepest slope of {plain[0].activation}",
        ]
    found: list[str | Prose] = [
        prose(
            "No size exceeds ", bound_letter(result), ", with ", *gain,
            ". Below 1 it forces the blame to vanish; above 1 it promises nothing.",
        ),
    ]  # fmt: skip
    if not result.scenes[0].is_random:
        from rnn_examples.examples.blame import stretch

        scene = result.scenes[0]
        gains = [stretch(scene, w) for w in scene.network.directions]
        told = ", ".join(significant(power_of(g, 1), 3) for g in gains if g is not None)
        found.append(prose("Here ", stretch_letter(result), f" is {told}."))
    return found


def _memory(result: "Result") -> list[str | Prose]:
    if all(line.memory is None for line in result.lines):
        return []
    return [
        prose(
            "Of memory is ", size_of(MEMORY), ", a nudge of ", symbol("c_k"),
            ": along the belt, and by what ", symbol("h_k"), " shows of it. That of ",
            symbol("h_k"), " leaves ", symbol("c_k"), " as it is.",
        )
    ]  # fmt: skip


def _layers(result: "Result") -> list[str | Prose]:
    network = result.scenes[0].network
    found: list[str | Prose] = []
    if len(network.layers) > 1:
        found.append(
            "Each layer's last state is blamed on its own earlier ones: through its own "
            "recurrence, not by way of the layers above."
        )
    if network.bidirectional:
        found.append(
            prose(
                "In reverse the last word read is word 1, and ", symbol("T"), " stands for it; ",
                "the state before the first word read is ", equals("k", "0"), " forward and ",
                f"{len(result.scenes[0].sentence.inputs) + 1} in reverse.",
            )
        )  # fmt: skip
    return found


def _drawn(result: "Result") -> list[str | Prose]:
    scene = result.scenes[0]
    if not scene.is_random:
        if not result.sentences:
            return []
        drawn = "A random sentence draws each word uniformly from the vocabulary."
        return [about("sentences", drawn)]
    found: list[str | Prose] = [
        prose(
            "The weights are random and untrained, without bias, as the lesson's are; how they are "
            "drawn is ours: ", symbol("W_x"), " normal with variance ", quotient(1, "D"), ", ",
            symbol("W_h"), " normal, then scaled to ", equals(norm("W_h", "2"), "g"),
            ", each different word a standard normal vector; the same draw for every ",
            symbol("g"), ".",
        )
    ]  # fmt: skip
    if scene.sentence.words == tuple(SENTENCE.split()):
        found.append(about("blame", SENTENCE_NOTE))
    return found


SENTENCE_NOTE = "Of the sentence's words only flowers and market are the lesson's."
