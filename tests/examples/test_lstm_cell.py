"""The scalar LSTM cell: the lesson's figures, and its recurrence in mpmath."""

import re
from decimal import Decimal
from fractions import Fraction

import mpmath
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rnn_examples.errors import InputError
from rnn_examples.examples import lstm_cell
from rnn_examples.network.decimals import working

CUES = ("0", "1.2", "0.3", "-0.5", "0.2", "-0.1", "-0.9")


def test_the_lesson_s_two_cells() -> None:
    leaky, open_ = lstm_cell.compute().answers
    assert (leaky.cell, leaky.forget, leaky.input, leaky.output) == (
        1,
        Decimal("0.6"),
        Decimal("0.8"),
        1,
    )
    assert (f"{leaky.answer:.3f}", leaky.number) == ("-0.500", "singular")
    assert (f"{open_.answer:.3f}", open_.number) == ("0.638", "plural")


def test_the_blame_that_reaches_the_key_word() -> None:
    result = lstm_cell.compute()
    assert (result.key, len(result.cues)) == (2, 7)
    assert result.belt_blame == Decimal("0.8587340257")  # 0.97^5
    assert f"{result.belt_blame:.2f}" == "0.86"


def test_the_trace_s_arithmetic() -> None:
    result = lstm_cell.compute((("0.5", "0.25", "1"),))
    assert [step.t for step in result.trace] == [1, 2, 3, 4, 5, 6, 7]
    assert [step.word for step in result.trace][1::5] == ["flowers", "market"]
    assert [step.cue for step in result.trace] == [Decimal(cue) for cue in CUES]
    assert [step.gate for step in result.trace] == [
        Decimal("1" if t == 2 else "0.25") for t in range(1, 8)
    ]
    assert [step.blame for step in result.trace] == [Decimal("0.5") ** (7 - t) for t in range(1, 8)]
    before = Decimal(0)
    with working():
        for step in result.trace:
            assert abs(step.kept - before / 2) < Decimal("1e-58")
            assert abs(step.c - step.kept - step.written) < Decimal("1e-58")
            before = step.c


GATE = st.decimals(0, 1, places=3)
CUE = st.decimals(-3, 3, places=3) | st.decimals(-500, 500, places=1)


@settings(max_examples=60, deadline=None)
@given(
    st.tuples(GATE, GATE, GATE),
    st.lists(CUE, min_size=1, max_size=9).flatmap(
        lambda cues: st.tuples(st.just(cues), st.integers(1, len(cues)))
    ),
)
def test_every_figure_rounds_as_mpmath_does(
    gates: tuple[Decimal, Decimal, Decimal], sentence: tuple[list[Decimal], int]
) -> None:
    cues, key = sentence
    result = lstm_cell.compute((gates,), cues, key=key)
    with mpmath.workdps(700):
        f, i, o = (mpmath.mpf(str(gate)) for gate in gates)
        c = mpmath.mpf(0)
        for t, step in enumerate(result.trace, start=1):
            kept = f * c
            written = (1 if t == key else i) * mpmath.tanh(mpmath.mpf(str(step.cue)))
            c = kept + written
            blame = f ** (len(cues) - t)
            for ours, right in (
                (step.kept, kept),
                (step.written, written),
                (step.c, c),
                (step.blame, blame),
            ):
                agree(ours, right)
        agree(result.answers[0].answer, o * mpmath.tanh(c))


def agree(ours: Decimal, right: object) -> None:
    if abs(right) < mpmath.mpf("1e-600"):  # what is left of a sum that cancels
        assert ours == 0
    else:
        reference = Decimal(mpmath.nstr(right, 100, strip_zeros=False))
        assert f"{ours:.16e}" == f"{reference:.16e}"


def test_a_memory_that_cancels_is_zero_and_names_no_number() -> None:
    result = lstm_cell.compute((("1", "0.5", "1"),), ("1", "-1", "-1"), key=1)
    assert result.trace[-1].c == 0
    assert (result.answers[0].answer, result.answers[0].number) == (0, None)


def test_what_two_saturated_cues_leave_of_each_other_is_told() -> None:
    """tanh(300) - tanh(301) = 2 e^-602 - 2 e^-600, and the output gate halves it."""
    result = lstm_cell.compute((("1", "1", "0.5"),), ("300", "-301"), key=1)
    left = 2 * (Decimal(-602).exp() - Decimal(-600).exp())
    assert f"{result.trace[1].c:.20e}" == f"{left:.20e}"
    assert f"{result.answers[0].answer:.20e}" == f"{left / 2:.20e}"
    assert result.answers[0].number == "singular"


def test_gates_and_cues_whose_decimals_never_end_are_exact() -> None:
    """c = tanh(1/3)/3 + 1 tanh(2/3) to 50 digits."""
    third = Fraction(1, 3)
    result = lstm_cell.compute(((third, 1, 1),), (third, Fraction(2, 3)))
    with mpmath.workdps(100):
        right = mpmath.tanh(mpmath.mpf(1) / 3) / 3 + mpmath.tanh(mpmath.mpf(2) / 3)
        exact = Decimal(mpmath.nstr(right, 80, strip_zeros=False))
    assert f"{result.trace[1].c:.50e}" == f"{exact:.50e}"
    assert (result.answers[0].forget, result.cues[0]) == (third, third)


def test_a_closed_gate_keeps_nothing() -> None:
    result = lstm_cell.compute((("0", "1", "1"),))
    assert [step.blame for step in result.trace] == [0, 0, 0, 0, 0, 0, 1]
    assert {step.kept for step in result.trace} == {0}


def test_whose_words_they_are_is_said() -> None:
    said = "only flowers and market are the book's"
    assert said in str(lstm_cell.document(lstm_cell.compute()).notes)
    own = lstm_cell.compute(words=tuple("abcdefg"))
    assert own.words == tuple("abcdefg")
    assert said not in str(lstm_cell.document(own).notes)
    numbered = lstm_cell.compute(cues=("1", "2"))
    assert numbered.words == ("word 1", "word 2")
    assert said not in str(lstm_cell.document(numbered).notes)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"words": ("a", "b")}, "2 of words and 7 of cues: give one cue for each word"),
        ({"key": 0}, "the key word 0 is not in the sentence: give a place from 1 to 7"),
        ({"key": 8}, "the key word 8 is not in the sentence: give a place from 1 to 7"),
        (
            {"gates": (("1.5", "0", "1"),)},
            "the forget gate 1.5 is outside [0, 1]: give a number from 0 to 1",
        ),
        (
            {"gates": (("1", "-0.1", "1"),)},
            "the input gate -0.1 is outside [0, 1]: give a number from 0 to 1",
        ),
        (
            {"gates": (("1", "0", "-2"),)},
            "the output gate -2 is outside [0, 1]: give a number from 0 to 1",
        ),
        (
            {"gates": (("1", "0", "nan"),)},
            "'nan' is not a finite number: use a number like 0.5, -3 or 1e-8",
        ),
        (
            {"belt_forget": "2"},
            "the belt's forget gate 2 is outside [0, 1]: give a number from 0 to 1",
        ),
        ({"cues": ()}, "nothing to compute: give at least one cue and one cell"),
        ({"gates": ()}, "nothing to compute: give at least one cue and one cell"),
        ({"cues": ("1", "inf")}, "'inf' is not a finite number: use a number like 0.5, -3 or 1e-8"),
    ],
)
def test_faults(options: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=f"^{re.escape(message)}$"):
        lstm_cell.compute(**options)
