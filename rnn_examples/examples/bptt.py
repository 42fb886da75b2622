"""Backpropagation through time, every term of it, beside what the chapter prints (`bptt`).

Letters: t step, k earlier step, T steps, H hidden, V words, E_t loss of a step, E their sum.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from rnn_examples.errors import InputError
from rnn_examples.examples.bptt_gradients import gradients_table
from rnn_examples.examples.bptt_notes import notes
from rnn_examples.examples.bptt_tables import contributions_table, signals_table
from rnn_examples.examples.first_state import check_first_state
from rnn_examples.examples.remarks import of_model
from rnn_examples.examples.sentence import Sentence
from rnn_examples.examples.targets import Targets, targets_of
from rnn_examples.network.arrays import Array, Ids, norm
from rnn_examples.network.contributions import Contributions, contributions
from rnn_examples.network.forward import forward
from rnn_examples.network.gradients import LossGradients, loss_gradients
from rnn_examples.network.loss import cross_entropy
from rnn_examples.network.network import Network
from rnn_examples.network.numeric import Loss, Method, numeric_entries
from rnn_examples.network.states import States
from rnn_examples.tables.table import Cell, Document

MOST_WORDS = 200
MOST_PARAMETERS = 2_000_000
# Errors of a sentence that are kept at once, T times V.
MOST_ERRORS = 1 << 21
# Products that the T backward passes of T steps may cost, and those that a step costs at least.
MOST_PRODUCTS = 400_000_000
STEP = 2_000
# Entries that the numeric gradient checks, and what their forward passes may cost in products.
MOST_CHECKED = 2_000
MOST_CHECKING = 400_000_000


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """The gradient three ways, by the names of `Network.arrays`.

    immediate: the sum of each step's own term, (12.2) to (12.4) as printed; full: through time;
    numeric: by a small step, at the places `checked` (in row order) of each array.
    """

    network: Network
    given: Mapping[str, Cell]
    sentence: Sentence
    targets: Targets
    h0: Array | None
    method: Method
    states: States
    full: LossGradients
    immediate: Mapping[str, Array]
    contributions: Contributions
    checked: Mapping[str, Ids]
    numeric: Mapping[str, Array]

    @property
    def missed(self) -> dict[str, float | None]:
        """||immediate - full|| / ||full|| of each array; None where the gradient is 0."""
        return {
            name: norm(self.immediate[name] - array) / size if (size := norm(array)) else None
            for name, array in self.full.gradients.arrays.items()
        }

    @property
    def differences(self) -> dict[str, Array]:
        """full - numeric, at the places checked."""
        arrays = self.full.gradients.arrays
        return {
            name: arrays[name].ravel()[places] - self.numeric[name]
            for name, places in self.checked.items()
        }


def compute(
    network: Network,
    sentence: Sentence,
    targets: Sequence[str] | None = None,
    *,
    h0: Sequence[Sequence[float]] | None = None,
    method: Method = "complex",
    given: Mapping[str, Cell] | None = None,
) -> Result:
    """Every gradient of E = sum_t E_t, `targets` being one word a step, else the next word.

    h0: the first state, a row a layer and direction; zeros without it. Raises InputError for a
    network without outputs, for targets or h0 that do not fit, and for a sentence or a network
    too large. Source: chapter, (12.2) to (12.6).
    """
    _check_size(network, len(sentence.inputs))
    check_first_state(network, h0)
    wanted = targets_of(network, sentence, targets)
    start = None if h0 is None else np.array(h0, np.float64)
    states = forward(network, sentence.inputs, h0=start)
    full = loss_gradients(network, states, wanted.ids)
    immediate = loss_gradients(network, states, wanted.ids, through_time=False)
    checked = _places(network, len(sentence.inputs))
    loss = loss_of(network, sentence.inputs, wanted.ids, start)
    return Result(
        network,
        dict(given or {}),
        sentence,
        wanted,
        start,
        method,
        states,
        full,
        immediate.gradients.arrays,
        contributions(network, states, full.dh, full.gradients),
        checked,
        numeric_entries(loss, network.arrays(), checked, method=method),
    )


def loss_of(network: Network, inputs: Array, targets: Ids, h0: Array | None) -> Loss:
    """The sentence's loss as a function of the network's arrays."""

    def loss(arrays: Mapping[str, Array]) -> Array:
        other = network.replaced(arrays)
        h = forward(other, inputs, h0=h0, hidden_only=True).h
        return np.asarray(cross_entropy(other.logits(h), targets).sum())

    return loss


def _check_size(network: Network, T: int) -> None:
    V = len(network.output_weights())
    parameters = sum(array.size for array in network.arrays().values())
    if parameters > MOST_PARAMETERS:
        raise InputError(
            f"model {network.source}: it has {parameters:,} parameters. Expected at most "
            f"{MOST_PARAMETERS:,} for a table of all their gradients"
        )
    step = STEP * len(network.directions) + _recurrent(network)
    most = min(MOST_WORDS, MOST_ERRORS // V, int((MOST_PRODUCTS / step) ** 0.5))
    if most < T:
        raise InputError(
            f"{T:,} words are too many to blame each of them on each. "
            f"Expected at most {most} of model {network.source}"
        )


def _recurrent(network: Network) -> int:
    """Weights that a step of every layer multiplies by."""
    arrays = [array for weights in network.directions for array in weights.arrays().values()]
    return sum(array.size for array in arrays if array.ndim == 2)


def _places(network: Network, T: int) -> dict[str, Ids]:
    """The entries to check: all, or of a large network as many of each array, evenly spread."""
    arrays = network.arrays()
    parameters = sum(array.size for array in arrays.values())
    cost = 4 * parameters + T * (STEP + _recurrent(network))
    entries = min(MOST_CHECKED, MOST_CHECKING // cost)
    if parameters <= entries:
        return {name: np.arange(array.size) for name, array in arrays.items()}
    each = max(1, entries // len(arrays))
    return {
        name: np.unique(np.linspace(0, array.size - 1, min(each, array.size)).astype(np.int64))
        for name, array in arrays.items()
    }


def document(result: Result) -> Document:
    """The tables `signals`, `contributions` and `gradients`."""
    read: dict[str, Cell] = {}
    if result.sentence.words is not None:
        read["sentence"] = " ".join(result.sentence.words)
    inputs: dict[str, Cell] = {
        **of_model(result.network),
        **read,
        **result.given,
        "targets": result.targets.words,
        "h0": None if result.h0 is None else tuple(result.h0.ravel().tolist()),
        "numeric": result.method,
    }
    return Document(
        "bptt",
        "Backpropagation through time",
        inputs,
        (signals_table(result), contributions_table(result), gradients_table(result)),
        notes(result),
    )
