"""What people see of `loss`, its hardest words of many and its notes; what JSON tells of it."""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from rnn_examples.examples import loss
from rnn_examples.examples.sentence import Sentence, of_words
from rnn_examples.network.book_models import chapter
from rnn_examples.tables.prose import plain

Printed = Callable[..., str]


def test_a_long_sentence_shows_people_its_hardest_words(printed: Printed) -> None:
    options = ("loss", "--sentence", "the dog ran ran " * 20, "--table", "steps")
    shown = printed(*options, "-f", "plain").splitlines()
    assert shown[0].endswith("the 40 of 80 words with the largest loss")
    losses = [float(line.split()[-1]) for line in shown[3:43]]
    assert losses == sorted(losses, reverse=True)
    assert len(printed(*options, "-f", "csv").splitlines()) == 81


@pytest.mark.parametrize("count", [40, 41])
def test_up_to_forty_words_stand_as_they_are_read(printed: Printed, count: int) -> None:
    words = ("the dog ran ran dog the " * 7).split()[:count]
    shown = printed("loss", "--sentence", " ".join(words), "--table", "steps", "-f", "plain")
    title, _, _, *rows = shown.splitlines()
    places = [int(row.split()[0]) for row in rows[:40]]
    if count == 40:
        assert title == "Cross-entropy, word by word"
        assert places == list(range(1, 41))
    else:
        assert title == "Cross-entropy, word by word: the 40 of 41 words with the largest loss"
        assert places != sorted(places)


def test_words_of_one_loss_stay_in_their_order() -> None:
    """A hundred steps of ln 2 between two of more: the two, then the first 38."""
    logits = [(0.0, 0.0)] * 102
    logits[50] = logits[70] = (0.0, 1.0)
    table = loss.document(loss.compute_logits(logits, [1] * 102)).for_people().tables[0]
    assert table.name == "steps"
    assert [row[0] for row in table.rows] == [51, 71, *range(1, 39)]


def of(words: str, targets: str | None = None) -> loss.Result:
    wanted = None if targets is None else targets.split()
    return loss.compute(chapter(), of_words(chapter(), words.split()), wanted)


def notes(result: loss.Result) -> list[str]:
    return [plain(note) for note in loss.document(result).notes]


def test_the_notes_tell_what_is_predicted_and_what_is_ours() -> None:
    """A sentence, a text, words that are chosen, and vectors of the reader's own."""
    blind = "A blind guess among all words would cost ln(3) = 1.0986 nats each, a perplexity of 3."
    ours = "V and b_y are ours; the source's are not known."
    of_words = f"The words' vectors, {ours}"
    following = "The target is the next word; after the last word comes the first."
    assert notes(of("the dog")) == [blind, following, of_words]
    assert notes(of("the dog", "ran ran")) == [blind, of_words]
    for words, counted in (("the dog", "1 prediction"), ("the dog ran", "2 predictions")):
        assert notes(loss.compute_text(chapter(), [words.split()])) == [
            blind,
            f"Each word but the last predicts the next, {counted} in one pass.",
            of_words,
        ]
    sentence = Sentence(None, np.array([[0.5, 0.1]]))
    assert notes(loss.compute(chapter(), sentence, ("ran",))) == [blind, ours]
    assert notes(loss.compute_logits([(1.0, 2.0)], [1])) == []


def test_the_model_is_told_of_a_text_too(printed: Printed, tmp_path: Path) -> None:
    (tmp_path / "text").write_text("the dog")
    line = ("loss", "--text", str(tmp_path / "text"), "-f", "json")
    assert json.loads(printed(*line))["inputs"] == {"model": "chapter", "text": line[2]}
    line = ("loss", "--logits", "1,2", "--targets", "1", "-f", "json")
    told = json.loads(printed(*line))["inputs"]
    assert told == {"model": None, "logits": [1, 2], "targets": [1]}
