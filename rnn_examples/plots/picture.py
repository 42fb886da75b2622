"""The picture model: what is drawn, for a file or for a terminal alike.

Values on a logarithmic axis are powers of ten already, so that 1e-1506 is as good as 0.1.
"""

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Literal

from rnn_examples.errors import InputError

Mark = Literal["line", "dashes"]
Values = tuple[float | None, ...]
MOST_SERIES = 12
MOST_CELLS = 10_000
LARGEST = 10**100


@dataclass(frozen=True, slots=True)
class Axis:
    """What is measured, in what unit. log: the values are log10 of what is shown.

    names: of the places 1, 2, ... where these are words. low, high: ends that the data may cross.
    """

    label: str
    unit: str | None = None
    log: bool = False
    names: tuple[str, ...] = ()
    low: float | None = None
    high: float | None = None

    @property
    def title(self) -> str:
        return f"{self.label} ({self.unit})" if self.unit else self.label


@dataclass(frozen=True, slots=True)
class Series:
    """Points in the order of x; y is None where there is none. low, high: an interval a point."""

    name: str
    x: tuple[float, ...]
    y: Values
    mark: Mark = "line"
    low: tuple[float, ...] = ()
    high: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Guide:
    """A straight line across the picture, at a place of one axis."""

    axis: Literal["x", "y"]
    at: float
    label: str


@dataclass(frozen=True, slots=True)
class Spot:
    """One place of a chart, named."""

    x: float
    y: float
    label: str


@dataclass(frozen=True, slots=True)
class Chart:
    """Lines and points over one x axis."""

    title: str
    x: Axis
    y: Axis
    series: tuple[Series, ...]
    guides: tuple[Guide, ...] = ()
    spots: tuple[Spot, ...] = ()


@dataclass(frozen=True, slots=True)
class Bars:
    """A bar for each name and series; `texts` stand at their ends, as the tables show them."""

    title: str
    names: tuple[str, ...]
    axis: Axis
    series: tuple[tuple[str, Values, tuple[str, ...]], ...]
    guides: tuple[Guide, ...] = ()


@dataclass(frozen=True, slots=True)
class Heat:
    """A value for each row and column, light where large. None: there is no such cell.

    lines: values along which a contour is drawn. texts: what is written in the cells, if anything.
    """

    title: str
    rows: Axis
    columns: Axis
    value: Axis
    cells: tuple[Values, ...]
    texts: tuple[tuple[str, ...], ...] = ()
    lines: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Arrow:
    """From the origin to a tip, and the tip that it became."""

    name: str
    tip: tuple[float, float]
    after: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Plane:
    """A circle round the origin, arrows and points in the plane, both axes on one scale."""

    title: str
    x: Axis
    y: Axis
    radius: float
    circle: str
    half: float
    arrows: tuple[Arrow, ...] = ()
    points: tuple[Series, ...] = ()


Panel = Chart | Bars | Heat | Plane


@dataclass(frozen=True, slots=True)
class Picture:
    """Panels one below another. title: what to see; description: what a reader who does not see
    the picture must know; note: what a reader must know who does, of a picture of one panel."""

    name: str
    title: str
    description: str
    panels: tuple[Panel, ...]
    note: str = ""


def leaving(lowest: float, edge: float) -> str:
    """What a picture says of lines that fall below its edge, a power of ten; nothing of none."""
    return f"Lines that fall below 1e{edge:+03.0f} leave the picture." if lowest < edge else ""


def as_float(value: int | float | Decimal | Fraction, what: str) -> float:
    """A number as a float64. Raises InputError for one too large to be measured by eye."""
    if not -LARGEST <= value <= LARGEST:
        raise InputError(f"--plot: {what} is too large for a picture. Leave it out")
    return float(value)


def check(picture: Picture) -> Picture:
    """The picture, if its reader could tell its parts apart; else InputError."""
    for panel in picture.panels:
        if isinstance(panel, (Chart, Bars)) and len(panel.series) > MOST_SERIES:
            raise InputError(
                f"--plot: {len(panel.series)} lines are too many for one picture. "
                f"Expected at most {MOST_SERIES}"
            )
        count = (
            len(panel.names) * 10 * len(panel.series)
            if isinstance(panel, Bars)
            else sum(map(len, panel.cells))
            if isinstance(panel, Heat)
            else 0
        )
        if count > MOST_CELLS:
            raise InputError(
                "--plot: there is too much for one picture. Ask for fewer units, words or rows"
            )
    return picture
