"""Where the evidence and the blank stand."""

import re

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
        ("a ____ X", "a", None, (1, 2)),  # a letter is no blank
    ],
)
def test_positions(text: str, evidence: str, blank: str | None, places: tuple[int, int]) -> None:
    found = passage_distance(text.split(), evidence, blank)
    assert (found.evidence_position, found.blank_position) == places


@pytest.mark.parametrize(
    ("text", "evidence", "blank", "message"),
    [
        (
            "a b c",
            "a",
            None,
            "the passage has no blank: write it as ____, or name the word with --blank",
        ),
        ("a b c", "a", "d", "the passage has no word 'd': name as blank one of its 3 words"),
        (
            "a ____ b",
            "b",
            None,
            "the evidence 'b' stands at word 3, after the blank at word 2: name a word "
            "before the blank",
        ),
        (
            "paris is ____",
            "Paris",
            None,
            "the passage before the blank has no word 'Paris': word 1 is 'paris', name it as it is",
        ),
        (
            "Paris is ____ it",
            "Rome",
            None,
            "the passage before the blank has no word 'Rome': name as evidence one of its 2 words",
        ),
        (
            "... ____",
            "Rome",
            None,
            "the passage before the blank has no word 'Rome': name as evidence one of its 1 word",
        ),
        (
            "a tree",
            "tree",
            "tree",
            "the passage before the blank has no word 'tree': name as evidence one of its 1 word",
        ),
        (
            "! ____",
            "...",
            None,
            "the passage before the blank has no word '...': name as evidence one of its 1 word",
        ),
        ("a ____", "", None, "the evidence '' is not one word: name a single word of the passage"),
        (
            "a b ____",
            "a b",
            None,
            "the evidence 'a b' is not one word: name a single word of the passage",
        ),
        ("a b ____", "a", "", "the blank '' is not one word: name a single word of the passage"),
        (
            "",
            "a",
            None,
            "the passage has no blank: write it as ____, or name the word with --blank",
        ),
    ],
)
def test_faults(text: str, evidence: str, blank: str | None, message: str) -> None:
    with pytest.raises(InputError, match=f"^{re.escape(message)}$"):
        passage_distance(text.split(), evidence, blank)
