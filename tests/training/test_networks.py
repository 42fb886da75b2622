import numpy as np
import pytest

from rnn_examples.training.cell import build
from rnn_examples.training.memory_task import sequences
from rnn_examples.training.networks.frame import MemoryNetwork
from rnn_examples.training.parameters import Array
from rnn_examples.training.pytorch_start import H, layout, pytorch_start

NETWORKS = ["rnn", "irnn", "gru", "lstm", "lstm-open"]
ARRAYS = [name for name, _ in layout("rnn").shapes]


def start(network: str, dtype: type, scale: float = 1.0) -> dict[str, Array]:
    return {n: (scale * a).astype(dtype) for n, a in pytorch_start(network, 3).items()}


def model_and_batch(
    network: str, k: int, B: int, dtype: type = np.float64, scale: float = 1.0
) -> tuple[MemoryNetwork, np.ndarray, np.ndarray]:
    tokens, targets = sequences(np.random.default_rng(k), B, k)
    return build(network, start(network, dtype, scale), k + 3, B), tokens, targets


@pytest.mark.parametrize("name", ARRAYS)
@pytest.mark.parametrize("network", NETWORKS)
def test_gradients_by_finite_differences(network: str, name: str) -> None:
    # Wider weights than PyTorch's, so that the gates leave their middle.
    scale = 1.0 if network == "irnn" else 1.7
    model, tokens, targets = model_and_batch(network, 4, 5, scale=scale)
    if network == "irnn":
        model.arrays["rnn.bias_ih_l0"][...] = 0.1  # a unit at rest at 0 has no derivative there
    model.loss_and_gradients(tokens, targets)
    gradient = model.gradient_arrays[name].reshape(-1).copy()
    weights, step = model.arrays[name].reshape(-1), 1e-6
    # The largest of the gradient, a few at random.
    places = np.concatenate(
        [np.argsort(-np.abs(gradient))[:5], np.random.default_rng(0).permutation(gradient.size)[:8]]
    )
    for place in places:
        value = weights[place]
        losses = []
        for sign in (1, -1):
            weights[place] = value + sign * step
            losses.append(model.loss_and_gradients(tokens, targets).loss)
        weights[place] = value
        expected = (losses[0] - losses[1]) / (2 * step)
        assert gradient[place] == pytest.approx(expected, rel=1e-6, abs=2e-9)


def sigmoid(a: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-a))


def lstm_loss_by_the_equations(a: dict[str, Array], tokens: np.ndarray, target: int) -> float:
    h, c = np.zeros(H), np.zeros(H)
    for word in tokens:
        z = (
            a["rnn.weight_ih_l0"] @ a["embedding.weight"][word] + a["rnn.bias_ih_l0"]
            + a["rnn.weight_hh_l0"] @ h + a["rnn.bias_hh_l0"]
        )  # fmt: skip
        i, f, g, o = np.split(z, 4)
        c = sigmoid(f) * c + sigmoid(i) * np.tanh(g)
        h = sigmoid(o) * np.tanh(c)
    scores = a["linear.weight"] @ h + a["linear.bias"]
    return float(np.log(np.exp(scores).sum()) - scores[target])


def test_lstm_loss() -> None:
    model, tokens, targets = model_and_batch("lstm-open", 4, 3)
    expected = np.mean(
        [
            lstm_loss_by_the_equations(model.arrays, words, target)
            for words, target in zip(tokens, targets, strict=True)
        ]
    )
    assert model.loss_and_gradients(tokens, targets).loss == pytest.approx(expected, rel=1e-14)


@pytest.mark.parametrize("network", NETWORKS)
def test_one_call_leaves_nothing_for_the_next(network: str) -> None:
    model, tokens, targets = model_and_batch(network, 3, 4)
    others, other_targets = sequences(np.random.default_rng(1), 4, 3)
    first = model.loss_and_gradients(tokens, targets)
    gradients = model.gradients.copy()
    model.loss_and_gradients(others, other_targets)
    assert model.loss_and_gradients(tokens, targets) == first
    assert (model.gradients == gradients).all()


@pytest.mark.parametrize("network", ["rnn", "gru", "lstm"])
def test_what_is_cut_as_negligible_moves_no_weight(network: str) -> None:
    # The embeddings of the first words get no gradient but the one from far back, and Adam divides
    # a tiny gradient by no less than 1e-8. Distances on both sides of where the loop is cut.
    first_words, cut_somewhere = [0, 1, 2], False
    for k in range(20, 90, 3):
        model, tokens, targets = model_and_batch(network, k, 8, np.float32)
        model.loss_and_gradients(tokens, targets)
        cut = model.layout.views(model.gradients.copy())
        model.negligible = 0.0
        with np.errstate(under="ignore"):
            model.loss_and_gradients(tokens, targets)
        for name, whole in model.gradient_arrays.items():
            # The sums are the same but for the order in which they are taken.
            assert np.abs(cut[name] - whole).max() <= 1e-6 * np.abs(whole).max()
        gradient = model.gradient_arrays["embedding.weight"][first_words]
        weights = model.arrays["embedding.weight"][first_words]
        lost = gradient - cut["embedding.weight"][first_words]
        step = np.float32(0.01) * lost / (np.abs(lost) + np.float32(1e-8))
        assert (weights - step == weights).all()
        cut_somewhere |= bool((lost == gradient).all())
    assert cut_somewhere


def test_the_loop_back_ends_where_the_gradient_is_gone() -> None:
    # The first states are spoilt between the way forward and the way back, which stops before them.
    model, tokens, _ = model_and_batch("rnn", 400, 4, np.float32)
    model.logits(tokens)
    model.positions.X[:200] = np.nan
    gradient = model._stack_gradient(np.ones((H, 4), np.float32))
    assert gradient.any()
    assert not np.isnan(gradient).any()
    model.negligible = 0.0
    assert np.isnan(model._stack_gradient(np.ones((H, 4), np.float32))).any()


def test_states_that_grow_without_bound_raise_nothing() -> None:
    model, tokens, targets = model_and_batch("irnn", 300, 2, np.float32, scale=3.0)
    with np.errstate(all="ignore"):
        model.loss_and_gradients(tokens, targets)
