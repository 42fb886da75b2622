"""The chapter's figures: distances in words, gradients, powers, clipping, segments."""

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal

import numpy as np

from rnn_examples.book.decisions.family import Family, Request
from rnn_examples.book.judging import Finding, found
from rnn_examples.examples import bptt, clip, truncate, truncate_gradients, vanish
from rnn_examples.examples.passage import Passage
from rnn_examples.examples.sentence import of_words
from rnn_examples.network.arrays import norm
from rnn_examples.network.book_models import chapter, notebook_sentence

# Where the words stand in the chapter's two texts, split at spaces: the noun and the verb of the
# agreement example, the evidence and the blank of the passage.
AGREEMENT = Passage(words=8, evidence="noun", evidence_position=2, blank="verb", blank_position=7)
PASSAGE = Passage(
    words=44, evidence="evidence", evidence_position=7, blank="blank", blank_position=44
)
WINDOW = 3


def _passages(_request: Request) -> dict[str, Passage]:
    return {"agreement": AGREEMENT, "passage": PASSAGE}


def _distance(name: str) -> Callable[[dict[str, Passage]], Finding]:
    def decide(passages: dict[str, Passage]) -> Finding:
        one = passages[name]
        return found(
            one.distance,
            evidence=one.evidence_position,
            blank=one.blank_position,
            words=one.words,
            distance=one.distance,
        )

    return decide


def _window(passages: dict[str, Passage]) -> Finding:
    """A window holds the words just before the one that is predicted."""
    one = passages["agreement"]
    first = one.blank_position - WINDOW
    return found("can" if one.evidence_position >= first else "cannot", first=first)


DISTANCES = Family(
    _passages,
    {
        "chapter-agreement-distance": _distance("agreement"),
        "chapter-evidence-distance": _distance("passage"),
        "chapter-window-of-three": _window,
    },
)

# Both sides are float64 sums; a complex step has no error of its own.
ROUNDING = 1e-12


def _bptt(_request: Request) -> bptt.Result:
    network = chapter()
    return bptt.compute(network, of_words(network, network.vocabulary or ()))


def _immediate(name: str) -> Callable[[bptt.Result], Finding]:
    """The sum of the immediate terms beside the gradient that a small step measures."""

    def decide(result: bptt.Result) -> Finding:
        immediate, full = result.immediate[name], result.full.gradients.arrays[name]
        missed = result.missed[name]
        assert missed is not None
        apart = np.abs(immediate - full) / np.abs(full)
        measured = norm(immediate.ravel()[result.checked[name]] - result.numeric[name])
        return found(
            "equal" if measured <= ROUNDING else "not equal",
            missed=missed,
            least=float(apart.min()),
            most=float(apart.max()),
            within=max(ROUNDING, float(np.abs(result.differences[name]).max())),
        )

    return decide


GRADIENTS = Family(
    _bptt,
    {
        "chapter-immediate-gradient": _immediate("W_hh"),
        "chapter-immediate-gradient-w": _immediate("W_xh"),
        "chapter-output-gradient": _immediate("W_hy"),
    },
)


@dataclass(frozen=True, slots=True)
class Powers:
    """What is left by factor: after fifty steps of 0.9, and over the 47 words."""

    fifty: Decimal
    forty_seven: dict[str, Decimal]


def _powers(_request: Request) -> Powers:
    (fifty,) = vanish.compute(["0.9"], [50]).decay
    result = vanish.compute()
    rows = zip(vanish.FORTY_SEVEN_FACTORS, result.forty_seven, strict=True)
    return Powers(
        Decimal(fifty.remaining), {factor: Decimal(row.remaining) for factor, row in rows}
    )


def _power(factor: str) -> Callable[[Powers], Finding]:
    return lambda powers: found(powers.forty_seven[factor])


POWERS = Family(
    _powers,
    {
        "chapter-point-nine-fifty": lambda powers: found(1 - powers.fifty),
        **{f"chapter-vanish-{factor}-47": _power(factor) for factor in vanish.FORTY_SEVEN_FACTORS},
    },
)


def _clipping(_request: Request) -> clip.Result:
    return clip.compute()


def _cosines(result: clip.Result) -> Finding:
    """Every row's, so that the claim holds of all."""
    return found(*(row.cosine for row in result.rows if row.cosine is not None))


CLIPPING = Family(_clipping, {"chapter-clip-cosine": _cosines})


@dataclass(frozen=True, slots=True)
class Truncated:
    """The segments of the chapter's text, and a short sentence's gradients whole and cut."""

    segments: int
    of_network: truncate_gradients.CutGradients


def _truncated(_request: Request) -> Truncated:
    """Six one-hot words in two segments, and a loss that reads the last state alone."""
    network = notebook_sentence()
    sentence = of_words(network, network.vocabulary or ())
    of_network = truncate_gradients.compute(network, sentence, steps=WINDOW, loss="state")
    return Truncated(truncate.compute().segments, of_network)


def _boundary(result: Truncated) -> Finding:
    """dL/dW_xh has a column a word: those of the first segment's words."""
    first = slice(result.of_network.steps)
    full, cut = (
        norm(result.of_network.full["W_xh"][:, first]),
        norm(result.of_network.cut["W_xh"][:, first]),
    )
    return found("invisible" if full > 0 and cut == 0 else "visible", full=full, cut=cut)


TRUNCATION = Family(
    _truncated,
    {
        "chapter-tbptt-segments": lambda result: found(result.segments),
        "chapter-tbptt-boundary": _boundary,
    },
)
