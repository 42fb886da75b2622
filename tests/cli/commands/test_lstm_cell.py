"""`lstm-cell` as it is typed and printed."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import mpmath
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rnn_examples.cli.app import invoke
from rnn_examples.errors import InputError
from rnn_examples.output import Surroundings

Rows = Callable[..., list[dict[str, Any]]]
Right = Callable[[object, object], bool]

TRACE = ["t", "word", "cue", "gate", "kept", "written", "c", "blame"]
GATE = st.decimals(0, 1, places=3).map(str) | st.integers(3, 9).map("1/{}".format)
CUE = st.decimals(-30, 30, places=2, allow_nan=False).map(str) | st.builds(
    "{}/{}".format, st.integers(-9, 9), st.integers(3, 7)
)


def value(text: str) -> Any:
    top, _, bottom = text.partition("/")
    return mpmath.mpf(top) / mpmath.mpf(bottom or 1)


@settings(max_examples=30, deadline=None)
@given(st.tuples(GATE, GATE, GATE), st.lists(CUE, min_size=1, max_size=6), st.data())
def test_every_digit_is_right(
    rows: Rows,
    run: Callable[..., str],
    is_right: Right,
    gates: tuple[str, str, str],
    cues: list[str],
    data: st.DataObject,
) -> None:
    key = data.draw(st.integers(1, len(cues)))
    line = ["lstm-cell", "--forget", gates[0], "--input", gates[1], "--output", gates[2]]
    line += ["--cues", ",".join(cues), "--key", str(key), "--belt", gates[1]]
    (answer,) = rows("answers", *line)
    (belt,) = rows("belt", *line)
    trace = rows("trace", *line)
    with mpmath.workdps(700):
        f, i, o = map(value, gates)
        c = mpmath.mpf(0)
        for t, (row, cue) in enumerate(zip(trace, cues, strict=True), start=1):
            kept = settled(f * c)
            written = (1 if t == key else i) * mpmath.tanh(value(cue))
            c = settled(kept + written)
            exact = dict(zip(TRACE[4:], (kept, written, c, f ** (len(cues) - t)), strict=True))
            assert (row["t"], list(row)) == (t, TRACE)
            for column, right in exact.items():
                assert is_right(row[column], right), (t, column)
                shown = run(*line, "--table", "trace", "--cell", f"#{t}:{column}").strip()
                assert is_right(shown, right), (t, column, shown)
        said = o * mpmath.tanh(c)
        assert is_right(answer["answer"], said)
        assert answer["number"] == (None if not said else "plural" if said > 0 else "singular")
        assert is_right(run(*line, "--digits", "12", "--cell", "#1:answer").strip(), said)
        assert is_right(belt["blame"], i ** (len(cues) - key))
        assert belt["steps"] == len(cues) - key


def settled(x: Any) -> Any:
    """0 for what is left of a sum that cancels."""
    return x if abs(x) > mpmath.mpf("1e-600") else mpmath.mpf(0)


def test_the_lesson_s_figures(run: Callable[..., str]) -> None:
    assert run("lstm-cell", "--cell", "0.6,0.8,1:answer") == "-0.500\n"
    assert run("lstm-cell", "--cell", "1,0.1,1:answer") == "0.638\n"
    assert run("lstm-cell", "--cell", "0.6,0.8,1:number") == "singular\n"
    assert run("lstm-cell", "--cell", "1,0.1,1:number") == "plural\n"
    assert run("lstm-cell", "--table", "belt", "--cell", "0.97,5:blame") == "0.86\n"


def test_the_columns(rows: Rows) -> None:
    answers = ["forget", "input", "output", "answer", "number"]
    assert [list(row) for row in rows("answers", "lstm-cell")] == [answers] * 2
    trace = rows("trace", "lstm-cell")
    assert [list(row) for row in trace] == [["cell", *TRACE]] * 14
    assert [(row["cell"], row["t"]) for row in trace] == [
        (cell, t) for cell in (1, 2) for t in range(1, 8)
    ]


@pytest.mark.parametrize(
    ("options", "gates"),
    [
        ("--forget 0.5", (0.5, 0.8, 1)),
        ("--input 0.5", (0.6, 0.5, 1)),
        ("--output 0.5", (0.6, 0.8, 0.5)),
        ("--output-gate 0.5", (0.6, 0.8, 0.5)),
        ("-o 1/4 --forget 1", (1, 0.8, 0.25)),
    ],
)
def test_any_gate_shows_that_one_cell(
    rows: Rows, options: str, gates: tuple[float, float, float]
) -> None:
    (row,) = rows("answers", "lstm-cell", *options.split())
    assert tuple(row[name] for name in ("forget", "input", "output")) == gates


def test_the_output_gate_and_the_output_file_go_together(tmp_path: Path) -> None:
    file = str(tmp_path / "cell.md")
    outcome = invoke(["lstm-cell", "--output", "0.5", "--output", file], Surroundings())
    assert outcome.path == file
    assert "| 0.6 | 0.8 | 0.5 |" in "".join(outcome.pieces)


def test_words_of_one_s_own(rows: Rows, run: Callable[..., str]) -> None:
    line = ("lstm-cell", "--forget", "1", "--words", "日本 👍 [bold]", "--cues", "-1,-0.5,2")
    assert [row["word"] for row in rows("trace", *line)] == ["日本", "👍", "[bold]"]
    assert "reaches word 2, '👍', along the belt" in run(*line)
    assert "the others are ours" not in run(*line)
    assert "the others are ours" in run("lstm-cell", "--forget", "1")
    assert "reaches word 2 along the belt" in run("lstm-cell", "--cues", "1,2")


def test_a_negative_cue_after_a_space(rows: Rows) -> None:
    (row,) = rows("trace", "lstm-cell", "--forget", "1", "--cues", "-1", "--key", "1")
    assert row["c"] == -0.7615941559557649  # tanh 1


def test_what_cancels_is_neither_plural_nor_singular(rows: Rows) -> None:
    line = ("lstm-cell", "--forget", "1", "--input", "1", "--cues", "1/3,-1/3")
    assert rows("answers", *line)[0]["number"] is None
    assert rows("trace", *line)[1]["c"] == 0


def test_what_is_left_of_two_saturated_cues_is_no_zero(rows: Rows, run: Callable[..., str]) -> None:
    """tanh 300 - tanh 301 and tanh 600 - tanh 601 by mpmath with 700 digits."""
    for cues, c, shown in (
        ("300,-301", -4.583408769628261e-261, "-4.583408769628e-261"),
        ("600,-601", "-1.2147850804032472e-521", "-1.214785080403e-521"),
    ):
        line = ("lstm-cell", "--forget", "1", "--input", "1", "--cues", cues)
        assert rows("trace", *line)[1]["c"] == c
        assert run(*line, "--cell", "2:c", "--digits", "13") == f"{shown}\n"
        assert rows("answers", *line)[0]["number"] == "singular"


def test_the_work(run: Callable[..., str]) -> None:
    text = run("lstm-cell", "--work")
    for line in (
        "c_2 = f·c_1 + i_2·tanh(v_2) = 0.6·0 + 1·tanh(1.2) = 0 + 0.834 = 0.834",
        "o·tanh(c_7) = 1·tanh(-0.549) = -0.500",
        "∂c_7/∂c_2 = f^5 = 0.97^5 = 0.97·0.97·0.97·0.97·0.97 = 0.86",
    ):
        assert f"\n  {line}\n" in text
    assert "\n      = 0.6·0.834 + 0.8·tanh(0.3)\n      = 0.500 + 0.233\n" in text
    long = run("lstm-cell", "--work", "--cues", ",".join(["1", "-1"] * 10), "--key", "1")
    assert "the first 10 of 20 words" in long
    assert "c_11 =" not in long
    assert "∂c_20/∂c_1 = f^19 = 0.97^19 = 0.56\n" in long


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("--forget 1.5", "--forget: '1.5' is out of range. Expected a number from 0 to 1"),
        ("--input -0.1", "--input: '-0.1' is out of range"),
        ("--output 2", "--output-gate: '2' is out of range"),
        ("--output-gate x", "--output-gate: 'x' is not a number"),
        ("--output x", "--output: the ending of 'x' names no format"),
        ("--output a.md --output b.md", "--output: given 2 times"),
        ("--belt nan", "--belt: 'nan' is not a number"),
        ("--cues 1,inf", "--cues: 'inf' is not a number"),
        ("--words one", "--words: 1 word and 7 cues are given"),
        ("--key 8", "--key: 8 is out of range. Expected a whole number from 1 to 7"),
        ("--key 0", "--key: 0 is out of range"),
        ("--cell 2:c", "--cell: '2:c' fits 8 rows. Give all keys"),
    ],
)
def test_refusals(run: Callable[..., str], options: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        run("lstm-cell", *options.split())


def test_too_many_cues_are_refused(run: Callable[..., str]) -> None:
    with pytest.raises(InputError, match=r"--cues: 1,001 are given. Expected 1,000 at most"):
        run("lstm-cell", "--cues", ",".join(["1"] * 1001))
