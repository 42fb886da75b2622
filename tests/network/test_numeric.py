"""Some entries of a numeric gradient, and of those the right ones."""

from collections.abc import Mapping

import numpy as np
import pytest

from rnn_examples.network.numeric import Method, numeric_entries, numeric_gradients


def loss(arrays: Mapping[str, np.ndarray]) -> np.ndarray:
    return np.asarray((arrays["W"] ** 3).sum() * arrays["b"].sum())


@pytest.mark.parametrize(("method", "near"), [("complex", 1e-14), ("central", 1e-9)])
def test_entries_by_their_places_in_row_order(method: Method, near: float) -> None:
    W, b = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]), np.array([0.5, 1.5])
    places = {"W": np.array([1, 5]), "b": np.array([], np.int64)}
    found = numeric_entries(loss, {"W": W, "b": b}, places, method=method)
    assert found["W"] == pytest.approx([3 * 4 * 2, 3 * 36 * 2], rel=near)
    assert found["b"].tolist() == []
    every = numeric_gradients(loss, {"W": W, "b": b}, method=method)
    assert every["W"] == pytest.approx(3 * W**2 * 2, rel=near)
    assert every["b"] == pytest.approx([441, 441], rel=near)


@pytest.mark.parametrize("at", [3e5, -7e9])
def test_a_central_difference_of_a_large_weight_has_a_large_step(at: float) -> None:
    """d/dw of w^2 is 2 w: rounding in w^2 is divided by a step as large as w allows."""
    arrays = {"w": np.array([at])}
    found = numeric_gradients(
        lambda found: np.asarray((found["w"] ** 2).sum()), arrays, method="central"
    )
    assert found["w"] == pytest.approx([2 * at], rel=1e-11)


def test_a_loss_that_drops_the_imaginary_part_shows_which_method_it_is() -> None:
    """w^2 of real numbers: the complex step sees no slope, the central difference 2 w."""
    w = {"w": np.array([3.0])}

    def square(arrays: Mapping[str, np.ndarray]) -> np.ndarray:
        return np.asarray((arrays["w"].real ** 2).sum())

    assert numeric_gradients(square, w)["w"].tolist() == [0.0]
    assert numeric_gradients(square, w, method="complex")["w"].tolist() == [0.0]
    assert numeric_gradients(square, w, method="central")["w"] == pytest.approx([6.0], rel=1e-11)


@pytest.mark.parametrize("method", ["complex", "central"])
@pytest.mark.parametrize("kind", [np.float32, np.int64])
def test_numbers_of_any_type_are_widened_first(method: Method, kind: type) -> None:
    """d(w^2)/dw = 2 w, of 3 and -5."""
    w = np.array([[3, -5]], kind)
    found = numeric_gradients(lambda arrays: (arrays["w"] ** 2).sum(), {"w": w}, method=method)
    assert found["w"] == pytest.approx(np.array([[6.0, -10.0]]), rel=1e-11)
