"""`clip`: gradients before and after, in the same direction."""

from decimal import Decimal
from math import hypot

from rnn_examples.counted import counted
from rnn_examples.examples.clip import Clipping, Result
from rnn_examples.plots.picture import (
    MOST_SERIES,
    Arrow,
    Axis,
    Bars,
    Guide,
    Panel,
    Picture,
    Plane,
    as_float,
)
from rnn_examples.plots.powers import log_size
from rnn_examples.tables.numbers import rounded, shortest

FRAME = 2.2  # thresholds from the middle to the frame


def draw(result: Result) -> Picture:
    """The plane, if the gradients have two entries each, and the norms."""
    flat = all(len(row.gradient) == 2 for row in result.rows)
    plane: tuple[Panel, ...] = ()
    if flat and len(result.rows) <= MOST_SERIES and not result.together:
        plane = (_plane(result),)
    clipped = sum(row.scale < 1 for row in result.rows)
    limit = shortest(result.threshold)
    return Picture(
        "clip",
        "Clipping shortens what is longer than the threshold and turns nothing",
        f"{counted(len(result.rows), 'gradient')} before and after clipping at {limit}. "
        f"What is longer, {clipped} of them, ends at the threshold, in the same direction; the "
        "others stay as they are. "
        + " ".join(
            f"{_name(row)}: norm {_norm(row.norm)}, then {_norm(row.clipped_norm)}."
            for row in result.rows[:MOST_SERIES]
        ),
        (*plane, _norms(result)),
    )


def _plane(result: Result) -> Plane:
    threshold = as_float(result.threshold, "the threshold")
    half = FRAME * threshold
    longest = max(
        hypot(*(as_float(entry, "a gradient") for entry in row.gradient)) for row in result.rows
    )
    half = min(half, max(longest * 1.1, threshold * 1.2))
    return Plane(
        "Before, dashed, and after, thick; in the frame",
        Axis("first entry"),
        Axis("second entry"),
        threshold,
        f"norm {shortest(result.threshold)}",
        half,
        tuple(_arrow(row) for row in result.rows),
    )


def _arrow(row: Clipping) -> Arrow:
    (x, y), (a, b) = row.gradient, row.clipped
    tip = as_float(x, "a gradient"), as_float(y, "a gradient")
    return Arrow(_name(row), tip, (as_float(a, "a gradient"), as_float(b, "a gradient")))


def _norms(result: Result) -> Bars:
    kinds = [
        ("before", [row.norm for row in result.rows]),
        ("after", [row.clipped_norm for row in result.rows]),
    ]
    logs = [log_size(value) for _, values in kinds for value in values]
    limit = log_size(result.threshold)
    assert limit is not None
    known = [value for value in (*logs, limit) if value is not None]
    return Bars(
        "Norms, on a logarithmic scale",
        tuple(map(_name, result.rows)),
        Axis("norm", log=True, low=min(known) - 1.0),
        tuple(
            (name, tuple(map(log_size, values)), tuple(map(_norm, values)))
            for name, values in kinds
        ),
        (Guide("x", limit, f"threshold {shortest(result.threshold)}"),),
    )


def _name(row: Clipping) -> str:
    entries = [shortest(entry) for entry in row.gradient[:3]]
    return f"({', '.join(entries)}{', …' if len(row.gradient) > 3 else ''})"


def _norm(value: Decimal) -> str:
    return rounded(value, 2, 2)
