"""The fifteen trainings of the notebook's step 8, against the same with PyTorch's own modules.

Both sides draw the same sequences with the same function, and may use the same cores: PyTorch
through its threads, this package through its processes (whose start is counted). Each side is a
process of its own, one after another and never together; they alternate, and the last line is the
ratio of their medians. Only a quiet machine gives a fair one: PyTorch's threads wait for each
other, so a core taken by another program costs that side many times what it costs ours. With each
measurement stand the load before it and how many cores other programs took meanwhile; a ratio
taken while they took more than a twentieth of a core is marked as not fair.

    python benchmarks/bench_remember.py [--repeats 3] [--cores 2] [--steps 1000]

Fewer steps are a share of the experiment, marked as such: its accuracies are not the notebook's,
and our side's start of processes weighs more in it.
"""

import argparse
import os
import statistics
import time
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection

NETWORKS = ("rnn", "lstm", "lstm-open")
DISTANCES = (5, 10, 20, 40, 80)
STEPS = 1000  # the notebook's
QUIET = 0.05  # cores that other programs may take
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


def torch_side(steps: int, cores: int) -> list[float]:
    """The fifteen accuracies, network by network."""
    import torch

    torch.set_num_threads(cores)
    return [torch_cell(network, k, steps) for network in NETWORKS for k in DISTANCES]


def our_side(steps: int, cores: int) -> list[float]:
    """The fifteen accuracies, network by network."""
    from rnn_examples.training.cell import Recipe
    from rnn_examples.training.remember import RememberConfig, remember

    config = RememberConfig(NETWORKS, DISTANCES, 1, Recipe(steps=steps))
    result = remember(config, jobs=cores)
    return [one.accuracy for one in result.results]


Side = Callable[[int, int], list[float]]


def _run(side: Side, steps: int, cores: int, answer: Connection) -> None:
    """In a process of its own: imports first, which are not counted, then one measured run."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:cores])
    side(1, cores)
    began = time.perf_counter()
    accuracies = side(steps, cores)
    answer.send((time.perf_counter() - began, accuracies))


def busy() -> tuple[float, float]:
    """CPU seconds so far of all programs of the machine, and of those ended ones we started."""
    own = os.times()
    ours = own.user + own.system + own.children_user + own.children_system
    try:
        with open("/proc/stat") as file:
            user, nice, system, _idle, _wait, irq, soft = map(int, file.readline().split()[1:8])
    except OSError:
        return float("nan"), ours
    return (user + nice + system + irq + soft) / os.sysconf("SC_CLK_TCK"), ours


def measure(side: Side, steps: int, cores: int) -> tuple[float, float, list[float]]:
    """Wall seconds of one run, the cores that other programs took meanwhile, and accuracies."""
    context = get_context("spawn")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_run, args=(side, steps, cores, sender))
    (all_before, ours_before), began = busy(), time.perf_counter()
    process.start()
    sender.close()
    seconds, accuracies = receiver.recv()
    process.join()
    (all_after, ours_after), whole = busy(), time.perf_counter() - began
    others = (all_after - all_before - (ours_after - ours_before)) / whole
    return seconds, others, accuracies


def main() -> None:
    """Time both sides in turn."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--repeats", type=int, default=3)
    options.add_argument("--steps", type=int, default=STEPS)
    options.add_argument("--cores", type=int, default=2)
    chosen = options.parse_args()
    for name in KERNEL_CHOICES:
        os.environ.pop(name, None)
    sides: dict[str, Side] = {"torch": torch_side, "ours": our_side}
    seconds: dict[str, list[float]] = {name: [] for name in sides}
    taken: list[float] = []
    for repeat in range(chosen.repeats):
        for name, side in sides.items():
            load = f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"
            took, others, accuracies = measure(side, chosen.steps, chosen.cores)
            seconds[name].append(took)
            taken.append(others)
            figures = " ".join(f"{accuracy:.3f}" for accuracy in accuracies)
            print(
                f"{repeat + 1} {name:5} {took:7.2f} s  load {load}  others {others:.2f}  {figures}",
                flush=True,
            )
    medians = {name: statistics.median(values) for name, values in seconds.items()}
    marks = "" if chosen.steps == STEPS else f"  [a share: {chosen.steps} of {STEPS} steps]"
    if not max(taken) <= QUIET:
        marks += f"  [not fair: other programs took up to {max(taken):.2f} cores]"
    print(f"torch {medians['torch']:.2f} s, ours {medians['ours']:.2f} s (medians)")
    print(f"ratio {medians['torch'] / medians['ours']:.2f}{marks}")


if __name__ == "__main__":
    main()
