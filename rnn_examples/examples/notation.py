"""The letters of each source: a table made from a source's model is labelled as the source is.

ours (the field's), chapter (W, U, V), lesson (W_x, W_h, W_y), notebook (row vectors: x W_xh).
"""

from typing import TYPE_CHECKING, NamedTuple

from rnn_examples.equations.expression import Expression, Item, difference, product, symbol

if TYPE_CHECKING:
    from rnn_examples.network.arrays import Array

# The arrays that have a letter of their own in each source.
ARRAYS = ("W_xh", "W_hh", "W_hy", "b_h", "b_y")


class Letters(NamedTuple):
    """The names of the arrays, of a prediction, and whether vectors are rows: x W, not W x."""

    W_xh: str
    W_hh: str
    W_hy: str
    b_h: str
    b_y: str
    y: str = "y"
    rows: bool = False

    def applied(self, matrix: Item, vector: Item) -> Expression:
        """The matrix times the vector, in the source's order."""
        return product(vector, matrix) if self.rows else product(matrix, vector)

    def input(self, t: int | str) -> Expression:
        """W_xh x_t."""
        return self.applied(self.W_xh, f"x_{below(t)}")

    def recurrent(self, before: int | str) -> Expression:
        """W_hh h_{t-1}."""
        return self.applied(self.W_hh, f"h_{below(before)}")

    def prediction(self, t: int | str) -> Expression:
        """y_t."""
        return symbol(f"{self.y}_{below(t)}")

    def target(self, t: int | str) -> Expression:
        """The one-hot vector of the word that is right: the chapter's y_t, as its ŷ_t predicts."""
        return symbol(f"{'y' if self.y == 'ŷ' else 'target'}_{below(t)}")

    def error(self, t: int | str) -> Expression:
        """y_t - target_t."""
        return difference(self.prediction(t), self.target(t))

    def name(self, array: str) -> str:
        """An array's name as the source has it: W_hh is the chapter's U; layer2.W_hh stays."""
        return str(getattr(self, array)) if array in ARRAYS else array

    def oriented(self, array: "Array") -> "Array":
        """A matrix or a bias as the source has it: transposed where vectors are rows."""
        return array.T if self.rows else array


LETTERS = {
    "ours": Letters("W_xh", "W_hh", "W_hy", "b_h", "b_y"),
    "chapter": Letters("W", "U", "V", "b_h", "b_y", y="ŷ"),
    "lesson": Letters("W_x", "W_h", "W_y", "b", "b_y"),
    "notebook": Letters("W_xh", "W_hh", "W_hy", "b_h", "b_y", rows=True),
}

# Of each gate, in the order in which they are shown: the letter that its weights carry.
GATE_LETTERS = {
    "lstm": {"forget": "f", "input": "i", "output": "o", "candidate": "c"},
    "gru": {"reset": "r", "update": "z", "candidate": "n"},
}


def gate_value(kind: str, gate: str) -> str:
    """The letter of a gate's value: its weights', but for an LSTM's candidate, whose c is the
    memory."""
    letter = GATE_LETTERS[kind][gate]
    return "c̃" if (kind, gate) == ("lstm", "candidate") else letter


def below(text: int | str) -> str:
    """As `symbol` reads what stands below a letter: {t}, {t-1}, {10}."""
    return f"{{{text}}}"
