"""What people see of a network's gates: digits, heads, the units that are picked, the notes."""

import json
import math
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from rnn_examples.cli.app import invoke
from rnn_examples.examples.gates import compute, document
from rnn_examples.examples.gates_measured import Unit
from rnn_examples.network.cells.gate import Gate
from rnn_examples.network.cells.lstm import LSTMWeights
from rnn_examples.network.load.toml_text import write_toml
from rnn_examples.network.network import Layer, Network
from rnn_examples.output import Surroundings
from rnn_examples.tables.prose import plain

Printed = Callable[..., str]


@pytest.fixture
def saved(tmp_path: Path) -> Callable[..., str]:
    """An LSTM whose forget gates are σ(b), whatever it reads: all its weights are 0."""

    def save(biases: list[float], *, both: bool = False) -> str:
        H = len(biases)

        def gate(b: list[float]) -> Gate:
            return Gate(np.zeros((H, 1)), np.zeros((H, H)), np.array(b))

        zero = gate([0.0] * H)
        cell = LSTMWeights(zero, gate(biases), zero, zero)
        layers = (Layer(cell, cell if both else None),)
        net = Network(layers, vocabulary=("a", "b"), embedding=np.ones((2, 1)))
        path = tmp_path / "mine.toml"
        path.write_text(write_toml(net), encoding="utf-8")
        return str(path)

    return save


def test_a_gate_that_is_almost_shut_is_shown_with_two_significant_digits(
    printed: Printed, saved: Callable[..., str]
) -> None:
    """σ(-12) = e^-12 = 6.1e-06; half is left of it after ln 2 / 12 = 0.058 steps."""
    line = ("gates", "--model", saved([-12.0, 0.0]), "--distances", "0,1,60,5000", "-f", "plain")
    assert printed(*line, "--table", "units").splitlines()[1:5] == [
        "unit        f  half-life (steps)",
        "----  -------  -----------------",
        "   1  6.1e-06              0.058",
        "   2   0.5000               1.00",
    ]
    assert printed(*line, "--sentence", "a b", "--table", "units").splitlines()[1:5] == [
        "unit   mean f    least  largest  half-life (steps)     root  its half-life (steps)",
        "----  -------  -------  -------  -----------------  -------  ---------------------",
        "   1  6.1e-06  6.1e-06  6.1e-06              0.058  6.1e-06                  0.058",
        "   2   0.5000   0.5000   0.5000               1.00   0.5000                   1.00",
    ]
    assert printed(*line, "--table", "kept").splitlines()[1:5] == [
        "unit   k = 0    k = 1    k = 60   k = 5,000",
        "----  ------  -------  --------  ----------",
        "   1  1.0000  6.1e-06  2.0e-313  2.1e-26058",
        "   2  1.0000   0.5000   8.7e-19   7.1e-1506",
    ]


def test_units_of_two_directions_are_told_by_layer_direction_and_place(
    printed: Printed, saved: Callable[..., str]
) -> None:
    """σ(1) = 0.73106, its square 0.53445."""
    line = ("gates", "--model", saved([0.0, 1.0], both=True), "--distances", "1,2")
    assert printed(*line, "--table", "units", "-f", "plain").splitlines()[1:] == [
        "layer  direction  unit       f  half-life (steps)",
        "-----  ---------  ----  ------  -----------------",
        *(
            f"    1  {way}       {row}"
            for way in ("forward", "reverse")
            for row in ("1  0.5000               1.00", "2  0.7311               2.21")
        ),
        "",
        "f is σ of the bias, as if word and state added nothing. Give --sentence or --text for the "
        "gates that the model really opens.",
        "",
        "A half-life is ln(0.5)/ln(f) steps, and blank where nothing is lost.",
    ]
    csv = printed(*line, "-f", "csv").splitlines()
    assert csv[0] == "layer,direction,unit,mean,half_life"
    assert csv[6] == "layer,direction,unit,distance,kept"
    assert printed(*line, "--cell", "1,reverse,2:mean") == "0.7311\n"
    assert printed(*line, "--cell", "1,reverse,2,2:kept") == "0.5344\n"


