"""Python values as the texts that an option reads."""

import inspect
from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from numbers import Integral, Real
from os import PathLike, fspath
from typing import Any

from rnn_examples.errors import InputError


def as_texts(value: Any, option: inspect.Parameter) -> Any:
    """What the command's parameter takes: a text, a list of texts, a flag, or None.

    Of an option that can be given again, each matrix or list of numbers is one text.
    """
    if value is None or isinstance(option.default, bool):
        return value
    metavar = option.annotation.__metadata__[0].metavar
    if isinstance(value, range) and value.step == 1 and metavar == "FROM:TO":
        return f"{value.start}:{value.stop}"
    if not _is_repeated(option):
        return as_text(value)
    items = _items(value)
    one = 2 if metavar == "MATRIX" else 1
    if items is None or _depth(value) <= one:
        return [as_text(value)]
    return [as_text(item) for item in items]


def as_text(value: Any) -> str:
    """0.1, '0.5 0.9', '0.9 5;0 0.9': exactly the number, whatever its type.

    Raises InputError for a value that is no number, text, path or sequence of these.
    """
    if isinstance(value, str):
        return value
    if isinstance(value, PathLike):
        return str(fspath(value))
    if isinstance(value, bool):
        raise InputError(f"{value} is no number. Expected one such as 0.9")
    if isinstance(value, Integral):
        return str(int(value))
    if isinstance(value, (Decimal, Fraction)):
        return str(value)
    if isinstance(value, Real):
        return repr(float(value))
    items = _items(value)
    if items is None:
        raise InputError(
            f"a {type(value).__name__} is no value of an option. Expected a number, a text, or a "
            "sequence of them"
        )
    nested = any(_items(item) is not None for item in items)
    return (";" if nested else " ").join(map(as_text, items))


def as_value(default: Any) -> Any:
    """An option's default as one would write it in Python: 5, 0.1, (5, 10, 20), 'chapter'."""
    if not isinstance(default, str):
        return default
    parts = default.split(",")
    values = [_number(part) for part in parts]
    return tuple(values) if len(parts) > 1 else values[0]


def _number(text: str) -> int | float | str:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def _items(value: Any) -> list[Any] | None:
    """The items of a sequence or an array; None of a text or a number."""
    if isinstance(value, (str, bytes, PathLike)) or not isinstance(value, Iterable):
        return None
    return list(value)


def _depth(value: Any) -> int:
    """How often sequences stand within sequences; a text is a whole list or matrix of its own."""
    items = _items(value)
    if items is None:
        return 0
    if any(isinstance(item, str) and set(item) & set(",; ") for item in items):
        return 9
    return 1 + max(map(_depth, items), default=0)


def _is_repeated(option: inspect.Parameter) -> bool:
    return "list[" in str(option.annotation)
