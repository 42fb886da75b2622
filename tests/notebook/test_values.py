"""Python values as the texts that options read, and back."""

from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rnn_examples.errors import InputError
from rnn_examples.notebook.values import as_text, as_value


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("the dog ran", "the dog ran"),
        (5, "5"),
        (0.1, "0.1"),
        (-1e-8, "-1e-08"),
        (Decimal("0.50"), "0.50"),
        (Fraction(1, 3), "1/3"),
        (np.float64(0.1), "0.1"),
        (np.int64(7), "7"),
        (Path("a") / "b", str(Path("a") / "b")),
        (range(2, 5), "2 3 4"),
        ((0.5, "0.9"), "0.5 0.9"),
        (["the", "dog"], "the dog"),
        ([[0.9, 5], [0, 0.9]], "0.9 5;0 0.9"),
        (np.array([[0.9, 5.0], [0.0, 0.9]]), "0.9 5.0;0.0 0.9"),
        (np.arange(3), "0 1 2"),
    ],
)
def test_as_text(value: Any, text: str) -> None:
    assert as_text(value) == text


@pytest.mark.parametrize("value", [True, object(), {"a": print}, b"x", 1j])
def test_what_is_no_value(value: Any) -> None:
    with pytest.raises(InputError, match="Expected"):
        as_text(value if not isinstance(value, dict) else value["a"])


@pytest.mark.parametrize(
    ("default", "value"),
    [
        ("5", 5),
        ("0.1", 0.1),
        ("5,10,20", (5, 10, 20)),
        ("rnn,lstm", ("rnn", "lstm")),
        ("chapter", "chapter"),
        (None, None),
        (True, True),
    ],
)
def test_a_default_as_one_would_write_it(default: Any, value: Any) -> None:
    assert as_value(default) == value
