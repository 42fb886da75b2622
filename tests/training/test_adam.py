import numpy as np
import pytest

from rnn_examples.training.adam import Adam, clip_pytorch, clip_textbook, norm


@pytest.mark.parametrize(
    ("vector", "length"),
    [
        ([3.0, 4.0], 5.0),
        ([3e200, 4e200], 5e200),
        ([3e-200, 4e-200], 5e-200),
        ([0.0, 0.0], 0.0),
        ([np.inf, 1.0], np.inf),
    ],
)
def test_norm(vector: list[float], length: float) -> None:
    assert norm(np.array(vector)) == pytest.approx(length, rel=1e-15)


def test_norm_of_nan_is_nan() -> None:
    assert np.isnan(norm(np.array([np.nan, 1.0])))


def test_textbook_clipping() -> None:
    g = np.array([3.0, 4.0])
    assert clip_textbook(g, 1)
    assert g == pytest.approx([0.6, 0.8], abs=1e-15)


@pytest.mark.parametrize("threshold", [5.0, 6.0])
def test_a_norm_up_to_the_threshold_is_left_alone(threshold: float) -> None:
    g = np.array([3.0, 4.0])
    assert not clip_textbook(g, threshold)
    assert g.tolist() == [3.0, 4.0]


def test_pytorchs_clipping_has_its_millionth() -> None:
    # 3 / (5 + 1e-6) and 4 / (5 + 1e-6)
    g = np.array([3.0, 4.0])
    assert clip_pytorch(g, 1)
    assert g == pytest.approx([0.59999988, 0.79999984], abs=1e-8)


def test_first_step_of_adam_is_the_rate_whatever_the_gradient() -> None:
    # m-hat = g and v-hat = g^2, so the step is rate g / (|g| + 1e-8).
    w = np.array([1.0, 1.0, 1.0])
    g = np.array([5.0, -1e-3, 0.0])
    Adam(w, 0.01).update(w, g)
    assert w == pytest.approx(
        [1 - 0.01 * 5 / (5 + 1e-8), 1 + 0.01 * 1e-3 / (1e-3 + 1e-8), 1.0], abs=1e-14
    )


def test_second_step_of_adam_by_hand() -> None:
    # g = 1, then 0: m-hat = 0.09 / 0.19, v-hat = 0.000999 / 0.001999.
    w = np.array([0.0])
    adam = Adam(w, 0.1)
    adam.update(w, np.array([1.0]))
    first = w[0]
    adam.update(w, np.array([0.0]))
    step = 0.1 * (0.09 / 0.19) / ((0.000999 / 0.001999) ** 0.5 + 1e-8)
    assert w[0] - first == pytest.approx(-step, rel=1e-12)


def test_means_that_have_died_away_are_zero_not_denormal() -> None:
    w = np.ones(2, np.float32)
    adam = Adam(w, 0.01)
    adam.update(w, np.array([1e-3, 1e-12], np.float32))
    for _ in range(999):
        adam.update(w, np.zeros(2, np.float32))
    tiny = np.finfo(np.float32).tiny
    for mean in (adam.m, adam.v):
        assert ((mean == 0) | (np.abs(mean) > tiny)).all()
