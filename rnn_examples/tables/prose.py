"""Sentences with mathematics among the words."""

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from rnn_examples.equations.expression import Expression


class Prose(NamedTuple):
    """A sentence in parts, each words or mathematics."""

    parts: "tuple[str | Expression, ...]"


def prose(*parts: "str | Expression") -> Prose:
    return Prose(parts)


def plain(note: "str | Expression | Prose") -> str:
    """The sentence as plain text."""
    if isinstance(note, str):
        return note
    from rnn_examples.equations.text import to_text

    if isinstance(note, Prose):
        return "".join(map(plain, note.parts))
    return to_text(note)
