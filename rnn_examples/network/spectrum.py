"""A recurrent matrix's two sizes, and how large its powers and Jacobian products are in fact.

Letters: t step, n steps, H hidden, W recurrent matrix (H, H), J = dh_t/dh_{t-1},
P_n = J_n ... J_1.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple, TypeVar

import numpy as np

from rnn_examples.network.activations import activation
from rnn_examples.network.arrays import Array
from rnn_examples.network.scaled import (
    Scaled,
    Size,
    frobenius,
    multiply,
    scale_rows,
    scaled,
    slopes,
    two_norm,
)

Factor = TypeVar("Factor")


class Norms(NamedTuple):
    """Of one matrix: ||.||_2 and ||.||_F."""

    two: Size
    frobenius: Size


class Run(NamedTuple):
    """What a plain cell reads: `x` (H,) added at every step; or, held, whatever keeps its
    pre-activation at `x`: x_t = x - W h_{t-1}."""

    x: tuple[float, ...]
    held: bool = False


def states(W: Array, name: str, run: Run, n: int) -> tuple[Array, Array]:
    """Pre-activations and states of n steps from h_0 = 0, each (n, H).

    h_t = f(W h_{t-1} + x_t); f is the activation called `name`.
    """
    f, x = activation(name).function, np.array(run.x)
    a, h = np.empty((n, len(W))), np.empty((n, len(W)))
    before = np.zeros(len(W))
    with np.errstate(over="ignore", under="ignore", invalid="ignore"):
        for t in range(n):
            a[t] = x if run.held else W @ before + x
            h[t] = before = f(a[t])
    return a, h


def power_norms(W: Array, gamma: float, steps: Sequence[int]) -> list[Norms]:
    """Of (gamma W)^n for each n."""
    with np.errstate(under="ignore"):
        stretched = gamma * W

    def powers() -> Iterator[Scaled]:
        P = scaled(np.eye(len(W)))
        yield P
        while True:
            P = multiply(stretched, P)
            yield P

    return _picked(powers(), steps)


def product_norms(W: Array, name: str, a: Array, steps: Sequence[int]) -> list[Norms]:
    """Of P_n = diag(f'(a_n)) W ... diag(f'(a_1)) W for each n, from pre-activations a (n, H)."""
    s = slopes(name, a)

    def step(t: int, P: Scaled) -> Scaled:
        return scale_rows(s.at(t), multiply(W, P))

    return _picked(_products(range(len(a)), step, len(W)), steps)


def jacobian_norms(jacobians: Iterable[Array], H: int, steps: Sequence[int]) -> list[Norms]:
    """Of P_n = J_n ... J_1 for each n, from the Jacobians (H, H) in the order of reading."""
    return _picked(_products(jacobians, multiply, H), steps)


def _products(
    factors: Iterable[Factor], step: Callable[[Factor, Scaled], Scaled], H: int
) -> Iterator[Scaled]:
    return accumulate(factors, lambda P, factor: step(factor, P), initial=scaled(np.eye(H)))


def _picked(products: Iterator[Scaled], steps: Sequence[int]) -> list[Norms]:
    """The norms of those asked for, in one pass as long as the largest n."""
    wanted, found = set(steps), {}
    for n, P in enumerate(products):
        if n in wanted:
            found[n] = Norms(two_norm(P), frobenius(P))
        if len(found) == len(wanted):
            break
    return [found[n] for n in steps]
