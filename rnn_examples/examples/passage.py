"""How many words back the evidence stands in a passage with a blank to fill."""

import unicodedata
from collections.abc import Callable, Sequence

from rnn_examples.counted import counted
from rnn_examples.errors import InputError
from rnn_examples.record import Record


class Passage(Record):
    """Two places in a passage, counted from 1, and the words that stand there."""

    words: int
    evidence: str
    evidence_position: int
    blank: str
    blank_position: int

    @property
    def distance(self) -> int:
        """Steps from the evidence to the blank."""
        return self.blank_position - self.evidence_position


def passage_distance(words: Sequence[str], evidence: str, blank: str | None = None) -> Passage:
    """The places of `evidence` and of the blank in a passage already split at spaces.

    The blank is the last word equal to `blank`, by default the last run of underscores. The
    evidence is the last word equal to `evidence` before it: the nearest one, whose gradient has the
    shortest way. Words are compared as typed, with or without the punctuation around them. Raises
    InputError where either is missing or is not one word.
    """
    _check_word("evidence", evidence)
    if blank is None:
        blanks = _positions(words, _is_run_of_underscores)
        if not blanks:
            raise InputError(
                "the passage has no blank: write it as ____, or name the word with --blank"
            )
    else:
        _check_word("blank", blank)
        blanks = _positions(words, lambda word: _matches(word, blank))
        if not blanks:
            raise InputError(_missing("blank", blank, words))
    end = blanks[-1]
    found = _positions(words, lambda word: _matches(word, evidence))
    before = [place for place in found if place < end]
    if not found or found == [end]:
        raise InputError(_missing("evidence", evidence, words[: end - 1]))
    if not before:
        raise InputError(
            f"the evidence '{evidence}' stands at word {found[0]}, after the blank at word {end}: "
            "name a word before the blank"
        )
    return Passage(len(words), words[before[-1] - 1], before[-1], words[end - 1], end)


def _check_word(role: str, word: str) -> None:
    if len(word.split()) != 1 or word != word.strip():
        raise InputError(f"the {role} '{word}' is not one word: name a single word of the passage")


def _positions(words: Sequence[str], wanted: Callable[[str], bool]) -> list[int]:
    return [place for place, word in enumerate(words, start=1) if wanted(word)]


def _bare(word: str) -> str:
    """The word without the punctuation around it; underscores are part of a word."""
    start, end = 0, len(word)
    while start < end and _is_punctuation(word[start]):
        start += 1
    while end > start and _is_punctuation(word[end - 1]):
        end -= 1
    return word[start:end]


def _is_punctuation(character: str) -> bool:
    return character != "_" and unicodedata.category(character).startswith("P")


def _matches(word: str, wanted: str) -> bool:
    return word == wanted or _bare(word) == (_bare(wanted) or wanted)


def _is_run_of_underscores(word: str) -> bool:
    bare = _bare(word)
    return bool(bare) and not bare.strip("_")


def _missing(role: str, wanted: str, words: Sequence[str]) -> str:
    """What to say of a word that is not there, with the same letters in another case if any."""
    folded = _bare(wanted).casefold()
    alike = [(n, w) for n, w in enumerate(words, start=1) if folded == _bare(w).casefold() != ""]
    where = "the passage" if role == "blank" else "the passage before the blank"
    if alike:
        place, word = alike[0]
        return f"{where} has no word '{wanted}': word {place} is '{_bare(word)}', name it as it is"
    return (
        f"{where} has no word '{wanted}': name as {role} one of its {counted(len(words), 'word')}"
    )
