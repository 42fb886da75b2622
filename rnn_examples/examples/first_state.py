"""The state that a network starts from, as it is given."""

from collections.abc import Sequence
from typing import Any

from rnn_examples.counted import counted
from rnn_examples.errors import InputError
from rnn_examples.network.network import Network


def check_first_state(network: Network, h0: Sequence[Sequence[Any]] | None) -> None:
    """Raises InputError unless h0 is a number a unit, a row a layer and direction."""
    directions, H = len(network.directions), network.hidden
    if h0 is None or (len(h0) == directions and all(len(row) == H for row in h0)):
        return
    found = "; ".join(str(len(row)) for row in h0)
    numbers = "1 number is" if found == "1" else f"{found} numbers are"
    several = f" for each of its {directions} layers and directions, separated by ;"
    raise InputError(
        f"--h0: {numbers} given, model {network.source} has {counted(H, 'unit')}. "
        f"Expected {H}{several if directions > 1 else ''}"
    )
