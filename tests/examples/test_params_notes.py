"""The notes of `params`, in full, each with the tables that it is about."""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

Printed = Callable[..., str]
SMALL = ("params", "--vocabulary", "10", "--embedding", "4", "--hidden", "5", "--context", "1")
CROSS = (
    "Counting the recurrent matrix alone the models cross at 1.25 words of context (H/d); counting "
    "the input matrix too, as a like-for-like comparison must, at 2.25 (1 + H/d)."
)
FIVE = "The chapter's five is the first of the two readings."
PYTORCH = "PyTorch keeps two bias vectors a layer; their sum acts as one."
KERAS = "Keras gives its GRU two bias vectors (reset_after), the other cells one."


def notes(printed: Printed, *arguments: str) -> list[str]:
    found: list[str] = json.loads(printed(*arguments, "-f", "json"))["notes"]
    return found


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("", []),
        ("--convention pytorch", [PYTORCH]),
        ("--convention pytorch --no-bias", []),
        ("--convention keras", []),
        ("--convention keras --kind gru", [KERAS]),
        ("--convention keras --kind all", [KERAS]),
        ("--convention keras --kind gru --no-bias", []),
    ],
)
def test_two_biases_are_said_of_the_tables_that_count_them(
    printed: Printed, options: str, said: list[str]
) -> None:
    line = (*SMALL, *options.split())
    assert notes(printed, *line)[1:] == [CROSS, *said]
    kinds = ("rnn", "gru", "lstm")
    shapes = [f"shapes_{kind}" for kind in kinds] if "all" in options else ["shapes"]
    for table in (*shapes, "cells"):
        assert notes(printed, *line, "--table", table) == said
    for table in ("contexts", "crossings"):
        assert notes(printed, *line, "--table", table)[1:] == [CROSS]


def test_the_chapter_s_five_is_said_of_its_sizes_alone(printed: Printed) -> None:
    """500 hidden units and words of 100 numbers: five words of context, or six."""
    said = notes(printed, "params")[1:]
    assert said == [CROSS.replace("1.25", "5").replace("2.25", "6"), FIVE]
    for other in ("--hidden", "--embedding"):
        assert FIVE not in notes(printed, "params", other, "50")


@pytest.mark.parametrize("kind", ["rnn", "gru", "lstm", "all"])
def test_the_kinds_that_are_listed_are_told(printed: Printed, kind: str) -> None:
    told = json.loads(printed(*SMALL, "--kind", kind, "-f", "json"))
    assert told["inputs"]["cell"] == kind
    names = ["shapes_rnn", "shapes_gru", "shapes_lstm"] if kind == "all" else ["shapes"]
    assert [table["name"] for table in told["tables"]][:-3] == names


ACTIVATION = "The file does not name the activation: tanh."


@pytest.mark.parametrize("with_bias", [True, False])
@pytest.mark.parametrize("with_output", [True, False])
def test_a_network_of_your_own_is_told_by_what_it_has(
    printed: Printed, tmp_path: Path, with_bias: bool, with_output: bool
) -> None:
    arrays = {"weight_ih_l0": np.ones((2, 3)), "weight_hh_l0": np.ones((2, 2))}
    if with_bias:
        arrays |= {"bias_ih_l0": np.ones(2), "bias_hh_l0": np.ones(2)}
    if with_output:
        arrays["linear.weight"] = np.ones((3, 2))
    path = tmp_path / "mine.npz"
    np.savez(path, **arrays)
    line = ("params", "--model", str(path))
    counted = (
        "Counted are the arrays as they are used: each gate's apart, and the two bias vectors of a "
        "file that keeps two as the one that they add up to."
        if with_bias
        else "Counted are the arrays as they are used: each gate's apart. The recurrent layers "
        "have no bias."
    )
    missing = [] if with_output else ["The network has no output layer."]
    assert notes(printed, *line) == [counted, *missing, ACTIVATION]
    assert notes(printed, *line, "--table", "parts") == [*missing, ACTIVATION]


def test_one_hot_words_are_said_where_arrays_are_listed(printed: Printed) -> None:
    said = "The words are one-hot vectors, which have no parameters."
    missing = "The network has no output layer."
    assert notes(printed, "params", "--model", "notebook") == [said, missing]
    assert notes(printed, "params", "--model", "notebook", "--table", "parts") == [missing]
    assert notes(printed, "params", "--model", "chapter") == []


def test_the_total_of_parts_stands_below_a_line_for_people_too(printed: Printed) -> None:
    """The embedding is 3 by 2, U and W 2 by 2 with a bias of 2, V 3 by 2 with one of 3."""
    *_, rule, total = printed("params", "--model", "chapter", "--table", "parts").splitlines()
    assert set(rule) == {"─"}
    assert total.split() == ["total", "25", "100.0"]
