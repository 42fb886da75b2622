"""What computing decides, beside figures that stand in the sources or were derived apart."""

from decimal import Decimal
from fractions import Fraction

import pytest

from rnn_examples.book.decisions import training
from rnn_examples.book.judging import Finding, verdict
from rnn_examples.book.ledger import Claim

NOT_AGREEING = {
    "lesson-eigenvalue-sufficient": "differs",
    "lesson-eigenvalue-necessary": "differs",
    "chapter-agreement-distance": "differs",
    "chapter-crossover": "depends",
    "chapter-immediate-gradient": "differs",
    "chapter-immediate-gradient-w": "differs",
    "chapter-eigenvalues-vanish": "differs",
    "chapter-eigenvalues-explode": "differs",
    "chapter-evidence-distance": "differs",
    "notebook-remember-rnn-10": "depends",
    "notebook-remember-wall": "depends",
}


def test_every_verdict_is_the_recorded_one(
    claims: dict[str, Claim], found: dict[str, Finding]
) -> None:
    verdicts = {name: verdict(claim, found[name]) for name, claim in claims.items()}
    assert verdicts == {name: claim.verdict for name, claim in claims.items()}
    assert {name: one for name, one in verdicts.items() if one != "agrees"} == NOT_AGREEING


# The figures of the sources' errata, by hand or from the literature's formulas.
FACTS = [
    ("chapter-crossover", "alone", 5),  # H/d
    ("chapter-crossover", "both", 6),  # 1 + H/d
    ("chapter-agreement-distance", "distance", 7 - 2),
    ("chapter-evidence-distance", "distance", 44 - 7),
    ("chapter-eigenvalues-vanish", "eigenvalue", 0.8**0.5),  # det = 0.8, complex pair
    ("chapter-eigenvalues-vanish", "singular", 4.851),
    ("chapter-eigenvalues-explode", "eigenvalue", 3.25**0.5),  # det = 3.25, complex pair
    ("lesson-eigenvalue-sufficient", "singular", 4.851),
]


@pytest.mark.parametrize(("name", "fact", "value"), FACTS)
def test_the_numbers_that_tell_why(
    found: dict[str, Finding], name: str, fact: str, value: float
) -> None:
    assert float(found[name].facts[fact]) == pytest.approx(value, abs=5e-4)


def test_the_product_that_explodes(found: dict[str, Finding]) -> None:
    facts = found["chapter-eigenvalues-vanish"].facts
    assert facts["matrix"] == "[[2, -4], [1, -1.6]]"
    assert float(facts["short"]) == pytest.approx(2.3e6, rel=0.02)
    # Held at tanh 0 = 0 and tanh 5, the first row is kept and the second nearly gone: 2 a step.
    assert float(facts["long"]) / float(facts["short"]) == pytest.approx(2**80, rel=0.02)


def test_the_immediate_terms_miss_tens_of_per_cent(found: dict[str, Finding]) -> None:
    """Norms by PyTorch's autograd: 0.1811 and 0.5325 of the true gradients of U and W."""
    assert float(found["chapter-immediate-gradient"].facts["missed"]) == pytest.approx(
        0.1811, abs=1e-4
    )
    assert float(found["chapter-immediate-gradient-w"].facts["missed"]) == pytest.approx(
        0.5325, abs=1e-4
    )


def test_the_bound_is_reached_only_without_slopes(found: dict[str, Finding]) -> None:
    assert 0.1 < float(found["lesson-norm-bound"].facts["most"]) <= 1 + 1e-12


def test_the_window_is_narrow(found: dict[str, Finding]) -> None:
    facts = found["lesson-influence-window"].facts
    assert 1.2 <= float(facts["low"]) <= 1.5 <= float(facts["high"]) < 1.7


def test_one_bit_turns_the_rnn_at_ten_and_nothing_else(found: dict[str, Finding]) -> None:
    turned = set()
    for cell in training.SWEEP.cells():
        name = f"notebook-remember-{cell.network}-{cell.distance}"
        repeated = 1 + 4 * (3 if cell.network == "rnn" else 1) if cell.distance == 10 else 1
        assert len(found[name].readings) == repeated
        if len(set(found[name].readings)) > 1:
            turned.add(name)
    assert turned == {"notebook-remember-rnn-10"}


def test_only_what_is_asked_for_is_trained() -> None:
    assert training.trainings(["lesson-rnn-params"]) == []
    ten = training.trainings(["notebook-remember-rnn-10"])
    assert {(one.cell.network, one.cell.distance) for one in ten} == {("rnn", 10)}
    assert [one.nudge for one in ten] == ["none", *["up", "down", "away", "towards"] * 3]
    assert [one.units for one in ten] == [1, *[1] * 4, *[2] * 4, *[3] * 4]
    wall = training.trainings([training.WALL])
    assert {one.cell.distance for one in wall} == {10, 20, 40, 80}


def test_values_are_computed_in_full(found: dict[str, Finding]) -> None:
    """Not the printed figures: 0.97^5, ln 2 and a share by their definitions."""
    assert found["lesson-belt-blame"].readings == (Decimal("0.97") ** 5,)
    assert found["notebook-guessing-loss"].readings[0] == pytest.approx(0.6931471805599453)
    assert found["chapter-point-nine-fifty"].readings[0] == pytest.approx(1 - Decimal("0.9") ** 50)
    assert found["notebook-remember-guessing"].readings[0] == (
        Fraction(532, 1000),
        Fraction(468, 1000),
    )
