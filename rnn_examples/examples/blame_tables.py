"""The tables of `blame`: every k of one sentence, and the spread over many."""

import math
from collections.abc import Sequence
from decimal import Decimal
from typing import TYPE_CHECKING

from rnn_examples.equations.expression import (
    Expression,
    absolute,
    call,
    difference,
    equals,
    norm,
    power,
    product,
    product_over,
    quotient,
    root,
    symbol,
)
from rnn_examples.examples.notation import LETTERS, Letters
from rnn_examples.network.activations import activation
from rnn_examples.network.cells.rnn import RNNWeights
from rnn_examples.network.scaled import Size
from rnn_examples.tables.table import Bar, Cell, Column, Row, Table, table

if TYPE_CHECKING:
    from rnn_examples.examples.blame import Place, Result

# Of a longer sentence people see some distances.
MOST_SHOWN = 20
SHOWN_DIGITS = (1, 2, 3, 5)
DECIMALS = 4
# Of the bar's width, so that the table fits a terminal.
SPARED = 0.15

TITLE = "What the last state feels of a nudge at word k"
SPREAD_TITLE = "The same over {} random sentences, by the distance"
BLAME = quotient("∂h_T", "∂h_k")
MEMORY = quotient("∂h_T", "∂c_k")


def size_of(derivative: Expression) -> Expression:
    """||derivative||_F / sqrt(H)."""
    return quotient(norm(derivative, "F"), root("H"))


def recurrence(letters: Letters) -> Expression:
    """dh_T/dh_k of a plain tanh network: the lesson's, in a source's own letters and order."""
    slopes, W = call("diag", difference(1, power("h_t", 2))), symbol(letters.W_hh)
    factor = product(W, slopes) if letters.rows else product(slopes, W)
    return equals(BLAME, product_over("t=k+1", "T", factor))


def tables(result: "Result") -> tuple[Table, ...]:
    """`blame` and, where random sentences were read, `sentences`."""
    every = _blame(result)
    if not result.spreads:
        return (every,)
    return every, _sentences(result)


def is_lesson(result: "Result") -> bool:
    """Whether every recurrence is the lesson's: a plain tanh cell."""
    return all(
        isinstance(weights, RNNWeights) and weights.activation == "tanh"
        for scene in result.scenes
        for weights in scene.network.directions
    )


def _blame(result: "Result") -> Table:
    named = any(line.word is not None for line in result.lines)
    memory = any(line.memory is not None for line in result.lines)
    bounded = any(line.bound is not None for line in result.lines)
    columns = [*_place_columns(result), Column("k", symbol("k"), key=True)]
    if named:
        columns.append(Column("word", "word", text=True))
    columns += [
        Column("distance", _distance(result)),
        SIZE,
        Column("log10_size", symbol("log_10"), decimals=1),
    ]
    if memory:
        columns.append(Column("memory", "of memory", decimals=DECIMALS, significant=2))
    if bounded:
        columns.append(Column("bound", bound_letter(result), significant=3))
    columns.append(_bar([line.size for line in result.lines]))

    rows: list[Row] = []
    for line in result.lines:
        cells: list[Cell] = [*_place_cells(result, line.place), line.k]
        cells += [line.word] if named else []
        cells += [line.distance, line.size.value, line.size.log10]
        cells += [None if line.memory is None else line.memory.value] if memory else []
        cells += [line.bound] if bounded else []
        rows.append((*cells, None))
    letters = LETTERS[result.scenes[0].network.notation]
    equation = recurrence(letters) if is_lesson(result) else None
    every = table("blame", TITLE, columns, rows, equation=equation)
    return _with_summary(every, [line.distance for line in result.lines])


