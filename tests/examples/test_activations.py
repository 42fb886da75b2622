"""Activations: values from mpmath's own series, ceilings as exact powers, units by hand."""

import json
import re
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import mpmath
import numpy as np
import pytest

from rnn_examples.errors import InputError
from rnn_examples.examples import activations
from rnn_examples.examples.dead_units import units_of, units_of_rows
from rnn_examples.examples.sentence import Sentence, of_words
from rnn_examples.network.book_models import chapter
from rnn_examples.network.cells.rnn import RNNWeights
from rnn_examples.network.load.toml_text import write_toml
from rnn_examples.network.network import Layer, Network

Printed = Callable[..., str]


@pytest.mark.parametrize("x", ["-800", "-3", "-1/3", "0", "0.5", "40", "1e-30"])
def test_values_and_derivatives_to_forty_digits(x: str) -> None:
    (point,) = activations.compute((x,)).points
    with mpmath.workdps(400):
        at = mpmath.mpf(Fraction(x).numerator) / Fraction(x).denominator
        s = 1 / (1 + mpmath.exp(-at))
        expected = (s, mpmath.tanh(at), s / (1 + mpmath.exp(at)), mpmath.sech(at) ** 2)
        found = (*point.values[:2], *point.derivatives[:2])
        for ours, theirs in zip(found, expected, strict=True):
            assert isinstance(ours, Decimal)
            assert mpmath.almosteq(mpmath.mpf(str(ours)), theirs, rel_eps=mpmath.mpf(10) ** -40)


def test_relu_is_dead_left_of_zero_and_leaky_relu_is_not() -> None:
    left, zero, right = activations.compute(("-2", "0", "3/2"), "0.1").points
    assert (left.values[2:], left.derivatives[2:]) == ((0, Fraction(-1, 5)), (0, Fraction(1, 10)))
    assert (zero.values[2:], zero.derivatives[2:]) == ((0, 0), (0, Fraction(1, 10)))
    assert (right.values[2:], right.derivatives[2:]) == ((Fraction(3, 2),) * 2, (1, 1))


def test_a_slope_of_zero_is_relu() -> None:
    for point in activations.compute(slope="0").points:
        assert point.values[2] == point.values[3]
        assert point.derivatives[2] == point.derivatives[3]


def test_no_derivative_exceeds_its_ceiling() -> None:
    for point in activations.compute([str(n / 8) for n in range(-40, 41)]).points:
        assert all(d <= c for d, c in zip(point.derivatives, activations.LARGEST, strict=True))


def test_a_quarter_a_step_shrinks_a_gradient_four_fold() -> None:
    rows = activations.compute(steps=(0, 1, 5, 20)).ceilings
    assert [row.remaining[0] for row in rows[:3]] == [1, Decimal("0.25"), Decimal("0.0009765625")]
    assert f"{rows[3].remaining[0]:.4e}" == "9.0949e-13"
    assert {row.remaining[1:] for row in rows} == {(1, 1, 1)}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"slope": "-0.1"},
            "the slope -0.1 is outside [0, 1]: leaky ReLU is the larger of a x and x",
        ),
        (
            {"slope": "1.5"},
            "the slope 1.5 is outside [0, 1]: leaky ReLU is the larger of a x and x",
        ),
        ({"steps": (3, -1)}, "the number of steps -1 is negative: give 0 or more"),
    ],
)
def test_faults(changes: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=f"^{re.escape(message)}$"):
        activations.compute(**changes)


def test_a_unit_without_a_positive_input_is_dead() -> None:
    units = units_of_rows([(-1.0, 0.0, 2.0), (-3.0, -0.0, -1.0)])
    first, second, third = units
    assert [(u.layer, u.direction, u.unit) for u in units] == [
        (1, "forward", 1),
        (1, "forward", 2),
        (1, "forward", 3),
    ]
    assert (first.dead, second.dead, third.dead) == (True, True, False)
    assert (third.positive, third.inputs) == (1, (2.0, -1.0))


def test_the_chapters_units_with_relu_by_hand() -> None:
    # W x + b_h of the: (0.32, 0.1); h_1 is the same. Then W x_2 + U h_1 + b_h, h_2 = (0.848, 0).
    one, two = units_of(chapter(), of_words(chapter(), ("the", "dog", "ran")))
    assert one.inputs == pytest.approx((0.32, 0.848, -0.0308))
    assert two.inputs == pytest.approx((0.1, -0.064, 0.1204))
    assert not one.dead
    assert not two.dead


def test_units_of_two_layers_read_the_states_below() -> None:
    ones = RNNWeights(np.eye(2), np.zeros((2, 2)), np.zeros(2))
    dead = RNNWeights(-np.eye(2), np.zeros((2, 2)), np.zeros(2))
    network = Network((Layer(ones, ones), Layer(RNNWeights(np.ones((2, 4)), dead.W_hh, dead.b_h))))
    found = units_of(network, Sentence(None, np.array([[1.0, -1.0]])))
    assert [(u.layer, u.direction, u.unit, u.inputs) for u in found] == [
        (1, "forward", 1, (1.0,)),
        (1, "forward", 2, (-1.0,)),
        (1, "reverse", 1, (1.0,)),
        (1, "reverse", 2, (-1.0,)),
        (2, "forward", 1, (2.0,)),
        (2, "forward", 2, (2.0,)),
    ]


