"""Every claim of the book's ledger, each bound to what decides it."""

from typing import Any

from rnn_examples.book.decisions import cells, chapter, eigenvalues, lesson, notebook, training
from rnn_examples.book.decisions.family import Family, Request
from rnn_examples.book.judging import Finding

FAMILIES: tuple[Family[Any], ...] = (
    cells.PARAMETERS,
    cells.SLOPES,
    cells.GATES,
    lesson.INFLUENCE,
    lesson.SCALAR_CELL,
    lesson.NORM_BOUND,
    eigenvalues.CONDITIONS,
    chapter.DISTANCES,
    chapter.GRADIENTS,
    chapter.POWERS,
    chapter.CLIPPING,
    chapter.TRUNCATION,
    notebook.STATES,
    notebook.TASK,
    notebook.CHECK,
    notebook.GUESSING,
    training.BLIND,
    training.TRAIN_AND_FADE,
    training.REMEMBER,
)


def decided() -> frozenset[str]:
    """The claims that some family decides."""
    return frozenset(name for family in FAMILIES for name in family.decide)


def trained() -> frozenset[str]:
    """Those of them that need a training."""
    return frozenset(name for family in FAMILIES if family.trains for name in family.decide)


def findings(request: Request) -> dict[str, Finding]:
    """What is found of every claim asked for, each family's evidence computed once."""
    found: dict[str, Finding] = {}
    for family in FAMILIES:
        found |= family.findings(request)
    return found
