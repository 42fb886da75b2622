"""`--work` of more than a board holds: the title of each part says what of it is written."""

import shlex
from pathlib import Path

import numpy as np
import pytest

from rnn_examples.cli.app import invoke
from rnn_examples.output import Surroundings

ROOT = Path(__file__).parents[2]
GRU = "--model golden/model/gru.toml"
FIVE = "--sentence 'the dog ran dog ran'"
NINE = " ".join(f"--gradient {n},1" for n in range(1, 10))

# A command line, and the titles of its arithmetic.
TITLES = {
    "activations --points=-2,-1,0,1,2 --pre=-1,1": [
        "Values and derivatives, the first 4 of 5 points",
        "What the sigmoid's ceiling leaves",
        "Inputs of the units, step by step",
    ],
    "activations --points=-2,-1,0,1 '--pre=1,2,3,4,5,6,7,8,9'": [
        "Values and derivatives",
        "What the sigmoid's ceiling leaves",
        "Inputs of the units, step by step, the first 8 of 9 units",
    ],
    "bidirectional --sentence 'the dog ran dog'": [
        "From the first word on, the first 3 of 4 steps",
        "From the last word back, the first 3 of 4 steps",
        "Side by side, the first 3 of 4 steps",
    ],
    "blame --gain 0.9 --sentence a --sentences 0": ["g = 0.9: from word 1 back to 0"],
    "blame --gain 0.9 --sentence 'a b' --sentences 0": [
        "g = 0.9: from word 2 back to 1",
        "g = 0.9: from word 2 back to 0",
    ],
    "blame --gain 0.9 --sentence 'a b c' --sentences 0": [
        "g = 0.9: from word 3 back to 2",
        "g = 0.9: from word 3 back to 1; the steps before it go the same way",
    ],
    "blame --gain 0.9 --hidden 8 --input 1 --sentence a --sentences 0": [
        "g = 0.9: from word 1 back to 0"
    ],
    "blame --gain 0.9 --hidden 9 --input 1 --sentence a --sentences 0": [],
    "blame --gain 0.9,1,2 --sentence 'a b c d' --sentences 0": [
        "g = 0.9: from word 4 back to 3",
        "g = 0.9: from word 4 back to 2; the steps before it and the other gains go the same way",
    ],
    f"bptt {FIVE}": [
        "Signals, from the last step back, the last 4 of 5 steps; those before go the same way"
    ],
    f"bptt {FIVE} --model golden/model/lstm.toml": [
        "Output errors, from the last step, the last 4 of 5 steps; those before go the same way"
    ],
    "bptt --model notebook --sequences 8 --fillers 0 --no-autograd": [
        "The loss, averaged over the batch"
    ],
    "bptt --model notebook --sequences 9 --fillers 0 --no-autograd": [],
    f"clip {NINE}": ["Each gradient, and what becomes of it, the first 8 of 9 gradients"],
    f"clip {NINE} --together": [
        "The norm of all entries",
        "Each gradient by the same scale, the first 8 of 9 gradients",
        "All entries, before and after",
    ],
    "gates --bias 0,1,2,3,4,5,6": [
        "Each gate and its half-life, the first 6 of 7 biases",
        "What is left after k steps, through the logarithm, the first 6 of 7 biases",
    ],
    f"gates {GRU}": [
        "Unit 1: half-life, and what is left",
        "Unit 2: half-life, and what is left",
    ],
    "influence --gains 2 --steps 1,2": [
        "The recurrent matrix for g = 2",
        "g = 2, step 1 of 2",
        "g = 2, step 2 of 2",
    ],
    "influence --gains 2,1 --steps 1": [
        "The recurrent matrix for g = 2",
        "g = 2, step 1 of 1; the other gains go the same way",
    ],
    "influence --gains 2,1 --steps 3": [
        "The recurrent matrix for g = 2",
        "g = 2, step 1 of 3",
        "g = 2, step 2 of 3; the steps after it and the other gains go the same way",
    ],
    f"loss {FIVE}": [
        "Logits, prediction and loss, step by step, the first 4 of 5 steps",
        "The sum, and the perplexity",
    ],
    "lstm-cell --cues 1,1,1,1,1,1,1,1,1,1,1 --forget 0.5": [
        "The cell, word by word, the first 10 of 11 words",
        "The blame along the belt",
    ],
    "spectrum --matrix 1 --matrix 2,0;0,3": [
        "W2: its values and its first step, of the first two by two matrices"
    ],
    "truncate --distances 1,2,3,4,5,6,7,8,9,10,11 --loss state": [
        "The dependencies inside one segment, by their distance, the first 10 of 11 distances",
        "Entries 1,1, 1,2, 2,1, 2,2 of the gradient of L by U: what reaches each step, times the "
        "state before it",
    ],
    f"unroll {GRU} --sentence '{'dog ran ' * 10}'": [
        f"Step {t} of 20, '{('ran', 'dog')[t % 2]}'" for t in range(1, 13)
    ],
    f"unroll --model notebook --sentence '{'patient ' * 20}'": [
        f"Step {t} of 20, 'patient'" for t in range(1, 16)
    ],
    "unroll --sentence 'dog ran'": ["Step 1, 'dog'", "Step 2, 'ran'"],
    "vanish --factors 2 --distances 3": ["Each power, and its logarithm"],
    "vanish": ["Each power, and its logarithm", "The forty-seven words"],
}


