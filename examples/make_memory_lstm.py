"""Remake memory-lstm.toml: an LSTM that has learned to carry one word across ten fillers.

    python examples/make_memory_lstm.py

It is the notebook's third network of step 8 (forget bias 3 at the start), trained at distance 10
from seed 0 by the project's own training, in some seconds.
"""

from pathlib import Path

import numpy as np

from rnn_examples.network.load.load import load
from rnn_examples.network.load.toml_text import write_toml
from rnn_examples.output import write_file
from rnn_examples.training.cell import Cell, Recipe, train_cell
from rnn_examples.training.memory_task import WORDS

HERE = Path(__file__).parent
STEPS = 500


def main() -> None:
    result, arrays = train_cell(Cell("lstm-open", distance=10, seed=0), Recipe(steps=STEPS))
    # The shortest decimal that reads back to the same float32.
    rounded = {
        name: np.array([float(str(x)) for x in a.flat]).reshape(a.shape)
        for name, a in arrays.items()
    }
    with_names, words = HERE / "memory-lstm.npz", HERE / "words.txt"
    np.savez(with_names, **rounded)
    words.write_text("\n".join(WORDS) + "\n", encoding="utf-8")
    network = load(str(with_names), words=str(words))
    write_file(HERE / "memory-lstm.toml", [write_toml(network).encode()])
    with_names.unlink()
    words.unlink()
    print(f"accuracy {result.accuracy}, learned from step {result.solved_at}")


def shortest(array: np.ndarray) -> np.ndarray:
    """Each number as the shortest decimal that reads back to the same float32."""
    return np.array([float(str(number)) for number in array.flat]).reshape(array.shape)


if __name__ == "__main__":
    main()
