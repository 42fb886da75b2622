"""The fifteen trainings of the notebook's step 8, against the same with PyTorch's own modules.

Both sides draw the same sequences with the same function, and may use every core: PyTorch through
its threads, this package through its processes (whose start is counted). The sides alternate; the
last line is the ratio of their medians. Only a quiet machine gives a fair one: PyTorch's threads
wait for each other, so a core taken by another program costs that side many times what it costs
ours. The load is printed with each measurement.

    python benchmarks/bench_remember.py [--repeats 3] [--steps 1000]
"""

import argparse
import os
import statistics
import time
from collections.abc import Callable

NETWORKS = ("rnn", "lstm", "lstm-open")
DISTANCES = (5, 10, 20, 40, 80)
# Set in some environments; they choose kernels that are not this processor's, or slow ones.
KERNEL_CHOICES = ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE")


def torch_cell(network: str, k: int, steps: int) -> float:
    """One training written with PyTorch's modules, Adam and clip_grad_norm_; its accuracy."""
    import numpy as np
    import torch

    from rnn_examples.training.memory_task import held_out, sequences

    torch.manual_seed(0)
    embedding = torch.nn.Embedding(27, 16)
    kind = torch.nn.RNN if network == "rnn" else torch.nn.LSTM
    recurrent = kind(16, 32, batch_first=True)
    linear = torch.nn.Linear(32, 27)
    if network == "lstm-open":
        with torch.no_grad():
            recurrent.bias_ih_l0[32:64] = 3.0
            recurrent.bias_hh_l0[32:64] = 0.0
    parameters = [p for layer in (embedding, recurrent, linear) for p in layer.parameters()]
    optimizer = torch.optim.Adam(parameters, lr=0.01)
    rng = np.random.default_rng(0)
    for _ in range(steps):
        tokens, targets = sequences(rng, 64, k)
        states, _state = recurrent(embedding(torch.from_numpy(tokens)))
        loss = torch.nn.functional.cross_entropy(linear(states[:, -1]), torch.from_numpy(targets))
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(parameters, 1.0)
        optimizer.step()
    tokens, targets = held_out(k)
    with torch.no_grad():
        states, _state = recurrent(embedding(torch.from_numpy(tokens)))
        answers = linear(states[:, -1]).argmax(dim=1).numpy()
    return float((answers == targets).mean())


def torch_side(steps: int) -> list[float]:
    """The fifteen accuracies, network by network."""
    return [torch_cell(network, k, steps) for network in NETWORKS for k in DISTANCES]


def our_side(steps: int) -> list[float]:
    """The fifteen accuracies, network by network."""
    from rnn_examples.training.cell import Recipe
    from rnn_examples.training.remember import RememberConfig, remember

    config = RememberConfig(NETWORKS, DISTANCES, 1, Recipe(steps=steps))
    result = remember(config, jobs=os.cpu_count() or 1)
    return [one.accuracy for one in result.results]


def main() -> None:
    """Time both sides in turn."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--repeats", type=int, default=3)
    options.add_argument("--steps", type=int, default=1000)
    chosen = options.parse_args()
    for name in KERNEL_CHOICES:
        os.environ.pop(name, None)
    sides: dict[str, Callable[[int], list[float]]] = {"torch": torch_side, "ours": our_side}
    seconds: dict[str, list[float]] = {name: [] for name in sides}
    for repeat in range(chosen.repeats):
        for name, side in sides.items():
            load = f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"
            began = time.perf_counter()
            accuracies = side(chosen.steps)
            seconds[name].append(time.perf_counter() - began)
            figures = " ".join(f"{accuracy:.3f}" for accuracy in accuracies)
            print(
                f"{repeat + 1} {name:5} {seconds[name][-1]:7.2f} s  load {load}  {figures}",
                flush=True,
            )
    medians = {name: statistics.median(values) for name, values in seconds.items()}
    print(f"torch {medians['torch']:.2f} s, ours {medians['ours']:.2f} s (medians)")
    print(f"ratio {medians['torch'] / medians['ours']:.2f}")


if __name__ == "__main__":
    main()
