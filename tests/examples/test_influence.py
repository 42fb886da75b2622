"""The lesson's sixteen figures, and the same recurrence in mpmath."""

import re
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from itertools import islice

import mpmath
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rnn_examples.errors import InputError
from rnn_examples.examples import influence
from rnn_examples.network.decimals import Matrix, Vector
from rnn_examples.tables.prose import plain

PRINTED = {
    "0.5": (0.4266, 0.0083, 0.0001, 0.0),
    "0.9": (0.7679, 0.0989, 0.0152, 0.0004),
    "1.5": (1.2798, 0.8562, 1.218, 1.154),
    "2.0": (1.7064, 2.2703, 2.4696, 1.3574),
}


def test_the_lesson_s_sixteen_figures() -> None:
    result = influence.compute()
    assert [(str(row.gain), row.steps, float(round(row.influence, 4))) for row in result.rows] == [
        (gain, steps, figure)
        for gain, figures in PRINTED.items()
        for steps, figure in zip((1, 5, 10, 20), figures, strict=True)
    ]


def reference(gain: str, angle: str, x: tuple[str, str], steps: int) -> Decimal:
    """The lesson's recurrence with mpmath's matrices at 150 digits."""
    with mpmath.workdps(150):
        c, s = mpmath.cos(mpmath.mpf(angle)), mpmath.sin(mpmath.mpf(angle))
        W = mpmath.mpf(gain) * mpmath.matrix([[c, -s], [s, c]])
        constant, h, P = mpmath.matrix(list(x)), mpmath.matrix([0, 0]), mpmath.eye(2)
        for _ in range(steps):
            a = W * h + constant
            h = a.apply(mpmath.tanh)
            P = mpmath.diag([1 - mpmath.tanh(a_i) ** 2 for a_i in a]) * W * P
        size = mpmath.sqrt(mpmath.fsum(entry**2 for entry in P) / 2)
        return Decimal(mpmath.nstr(size, 60, strip_zeros=False))


TEXTS = st.decimals(-3, 3, places=2, allow_nan=False).map(str)


@settings(max_examples=30, deadline=None)
@given(TEXTS.filter(lambda text: float(text) != 0), TEXTS, st.tuples(TEXTS, TEXTS))
def test_influence_rounds_as_mpmath_does(gain: str, angle: str, x: tuple[str, str]) -> None:
    result = influence.compute((gain,), (12, 3), angle, x)
    assert [row.steps for row in result.rows] == [12, 3]
    for row in result.rows:
        right = reference(gain, angle, x, row.steps)
        assert f"{row.influence:.16e}" == f"{right:.16e}"


def test_a_gain_whose_decimals_never_end_is_exact() -> None:
    third = Fraction(1, 3)
    (row,) = influence.compute((third,), (9,), Fraction(-1, 7), (third, Fraction(2, 3))).rows
    texts = ["0." + str(10**150 * k // n).zfill(150) for k, n in ((1, 3), (1, 7), (2, 3))]
    right = reference(texts[0], f"-{texts[1]}", (texts[0], texts[2]), 9)
    assert f"{row.influence:.50e}" == f"{right:.50e}"
    assert row.gain == third


def test_saturated_units_leave_a_tiny_influence_not_zero() -> None:
    """|slope| = 4 e^-2|a| with a = 300 at the first step: 1000 * 4 e^-600 / 1, both units."""
    (row,) = influence.compute((1000,), (1,), 0, (300, -300)).rows
    assert f"{row.influence:.5e}" == f"{4000 * Decimal(-600).exp():.5e}"


def test_no_steps_leave_the_nudge_whole_and_no_gain_kills_it() -> None:
    result = influence.compute(("0", "7"), (0, 1))
    assert [row.influence for row in result.rows[:3]] == [1, 0, 1]


def test_the_cost_grows_with_the_largest_number_of_steps(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    forward_steps, taken = influence.forward_steps, []

    def counted(W_hh: Matrix, x: Vector) -> Iterator[influence.Step]:
        for step in forward_steps(W_hh, x):
            taken.append(step)
            yield step

    monkeypatch.setattr(influence, "forward_steps", counted)
    influence.compute(("0.5",), (20,))
    alone = len(taken)
    taken.clear()
    influence.compute(("0.5",), (1, 5, 10, 20, 20, 19))
    assert len(taken) == alone
    taken.clear()
    influence.compute(("0.5",), (41,))
    assert len(taken) == 2 * alone


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"gains": ()}, "nothing to compute: give at least one gain and one number of steps"),
        ({"steps": ()}, "nothing to compute: give at least one gain and one number of steps"),
        ({"steps": (1, -2)}, "the number of steps -2 is negative: give 0 or more"),
        ({"x": ("1",)}, "the input has 1 number, the cell two units: give two, 0.5,-0.3"),
        ({"gains": ("nan",)}, "'nan' is not a finite number: use a number like 0.5, -3 or 1e-8"),
        (
            {"gains": ("1e30",), "steps": (2,)},
            "the gain 1e+30 with input 0.5, -0.3: a unit saturates, its slope is below "
            "every number. Expected smaller ones",
        ),
    ],
)
def test_faults(options: dict[str, tuple[object, ...]], message: str) -> None:
    with pytest.raises(InputError, match=f"^{re.escape(message)}$"):
        influence.compute(**options)


def test_each_step_has_the_slopes_of_its_state() -> None:
    """1 - h^2: before the first step 1, as the state is 0."""
    zero, one, two = map(Decimal, range(3))
    steps = list(islice(influence.forward_steps(((two, zero), (one, one)), (one, -two)), 4))
    assert steps[0] == influence.Step((zero, zero), (one, one), ((one, zero), (zero, one)))
    for step in steps:
        assert [float(s) for s in step.slope] == pytest.approx([1 - float(h) ** 2 for h in step.h])


def notes(*arguments: tuple[object, ...]) -> list[str]:
    document = influence.document(influence.compute(*arguments))
    assert document.title == "Influence"
    return [plain(note) for note in document.notes if plain(note)]


def test_the_notes_compare_the_eigenvalues_with_what_is_left() -> None:
    """1.5^4 = 5.0625; with no gain or before the first step there is nothing to compare."""
    shown = "Shown is ‖P‖_F/√2 of P = ∏_{t=1}^T diag(1 - h_t^2) W_h: 1 where nothing is lost."
    every = "Every eigenvalue of W_h has the size |g|: without the slopes of tanh"
    assert notes(("0.5", "-1.5"), (4, 1), "0.8", ("0", "0")) == [
        shown,
        f"{every} 5.0625 would be left at g = -1.5 after 4 steps; with them it is 5.0625.",
    ]
    assert notes(("1.5",), (1,)) == [
        shown,
        f"{every} 1.5000 would be left at g = 1.5 after 1 step; with them it is 1.2798.",
    ]
    assert notes(("0",), (1,)) == notes(("0.5",), (0,)) == [shown]
