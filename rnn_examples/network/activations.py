"""The activation functions, each with its derivative beside it, quiet from -1e308 to 1e308.

Letters: x a pre-activation, y the activation's value. Each function keeps the shape of its input
and takes complex numbers too (a complex step of a gradient check): a function with a kink
branches on the real part.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from rnn_examples.errors import InputError
from rnn_examples.network.arrays import Array

LEAKY_SLOPE = 0.01


def tanh(x: Array) -> Array:
    """(e^x - e^-x) / (e^x + e^-x)."""
    return np.asarray(np.tanh(x))


def tanh_derivative(y: Array) -> Array:
    """From the value y = tanh x: 1 - y^2."""
    return np.asarray((1.0 - y) * (1.0 + y))


def sigmoid(x: Array) -> Array:
    """1 / (1 + e^-x), from e^-|x|: no overflow, and a small value keeps all its digits."""
    x = np.asarray(x)
    negative = x.real < 0
    with np.errstate(under="ignore"):
        e = np.exp(np.where(negative, x, -x))
    return np.asarray(np.where(negative, e, 1.0) / (1.0 + e))


def sigmoid_derivative(y: Array) -> Array:
    """From the value y = sigmoid x: y (1 - y)."""
    return np.asarray(y * (1.0 - y))


def relu(x: Array) -> Array:
    """x where positive, else 0; what is no number stays none."""
    x = np.asarray(x)
    return np.where(x.real <= 0, np.zeros((), x.dtype), x)


def relu_derivative(y: Array) -> Array:
    """From the value y = relu x: 1 where positive, else 0 (at 0 too, as PyTorch has it)."""
    y = np.asarray(y)
    return np.where(y.real > 0, 1.0, 0.0).astype(y.dtype)


def leaky_relu(x: Array, slope: float = LEAKY_SLOPE) -> Array:
    """x where positive, else slope x, for 0 <= slope <= 1: max(slope x, x)."""
    x = np.asarray(x)
    with np.errstate(under="ignore"):
        return np.asarray(np.where(x.real > 0, x, slope * x))


def leaky_relu_derivative(y: Array, slope: float = LEAKY_SLOPE) -> Array:
    """From the value y = leaky_relu x: 1 where positive, else slope."""
    y = np.asarray(y)
    return np.where(y.real > 0, 1.0, slope).astype(y.dtype)


def softmax(x: Array) -> Array:
    """e^x / sum e^x over the last axis."""
    with np.errstate(under="ignore"):
        return np.asarray(np.exp(log_softmax(x)))


def log_softmax(x: Array) -> Array:
    """x - log sum e^x over the last axis; (1000, 0, -1000) gives (0, -1000, -2000)."""
    x = np.asarray(x)
    with np.errstate(over="ignore", under="ignore"):
        # Two finite numbers can lie further apart than the largest float: minus infinity then.
        shifted = x - x.real.max(axis=-1, keepdims=True)
        return np.asarray(shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True)))


@dataclass(frozen=True, slots=True)
class Activation:
    """A function, its derivative as a function of the value, and that derivative's maximum."""

    name: str
    function: Callable[[Array], Array]
    derivative: Callable[[Array], Array]
    largest_derivative: float


ACTIVATIONS = {
    activation.name: activation
    for activation in (
        Activation("tanh", tanh, tanh_derivative, 1.0),
        Activation("sigmoid", sigmoid, sigmoid_derivative, 0.25),
        Activation("relu", relu, relu_derivative, 1.0),
        Activation("leaky_relu", leaky_relu, leaky_relu_derivative, 1.0),
    )
}


def activation(name: str) -> Activation:
    """The activation called `name`. Raises InputError for a name that is none."""
    found = ACTIVATIONS.get(name)
    if found is None:
        raise InputError(
            f"activation {name!r} is not known; expected one of {', '.join(ACTIVATIONS)}"
        )
    return found
