"""PyTorch's initial weights of the notebook's networks, without PyTorch.

torch.manual_seed(seed) starts MT19937 as NumPy's legacy seeding does. A float32 uniform is the low
24 bits of one 32-bit draw times 2^-24. A normal fill whose size is a multiple of 16 takes blocks of
16 uniforms and is Box and Muller's transform of them. Order: embedding, recurrent layer, linear
layer. V = 27 words, D = 16, H = 32. Source: notebook, step 8; PyTorch's CPU generator.
"""

from math import prod

import numpy as np
from numpy.typing import NDArray

from rnn_examples.training.parameters import Layout

V, D, H = 27, 16, 32
Float32 = NDArray[np.float32]
BLOCKS = {"rnn": 1, "irnn": 1, "gru": 3, "lstm": 4, "lstm-open": 4}
NETWORKS = tuple(BLOCKS)
OPEN_FORGET_BIAS = 3.0


def layout(network: str) -> Layout:
    """Names and shapes of a network's weights, PyTorch's names and gate order."""
    rows = BLOCKS[network] * H
    return Layout(
        (
            ("embedding.weight", (V, D)),
            ("rnn.weight_ih_l0", (rows, D)),
            ("rnn.weight_hh_l0", (rows, H)),
            ("rnn.bias_ih_l0", (rows,)),
            ("rnn.bias_hh_l0", (rows,)),
            ("linear.weight", (V, H)),
            ("linear.bias", (V,)),
        )
    )


def _normals(stream: np.random.RandomState, shape: tuple[int, int]) -> Float32:
    """Standard normal draws; the size is a multiple of 16."""
    u = _uniforms(stream, prod(shape)).reshape(-1, 2, 8)
    # float64 between the float32 ends: the same weights whatever the processor's float32 kernels.
    radius = np.sqrt(-2 * np.log(1 - u[:, 0].astype(np.float64)))
    angle = (np.float32(2 * np.pi) * u[:, 1]).astype(np.float64)
    drawn = np.stack((radius * np.cos(angle), radius * np.sin(angle)), axis=1)
    return drawn.reshape(shape).astype(np.float32)


def _uniforms(stream: np.random.RandomState, n: int) -> Float32:
    bits = stream.randint(0, 2**32, size=n, dtype=np.uint32) & np.uint32(0xFFFFFF)
    return bits.astype(np.float32) * np.float32(2.0**-24)


def pytorch_start(network: str, seed: int) -> dict[str, Float32]:
    """Initial weights by PyTorch's names, float32; seed in 0 .. 2^32 - 1.

    `lstm-open` is the LSTM with 3 and 0 in the forget block of the two biases; `irnn` is the RNN
    with W_hh = I and both biases zero (Le, Jaitly and Hinton 2015), all else as PyTorch draws it.
    """
    stream = np.random.RandomState(seed)
    bound = float(np.float32(1 / np.sqrt(H)))
    width = 2 * bound
    weights: dict[str, Float32] = {}
    for name, shape in layout(network).shapes:
        if name == "embedding.weight":
            weights[name] = _normals(stream, (V, D))
        else:
            # PyTorch's product and sum are one fused step: rounded once.
            drawn = _uniforms(stream, prod(shape)).astype(np.float64) * width - bound
            weights[name] = drawn.astype(np.float32).reshape(shape)
    if network == "lstm-open":
        weights["rnn.bias_ih_l0"][H : 2 * H] = OPEN_FORGET_BIAS
        weights["rnn.bias_hh_l0"][H : 2 * H] = 0
    elif network == "irnn":
        weights["rnn.weight_hh_l0"][...] = np.eye(H, dtype=np.float32)
        weights["rnn.bias_ih_l0"][...] = 0
        weights["rnn.bias_hh_l0"][...] = 0
    return weights
