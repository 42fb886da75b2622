"""Settings checked once, with one line that says what was found and what was expected."""

from math import isfinite

from rnn_examples.errors import InputError


def whole(name: str, value: int, low: int, high: int | None = None) -> None:
    """Raise InputError unless low <= value (<= high)."""
    if value < low or (high is not None and value > high):
        wanted = f"{low} or more" if high is None else f"from {low} to {high}"
        raise InputError(f"{name} is {value}: it must be a whole number, {wanted}.")


def positive(name: str, value: float) -> None:
    """Raise InputError unless the value is finite and above zero."""
    if not (isfinite(value) and value > 0):
        raise InputError(f"{name} is {value}: it must be a finite number above 0.")
