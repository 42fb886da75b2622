"""Values against mpmath, derivatives against a complex step, extremes without a warning."""

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rnn_examples.errors import InputError
from rnn_examples.network import activations as a

POINTS = st.floats(-700, 700)
EXTREMES = np.array([-1e308, -1000.0, -745.0, -5e-324, 0.0, 5e-324, 745.0, 1000.0, 1e308])


@given(POINTS)
@settings(max_examples=200, deadline=None)
def test_sigmoid_and_tanh_keep_their_digits_at_every_size(x: float) -> None:
    with mpmath.workdps(40):
        exact = float(1 / (1 + mpmath.exp(-mpmath.mpf(x))))
        assert a.sigmoid(np.array(x)) == pytest.approx(exact, rel=1e-15, abs=0)
        assert a.tanh(np.array(x)) == pytest.approx(float(mpmath.tanh(x)), rel=1e-15, abs=0)


@pytest.mark.parametrize("name", a.ACTIVATIONS)
def test_every_activation_is_quiet_at_the_extremes(name: str) -> None:
    with np.errstate(all="raise"):
        y = a.activation(name).function(EXTREMES)
        slope = a.activation(name).derivative(y)
    assert np.isfinite(y).all()
    assert ((slope >= 0) & (slope <= a.activation(name).largest_derivative)).all()


@pytest.mark.parametrize("name", a.ACTIVATIONS)
def test_derivatives_are_those_of_the_function(name: str) -> None:
    """At 0 too, where two of them have a kink: the slope is that of the left."""
    x = np.array([-3.0, -0.7, 0.0, 0.4, 2.5])
    activation = a.activation(name)
    by_complex_step = activation.function(x + 1e-100j).imag / 1e-100
    assert activation.derivative(activation.function(x)) == pytest.approx(
        by_complex_step, rel=1e-13
    )


@pytest.mark.parametrize("name", a.ACTIVATIONS)
@pytest.mark.parametrize("kind", [np.float32, np.float64, np.complex128])
def test_every_activation_keeps_the_type_of_its_numbers(name: str, kind: type) -> None:
    y = a.activation(name).function(np.array([-0.5, 0.5], kind))
    assert y.dtype == a.activation(name).derivative(y).dtype == kind


@pytest.mark.parametrize(
    ("name", "point", "largest"), [("tanh", 0, 1), ("sigmoid", 0, 0.25), ("relu", 1, 1)]
)
def test_the_largest_derivative_is_reached(name: str, point: float, largest: float) -> None:
    activation = a.activation(name)
    assert activation.largest_derivative == largest
    assert activation.derivative(activation.function(np.array(point))) == largest


def test_kinks() -> None:
    x = np.array([-2.0, 0.0, 3.0])
    assert a.relu(x).tolist() == [0, 0, 3]
    assert a.relu_derivative(a.relu(x)).tolist() == [0, 0, 1]
    assert a.leaky_relu(x, 0.1).tolist() == [-0.2, 0, 3]
    assert a.leaky_relu_derivative(a.leaky_relu(x, 0.1), 0.1).tolist() == [0.1, 0.1, 1]


def test_an_unknown_activation_is_told() -> None:
    with pytest.raises(
        InputError,
        match=r"^activation 'tahn' is not known; expected one of tanh, sigmoid, relu, leaky_relu$",
    ):
        a.activation("tahn")


def test_softmax_of_far_apart_logits() -> None:
    x = np.array([1000.0, 0.0, -1000.0])
    with np.errstate(all="raise"):
        assert a.softmax(x).tolist() == [1, 0, 0]
        assert a.log_softmax(x).tolist() == [0, -1000, -2000]
        assert a.log_softmax(np.array([1e308, -1e308])).tolist() == [0, -np.inf]


@given(st.lists(st.floats(-30, 30), min_size=2, max_size=5))
@settings(max_examples=100, deadline=None)
def test_softmax_against_mpmath(x: list[float]) -> None:
    with mpmath.workdps(40):
        powers = [mpmath.exp(value) for value in x]
        exact = [float(power / sum(powers)) for power in powers]
    assert a.softmax(np.array(x)) == pytest.approx(exact, rel=1e-13)
