"""The ledger as tables: what people see, what machines get, the errata sheet."""

import pytest

from rnn_examples.book.judging import found
from rnn_examples.book.ledger import Claim
from rnn_examples.book.verify import chosen, compute, document, faults
from rnn_examples.errors import InputError
from rnn_examples.tables.formats import Look, render
from rnn_examples.tables.prose import plain

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
    assert "Lesson, there. A distance: for 'eight' read 'five'. It is five." in shown.notes


def test_an_errata_sheet_without_errata_says_so() -> None:
    result = compute((RIGHT,), FOUND, errata=True)
    shown = document(result)
    assert shown.notes == ("Every claim agrees: there is nothing to correct.",)
    assert shown.tables[0].rows == []
    text = "".join(render(shown, "table", Look()))
    assert text == "Every claim agrees: there is nothing to correct.\n"
    assert "should_read" in "".join(render(shown, "csv", Look()))


@pytest.mark.parametrize(
    ("source", "place", "what", "told"),
    [
        ("own", "", "", "fifty: for '0.006' read '0.005'. It is less."),
        ("own", "week 3", "", "week 3: for '0.006' read '0.005'. It is less."),
        ("own", "", "what is left", "fifty. What is left: for '0.006' read '0.005'. It is less."),
        ("my LSTM course", "", "", "My LSTM course, fifty: for '0.006' read '0.005'. It is less."),
        ("lesson", "there", "h_t", "Lesson, there. h_t: for '0.006' read '0.005'. It is less."),
    ],
)
def test_an_erratum_says_where_it_stands(source: str, place: str, what: str, told: str) -> None:
    """By its place, else by the claim's id; a ledger that names no source has none to tell."""
    claim = Claim("fifty", source, place, what, "0.006", "rounds", "differs", "It is less.")
    shown = document(compute([claim], {"fifty": found(0.005154)}, errata=True))
    assert shown.notes == (told,)
    heads = [column.name for column in shown.for_people().tables[0].columns]
    assert ("claim" in heads) is not bool(place)
    assert ("source" in heads) is (source != "own")


def test_a_difference_is_told_beside_the_table_only_where_a_reason_is_given() -> None:
    claim = Claim("fifty", "own", "", "", "0.006", "rounds", "agrees", run="vanish", recorded=False)
    judged = compute([claim], {"fifty": found(0.005154)})
    assert document(judged).notes == ()
    assert document(judged).tables[0].rows[0][-1] == "Computed is 0.00515."
    reason = compute([claim.but(because="Rounded twice.", run=None)], {"fifty": found(0.005154)})
    assert [plain(note) for note in document(reason).notes] == ["fifty: Rounded twice."]


def test_reasons_stand_under_the_ledger_alone() -> None:
    changed = document(compute(CLAIMS, FOUND))
    assert [plain(note) for note in changed.only("ledger").notes] == ["wrong: It is five."]
    assert changed.only("verdicts").notes == ()


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
