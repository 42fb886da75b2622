"""The notebook's check: its gradients agree with a measured one to rounding."""

import sys
from collections.abc import Callable

import numpy as np
import pytest

from rnn_examples.examples import bptt_check
from rnn_examples.network.forward import forward
from rnn_examples.network.gradients import loss_gradients
from rnn_examples.network.network import Network
from rnn_examples.training.memory_task import sequences

Printed = Callable[..., str]


def test_every_array_agrees_to_rounding() -> None:
    result = bptt_check.compute(autograd=False)
    table = bptt_check.document(result).tables[0]
    assert [row[:2] for row in table.rows] == [
        ("W_xh", (27, 16)), ("W_hh", (16, 16)), ("W_hy", (16, 27)),
        ("b_h", (16,)), ("b_y", (27,)), ("all", None),
    ]  # fmt: skip
    assert all(0 <= row[3] < 1e-15 for row in table.rows)
    assert [row[4] for row in table.rows] == [None] * 6
    assert table.total
    assert "its column is blank" in " ".join(map(str, bptt_check.document(result).notes))


def test_the_measured_gradient_is_by_the_method_that_is_asked_for() -> None:
    """A central difference is off by some 1e-11, a complex step in the last bits alone."""
    small = {"count": 1, "fillers": 0, "autograd": False}
    exact, central = (
        bptt_check.document(bptt_check.compute(method=method, **small)).tables[0].rows[-1][3]
        for method in ("complex", "central")
    )
    assert exact < 1e-15 < 1e-13 < central


def test_the_batch_is_the_mean_of_its_sequences(notebook_classifier: Network) -> None:
    result = bptt_check.compute(count=3, fillers=2, autograd=False)
    tokens, targets = sequences(np.random.default_rng(3), 3, 2)
    network = notebook_classifier
    one = [
        loss_gradients(network, forward(network, row), [int(target)], steps=(-1,))
        for row, target in zip(tokens, targets, strict=True)
    ]
    assert result.losses == pytest.approx([each.losses[0] for each in one])
    for name, gradient in result.gradients.items():
        mean = np.mean([each.gradients.arrays[name] for each in one], axis=0)
        assert gradient == pytest.approx(mean, abs=1e-15)


def test_a_wrong_gradient_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    right = bptt_check.loss_and_gradients

    def wrong(*arguments: object) -> object:
        loss, gradients = right(*arguments)
        gradients.b_h[0] *= 1 + 1e-9
        return loss, gradients

    monkeypatch.setattr(bptt_check, "loss_and_gradients", wrong)
    rows = bptt_check.document(bptt_check.compute(autograd=False)).tables[0].rows
    assert rows[3][3] > 1e-13
    assert rows[-1][3] == rows[3][3]


def test_without_pytorch_its_column_is_blank(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    assert bptt_check.compute(count=1, fillers=0).autograd is None


def test_the_command_s_options(printed: Printed) -> None:
    options = ("--seed", "2", "--sequences", "2", "--fillers", "0", "--draw", "5")
    shown = printed("bptt", "--model", "notebook", "--no-autograd", *options, "-f", "json")
    for wanted in ('"seed": 2', '"sequences": 2', '"fillers": 0', '"draw": 5'):
        assert wanted in shown
    work = printed(
        "bptt", "--model", "notebook", "--no-autograd", *options, "--numeric", "central",
        "--work", "-f", "plain",
    )  # fmt: skip
    assert "The loss, averaged over the batch" in work
    assert "from a central difference" in work
    assert "of a central difference of the loss" in work
    assert "complex" not in work


def test_the_column_is_named_after_the_method_that_was_used(printed: Printed) -> None:
    small = ("bptt", "--model", "notebook", "--no-autograd", "--sequences", "1", "--fillers", "0")
    shown = printed(*small)
    assert "from a complex step" in shown
    assert "of a complex step of the loss" in shown
    assert "finite" not in shown
