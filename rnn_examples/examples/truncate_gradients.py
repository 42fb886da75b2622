"""A network's gradient whole and cut into segments, and training with either (`truncate`).

Letters: T steps, V words, E the sum of the words' losses, L the loss whatever it is.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from rnn_examples.counted import counted
from rnn_examples.errors import InputError
from rnn_examples.examples.sentence import Sentence
from rnn_examples.examples.targets import Targets, targets_of
from rnn_examples.network.arrays import Array, Ids, norm
from rnn_examples.network.forward import forward
from rnn_examples.network.loss import cross_entropy
from rnn_examples.network.network import Network
from rnn_examples.network.truncated import summed, truncated_gradients
from rnn_examples.tables.table import Cell

STEPS = 2
REPEAT = 2
UPDATES = (0, 1, 10, 100)
RATE = 1.0
LOSSES = ("words", "state")
MOST_PARAMETERS = 2_000_000
MOST_ERRORS = 1 << 21
MOST_UPDATES = 10_000
LARGEST_RATE = 1e6
# What all the passes may cost in products, and what a step costs at least.
MOST_PRODUCTS = 400_000_000
STEP = 2_000


@dataclass(frozen=True, slots=True, eq=False)
class CutGradients:
    """full, cut: the gradient by the names of `Network.arrays`, through all steps and in segments.

    targets: None where the loss is the sum of the last state's entries. trained: for each number of
    updates the mean loss a word, trained with the one and with the other; empty without targets.
    """

    network: Network
    given: Mapping[str, Cell]
    sentence: Sentence
    targets: Targets | None
    steps: int
    rate: float
    full: Mapping[str, Array]
    cut: Mapping[str, Array]
    trained: tuple[tuple[int, float, float], ...]

    @property
    def lost(self) -> dict[str, float | None]:
        """||full - cut|| / ||full|| of each array; None where the gradient is 0."""
        return {
            name: norm(array - self.cut[name]) / size if (size := norm(array)) else None
            for name, array in self.full.items()
        }


def compute(
    network: Network,
    sentence: Sentence,
    targets: Sequence[str] | None = None,
    *,
    steps: int = STEPS,
    loss: str = LOSSES[0],
    updates: Sequence[int] | None = None,
    rate: float = RATE,
    given: Mapping[str, Cell] | None = None,
) -> CutGradients:
    """Both gradients, and the loss after so many updates of gradient descent with each.

    An update subtracts the rate times the gradient of the mean loss a word.

    loss: words, sum_t E_t; state, the sum of the last state's entries, which needs no outputs and
    is not trained. updates: 0, 1, 10 and 100, or those of them that do not take too long. Raises
    InputError for a network that reads in reverse or has no outputs, for targets that do not fit,
    and for what would take too long.
    """
    if not abs(rate) <= LARGEST_RATE:
        raise InputError(f"the rate {rate:g} is out of range: give one of at most 1e6 in size")
    if network.bidirectional:
        raise InputError(
            f"model {network.source} reads from the end too, and a segment's end is not the "
            "text's. Expected one that reads forward alone"
        )
    wanted = None
    if loss == "words":
        network.output_weights()  # the missing layer is told before missing targets
        wanted = targets_of(network, sentence, targets)
    elif targets is not None:
        raise InputError("--targets: the last state's sum has none. Leave it out, or --loss state")
    wished = () if wanted is None else updates
    trains = _affordable(network, len(sentence.inputs), steps, wished)
    ids = None if wanted is None else wanted.ids
    T = len(sentence.inputs)
    states = forward(network, sentence.inputs)
    full = summed(truncated_gradients(network, states, ids, T))
    cut = summed(truncated_gradients(network, states, ids, steps))
    # The outputs' arrays pass nothing back in time: their sums would differ by rounding alone.
    cut |= {name: full[name] for name in ("W_hy", "b_y") if name in full}
    trained: list[tuple[int, float, float]] = []
    if ids is not None and trains:
        ways = [_trained(network, sentence.inputs, ids, size, trains, rate) for size in (T, steps)]
        trained = [(n, ways[0][n], ways[1][n]) for n in trains]
    read = {} if sentence.words is None else {"sentence": " ".join(sentence.words)}
    return CutGradients(
        network, dict(given or read), sentence, wanted, steps, rate, full, cut, tuple(trained)
    )


def _affordable(
    network: Network, T: int, steps: int, updates: Sequence[int] | None
) -> tuple[int, ...]:
    """The updates, or of the default ones those that do not take too long; else InputError."""
    arrays = network.arrays()
    parameters = sum(array.size for array in arrays.values())
    if parameters > MOST_PARAMETERS:
        raise InputError(
            f"model {network.source}: it has {parameters:,} parameters. Expected at most "
            f"{MOST_PARAMETERS:,} for a table of all their gradients"
        )
    V = 0 if network.W_hy is None else len(network.W_hy)
    if T * V > MOST_ERRORS:
        raise InputError(
            f"{T:,} words are too many for {V:,} outputs at once. "
            f"Expected at most {MOST_ERRORS // V:,}"
        )
    weights = sum(a.size for w in network.directions for a in w.arrays().values() if a.ndim == 2)
    pieces = -(-T // steps)
    cost = T * (STEP * len(network.directions) + weights) + pieces * (STEP * 10 + parameters)
    most = MOST_PRODUCTS // (2 * cost) - 1
    chosen = tuple(updates if updates is not None else (n for n in UPDATES if n <= max(0, most)))
    if max(chosen, default=0) > most:
        raise InputError(
            f"{counted(T, 'word')} in {counted(pieces, 'segment')} with "
            f"{counted(max(chosen, default=0), 'update')} of "
            f"{parameters:,} parameters take too long. Expected "
            + (
                f"at most {counted(most, 'update')}"
                if most >= 0
                else "fewer words or longer segments"
            )
        )
    return chosen


def _trained(
    network: Network, inputs: Array, targets: Ids, size: int, updates: Sequence[int], rate: float
) -> dict[int, float]:
    """The mean loss a word after so many updates, each with the gradient in segments of `size`."""
    found: dict[int, float] = {}
    for update in range(max(updates) + 1):
        states = forward(network, inputs)
        if update in updates:
            losses = cross_entropy(network.logits(states.h), targets)
            found[update] = float((losses / len(losses)).sum())
        if update < max(updates):
            gradient = summed(truncated_gradients(network, states, targets, size))
            network = _updated(network, gradient, rate / len(inputs))
    return found


def _updated(network: Network, gradient: Mapping[str, Array], rate: float) -> Network:
    """One step of gradient descent; what leaves the range of floats the next pass refuses."""
    with np.errstate(over="ignore", under="ignore", invalid="ignore"):
        arrays = {name: array - rate * gradient[name] for name, array in network.arrays().items()}
    return network.replaced(arrays)