def titles(line: str) -> list[str]:
    document = invoke([*shlex.split(line), "--work"], Surroundings()).document
    assert document is not None
    return [work.title for work in document.work]


@pytest.mark.parametrize("line", TITLES)
def test_a_title_says_what_is_left_out(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)  # some lines name a file in golden/
    assert titles(line) == TITLES[line]


def test_a_step_of_vectors_has_no_word(tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_text("1,2\n3,4\n", encoding="utf-8")
    assert titles(f"unroll --inputs {tmp_path}/x.csv") == ["Step 1", "Step 2"]


def test_of_a_wide_cell_the_first_step_alone_is_written(tmp_path: Path) -> None:
    """Three gates of eight units and eight inputs: 384 products a step."""
    sizes = {"weight_ih_l0": (24, 8), "weight_hh_l0": (24, 8)}
    np.savez(tmp_path / "m.npz", **{name: np.ones(size) for name, size in sizes.items()})
    (tmp_path / "x.csv").write_text(f"{'1,' * 7}1\n" * 2, encoding="utf-8")
    line = f"unroll --model {tmp_path}/m.npz --inputs {tmp_path}/x.csv"
    assert titles(line) == ["Step 1 of 2"]


def test_a_unit_is_named_by_its_layer_and_its_direction(tmp_path: Path) -> None:
    """Two LSTM layers of two units that read both ways have eight units, six of them written."""
    sides = [f"l{layer}{way}" for layer in (0, 1) for way in ("", "_reverse")]
    arrays = {f"weight_ih_{side}": np.ones((8, 1 if "l0" in side else 4)) for side in sides}
    arrays |= {f"weight_hh_{side}": np.ones((8, 2)) for side in sides}
    np.savez(tmp_path / "both.npz", **arrays)
    (tmp_path / "x.csv").write_text("1\n2\n", encoding="utf-8")
    units = [(1, "forward"), (1, "reverse"), (2, "forward")]
    assert titles(f"gates --model {tmp_path}/both.npz --inputs {tmp_path}/x.csv") == [
        f"Unit {unit} of layer {layer}, {direction}: half-life, and what is left ({n} of 8 units)"
        for n, (unit, (layer, direction)) in enumerate(
            ((unit, place) for place in units for unit in (1, 2)), 1
        )
    ]


def test_a_matrix_of_many_inputs_alone_is_left_out(tmp_path: Path) -> None:
    """The gradient of W_xh would have a line for each of seven inputs."""
    W_xh, W_hh, W_hy = np.ones((1, 7)), np.ones((1, 1)), np.ones((2, 1))
    arrays = {"weight_ih_l0": W_xh, "weight_hh_l0": W_hh, "fc.weight": W_hy}
    np.savez(tmp_path / "m.npz", **arrays)
    (tmp_path / "x.csv").write_text("1,2,3,4,5,6,7\n", encoding="utf-8")
    assert titles(f"bptt --model {tmp_path}/m.npz --inputs {tmp_path}/x.csv --targets 1") == [
        "Signals, from the last step back",
        "The gradient of W_hh, entry by entry",
        "The gradient of W_hy, entry by entry",
    ]
