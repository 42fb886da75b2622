"""Ledgers are read whole, or refused in one line with file, claim and key."""

import tomllib
from pathlib import Path

import pytest

from rnn_examples.book.decisions.registry import decided
from rnn_examples.book.ledger import Claim, own_ledger, read_ledger, told
from rnn_examples.errors import InputError

PRINTED = tomllib.loads((Path(__file__).parent / "printed.toml").read_text(encoding="utf-8"))
CLAIM = """
[[claim]]
id = "a"
source = "chapter"
place = "somewhere"
what = "a figure"
printed = "0.5"
compare = "rounds"
verdict = "agrees"
"""
OWN = """
[[claim]]
id = "a"
printed = "0.0052"
run = "vanish --factors 0.9 --distances 50"
cell = "50:remaining"
"""


def test_every_claim_of_the_sources_is_there_as_printed() -> None:
    """printed.toml is a copy of the sources' figures kept apart from the package."""
    assert len(PRINTED) == 102
    assert {claim.id: claim.printed for claim in own_ledger()} == PRINTED


def test_every_claim_is_bound_to_a_computation() -> None:
    assert decided() == {claim.id for claim in own_ledger()}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("id", 'id = "a"\nfoo = 1'), "claim a: unknown key 'foo'"),
        (("printed", ""), "claim a: 'printed' is missing"),
        (("compare", 'compare = "roughly"'), "claim a: compare is 'roughly'"),
        (("verdict", 'verdict = "fine"'), "claim a: verdict is 'fine'"),
        (("verdict", 'verdict = "differs"'), "claim a: 'because' is missing"),
        (("printed", 'printed = ""'), "claim a: printed is empty"),
        (("printed", "printed = 0.5"), "claim a: printed is 0.5. Expected text"),
        (("what", 'what = "w"\ndecimals = -1'), "claim a: decimals is -1"),
        (("what", 'what = "w"\nsignificant = 0'), "claim a: significant is 0"),
        (("what", 'what = "w"\ndecimals = true'), "claim a: decimals is True"),
        (("what", 'what = "w"\ndecimals = 1\nsignificant = 1'), "are both given"),
        (("what", 'what = "w"\nrun = "vanish"'), "unknown key 'run'"),
        (("what", 'what = "w"\nbecause = "{x.__class__}"'), "claim a: because: 'x.__class__'"),
        (("what", 'what = "w"\nbecause = "{x:9999999d}"'), "claim a: because: 'x'"),
        (("what", 'what = "w"\nbecause = "{x"'), "claim a: because"),
        (("id", 'id = "a b"'), "id 'a b' is no name"),
    ],
)
def test_a_fault_is_named_with_its_claim_and_key(change: tuple[str, str], message: str) -> None:
    key, line = change
    text = "\n".join(line if one.startswith(f"{key} =") else one for one in CLAIM.splitlines())
    with pytest.raises(InputError) as error:
        read_ledger(text, "mine.toml")
    assert str(error.value).startswith("mine.toml: ")
    assert message in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no claim"),
        ("claim = 1", "no claim"),
        ("claim = [1]", "claim 1 is no table"),
        ("x = 1", "unknown key 'x'"),
        ("[[claim", "no TOML"),
        ("claim = " + "[" * 5000, "no TOML"),
        ("claim = " + "1" * 5000, "no TOML"),
        (CLAIM + CLAIM, "claim a: id is given twice"),
    ],
)
def test_a_file_that_is_no_ledger_is_refused(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_ledger(text, "mine.toml")


def test_a_ledger_of_ones_own_needs_four_keys() -> None:
    (claim,) = read_ledger(OWN, "mine.toml", commands=True)
    assert (claim.compare, claim.verdict, claim.source) == ("rounds", "agrees", "own")
    for key in ("id", "printed", "run", "cell"):
        text = "\n".join(line for line in OWN.splitlines() if not line.startswith(f"{key} ="))
        with pytest.raises(InputError, match=f"'{key}' is missing"):
            read_ledger(text, "mine.toml", commands=True)


def claim(because: str) -> Claim:
    return Claim("a", "chapter", "", "", "1", "exact", "differs", because)


def test_a_reason_shows_what_was_computed() -> None:
    assert told(claim("it is {x:.1f}, {y:,}"), {"x": 2.55, "y": 1000}) == "it is 2.5, 1,000"


def test_a_reason_that_names_nothing_computed_is_refused() -> None:
    with pytest.raises(InputError, match=r"nothing is called 'z'. Expected one of x, y"):
        told(claim("it is {z}"), {"x": 1, "y": 2})
    with pytest.raises(InputError, match="claim a: because"):
        told(claim("it is {x:.1f}"), {"x": "word"})
