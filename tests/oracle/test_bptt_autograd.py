"""PyTorch decides: the notebook's gradients, and a language model's loss and gradients."""

import numpy as np
import pytest

from rnn_examples.examples import bptt, bptt_check, loss
from rnn_examples.examples.sentence import of_words
from rnn_examples.network.book_models import chapter

torch = pytest.importorskip("torch")


@pytest.mark.parametrize(("seed", "count", "fillers"), [(1, 8, 6), (0, 1, 0), (7, 3, 20)])
def test_the_notebook_s_gradients_are_autograd_s(seed: int, count: int, fillers: int) -> None:
    result = bptt_check.compute(seed, count, fillers)
    assert result.autograd is not None
    for name, gradient in result.autograd.items():
        assert np.abs(gradient - result.gradients[name]).max() < 1e-15
    rows = bptt_check.document(result).tables[0].rows
    # The notebook prints 1.4e-16: a few units in the last place.
    assert 0 < rows[-1][4] < 1e-15


@pytest.mark.parametrize("words", ["the dog ran", "dog dog", "ran the ran the dog dog the"])
def test_the_chapter_s_loss_and_every_gradient(words: str) -> None:
    network = chapter()
    result = bptt.compute(network, of_words(network, words.split()))
    w = {n: torch.tensor(a, requires_grad=True) for n, a in network.arrays().items()}
    ids = torch.tensor(result.sentence.inputs)
    h = torch.zeros(2, dtype=torch.float64)
    states = []
    for i in ids:
        h = torch.tanh(w["W_xh"] @ w["embedding"][i] + w["W_hh"] @ h + w["b_h"])
        states.append(h)
    logits = torch.stack(states) @ w["W_hy"].T + w["b_y"]
    losses = torch.nn.functional.cross_entropy(logits, ids.roll(-1), reduction="none")
    losses.sum().backward()
    assert result.full.losses == pytest.approx(losses.detach().numpy(), abs=1e-14)
    for name, array in w.items():
        assert result.full.gradients.arrays[name] == pytest.approx(array.grad.numpy(), abs=1e-14)
    found = loss.compute(network, result.sentence)
    assert found.whole.total == pytest.approx(float(losses.sum().detach()), abs=1e-13)