def test_units_are_told_by_layer_and_direction_where_there_are_several(
    printed: Printed, tmp_path: Path
) -> None:
    """A layer of W = 1 and one of W = -1 that read the word 1, and the other way round."""
    one, minus = (RNNWeights(np.eye(1) * w, np.zeros((1, 1)), np.zeros(1)) for w in (1, -1))
    deep = RNNWeights(np.array([[1.0, 1.0]]), np.zeros((1, 1)), np.zeros(1))
    model = tmp_path / "both.toml"
    for layers, keys, dead in (
        ((Layer(one, minus),), "layer,direction,unit", ["1,reverse,1"]),
        ((Layer(one), Layer(minus)), "layer,direction,unit", ["2,forward,1"]),
        ((Layer(one), Layer(one)), "layer,direction,unit", []),
        (
            (Layer(minus, minus), Layer(deep)),
            "layer,direction,unit",
            ["1,forward,1", "1,reverse,1", "2,forward,1"],
        ),
        ((Layer(one),), "unit", []),
    ):
        network = Network(layers, vocabulary=("a",), embedding=np.ones((1, 1)))
        model.write_text(write_toml(network), encoding="utf-8")
        line = ("activations", "--model", str(model), "--sentence", "a", "--table", "units")
        head, *rows = printed(*line, "-f", "csv").splitlines()
        assert head == f"{keys},largest,positive,steps,dead"
        found = [row.removesuffix(",true") for row in rows if row.endswith(",true")]
        assert [",".join(row.split(",")[: len(row.split(",")) - 3]) for row in found] == dead


def test_how_many_units_are_dead_is_said(printed: Printed) -> None:
    for rows, said in (("1,1", "No unit is"), ("-1,1", "1 unit is"), ("-1,-1", "2 units are")):
        shown = printed("activations", f"--pre={rows}", "--table", "units")
        assert f"{said} dead among 2: a unit" in shown


def test_two_dozen_units_are_all_shown(printed: Printed) -> None:
    row = ",".join(["1"] * 23 + ["-1"])
    shown = printed("activations", f"--pre={row}", "--table", "units", "-f", "plain")
    assert shown.startswith("Dead units: never a positive input\n")
    assert shown.splitlines()[3].split() == ["1", "1.0000", "1", "1", "no"]


def test_many_units_are_summarised_for_people_and_complete_for_machines(printed: Printed) -> None:
    row = ",".join(["1"] * 29 + ["-1"])
    shown = printed("activations", f"--pre={row}", "--table", "units", "-f", "plain")
    assert "the 24 of 30 with the fewest positive inputs" in shown
    assert shown.splitlines()[3].split() == ["30", "-1.0000", "0", "1", "yes"]
    table = json.loads(printed("activations", f"--pre={row}", "--table", "units", "-f", "json"))
    assert len(table["tables"][0]["rows"]) == 30
    assert table["tables"][0]["rows"][29]["dead"] is True


def test_the_options(printed: Printed) -> None:
    options = ("--points=-2,1/3", "--slope", "0.25", "--steps", "3", "--pre=-1;-2")
    values, derivatives, largest, ceilings, units = printed(
        "activations", *options, "-f", "csv"
    ).split("\n\n")
    assert values.splitlines()[1].endswith(",0.0,-0.5")
    assert derivatives.splitlines()[2].startswith("0.333")
    assert largest.splitlines()[1] == "sigmoid,0.25,at 0"
    assert ceilings.splitlines() == ["steps,sigmoid,tanh,relu,leaky_relu", "3,0.015625,1,1,1"]
    assert units.splitlines() == ["unit,largest,positive,steps,dead", "1,-1.0,0,2,true"]


def test_a_sentence_of_the_model(printed: Printed) -> None:
    cell = ("activations", "--sentence", "ran ran", "--cell", "1:largest")
    # 0.6(-0.3) - 0.3(0.8) + 0.05 = -0.37; then 0.1 relu(0.29) less: -0.37 + 0.029 = -0.341.
    assert printed(*cell) == "-0.3410\n"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--pre", "1", "--sentence", "the"), "--pre stands in place of a model"),
        (("--pre", "1,2;3"), "--pre: the rows"),
        (("--points", "x"), "--points: 'x' is not a number"),
        (("--sentence", "cat"), "word 1 'cat'"),
    ],
)
def test_refusals(printed: Printed, options: tuple[str, ...], message: str) -> None:
    with pytest.raises(InputError, match=message):
        printed("activations", *options)


def test_a_leaky_relu_of_slope_one_is_steepest_everywhere(printed: Callable[..., str]) -> None:
    line = ("activations", "--table", "largest", "--cell", "leaky ReLU:reached")
    assert printed(*line, "--slope", "1") == "everywhere\n"
    assert printed(*line, "--slope", "0.9") == "above 0\n"
