"""The forward pass: every state of a sentence at once, or of a long text chunk by chunk.

Letters: T steps, H hidden, D input, G gates.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache

import numpy as np

from rnn_examples.counted import counted
from rnn_examples.errors import InputError
from rnn_examples.network.arrays import Array
from rnn_examples.network.cells.scan import Packed, Recording, State
from rnn_examples.network.network import Network
from rnn_examples.network.states import States, Trace
from rnn_examples.network.weights import Weights

# The input side is one product for as many steps as make a block of about this many numbers.
BLOCK = 1 << 19
# Up to this many numbers, W_xh x + b_h of each word is kept rather than computed again.
TABLE = 1 << 20


def forward(
    network: Network,
    inputs: Array | Sequence[int],
    *,
    h0: Array | None = None,
    c0: Array | None = None,
    hidden_only: bool = False,
    dtype: type = np.float64,
) -> States:
    """Every state of the text: `inputs` are words' numbers (T,) or vectors (T, D).

    h0, c0: the first state of every direction, (H,), or (L directions, H) in PyTorch's order.
    hidden_only leaves out c and the gates. Raises InputError for inputs of a wrong shape or range,
    and where a state leaves the range of floats.
    """
    return next(stream(network, [inputs], h0=h0, c0=c0, hidden_only=hidden_only, dtype=dtype))


def stream(
    network: Network,
    chunks: Iterable[Array | Sequence[int]],
    *,
    h0: Array | None = None,
    c0: Array | None = None,
    hidden_only: bool = True,
    dtype: type = np.float64,
) -> Iterator[States]:
    """The states chunk by chunk, the state carried over; memory is one chunk's. See `forward`.

    Raises InputError at the second chunk of a network that reads in reverse: it needs the end.
    """
    kind = np.dtype(np.complex128 if _has_complex(network) else dtype)
    with np.errstate(over="ignore", under="ignore"):
        packed = [weights.packed(kind) for weights in network.directions]
    sides = [_input_side(network, p, index) for index, p in enumerate(packed)]
    carried = _starts(network, h0, c0, kind)
    done = 0
    for chunk in chunks:
        inputs = _checked_inputs(network, chunk, kind, done)
        if done and network.bidirectional:
            raise InputError(
                f"model {network.source}: it reads in reverse too, so a text cannot be streamed"
            )
        layers: list[tuple[Trace, ...]] = []
        x = inputs
        position = 0
        for layer in network.layers:
            traces = []
            for reverse, weights in zip((False, True), layer.directions, strict=False):
                trace = _run(
                    weights,
                    packed[position],
                    sides[position],
                    x,
                    carried[position],
                    reverse,
                    hidden_only,
                )
                _check_finite(network, trace, done)
                carried[position] = trace.end
                traces.append(trace)
                position += 1
            layers.append(tuple(traces))
            x = States(inputs, tuple(layers)).h
        yield States(inputs, tuple(layers))
        done += len(inputs)


def _run(
    weights: Weights,
    packed: Packed,
    side: Callable[[Array], Array],
    x: Array,
    start: State,
    reverse: bool,
    hidden_only: bool,
) -> Trace:
    T, H, G = len(x), weights.hidden, len(weights.gate_names)
    kind = packed.b.dtype
    out = Recording(
        np.empty((T, H), kind),
        None if hidden_only or start.c is None else np.empty((T, H), kind),
        None if hidden_only or G == 0 else np.empty((T, G, H), kind),
    )
    x, ordered = (x[::-1], out.reversed()) if reverse else (x, out)
    state = start
    block = max(1, BLOCK // packed.b.size)
    with np.errstate(over="ignore", under="ignore", invalid="ignore"):
        for first in range(0, T, block):
            rows = slice(first, first + block)
            state = packed.scan(side(x[rows]), state, ordered[rows])
    return Trace(out.h, start, state, out.c, out.gates, weights.gate_names, reverse)


def _input_side(network: Network, packed: Packed, index: int) -> Callable[[Array], Array]:
    """x -> W_xh x + b_h for a block of vectors (T, D), or of words' numbers (T,)."""
    W, b = packed.W_x.T, packed.b

    def of_vectors(x: Array) -> Array:
        pre = np.asarray(x @ W)
        pre += b
        return pre

    def of_words(ids: Array) -> Array:
        if network.embedding is None:
            pre = np.asarray(W[ids])
            pre += b
            return pre
        return of_vectors(network.embedding[ids].astype(b.dtype, copy=False))

    @cache
    def table() -> Array:
        return of_words(np.arange(network.words or 0))

    def of_either(x: Array) -> Array:
        if x.ndim == 2:
            return of_vectors(x)
        return table()[x] if small else of_words(x)

    small = (network.words or 0) * b.size <= TABLE
    return of_either if index < len(network.layers[0].directions) else of_vectors


