"""`train`: loss and accuracy as the network learns."""

from math import isfinite

from rnn_examples.counted import counted
from rnn_examples.examples.guessing import LOSS
from rnn_examples.examples.train import Result
from rnn_examples.plots.picture import Axis, Chart, Guide, Picture, Series
from rnn_examples.tables.numbers import fixed

# Of the test set, more than guessing scores.
LEARNED = 0.1


def draw(result: Result) -> Picture:
    """Two panels over the steps; guessing is marked in both."""
    rows = result.history.rows
    steps = tuple(float(row.step) for row in rows)
    losses = tuple(row.loss if isfinite(row.loss) else None for row in rows)
    best = max(result.guessing.shares)
    x = Axis("step")
    return Picture(
        "train",
        "The network learns to remember: the loss falls, the accuracy rises"
        if rows[-1].accuracy > best + LEARNED
        else "The network has not learned to remember: it still guesses",
        f"Two charts over {counted(result.history.config.steps, 'step')}. The loss of a batch is "
        f"{_first_and_last([row.loss for row in rows])} nats, the test accuracy "
        f"{_first_and_last([row.accuracy for row in rows])}; guessing costs "
        f"{fixed(LOSS, 3)} nats and is right in {fixed(best, 3)}.",
        (
            Chart(
                "Loss of the batch",
                x,
                Axis("loss", "nats", low=0.0),
                (Series("loss", steps, losses),),
                (Guide("y", LOSS, "guessing"),),
            ),
            Chart(
                "Accuracy on the test set",
                x,
                Axis("accuracy", low=0.0, high=1.04),
                (Series("accuracy", steps, tuple(row.accuracy for row in rows)),),
                (Guide("y", best, "guessing"),),
            ),
        ),
    )


def _first_and_last(values: list[float]) -> str:
    return f"{fixed(values[0], 3)} at first and {fixed(values[-1], 3)} at last"
