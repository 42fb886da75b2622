"""Gradient descent, whatever the model, the data and the rule of update."""

from collections.abc import Callable
from typing import TypeVar

Batch = TypeVar("Batch")
Found = TypeVar("Found")


def descend(
    steps: int,
    draw: Callable[[], Batch],
    loss_and_gradients: Callable[[Batch], Found],
    update: Callable[[], bool],
    observe: Callable[[int, Found, bool], None],
) -> None:
    """`steps` times: draw a batch, find loss and gradients, update, observe.

    `update` says whether it clipped; `observe` gets the step from 1 on, what `loss_and_gradients`
    found (so before the update) and that answer.
    """
    for step in range(1, steps + 1):
        found = loss_and_gradients(draw())
        clipped = update()
        observe(step, found, clipped)
