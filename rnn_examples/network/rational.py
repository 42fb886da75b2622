"""A rational number as it is typed."""

from fractions import Fraction

from rnn_examples.errors import InputError
from rnn_examples.network.decimals import Number, exact

# A number of more digits than this before or after the point is a slip of the keyboard.
LARGEST_EXPONENT = 10_000


def rational(x: Number) -> Fraction:
    """The number as typed, 0.5 or 1e-8 or 1/3, exactly. Raises InputError for anything else."""
    if isinstance(x, Fraction):
        return x
    parts = x.split("/") if isinstance(x, str) else [x]
    if len(parts) > 2:
        raise InputError(f"'{x}' is not a number: write it like 0.5, -0.5, 1e-8 or 1/3")
    values = [exact(part) for part in parts]
    if any(abs(value.adjusted()) > LARGEST_EXPONENT for value in values):
        raise InputError(
            f"'{x}' is out of range: give 0 or a size from "
            f"1e-{LARGEST_EXPONENT} to 1e{LARGEST_EXPONENT}"
        )
    numerator, denominator = Fraction(values[0]), Fraction(values[1] if values[1:] else 1)
    if denominator == 0:
        raise InputError(f"'{x}' divides by zero: give another denominator")
    return numerator / denominator
