"""Which step's loss reaches which earlier step, measured on the recurrent matrices' gradient.

Letters: t the step whose loss it is, k the step whose use of W_hh it blames, T steps, H hidden.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from rnn_examples.network.arrays import Array, Ids
from rnn_examples.network.gradients import Gradients, backward, recurrent_factors
from rnn_examples.network.network import Network
from rnn_examples.network.states import States


@dataclass(frozen=True, slots=True, eq=False)
class Contributions:
    """Both (T, T), row t, column k; t and k from 0.

    norms: ||a_tk b_k^T||_F of all recurrent matrices together. shares: how much of dL/dW_hh it is,
    <term, dL/dW_hh> / ||dL/dW_hh||^2, so that they add up to 1; nan where the gradient is 0.
    """

    norms: Array
    shares: Array


def contributions(network: Network, states: States, dh: Array, full: Gradients) -> Contributions:
    """The terms of dL/dW_hh = sum_t sum_k a_tk b_k^T, one backward pass a step t.

    dh (T, width): dE_t/dh_t, what each step's own loss sends; full: the whole gradient.
    """
    T = len(dh)
    names = [
        f"{prefix}{name}"
        for prefix, weights in zip(network.prefixes(), network.directions, strict=True)
        for name in weights.arrays()
        if name.endswith("W_hh")
    ]
    norms, products = np.zeros((T, T)), np.zeros((T, T))
    with np.errstate(over="ignore", under="ignore", invalid="ignore", divide="ignore"):
        # By powers of two, so that no square over- or underflows: exact.
        e = max(int(np.frexp(np.abs(full.arrays[name]).max())[1]) for name in names)
        gradient = [np.ldexp(full.arrays[name], -e) for name in names]
        for t in range(T):
            alone = np.zeros_like(dh)
            alone[t] = dh[t]
            factors = _factors(network, states, backward(network, states, alone), names)
            for G, (a, b) in zip(gradient, factors, strict=True):
                (A, e_a), (B, e_b) = _scaled(a), _scaled(b)
                squares = np.square(A).sum(axis=1) * np.square(B).sum(axis=1)
                norms[t] = np.hypot(norms[t], np.ldexp(np.sqrt(squares), e_a + e_b))
                products[t] += np.ldexp(((A @ G) * B).sum(axis=1), e_a + e_b - e)
        size = sum(float(np.square(G).sum()) for G in gradient)
        # 0/0 where nothing has a gradient: NumPy 1.26 calls that a division by zero.
        return Contributions(norms, products / np.float64(size))


def _scaled(x: Array) -> tuple[Array, Ids]:
    """M and e (T,) with x = 2^e M, row by row, the entries of M at most 1."""
    e = np.frexp(np.abs(x).max(axis=1))[1]
    return np.ldexp(x, -e[:, None]), e


def _factors(
    network: Network, states: States, gradients: Gradients, names: Sequence[str]
) -> list[tuple[Array, Array]]:
    """a (T, H) and b (T, H) of each recurrent matrix, in the order of the names."""
    found: dict[str, tuple[Array, Array]] = {}
    passed = [gradient for layer in gradients.traces for gradient in layer]
    for prefix, weights, trace, gradient in zip(
        network.prefixes(), network.directions, states.traces, passed, strict=True
    ):
        factors = recurrent_factors(weights, trace, gradient)
        found |= {prefix + name: pair for name, pair in factors.items()}
    return [found[name] for name in names]
