"""Small tanh networks in decimal arithmetic, against mpmath at 50 digits and more."""

from decimal import Decimal
from fractions import Fraction

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rnn_examples.network.book_models import book_model
from rnn_examples.network.cells.gate import Gate
from rnn_examples.network.cells.lstm import LSTMWeights
from rnn_examples.network.cells.rnn import RNNWeights
from rnn_examples.network.exact import exact_steps, is_hand_sized
from rnn_examples.network.network import Layer, Network
from rnn_examples.tables.numbers import as_json, fixed, significant


def network(W_xh: list[list[float]], W_hh: list[list[float]], b_h: list[float]) -> Network:
    weights = RNNWeights(np.array(W_xh), np.array(W_hh), np.array(b_h))
    return Network((Layer(weights),), source="test")


def by_mpmath(
    net: Network, x: list[list[float]], h0: list[Fraction], digits: int
) -> list[tuple[list[mpmath.mpf], ...]]:
    """W_xh x_t, W_hh h_{t-1}, h_t and y_t, a float read as its shortest decimal."""
    with mpmath.workdps(digits):
        arrays = {
            name: [[mpmath.mpf(repr(v)) for v in row] for row in np.atleast_2d(a).tolist()]
            for name, a in net.arrays().items()
        }
        h = [mpmath.mpf(v.numerator) / v.denominator for v in h0]
        found = []
        for x_t in x:
            vector = [mpmath.mpf(repr(v)) for v in x_t]
            into = [mpmath.fdot(row, vector) for row in arrays["W_xh"]]
            back = [mpmath.fdot(row, h) for row in arrays["W_hh"]]
            h = [
                mpmath.tanh(i + r + b) for i, r, b in zip(into, back, arrays["b_h"][0], strict=True)
            ]
            y: list[mpmath.mpf] = []
            if "W_hy" in arrays:
                z = [
                    mpmath.fdot(row, h) + b
                    for row, b in zip(arrays["W_hy"], arrays["b_y"][0], strict=True)
                ]
                y = [mpmath.exp(v) for v in z]
                y = [v / sum(y) for v in y]
            found.append((into, back, h, y))
        return found


weight = st.floats(-3, 3, allow_nan=False).map(lambda v: v + 0.0)


@st.composite
def unrolled(draw: st.DrawFn) -> tuple[Network, list[list[float]], list[Fraction]]:
    H, D, V, T = (draw(st.integers(1, most)) for most in (4, 3, 3, 5))

    def rows(n: int, m: int) -> list[list[float]]:
        return draw(st.lists(st.lists(weight, min_size=m, max_size=m), min_size=n, max_size=n))

    base = network(rows(H, D), rows(H, H), rows(1, H)[0])
    net = Network(
        base.layers, W_hy=np.array(rows(V, H)), b_y=np.array(rows(1, V)[0]), source="test"
    )
    h0 = draw(st.lists(st.fractions(-1, 1, max_denominator=7), min_size=H, max_size=H))
    return net, rows(T, D), h0


@given(unrolled())
@settings(max_examples=25, deadline=None)
def test_every_digit_is_the_right_one(
    case: tuple[Network, list[list[float]], list[Fraction]],
) -> None:
    net, x, h0 = case
    found = exact_steps(net, np.array(x), h0, outputs=True)
    for step, expected in zip(found, by_mpmath(net, x, h0, 60), strict=True):
        for vector, right in zip(
            (step.input, step.recurrent, step.h, step.y), expected, strict=True
        ):
            for value, mp in zip(vector or (), right, strict=True):
                with mpmath.workdps(50):
                    exact = Decimal(mpmath.nstr(mp, 45))
                if abs(exact) < Decimal("1e-40"):  # a sum that mpmath does not cancel exactly
                    assert abs(value) < Decimal("1e-40")
                    continue
                assert as_json(value) == float(exact)
                for digits in (1, 4, 15):
                    assert fixed(value, digits) == fixed(exact, digits)
                    assert significant(value, digits) == significant(exact, digits)