def _starts(
    network: Network, h0: Array | None, c0: Array | None, kind: np.dtype[np.generic]
) -> list[State]:
    sizes = [weights.hidden for weights in network.directions]
    h = _start(network, "h0", h0, sizes, kind)
    if network.kind != "lstm":
        if c0 is not None:
            raise InputError(f"c0: model {network.source} has no memory c; only an LSTM has one")
        return [State(each) for each in h]
    c = _start(network, "c0", c0, sizes, kind)
    return [State(*pair) for pair in zip(h, c, strict=True)]


def _start(
    network: Network, name: str, given: Array | None, sizes: list[int], kind: np.dtype[np.generic]
) -> list[Array]:
    if given is None:
        return [np.zeros(size, kind) for size in sizes]
    given = np.asarray(given)
    rows = given[None] if given.ndim == 1 and len(sizes) == 1 else given
    if rows.shape != (len(sizes), sizes[0]):
        shape = (
            f"{counted(sizes[0], 'number')}"
            if len(sizes) == 1
            else f"shape {(len(sizes), sizes[0])}"
        )
        raise InputError(
            f"{name}: found shape {given.shape}; model {network.source} expects {shape}"
        )
    if not np.isfinite(given).all():
        raise InputError(f"{name}: found a number that is not finite; expected finite numbers")
    with np.errstate(over="ignore", under="ignore"):
        return [row.astype(kind) for row in rows]


def _checked_inputs(
    network: Network, chunk: Array | Sequence[int], kind: np.dtype[np.generic], done: int
) -> Array:
    inputs = np.asarray(chunk)
    if inputs.ndim == 1 and (inputs.dtype.kind in "iu" or inputs.size == 0):
        words = network.words
        if words is None:
            raise InputError(
                f"model {network.source} has neither vocabulary nor embedding; "
                f"expected input vectors of {counted(network.inputs, 'number')}"
            )
        ids = inputs.astype(np.int64)
        wrong = np.flatnonzero((ids < 0) | (ids >= words))
        if wrong.size:
            raise InputError(
                f"word {done + int(wrong[0]) + 1} has the number {int(ids[wrong[0]])}; "
                f"model {network.source} expects 0 to {words - 1}"
            )
        return ids
    if inputs.ndim != 2 or inputs.shape[1] != network.inputs or inputs.dtype.kind not in "fciu":
        raise InputError(
            f"inputs: found shape {inputs.shape}; model {network.source} expects words' numbers "
            f"or vectors of {counted(network.inputs, 'number')}, one a step"
        )
    if not np.isfinite(inputs).all():
        row = int(np.flatnonzero(~np.isfinite(inputs).all(axis=1))[0])
        raise InputError(
            f"inputs: step {done + row + 1} holds a number that is not finite; "
            "expected finite numbers"
        )
    with np.errstate(over="ignore", under="ignore"):
        return inputs.astype(kind)


def _check_finite(network: Network, trace: Trace, done: int) -> None:
    if np.isfinite(trace.h).all():
        return
    steps = np.flatnonzero(~np.isfinite(trace.h).all(axis=1))
    step = int(steps[-1 if trace.reverse else 0])
    raise InputError(
        f"model {network.source}: the state leaves the range of {trace.h.dtype} at step "
        f"{done + step + 1}; expected smaller weights or inputs"
    )


def _has_complex(network: Network) -> bool:
    return any(array.dtype.kind == "c" for array in network.arrays().values())
