import numpy as np
import pytest

from rnn_examples.training.classifier import (
    Classifier,
    ClassifierWeights,
    answers,
    initial_weights,
    loss_and_gradients,
)
from rnn_examples.training.memory_task import Tokens, sequences


def loss_by_the_equations(arrays: dict[str, np.ndarray], tokens: Tokens, targets: Tokens) -> float:
    total = 0.0
    for words, target in zip(tokens.tolist(), targets.tolist(), strict=True):
        h = np.zeros(16)
        for word in words:
            h = np.tanh(arrays["W_xh"][:, word] + arrays["W_hh"] @ h + arrays["b_h"])
        scores = arrays["W_hy"] @ h + arrays["b_y"]
        total += np.log(np.exp(scores).sum()) - scores[target]
    return total / len(targets)


def test_the_start_is_the_notebooks_draws_transposed() -> None:
    w, rng = initial_weights(4), np.random.default_rng(4)
    assert (rng.normal(0, 0.5, (27, 16)) == w.W_xh.T).all()
    assert (rng.normal(0, 0.25, (16, 16)) == w.W_hh.T).all()
    assert (rng.normal(0, 0.25, (16, 27)) == w.W_hy.T).all()
    assert not w.b_h.any()
    assert not w.b_y.any()


@pytest.fixture
def model() -> tuple[ClassifierWeights, Tokens, Tokens]:
    """Step 4's check, with biases that are not zero."""
    w, rng = initial_weights(1), np.random.default_rng(11)
    biased = ClassifierWeights(w.W_xh, w.W_hh, w.W_hy, rng.normal(size=16), rng.normal(size=27))
    return biased, *sequences(np.random.default_rng(3), 8, 6)


def test_loss(model: tuple[ClassifierWeights, Tokens, Tokens]) -> None:
    weights, tokens, targets = model
    loss, _ = loss_and_gradients(weights, tokens, targets)
    assert loss == pytest.approx(loss_by_the_equations(weights.arrays(), tokens, targets), 1e-14)


@pytest.mark.parametrize("name", ["W_xh", "W_hh", "W_hy", "b_h", "b_y"])
def test_gradients_by_finite_differences(
    name: str, model: tuple[ClassifierWeights, Tokens, Tokens]
) -> None:
    weights, tokens, targets = model
    _, found = loss_and_gradients(weights, tokens, targets)
    gradient, step = found.arrays()[name], 1e-5
    for place in np.random.default_rng(0).permutation(gradient.size)[:12]:
        losses = []
        for sign in (1, -1):
            arrays = {key: array.copy() for key, array in weights.arrays().items()}
            arrays[name].reshape(-1)[place] += sign * step
            losses.append(loss_by_the_equations(arrays, tokens, targets))
        expected = (losses[0] - losses[1]) / (2 * step)
        assert gradient.reshape(-1)[place] == pytest.approx(expected, abs=2e-10)


def test_state_gradients_by_finite_differences() -> None:
    # A change of h_t for every sequence alike: continue the recurrence from there by hand.
    weights = initial_weights(0)
    tokens, targets = sequences(np.random.default_rng(5), 1, 6)
    logs = Classifier(weights, 9, 1).log10_state_gradients(tokens, targets)[:, 0]
    states = [np.zeros(16)]
    for word in tokens[0]:
        states.append(np.tanh(weights.W_xh[:, word] + weights.W_hh @ states[-1]))

    def loss_from(t: int, h: np.ndarray) -> float:
        for word in tokens[0, t:]:
            h = np.tanh(weights.W_xh[:, word] + weights.W_hh @ h)
        scores = weights.W_hy @ h
        return float(np.log(np.exp(scores).sum()) - scores[targets[0]])

    for t in (1, 2, 5, 9):
        slopes = [
            (loss_from(t, states[t] + e) - loss_from(t, states[t] - e)) / 2e-5
            for e in 1e-5 * np.eye(16)
        ]
        assert 10 ** logs[t - 1] == pytest.approx(np.linalg.norm(slopes), rel=1e-5)


def test_one_call_leaves_nothing_for_the_next() -> None:
    tokens, targets = sequences(np.random.default_rng(5), 4, 6)
    others, other_targets = sequences(np.random.default_rng(6), 4, 6)
    model = Classifier(initial_weights(0), 9, 4)
    first = model.loss_and_gradients(tokens, targets)
    gradients = model.gradients.copy()
    model.loss_and_gradients(others, other_targets)
    assert model.loss_and_gradients(tokens, targets) == first
    assert (model.gradients == gradients).all()
    assert answers(initial_weights(0), tokens).shape == (4,)
