"""The ledger as tables: what people see, what machines get, the errata sheet."""

import pytest

from rnn_examples.book.judging import found
from rnn_examples.book.ledger import Claim
from rnn_examples.book.verify import chosen, compute, document, faults
from rnn_examples.errors import InputError

RIGHT = Claim("right", "chapter", "here", "a figure", "0.50", "rounds", "agrees")
WRONG = Claim(
    "wrong", "lesson", "there", "a distance", "eight", "exact", "differs", "It is {computed}."
)
CLAIMS = (RIGHT, WRONG)
FOUND = {"right": found(0.5), "wrong": found(5)}


def rows(name: str, errata: bool = False) -> list[tuple[object, ...]]:
    result = compute(CLAIMS, FOUND, errata=errata)
    (chosen_table,) = document(result).only(name).tables
    return list(chosen_table.rows)


def test_the_ledger_holds_every_claim() -> None:
    assert rows("ledger") == [
        ("right", "chapter", "here", "a figure", "0.50", "0.50", "agrees", "agrees", None),
        (
            "wrong",
            "lesson",
            "there",
            "a distance",
            "eight",
            "five",
            "differs",
            "differs",
            "It is five.",
        ),
    ]


def test_the_verdicts_are_counted() -> None:
    assert rows("verdicts") == [
        ("chapter", 1, 1, 0, 0),
        ("lesson", 1, 0, 1, 0),
        ("together", 2, 1, 1, 0),
    ]


def test_an_errata_sheet_has_what_does_not_agree() -> None:
    result = compute(CLAIMS, FOUND, errata=True)
    shown = document(result)
    assert [table.name for table in shown.tables] == ["errata"]
    assert [row[0] for row in shown.tables[0].rows] == ["wrong"]
    assert "Lesson, there. a distance: for 'eight' read 'five'. It is five." in shown.notes


def test_an_errata_sheet_without_errata_says_so() -> None:
    result = compute((RIGHT,), FOUND, errata=True)
    assert document(result).notes == ("Every claim agrees: there is nothing to correct.",)


def test_a_changed_verdict_is_a_fault() -> None:
    assert faults(compute(CLAIMS, FOUND)) == ()
    changed = compute(CLAIMS, {"right": found(0.51), "wrong": found(8)})
    assert faults(changed) == (
        "right: agrees on record, now it differs: printed 0.50, computed 0.51",
        "wrong: differs on record, now it agrees: printed eight, computed eight",
    )
    people = document(changed).for_people().tables[0]
    assert "on record" in [column.label for column in people.columns]
    assert "Not the recorded verdict: right, wrong." in document(changed).notes


def test_what_was_left_out_is_told() -> None:
    result = compute(CLAIMS, {"right": found(0.5)})
    assert document(result).notes[-1] == "Left out, for they need a training: 1 of the claims."
    with pytest.raises(InputError, match="no claim is left"):
        compute(CLAIMS, {})


def test_claims_are_chosen() -> None:
    assert chosen(CLAIMS, "lesson") == (WRONG,)
    assert chosen(CLAIMS, None, ["right"]) == (RIGHT,)
    assert chosen(CLAIMS, "lesson", ["right"]) == ()
    with pytest.raises(InputError, match=r"--only: there is no claim 'rihgt'. Nearest: right"):
        chosen(CLAIMS, None, ["rihgt"])
    with pytest.raises(InputError, match="--source: 'x' is none of chapter, lesson"):
        chosen(CLAIMS, "x")


def test_people_do_not_read_long_texts_twice() -> None:
    text = "allergy: none sleep is in clinic appetite a prescribe:"
    claim = Claim("long", "notebook", "here", "", text, "text", "agrees")
    shown = document(compute([claim], {"long": found(text)}))
    assert shown.tables[0].rows[0][5] == text
    assert shown.for_people().tables[0].rows == [("long", text, "the same", "agrees", "here")]
    other = document(compute([claim], {"long": found(text.replace("is", "in"))}))
    assert text.replace("is", "in") in other.for_people().tables[0].rows[0]