@pytest.mark.parametrize("way", ["bias", "sentence", "text", "inputs"])
def test_picked_units_are_rows_of_the_whole(
    printed: Printed, saved: Callable[..., str], tmp_path: Path, way: str
) -> None:
    (tmp_path / "text").write_text("a b", encoding="utf-8")
    (tmp_path / "inputs").write_text("1\n1\n", encoding="utf-8")
    read = {
        "bias": (),
        "sentence": ("--sentence", "a b"),
        "text": ("--text", str(tmp_path / "text")),
        "inputs": ("--inputs", str(tmp_path / "inputs")),
    }[way]
    line = ("gates", "--model", saved([0.0, 1.0, 2.0, 3.0]), *read, "-f", "json")
    whole, picked = (json.loads(printed(*line, *units)) for units in ((), ("--units", "1:3")))
    for every, some in zip(whole["tables"], picked["tables"], strict=True):
        assert some["rows"] == [row for row in every["rows"] if row["unit"] in (2, 3)]
    said = [note for note in picked["notes"] if note not in whole["notes"]]
    assert said == ["Of 4 units those from 2 to 3 are shown."]


def test_of_many_units_people_see_those_that_hold_on_longest_and_machines_all(
    printed: Printed, saved: Callable[..., str]
) -> None:
    """Nineteen units whose gates open wider and wider: the last sixteen of them, in their order."""
    line = ("gates", "--model", saved([0.1 * n for n in range(19)]), "--distances", "3")
    shown = printed(*line, "-f", "plain").splitlines()
    most = ": the 16 of 19 that hold on longest"
    assert shown[0] == f"The forget gate at its bias alone, unit by unit{most}"
    assert shown[20] == f"What each unit keeps after so many steps{most}"
    for first in (3, 23):
        assert [int(row.split()[0]) for row in shown[first : first + 16]] == list(range(4, 20))
    for table in json.loads(printed(*line, "-f", "json"))["tables"]:
        assert [row["unit"] for row in table["rows"]] == list(range(1, 20))
        assert most not in table["title"]
    seen = invoke(line, Surroundings()).document
    assert seen is not None
    assert [table.name for table in seen.for_people().tables] == ["units", "kept"]


def test_what_no_float_holds_is_kept_with_a_float_s_seventeen_digits() -> None:
    """2^-1200 = 5.8078...e-362; a gate that is shut keeps nothing, however long."""
    unit = Unit(1, "forward", 1, 0.5, 0.5, 0.5, math.log(0.5))
    kept = unit.kept(1200)
    assert isinstance(kept, Decimal)
    assert len(kept.as_tuple().digits) == 17
    assert float(kept.scaleb(362)) == pytest.approx(float(Fraction(10**362, 2**1200)), rel=1e-12)
    assert repr(Unit(1, "forward", 1, 0.0, 0.0, 0.0, -math.inf).kept(1200)) == "0.0"


@pytest.mark.parametrize(
    ("biases", "a", "said"),
    [
        (("0", "1", "3"), "0", True),
        (("3", "0"), "0", True),
        (("0", "1"), "0", False),
        (("3",), "0", False),
        (("0", "3"), "1", False),
    ],
)
def test_the_starts_of_pytorch_and_the_notebook_are_compared_where_both_are_shown(
    biases: tuple[str, ...], a: str, said: bool
) -> None:
    """-ln σ(3) = 0.048587, and ln 2 of it is 14.27."""
    notes = [plain(note) for note in document(compute(biases, (1,), a)).notes]
    assert notes == [
        "The gate is f = σ(a + b), the bias added before the sigmoid is taken, so that no bias "
        f"opens it beyond 1; a = {a} is what the word and the state before add.",
        "A memory that nothing is written to keeps f^k of itself after k steps; half of it is left "
        "after ln(0.5)/ln(f) steps.",
        *["PyTorch draws the biases around 0, where half is gone after 1 step; the notebook's "
        "third network starts at 3, where that takes 14.27."] * said,
    ]  # fmt: skip
