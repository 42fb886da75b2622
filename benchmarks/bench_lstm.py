"""A 512-unit LSTM over 10,000 words, all states kept, against PyTorch's own on the same CPU.

Both sides run the same weights over the same vectors, and may use every core; the sides alternate.
Each line is a ratio of medians, this package's time to PyTorch's: in float64, in which everything
here is computed, and in float32. The exit code is 1 where float64's is above 1.

    python benchmarks/bench_lstm.py [--words 10000] [--repeats 5]
"""

import argparse
import os
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

HIDDEN = INPUT = 512
# Set in some environments; they choose kernels that are not this processor's, or slow ones.
KERNEL_CHOICES = ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE")


def seconds(side: Callable[[], object]) -> float:
    start = time.perf_counter()
    side()
    return time.perf_counter() - start


def compare(width: str, words: int, repeats: int) -> float:
    """The ratio in float32 or float64."""
    import numpy as np
    import torch

    from rnn_examples.network.forward import forward
    from rnn_examples.network.load.named import Reading, from_named

    torch.manual_seed(0)
    theirs = torch.nn.LSTM(INPUT, HIDDEN, dtype=getattr(torch, width))
    arrays = {name: p.detach().double().numpy() for name, p in theirs.named_parameters()}
    ours = from_named(Path("lstm"), arrays, Reading())
    x = torch.randn(words, INPUT, dtype=getattr(torch, width))
    vectors, dtype = x.numpy(), getattr(np, width)

    with torch.no_grad():
        difference = abs(
            forward(ours, vectors[:100], hidden_only=True, dtype=dtype).h
            - theirs(x[:100])[0].numpy()
        ).max()
        times = [
            (
                seconds(lambda: theirs(x)),
                seconds(lambda: forward(ours, vectors, hidden_only=True, dtype=dtype)),
            )
            for _ in range(repeats)
        ]
    torch_time, our_time = (statistics.median(side) for side in zip(*times, strict=True))
    print(
        f"{width}: PyTorch {torch_time:.2f} s, here {our_time:.2f} s, "
        f"largest difference {difference:.1e}, ratio {our_time / torch_time:.2f}"
    )
    return our_time / torch_time


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--words", type=int, default=10_000)
    parser.add_argument("--repeats", type=int, default=5)
    options = parser.parse_args()
    if any(name in os.environ for name in KERNEL_CHOICES):
        kept = {name: value for name, value in os.environ.items() if name not in KERNEL_CHOICES}
        os.execve(sys.executable, [sys.executable, *sys.argv], kept)
    compare("float32", options.words, options.repeats)
    return int(compare("float64", options.words, options.repeats) > 1)


if __name__ == "__main__":
    raise SystemExit(main())
