"""What remains of a gradient, against the chapter's printed figures and exact powers."""

import re
from decimal import Decimal
from fractions import Fraction

import pytest

from rnn_examples.errors import InputError
from rnn_examples.examples import vanish
from rnn_examples.examples.passage import passage_distance
from rnn_examples.examples.work.vanish import work as arithmetic
from rnn_examples.tables.prose import plain


@pytest.mark.parametrize(
    ("factor", "format_", "printed"),
    [("0.01", ".1e", "1.0e-94"), ("0.5", ".1e", "7.1e-15"), ("1.2", ".2f", "5266.46")],
)
def test_the_chapter_s_forty_seven_words(factor: str, format_: str, printed: str) -> None:
    (row,) = [row for row in vanish.compute().forty_seven if row.factor == Fraction(factor)]
    assert row.distance == 47
    assert format(row.remaining, format_) == printed


def test_the_chapter_s_table_stands_beside_the_default_factors_and_distances_alone() -> None:
    for given in (("0.9",), (3,)), (("0.9",), vanish.DISTANCES), (vanish.FACTORS, (47,)):
        result = vanish.compute(*given)
        assert [table.name for table in vanish.document(result).tables] == ["decay"]
        assert len(arithmetic(result)) == 1


def test_a_calculator_agrees_with_every_line_of_the_arithmetic() -> None:
    """The factor's logarithm times the distance rounds to the exponent, and that to the power."""
    lines = [plain(line) for work in arithmetic(vanish.compute()) for line in work.lines]
    assert len(lines) == 56
    through = [re.fullmatch(WAY, line) for line in lines]
    # 20, 47, 50 and 100 steps of the seven factors that are not 1; the first power is the factor.
    assert sum(found is not None for found in through) == 4 * 7
    assert lines[:3] == ["0.01^1 = 0.01", "0.5^1 = 0.5", "0.9^1 = 0.9"]
    for found in filter(None, through):
        k, each, exponent, remaining = (
            text.strip("()").replace(",", "") for text in found.groups()
        )
        decimals = len(exponent.partition(".")[2])
        assert f"{Decimal(each) * int(k):.{decimals}f}" == exponent
        digits = len(remaining.partition("e")[0].replace(".", "").lstrip("0"))
        shown = 10 ** Decimal(exponent)
        assert f"{shown:.{digits - 1}e}" == f"{Decimal(remaining):.{digits - 1}e}"


NOTHING = "^nothing to compute: give at least one factor and one distance$"
WAY = r"[0-9.]+\^[0-9]+ = 10\^\(([0-9]+)·(\S+)\) = 10\^(\S+) = (\S+)"


def test_nine_tenths_after_fifty_steps_has_lost_more_than_99_per_cent() -> None:
    (row,) = vanish.compute(("0.9",), (50,)).decay
    assert 0 < row.remaining < Decimal("0.01")
    assert f"{row.remaining:.5g}" == "0.0051538"
    assert f"{row.log10:.4f}" == "-2.2879"


def test_a_row_for_each_distance_and_factor() -> None:
    result = vanish.compute()
    assert len(result.decay) == 56
    assert [(row.distance, row.factor) for row in result.decay] == [
        (distance, Fraction(factor))
        for distance in (1, 5, 10, 20, 47, 50, 100)
        for factor in ("0.01", "0.5", "0.9", "0.99", "1", "1.01", "1.1", "1.2")
    ]
    assert [row.remaining for row in result.decay if row.factor == 1] == [1] * 7
    assert result.at_blank == ()


def test_zero_leaves_nothing_and_has_no_logarithm() -> None:
    (row,) = vanish.compute(("0",), (3,)).decay
    assert (row.remaining, row.log10) == (0, None)


def test_what_is_left_at_a_passage_s_blank() -> None:
    passage = passage_distance(["the", "keys", "I", "gave", "you", "____", "lost"], "keys")
    result = vanish.compute(("0.5", Fraction(1, 3)), passage=passage)
    assert result.passage == passage
    assert [(row.distance, row.factor) for row in result.at_blank] == [
        (4, Fraction(1, 2)),
        (4, Fraction(1, 3)),
    ]
    assert result.at_blank[0].remaining == Decimal("0.0625")
    assert f"{result.at_blank[1].remaining:.10f}" == "0.0123456790"


def test_a_passage_s_document() -> None:
    passage = passage_distance(["the", "keys", "I", "gave", "you", "____", "lost"], "keys")
    found = vanish.document(vanish.compute(("0.5",), passage=passage, source="text.txt"))
    assert found.inputs == {
        "factors": (Fraction(1, 2),),
        "passage": "text.txt",
        "evidence": "keys",
        "blank": "____",
    }
    (table,) = found.tables
    assert (table.name, table.title) == ("passage", "From 'keys' to '____', 4 words")
    assert table.equation is not None
    assert plain(table.equation) == "remaining = f^k"
    (note,) = found.notes
    assert (note.tables, plain(note)) == (
        ("passage",),
        "'keys' is word 2 of 7, '____' word 6: 6 - 2 = 4 words back.",
    )


@pytest.mark.parametrize(
    ("factors", "distances", "message"),
    [
        ((), (1,), NOTHING),
        (("1",), (), NOTHING),
        (("0",), (-1,), "divides by zero"),
        (("2",), (10**16,), "too large"),
    ],
)
def test_faults(factors: tuple[str, ...], distances: tuple[int, ...], message: str) -> None:
    with pytest.raises(InputError, match=message):
        vanish.compute(factors, distances)