def _sentences(result: "Result") -> Table:
    columns = [
        *_place_columns(result),
        Column("distance", _distance(result), key=True),
        Column("least", "least", decimals=DECIMALS, significant=2),
        Column("median", "median", decimals=DECIMALS, significant=2),
        Column("largest", "largest", decimals=DECIMALS, significant=2),
        Column("log10_ratio", RATIO, decimals=1),
    ]
    rows = [
        (
            *_place_cells(result, spread.place),
            spread.distance,
            spread.least.value,
            spread.median,
            spread.largest.value,
            log10_ratio(spread.least, spread.largest),
        )
        for spread in result.spreads
    ]
    every = table("sentences", SPREAD_TITLE.format(f"{result.sentences:,}"), columns, rows)
    return _with_summary(every, [spread.distance for spread in result.spreads])


def log10_ratio(least: Size, largest: Size) -> float | None:
    """Of the largest to the least; None where the least is 0."""
    if least.log10 is None or largest.log10 is None:
        return None
    return largest.log10 - least.log10


def _place_columns(result: "Result") -> list[Column]:
    if result.scenes[0].is_random:
        return [Column("gain", symbol("g"), key=True)]
    network = result.scenes[0].network
    found = []
    if len(network.layers) > 1:
        found.append(Column("layer", "layer", key=True))
    if network.bidirectional:
        found.append(Column("direction", "direction", key=True, text=True))
    return found


def _place_cells(result: "Result", place: "Place") -> list[Cell]:
    if place.gain is not None:
        return [place.gain]
    network = result.scenes[0].network
    layer: list[Cell] = [place.layer] if len(network.layers) > 1 else []
    direction = "reverse" if place.reverse else "forward"
    return [*layer, direction] if network.bidirectional else layer


def stretch_letter(result: "Result") -> Expression:
    """g, or gamma g where the activation's steepest slope is not 1."""
    return symbol("g") if steepest(result) == 1 else product("γ", "g")


def steepest(result: "Result") -> float:
    """gamma, the steepest slope of a plain cell's activation; there is one where a bound is."""
    weights = [w for scene in result.scenes for w in scene.network.directions]
    plain = (w for w in weights if isinstance(w, RNNWeights))
    return next(activation(w.activation).largest_derivative for w in plain)


def bound_letter(result: "Result") -> Expression:
    """g^(T-k); the distance is k - 1 in reverse, where T stands for word 1, as a note says."""
    steps = difference("T", "k")
    both = result.scenes[0].network.bidirectional
    return power(stretch_letter(result), absolute(steps) if both else steps)


def _distance(result: "Result") -> str | Expression:
    """T - k, where T is the last word."""
    reverse = result.scenes[0].network.bidirectional
    return "steps back" if reverse else difference("T", "k")


def _bar(sizes: Sequence[Size]) -> Column:
    """From a decade below the least size to some way above the largest; that of T itself is 1."""
    orders = [order for size in sizes if (order := size.log10) is not None]
    floor, top = math.ceil(min(orders)) - 2, math.ceil(max(orders))
    ceiling = top + math.ceil((top - floor) * SPARED)
    label = f"log scale from 1e{floor:+03d}"
    return Column("bar", label, bar=Bar("size", _decade(floor), _decade(ceiling)))


def _decade(exponent: int) -> Decimal:
    return Decimal((0, (1,), exponent))


def _with_summary(every: Table, distances: Sequence[int]) -> Table:
    """Of many rows people see those at the distances 1, 2, 3, 5, 10, 20, ... and the farthest."""
    farthest = max(distances)
    if farthest <= MOST_SHOWN:
        return every
    shown = {0, farthest} | {
        digit * 10**exponent for exponent in range(len(str(farthest))) for digit in SHOWN_DIGITS
    }
    rows = [row for row, distance in zip(every.rows, distances, strict=True) if distance in shown]
    title = f"{every.title}: some of {farthest:,} steps"
    return every.but(summary=table(every.name, title, every.columns, rows))


SIZE = Column("size", "size", decimals=DECIMALS, significant=2)
RATIO = product("log_10", quotient("largest", "least"))
