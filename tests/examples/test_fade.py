"""The fading gradient's tables, against the notebook's six figures."""

from decimal import Decimal
from math import inf

import pytest

from rnn_examples.examples import fade as example
from rnn_examples.examples.fade import Result, size
from rnn_examples.tables.prose import plain
from rnn_examples.tables.table import Document
from rnn_examples.training.fade import FadeCurve
from rnn_examples.training.train import TrainConfig


@pytest.fixture(scope="module")
def both() -> Document:
    return example.document(example.compute())


def test_the_notebook_s_six_figures(both: Document) -> None:
    printed = {
        "untrained": ["4.0e-03", "3.1e-08", "1.3e+05"],
        "trained": ["1.6e-05", "4.6e-21", "3.5e+15"],
    }
    summary = both.only("summary").tables[0]
    found = {str(row[0]): [f"{cell:.1e}" for cell in row[1:4]] for row in summary.rows}
    assert found == printed


def test_the_positions_hold_the_same_figures(both: Document) -> None:
    gradients = both.only("gradients").tables[0]
    assert [row[0] for row in gradients.rows] == list(range(1, 44))
    names = [column.name for column in gradients.columns]
    assert names == ["position", "untrained", "untrained_bar", "trained", "trained_bar"]
    second, last = gradients.rows[1], gradients.rows[-1]
    assert [f"{second[at]:.1e} {last[at]:.1e}" for at in (1, 3)] == [
        "3.1e-08 4.0e-03",
        "4.6e-21 1.6e-05",
    ]


def test_the_untrained_curve_is_almost_straight_and_the_trained_one_is_not(both: Document) -> None:
    rows = {row[0]: row for row in both.only("summary").tables[0].rows}
    assert [f"{rows[name][4]:.3f}" for name in ("untrained", "trained")] == ["0.752", "0.408"]
    assert [f"{rows[name][5]:.2f}" for name in ("untrained", "trained")] == ["0.03", "0.36"]


def test_all_bars_are_on_one_scale_that_holds_every_size(both: Document) -> None:
    gradients = both.only("gradients").tables[0]
    bars = [column.bar for column in gradients.columns if column.bar is not None]
    assert [(bar.floor, bar.ceiling) for bar in bars] == [(Decimal("1e-21"), Decimal("0.01"))] * 2


def test_one_network_alone() -> None:
    document = example.document(example.compute(3, ("untrained",)))
    assert [len(table.rows) for table in document.tables] == [6, 1]
    assert document.inputs["from"] == ("untrained",)


@pytest.mark.parametrize(
    ("log10", "right"),
    [
        (-2.0, 0.01),
        (0.0, 1.0),
        (-inf, 0.0),
        (-400.0, Decimal("1e-400")),
        (-400.5, Decimal("3.16227766016837933199889354443271853e-401")),
        (2000.0, Decimal("1e2000")),
    ],
)
def test_a_size_that_no_float_holds_is_still_a_number(log10: float, right: float | Decimal) -> None:
    found = size(log10)
    assert type(found) is type(right)
    assert abs(Decimal(found) - Decimal(right)) <= Decimal(right) * Decimal("1e-15")


def test_a_gradient_that_is_zero_has_neither_line_nor_ratio() -> None:
    curve = FadeCurve((-inf, -inf, -3.0), None, None)
    document = example.document(Result(0, (("untrained", curve),)))
    gradients, summary = document.tables
    assert [row[1] for row in gradients.rows] == [0.0, 0.0, pytest.approx(1e-3)]
    (row,) = summary.rows
    assert row[1] == pytest.approx(1e-3)
    assert row[2:] == (0.0, None, None, None)
    no_line = "A gradient that is exactly zero has no logarithm, so no line is fitted."
    assert plain(document.notes[-1]) == no_line
    assert no_line in map(plain, document.only("summary").notes)
    assert no_line not in map(plain, document.only("gradients").notes)


def test_every_step_of_the_training_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """And none where no network is trained."""
    monkeypatch.setattr(example, "TRAINING", TrainConfig(steps=3))
    seen: list[int] = []
    example.compute(0, ("untrained",), lambda step, loss: seen.append(step))
    assert seen == []
    example.compute(0, ("trained",), lambda step, loss: seen.append(step))
    assert seen == [1, 2, 3]


@pytest.mark.parametrize("log10", [-300.0, 300.0])
def test_a_size_is_a_decimal_from_three_hundred_decades_on(log10: float) -> None:
    assert isinstance(size(log10 * 0.999), float)
    assert isinstance(size(log10), Decimal)


def test_a_network_whose_gradients_are_all_zero_still_has_a_table() -> None:
    curve = FadeCurve((-inf, -inf, -inf), None, None)
    gradients = example.document(Result(0, (("untrained", curve),))).tables[0]
    assert gradients.columns[2].label == "0.1 to 1 (log)"


@pytest.mark.parametrize(
    ("sizes", "scale"),
    [
        ((-2.0, -1.0, -0.5), "0.01 to 1 (log)"),
        ((-2.0, -1.5, -1.0), "0.01 to 0.1 (log)"),
        ((-2.0, -2.0, -2.0), "0.01 to 0.1 (log)"),
        ((-inf, 0.0, 1.5), "1 to 1e+02 (log)"),
        ((-700.0, -699.5, -698.0), "1e-700 to 1e-698 (log)"),
    ],
)
def test_the_bars_end_at_whole_decades_around_the_sizes(
    sizes: tuple[float, ...], scale: str
) -> None:
    curve = FadeCurve(sizes, None, None)
    gradients = example.document(Result(0, (("untrained", curve),))).tables[0]
    assert gradients.columns[2].label == scale
