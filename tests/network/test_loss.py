"""Cross-entropy, perplexity and the loss of a text in one pass."""

from collections.abc import Callable
from decimal import Decimal

import mpmath
import numpy as np
import pytest

from rnn_examples.errors import InputError
from rnn_examples.network.book_models import chapter, notebook_sentence
from rnn_examples.network.forward import forward
from rnn_examples.network.loss import (
    cross_entropy,
    cross_entropy_derivative,
    perplexity,
    probability,
    text_loss,
)
from rnn_examples.network.network import Network

FAR_APART = np.array([[1000.0, 0.0, -1000.0]] * 3)


def test_losses_of_far_apart_logits_are_their_distances() -> None:
    losses = cross_entropy(FAR_APART, np.array([0, 1, 2]))
    assert losses.tolist() == [0, 1000, 2000]
    assert not np.signbit(losses[0])


def test_the_derivative_is_output_minus_target() -> None:
    assert cross_entropy_derivative(FAR_APART, np.array([0, 1, 2])).tolist() == [
        [0, 0, 0],
        [1, -1, 0],
        [1, 0, -1],
    ]


def test_the_chapters_losses_against_mpmath() -> None:
    network = chapter()
    h = forward(network, [0, 1, 2]).h
    found = cross_entropy(network.logits(h), np.array([1, 2, 0]))
    with mpmath.workdps(30):
        for t, target in enumerate((1, 2, 0)):
            logits = mpmath.matrix(network.W_hy.tolist()) * mpmath.matrix(h[t].tolist())
            powers = [mpmath.exp(z + b) for z, b in zip(logits, network.b_y.tolist(), strict=True)]
            exact = -mpmath.log(powers[target] / sum(powers))
            assert found[t] == pytest.approx(float(exact), rel=1e-14)


@pytest.mark.parametrize("mean", [0.0, 1.0, 709.0])
def test_perplexity_of_a_float(mean: float) -> None:
    assert perplexity(mean) == pytest.approx(float(mpmath.exp(mean)), rel=1e-15)


@pytest.mark.parametrize("loss", [0.0, 1.0, 699.5, 700.0, 1000.0, 1e9])
def test_a_probability_is_right_however_small(loss: float) -> None:
    """To 17 digits where no float holds it in full, below e^-700."""
    found = probability(loss)
    with mpmath.workdps(40):
        right = Decimal(mpmath.nstr(mpmath.exp(-mpmath.mpf(loss)), 17))
    if loss < 700:
        assert found == pytest.approx(float(right), rel=1e-15)
    else:
        assert found == right


def test_a_perplexity_beyond_the_largest_float_is_a_decimal() -> None:
    found = perplexity(1000.0)
    assert isinstance(found, Decimal)
    assert f"{found:.9e}" == "1.970071114e+434"  # mpmath.exp(1000)
    with mpmath.workdps(40):
        assert found == Decimal(mpmath.nstr(mpmath.exp(1000), 17))
    assert f"{perplexity(709.9):.9e}" == f"{Decimal(mpmath.nstr(mpmath.exp(709.9), 15)):.9e}"


@pytest.mark.parametrize("cell", ["tanh", "lstm", "gru"])
@pytest.mark.parametrize("cuts", [[1, 1, 5], [7], [3, 0, 4]])
def test_a_text_in_chunks_is_the_whole_text(
    make_network: Callable[..., Network], cell: str, cuts: list[int]
) -> None:
    network = make_network(cell, layers=2)
    ids = np.array([0, 2, 1, 3, 3, 0, 1])
    whole = cross_entropy(network.logits(forward(network, ids).h)[:-1], ids[1:]).sum()
    found = text_loss(network, np.split(ids, np.cumsum(cuts)[:-1]))
    assert found.count == 6
    assert found.total == pytest.approx(whole, rel=1e-14)
    assert found.mean == pytest.approx(whole / 6, rel=1e-14)


def test_logits_are_made_in_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    ids = np.array([0, 1, 2, 1, 0])
    whole = text_loss(chapter(), [ids]).total
    monkeypatch.setattr("rnn_examples.network.loss.BLOCK", 6)
    assert text_loss(chapter(), [ids]).total == pytest.approx(whole, rel=1e-15)


@pytest.mark.parametrize("ids", [[], [1]])
def test_a_text_without_a_prediction_is_told(ids: list[int]) -> None:
    with pytest.raises(
        InputError, match=r"^the text has no word to predict; expected at least two words$"
    ):
        text_loss(chapter(), [np.array(ids, int)])


def test_a_network_without_outputs_is_told() -> None:
    with pytest.raises(
        InputError,
        match=(
            r"^model notebook: it has no output layer; expected W_hy \(and b_y\) in "
            r"\[weights\] in its file$"
        ),
    ):
        text_loss(notebook_sentence(), [np.array([0, 1])])


@pytest.mark.parametrize(
    ("targets", "message"),
    [
        ([3], "target 3: expected a word's number from 0 to 2"),
        ([0, 1], r"targets: found shape \(2,\) of int64; expected \(1,\) of words' numbers"),
        ([0.5], r"targets: found shape \(1,\) of float64; expected \(1,\) of words' numbers"),
    ],
)
def test_wrong_targets_are_told(targets: list[float], message: str) -> None:
    with pytest.raises(InputError, match=f"^{message}$"):
        cross_entropy(FAR_APART[:1], np.array(targets))


def test_logits_that_are_no_numbers_are_told() -> None:
    with pytest.raises(
        InputError, match=r"^the outputs leave the range of floats; expected smaller weights$"
    ):
        cross_entropy(np.array([[np.inf, 0]]), np.array([0]))
