"""A bar is as long as the logarithm of its number."""

from decimal import Decimal

import pytest

from rnn_examples.tables.numbers import bar, bar_length


def test_a_bar_is_as_long_as_the_logarithm() -> None:
    assert bar(1.0, 1e-4, 1) == "█" * 24
    assert bar(-0.01, 1e-4, 1) == "█" * 12
    assert bar(1e-9, 1e-4, 1) == ""
    assert bar(Decimal("1e5"), 1e-4, 1) == "█" * 24
    assert bar(10**-0.5, 1e-4, 1) == "█" * 21
    assert bar(0.0, 1e-4, 1) == bar(None, 1e-4, 1) == ""


@pytest.mark.parametrize(
    ("text", "blocks"), [("", 0), ("█" * 3, 3), ("▏", 0.125), ("█▌", 1.5), ("▉", 0.875)]
)
def test_a_bar_s_length_counts_eighths(text: str, blocks: float) -> None:
    """The blocks as Unicode names them: ▏ one eighth, ▌ one half, ▉ seven eighths."""
    assert bar_length(text) == blocks
