"""The proof that the ledger would notice: every printed digit, moved by one, turns its verdict."""

from collections import Counter
from collections.abc import Iterator

import pytest

from rnn_examples.book.judging import Finding, verdict
from rnn_examples.book.ledger import Claim
from rnn_examples.book.rounding import WORDS
from rnn_examples.errors import InputError


def nudges(claim: Claim) -> Iterator[str]:
    """The printed text with one digit one up or one down, 9 and 0 next to each other.

    Of an order of magnitude only the exponent is claimed.
    """
    first = claim.printed.index("e") if claim.compare == "order" else 0
    for place, digit in enumerate(claim.printed):
        if digit.isdigit() and place >= first:
            for step in (1, -1):
                moved = str((int(digit) + step) % 10)
                yield claim.printed[:place] + moved + claim.printed[place + 1 :]


def turned(claim: Claim, printed: str, finding: Finding) -> bool:
    """Whether the verdict is another one; text that no longer can be compared is noticed too."""
    try:
        return verdict(claim.but(printed=printed), finding) != claim.verdict
    except InputError:
        return True


def test_every_digit_counts(claims: dict[str, Claim], found: dict[str, Finding]) -> None:
    counts: Counter[str] = Counter()
    missed = []
    for claim in claims.values():
        digits = sum(map(str.isdigit, claim.printed))
        moved = list(nudges(claim)) if claim.verdict != "differs" else []
        counts["claims"] += bool(moved)
        counts["nudges"] += len(moved)
        counts["not tried"] += 2 * digits - len(moved)
        missed += [
            f"{claim.id}: {printed}"
            for printed in moved
            if not turned(claim, printed, found[claim.id])
        ]
    print(
        f"ledger: {counts['nudges'] - len(missed)} of {counts['nudges']} nudges of a printed digit "
        f"turn the verdict, in {counts['claims']} claims; {counts['not tried']} are not tried, of "
        "figures that differ anyway and of the mantissa of an order of magnitude"
    )
    assert missed == []
    assert counts["nudges"] > 400


def test_a_figure_that_differs_agrees_only_where_it_is_right(
    claims: dict[str, Claim], found: dict[str, Finding]
) -> None:
    """47 is wrong whatever a digit of it is moved to, but 37."""
    claim = claims["chapter-evidence-distance"]
    right = [p for p in nudges(claim) if turned(claim, p, found[claim.id])]
    assert right == ["37"]


@pytest.mark.parametrize("name", ["chapter-sigmoid-shrink", "lesson-lstm-ratio"])
def test_number_words_count_too(
    claims: dict[str, Claim], found: dict[str, Finding], name: str
) -> None:
    claim = claims[name]
    word = claim.printed.split()[0]
    for other in WORDS:
        assert turned(claim, claim.printed.replace(word, other), found[name]) is (other != word)


def test_every_word_of_a_statement_counts(
    claims: dict[str, Claim], found: dict[str, Finding]
) -> None:
    """A statement that said something else would not agree."""
    for claim in claims.values():
        if claim.compare in ("statement", "text") and claim.verdict == "agrees":
            assert turned(claim, f"not {claim.printed}", found[claim.id])
            assert turned(claim, claim.printed[:-1], found[claim.id])


@pytest.mark.parametrize(("printed", "value"), [("3.15", 3.14159), ("1e-9", -5e-9), ("0.5", -0.5)])
def test_what_tools_of_this_kind_let_through(printed: str, value: float) -> None:
    claim = Claim("a", "chapter", "", "", printed, "rounds", "agrees")
    assert verdict(claim, Finding((value,), {})) == "differs"
