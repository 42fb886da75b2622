"""The notebook's step 5 against its equations written out directly in NumPy.

The other side is what a reader writes from the equations: sequences drawn one by one, row vectors,
one-hot inputs by row, each step's gradient added as it is found. The sides alternate; the last
line is the ratio of their medians.

    python benchmarks/bench_train.py [--repeats 5] [--steps 2000]
"""

import argparse
import os
import statistics
import time
from collections.abc import Callable

KERNEL_CHOICES = ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE")
Rows = list[tuple[str, str]]


def direct_side(steps: int) -> Rows:
    """Loss and accuracy at every 500 steps, as the notebook prints them."""
    import numpy as np

    def sequences(rng: np.random.Generator, n: int, k: int) -> tuple[np.ndarray, np.ndarray]:
        allergic = rng.random(n) < 0.5
        rows = [[0, 1 if allergic[i] else 2, *(6 + rng.integers(21, size=k)), 3] for i in range(n)]
        return np.array(rows), np.where(allergic, 5, 4)

    rng = np.random.default_rng(0)
    W_xh = rng.normal(0, 0.5, (27, 16))
    W_hh = rng.normal(0, 0.25, (16, 16))
    W_hy = rng.normal(0, 0.25, (16, 27))
    b_h, b_y = np.zeros(16), np.zeros(27)

    def states(tokens: np.ndarray) -> list[np.ndarray]:
        hs = [np.zeros((len(tokens), 16))]
        for t in range(tokens.shape[1]):
            hs.append(np.tanh(W_xh[tokens[:, t]] + hs[-1] @ W_hh + b_h))
        return hs

    rng = np.random.default_rng(0)
    test_tokens, test_targets = sequences(np.random.default_rng(99), 1000, 5)
    printed = []
    for step in range(1, steps + 1):
        tokens, targets = sequences(rng, 32, 5)
        hs = states(tokens)
        scores = hs[-1] @ W_hy + b_y
        p = np.exp(scores - scores.max(axis=1, keepdims=True))
        p /= p.sum(axis=1, keepdims=True)
        loss = -np.log(p[np.arange(32), targets]).mean()
        p[np.arange(32), targets] -= 1
        p /= 32
        dW_hy, db_y = hs[-1].T @ p, p.sum(axis=0)
        dW_xh, dW_hh, db_h = np.zeros_like(W_xh), np.zeros_like(W_hh), np.zeros_like(b_h)
        dh = p @ W_hy.T
        for t in reversed(range(tokens.shape[1])):
            da = dh * (1 - hs[t + 1] ** 2)
            dW_hh += hs[t].T @ da
            np.add.at(dW_xh, tokens[:, t], da)
            db_h += da.sum(axis=0)
            dh = da @ W_hh.T
        gradients = [dW_xh, dW_hh, dW_hy, db_h, db_y]
        norm = np.sqrt(sum((g**2).sum() for g in gradients))
        scale = 1 / norm if norm > 1 else 1.0
        for w, g in zip([W_xh, W_hh, W_hy, b_h, b_y], gradients, strict=True):
            w -= 0.1 * scale * g
        if step % 500 == 0:
            answers = (states(test_tokens)[-1] @ W_hy + b_y).argmax(axis=1)
            printed.append((f"{loss:.3f}", f"{(answers == test_targets).mean():.3f}"))
    return printed


def our_side(steps: int) -> Rows:
    """The same figures from the package."""
    from rnn_examples.training.train import TrainConfig, train

    history = train(TrainConfig(steps=steps))
    return [(f"{row.loss:.3f}", f"{row.accuracy:.3f}") for row in history.rows]


def main() -> None:
    """Time both sides in turn, after one short run of each."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--repeats", type=int, default=5)
    options.add_argument("--steps", type=int, default=2000)
    chosen = options.parse_args()
    for name in KERNEL_CHOICES:
        os.environ.pop(name, None)
    sides: dict[str, Callable[[int], Rows]] = {"direct": direct_side, "ours": our_side}
    seconds: dict[str, list[float]] = {name: [] for name in sides}
    for side in sides.values():
        side(500)
    for _ in range(chosen.repeats):
        found = {}
        for name, side in sides.items():
            began = time.perf_counter()
            found[name] = side(chosen.steps)
            seconds[name].append(time.perf_counter() - began)
        print(*(f"{name} {times[-1]:.2f} s" for name, times in seconds.items()), flush=True)
        if found["direct"] != found["ours"]:
            raise SystemExit(f"the figures differ: {found}")
    medians = {name: statistics.median(values) for name, values in seconds.items()}
    print(f"direct {medians['direct']:.2f} s, ours {medians['ours']:.2f} s (medians), same figures")
    print(f"ratio {medians['direct'] / medians['ours']:.2f}")


if __name__ == "__main__":
    main()