def test_a_chaotic_network_is_outrun() -> None:
    """40 steps whose rounding errors grow some fourfold each: float64 has no digit left."""
    net = network([[1.0], [0.5]], [[5.0, -7.0], [6.0, 4.0]], [0.1, -0.2])
    x = [[0.3]] * 40
    assert is_hand_sized(net, np.array(x), False)
    last = exact_steps(net, np.array(x))[-1].h
    right = by_mpmath(net, x, [Fraction(0)] * 2, 400)[-1][2]
    assert [as_json(v) for v in last] == [float(mpmath.nstr(v, 40)) for v in right]


def test_the_chapters_first_states() -> None:
    """tanh(0.6·0.5 - 0.3·0.1 + 0.05) = tanh 0.32 and tanh(0.2·0.5 + 0.5·0.1 - 0.05) = tanh 0.1."""
    net = book_model("chapter")
    step = exact_steps(net, net.ids(["the"]))[0]
    assert step.input == (Decimal("0.27"), Decimal("0.15"))
    assert step.recurrent == (0, 0)
    assert [fixed(value, 15) for value in step.h] == ["0.309506921212638", "0.099667994624956"]


def test_what_is_hand_sized() -> None:
    net = book_model("chapter")
    assert is_hand_sized(net, net.ids(["the"] * 1000), True)
    assert not is_hand_sized(net, net.ids(["the"] * 100_000), False)
    for H in (16, 17):
        wide = network(np.zeros((H, 1)).tolist(), np.zeros((H, H)).tolist(), [0.0] * H)
        assert is_hand_sized(wide, np.zeros((1, 1)), False) == (H == 16)
    wild = network([[1.0]], [[1e30]], [0.0])
    assert is_hand_sized(wild, np.zeros((2, 1)), False)
    assert not is_hand_sized(wild, np.zeros((300, 1)), False)
    relu = Network((Layer(RNNWeights(np.eye(1), np.eye(1), np.zeros(1), "relu")),))
    assert not is_hand_sized(relu, np.zeros((1, 1)), False)
    gate = Gate(np.eye(1), np.eye(1), np.zeros(1))
    assert not is_hand_sized(
        Network((Layer(LSTMWeights(gate, gate, gate, gate)),)), np.zeros((1, 1)), False
    )
    assert not is_hand_sized(Network(net.layers * 2), np.zeros((1, 2)), False)


@pytest.mark.parametrize(
    ("H", "D", "V", "W_hh", "T"),
    [
        # One run at 60 digits and one at 120, of H (H + 20) products a step for W_hh and tanh, H D
        # for W_xh and V (H + 20) for the outputs: 200,000 may be used. 200 a step of these:
        (4, 26, 0, 0.0, 1000),
        (4, 14, 2, 0.0, 1000),
        (1, 1000, 0, 0.0, 195),  # 1,021 a step
        # W_hh = 10 loses a digit a step: up to 35 as above, then a third run as dear as four,
        # 66,666 products, and past 95 a fourth as dear as 16: 18,181.
        (1, 5693, 0, 10.0, 35),
        (1, 680, 0, 10.0, 95),
        (1, 168, 0, 10.0, 96),
    ],
)
def test_the_work_that_is_taken_on(H: int, D: int, V: int, W_hh: float, T: int) -> None:
    """The network and text of a line are the last that are, counted by hand; one more is not."""
    base = network(np.zeros((H, D)).tolist(), (W_hh * np.eye(H)).tolist(), [0.0] * H)
    net = Network(base.layers, W_hy=np.zeros((V, H)) if V else None, source="test")
    assert is_hand_sized(net, np.zeros((T, D)), True)
    assert is_hand_sized(net, np.zeros((T + 1, D)), False) == bool(V)
    assert not is_hand_sized(net, np.zeros((T + 1, D)), True)


@pytest.mark.parametrize("scale", [1e-300, 1e300])
def test_weights_of_any_size(scale: float) -> None:
    net = network([[scale]], [[1.0]], [0.0])
    (step,) = exact_steps(net, np.array([[1.0]]))
    assert as_json(step.h[0]) == (1e-300 if scale < 1 else 1.0)
