import dataclasses
from math import inf

import numpy as np
import pytest

from rnn_examples.errors import InputError
from rnn_examples.training.classifier import ClassifierWeights, initial_weights
from rnn_examples.training.fade import fade
from rnn_examples.training.train import TrainConfig, TrainHistory, train


@pytest.fixture(scope="module")
def trained() -> TrainHistory:
    return train()


def test_the_printed_losses_and_accuracies(trained: TrainHistory) -> None:
    assert [(row.step, f"{row.loss:.3f}", f"{row.accuracy:.3f}") for row in trained.rows] == [
        (500, "0.691", "0.468"),
        (1000, "0.076", "0.997"),
        (1500, "0.002", "1.000"),
        (2000, "0.001", "1.000"),
    ]


def test_the_printed_fading(trained: TrainHistory) -> None:
    found = [
        (f"{10**c.log10_last:.1e}", f"{10**c.log10_drug:.1e}", f"{10**c.log10_ratio:.1e}")
        for c in (fade(initial_weights(0)), fade(trained.weights))
    ]
    assert found == [("4.0e-03", "3.1e-08", "1.3e+05"), ("1.6e-05", "4.6e-21", "3.5e+15")]


def test_the_untrained_curve_is_almost_a_line() -> None:
    # 41 steps lose the ratio: its 41st root is the factor a step.
    curve = fade(initial_weights(0))
    assert curve.decay == pytest.approx(10 ** (-curve.log10_ratio / 41), rel=0.01)
    assert curve.residual is not None
    assert curve.residual < 0.05


@pytest.mark.parametrize("distance", [3, 40])
def test_the_line_is_that_of_token_2_to_the_last(trained: TrainHistory, distance: int) -> None:
    """NumPy's own least squares over the positions that the table's title names."""
    curve = fade(trained.weights, distance)
    t, logs = np.arange(2, distance + 4), np.array(curve.log10_sizes[1:])
    slope, start = np.polyfit(t, logs, 1)
    assert curve.decay == pytest.approx(10**-slope, rel=1e-9)
    errors = logs - start - slope * t
    assert curve.residual == pytest.approx(np.sqrt(np.mean(errors**2)), rel=1e-9)
    if distance == 3:
        assert (f"{curve.decay:.4f}", f"{curve.residual:.4f}") == ("0.6262", "0.2216")


def test_two_points_lie_on_their_line(trained: TrainHistory) -> None:
    """Without fillers, tokens 2 and 3: the decay is the ratio's inverse."""
    curve = fade(trained.weights, 0)
    assert curve.residual == 0
    assert curve.decay == pytest.approx(10**-curve.log10_ratio, rel=1e-12)


def test_a_gradient_below_the_floats_is_still_measured() -> None:
    # One unit that halves at each step: W_hh = 0.5 near h = 0, so 2^-1 a step, 2000 steps.
    zero = initial_weights(0)
    weights = ClassifierWeights(
        zero.W_xh * 0, 0.5 * np.eye(16), zero.W_hy, np.zeros(16), np.zeros(27)
    )
    curve = fade(weights, distance=1998, count=3)
    assert curve.log10_sizes[0] - curve.log10_last == pytest.approx(2000 * np.log10(0.5), 1e-12)
    assert curve.decay == pytest.approx(0.5, rel=1e-12)
    assert curve.log10_sizes[0] < -600


def test_a_gradient_that_is_zero_has_no_fit() -> None:
    w = initial_weights(0)
    curve = fade(ClassifierWeights(w.W_xh, w.W_hh * 0, w.W_hy, w.b_h, w.b_y), distance=3)
    assert curve.log10_sizes[:-1] == (-inf,) * 5
    assert (curve.decay, curve.residual, curve.log10_ratio) == (None, None, inf)


def test_rows_and_progress_of_a_short_training() -> None:
    seen: list[tuple[int, float]] = []
    history = train(
        TrainConfig(steps=5, every=2), progress=lambda step, loss: seen.append((step, loss))
    )
    assert [row.step for row in history.rows] == [2, 4, 5]
    assert [step for step, _ in seen] == [1, 2, 3, 4, 5]
    assert [row.loss for row in history.rows] == [seen[1][1], seen[3][1], seen[4][1]]


def test_the_share_of_clipped_steps() -> None:
    assert train(TrainConfig(steps=4, clip=1e-9)).clipped == 1
    assert train(TrainConfig(steps=4, clip=1e9)).clipped == 0
    # With a clip of almost nothing the weights hardly move.
    moved = train(TrainConfig(steps=4, clip=1e-9)).weights.W_hh - initial_weights(0).W_hh
    assert 0 < np.abs(moved).max() < 1e-9


def test_a_rate_that_diverges_raises_nothing() -> None:
    assert train(TrainConfig(steps=30, rate=1e300, clip=1e300)).rows[-1].step == 30


@pytest.mark.parametrize(
    ("field", "value"),
    [("distance", -1), ("steps", 0), ("batch", 0), ("every", 0), ("seed", -1), ("rate", 0.0),
     ("rate", float("nan")), ("clip", float("inf"))],
)  # fmt: skip
def test_settings_out_of_range(field: str, value: float) -> None:
    with pytest.raises(InputError, match=f"{field} is {value}"):
        dataclasses.replace(TrainConfig(), **{field: value})
