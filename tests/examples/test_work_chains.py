"""A chain of equal items, a = b = c, as the arithmetic of all examples is written."""

import pytest

from rnn_examples.equations.text import to_text
from rnn_examples.examples.work.exact import chained


@pytest.mark.parametrize(
    ("items", "told"),
    [
        (("1", "2", "3"), "x = 1 = 2 = 3"),
        (("1", "1", "2", "2", "2"), "x = 1 = 2"),
        (("1", "2", "1"), "x = 1 = 2 = 1"),
        (("x", "1"), "x = x = 1"),
    ],
)
def test_what_repeats_the_item_before_it_is_left_out(items: tuple[str, ...], told: str) -> None:
    """The one before it alone; what is computed stands on the left whatever follows."""
    assert to_text(chained("x", *items)) == told
    assert to_text(chained("x", *items, then=(">", "y"))) == f"{told} > y"
