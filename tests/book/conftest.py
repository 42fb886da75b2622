"""What the ledger's tests share: its claims, and every finding computed once a session."""

import pytest

from rnn_examples.book.decisions.family import Request
from rnn_examples.book.decisions.registry import findings
from rnn_examples.book.judging import Finding
from rnn_examples.book.ledger import Claim, own_ledger

JOBS = 2


@pytest.fixture(scope="session")
def claims() -> dict[str, Claim]:
    return {claim.id: claim for claim in own_ledger()}


@pytest.fixture(scope="session")
def found(claims: dict[str, Claim]) -> dict[str, Finding]:
    """Trainings included: half a minute."""
    return findings(Request(frozenset(claims), JOBS))
