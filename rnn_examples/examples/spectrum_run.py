"""What a network reads while `spectrum` multiplies its Jacobians, and their products' sizes.

Letters: n steps, T steps of the sentence, H hidden.
"""

from collections.abc import Iterator, Mapping, Sequence

from rnn_examples.network.arrays import Array
from rnn_examples.network.cells.rnn import RNNWeights
from rnn_examples.network.forward import forward
from rnn_examples.network.gradients import jacobians
from rnn_examples.network.network import Network
from rnn_examples.network.pre_activations import pre_activations
from rnn_examples.network.spectrum import Norms, jacobian_norms, product_norms


def runs(network: Network, T: int, steps: Sequence[int]) -> dict[int, list[int]]:
    """How many steps are read, and the rows n that are taken from that reading.

    Forward alone the first n steps are the same in every reading. What reads in reverse needs the
    sentence's true end, so it is read whole, as often as n needs; and above such a layer every
    state feels how often, so that there each n has its own reading.
    """
    if not network.bidirectional:
        return {max(1, *steps): list(steps)}
    whole = {n: T * max(1, -(-n // T)) for n in steps}
    if len(network.layers) == 1:
        return {max(whole.values()): list(steps)}
    return {
        length: [n for n in whole if whole[n] == length] for length in sorted(set(whole.values()))
    }


def walked(runs: Mapping[int, Sequence[int]]) -> int:
    """The Jacobians that are multiplied, a direction."""
    return sum(max(run) for run in runs.values())


def products(network: Network, inputs: Array, steps: Sequence[int]) -> Iterator[list[Norms]]:
    """Of P_n for each n, a list a direction, each from where that direction begins to read."""
    read = forward(network, inputs)
    by_layer = pre_activations(network, read)
    a = [part for layer in by_layer for part in layer]
    for place, (weights, trace) in enumerate(zip(network.directions, read.traces, strict=True)):
        if isinstance(weights, RNNWeights):
            ordered = a[place][::-1] if trace.reverse else a[place]
            yield product_norms(weights.W_hh, weights.activation, ordered[: max(steps)], steps)
        else:
            H = weights.hidden * (2 if weights.kind == "lstm" else 1)
            yield jacobian_norms(jacobians(weights, trace), H, steps)
