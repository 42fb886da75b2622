"""JSON's `inputs`: what the numbers were made from, so that they can be had again."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

Printed = Callable[..., str]
NETWORK = [
    ["unroll"],
    ["bptt"],
    ["blame"],
    ["loss"],
    ["truncate"],
    ["params"],
    ["spectrum"],
    ["bidirectional"],
    ["activations"],
]


def inputs(printed: Printed, *arguments: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(printed(*arguments, "-f", "json"))["inputs"]
    return found


def saved(folder: Path, G: int) -> str:
    rng = np.random.Generator(np.random.PCG64(G))
    shapes = {
        "a.weight_ih_l0": (2 * G, 2),
        "a.weight_hh_l0": (2 * G, 2),
        "embedding.weight": (3, 2),
        "fc.weight": (3, 2),
    }
    arrays: dict[str, Any] = {name: rng.normal(size=shape) for name, shape in shapes.items()}
    np.savez(folder / "m.npz", **arrays)
    (folder / "words").write_text("x\ny\nz\n", encoding="utf-8")
    return str(folder / "m.npz")


@pytest.mark.parametrize("command", NETWORK)
def test_how_a_file_was_read(printed: Printed, tmp_path: Path, command: list[str]) -> None:
    model = ("--model", saved(tmp_path, 1), "--prefix", "a.", "--words", str(tmp_path / "words"))
    sentence = () if command == ["params"] else ("--sentence", "x z y")
    told = inputs(printed, *command, *model, *sentence, "--activation", "relu")
    assert (told["activation"], told["prefix"], told["layout"]) == ("relu", "a.", "pytorch")
    assert (told["words"], told["gate_order"]) == (str(tmp_path / "words"), None)
    turned = inputs(printed, *command, *model, *sentence, "--layout", "pytorch")
    assert turned == told | {"activation": "tanh"}


@pytest.mark.parametrize("command", ["unroll", "gates", "bidirectional"])
def test_the_units_that_are_shown(printed: Printed, tmp_path: Path, command: str) -> None:
    """As the option takes them."""
    G = 1 if command == "bidirectional" else 4
    model = (command, "--model", saved(tmp_path, G), "--sentence", "0 2")
    told = inputs(printed, *model, "--units", "1:2")
    assert told == inputs(printed, *model) | {"units": "1:2"}


def test_how_gates_were_read(printed: Printed, tmp_path: Path) -> None:
    model = ("unroll", "--model", saved(tmp_path, 4), "--sentence", "0 2")
    told = inputs(printed, *model, "--gate-order", "igfo", "--forget-bias", "1")
    assert (told["gate_order"], told["forget_bias"], told["activation"]) == ("igfo", 1.0, None)
    assert inputs(printed, *model) == told | {"gate_order": "ifgo", "forget_bias": None}


def test_the_book_s_models_are_told_by_their_names(printed: Printed) -> None:
    told = inputs(printed, "unroll")
    assert list(told) == ["model", "sentence", "h0", "outputs"]


def test_inputs_of_units_as_typed(printed: Printed) -> None:
    assert inputs(printed, "activations", "--pre", "1,-2;3,-4")["pre"] == "1,-2;3,-4"
    assert "pre" not in inputs(printed, "activations")


def test_the_matrices_of_spectrum_and_what_each_reads(printed: Printed) -> None:
    """Given one by one, as the inputs tell them, they come out the same."""
    whole = json.loads(printed("spectrum", "-f", "json"))
    told = whole["inputs"]
    options = ("--steps", ",".join(map(str, told["steps"])), "--activation", told["activation"])
    rows = []
    for matrix, run in zip(told["matrix"], told["run"], strict=True):
        way, numbers = run.split()
        given = ("--matrix", matrix, f"--{way}", numbers, *options)
        rows += json.loads(printed("spectrum", *given, "-f", "json"))["tables"][1]["rows"]
    assert [{**row, "matrix": ""} for row in whole["tables"][1]["rows"]] == [
        {**row, "matrix": ""} for row in rows
    ]


def test_the_reading_from_the_end(printed: Printed) -> None:
    """Given as the inputs tell it, ours comes out the same."""
    whole = json.loads(printed("bidirectional", "-f", "json"))
    told = whole["inputs"]
    options = [
        *("--reverse-input", told["reverse_input"]),
        *("--reverse-recurrent", told["reverse_recurrent"]),
        *("--reverse-bias", ",".join(map(str, told["reverse_bias"]))),
    ]
    again = json.loads(printed("bidirectional", *options, "-f", "json"))
    assert again["tables"] == whole["tables"]
    assert again["inputs"] == told | {"reverse": "given"}


def test_the_passage(printed: Printed, tmp_path: Path) -> None:
    path = tmp_path / "passage.txt"
    path.write_text("allergy penicillin so give ____\n", encoding="utf-8")
    told = inputs(printed, "vanish", "--passage", str(path), "--evidence", "penicillin")
    assert (told["passage"], told["evidence"], told["blank"]) == (str(path), "penicillin", "____")
