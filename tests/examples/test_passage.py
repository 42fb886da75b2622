"""Where the evidence and the blank stand."""

import pytest

from rnn_examples.errors import InputError
from rnn_examples.examples.passage import Passage, passage_distance

AGREEMENT = ["The", "keys", "to", "the", "old", "cabinet", "are", "lost"]


def test_the_agreement_example_is_five_words_apart() -> None:
    """Eight words with the noun at place 2 and the verb at 7: five words back, not eight."""
    found = passage_distance(AGREEMENT, "keys", "are")
    assert found == Passage(8, "keys", 2, "are", 7)
    assert found.distance == 5


def test_a_passage_of_the_chapter_s_shape_has_its_evidence_37_words_back() -> None:
    words = ["w"] * 6 + ["France,"] + ["w"] * 36 + ["____."]
    found = passage_distance(words, "France")
    assert (found.evidence_position, found.blank_position, found.distance) == (7, 44, 37)


@pytest.mark.parametrize(
    ("text", "evidence", "blank", "places"),
    [
        ("a b a c ____", "a", None, (3, 5)),  # the nearest before the blank
        ("a ____ b ____ a", "a", None, (1, 4)),  # the last blank
        ("tree by a tree", "tree", "tree", (1, 4)),  # a word that comes again
        ("«Paris», (she) said: “____”!", "Paris", None, (1, 4)),
        ("in Paris , ____", "Paris,", None, (2, 4)),  # the evidence typed with its comma
        ("well ... ____", "...", None, (2, 3)),  # a word of punctuation alone
        ("don't _stop_ _ now", "don't", None, (1, 3)),  # underscores inside are no blank
        ("a b", "a", "b", (1, 2)),
    ],
)
def test_positions(text: str, evidence: str, blank: str | None, places: tuple[int, int]) -> None:
    found = passage_distance(text.split(), evidence, blank)
    assert (found.evidence_position, found.blank_position) == places


@pytest.mark.parametrize(
    ("text", "evidence", "blank", "message"),
    [
        ("a b c", "a", None, "no blank: write it as ____"),
        ("a b c", "a", "d", "no word 'd'.* its 3 words"),
        ("a ____ b", "b", None, "word 3, after the blank at word 2"),
        ("paris is ____", "Paris", None, "word 1 is 'paris'"),
        ("Paris is ____ it", "Rome", None, r"before the blank has no word 'Rome'.* of its 2 words"),
        ("a b c", "a", "d", "^the passage has no word 'd'"),
        ("... ____", "Rome", None, "before the blank has no word 'Rome'.* of its 1 word"),
        ("a tree", "tree", "tree", "before the blank has no word 'tree'"),
        ("a ____", "", None, "not one word"),
        ("a b ____", "a b", None, "not one word"),
        ("a b ____", "a", "", "not one word"),
        ("", "a", None, "no blank"),
    ],
)
def test_faults(text: str, evidence: str, blank: str | None, message: str) -> None:
    with pytest.raises(InputError, match=message):
        passage_distance(text.split(), evidence, blank)
