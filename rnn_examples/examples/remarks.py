"""Notes that stand under the tables of several examples, in the same words."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rnn_examples.equations.expression import symbol
from rnn_examples.examples.notation import LETTERS
from rnn_examples.tables.numbers import shortest
from rnn_examples.tables.prose import Prose, prose
from rnn_examples.tables.table import Cell

if TYPE_CHECKING:
    from rnn_examples.examples.sentence import Sentence
    from rnn_examples.network.network import Network
    from rnn_examples.network.numeric import Method

# What a gradient is measured by.
METHODS: "dict[Method, str]" = {"complex": "a complex step", "central": "a central difference"}
NEXT_WORD = "The target is the next word; after the last word comes the first."


def of_model(network: "Network", units: range | None = None) -> dict[str, Cell]:
    """The inputs that name a network: its source, and of a file how it was read. units: those
    that are shown, None for all."""
    shown = {} if units is None else {"units": f"{units.start}:{units.stop}"}
    return {"model": network.source, **network.reading, **shown}


def typed_matrix(rows: Iterable[Iterable[float]]) -> str:
    """As an option takes it, rows apart by ;."""
    return ";".join(",".join(map(shortest, row)) for row in rows)


def outputs_are_ours(network: "Network", read: "Sentence | None") -> tuple[Prose, ...]:
    """That the source gives no vectors and outputs; nothing where it does. read: None of a text."""
    if "W_hy" not in network.ours:
        return ()
    letters = LETTERS[network.notation]
    W_hy, b_y = symbol(letters.W_hy), symbol(letters.b_y)
    if read is not None and not read.is_of_words:
        return (prose(W_hy, " and ", b_y, " are ours; the source's are not known."),)
    return (
        prose("The words' vectors, ", W_hy, " and ", b_y, " are ours; the source's are not known."),
    )


def part_of(units: range | None) -> slice:
    """The units that are shown, None for all."""
    return slice(None) if units is None else slice(units.start, units.stop)


def picked_units(units: range, H: int, whose: str = "units") -> str:
    """Which of H units are shown, counted from 1."""
    first, last = units.start + 1, units.stop
    if first == last:
        return f"Of {H} {whose} only number {last} is shown."
    return f"Of {H} {whose} those from {first} to {last} are shown."
