"""Sizes as powers of ten, whatever their type: what a logarithmic axis takes."""

from decimal import Decimal
from fractions import Fraction
from math import log10


def log_size(value: float | Decimal | Fraction | None) -> float | None:
    """log10 of the size; None of 0 and of what is missing."""
    if value is None or not value or value != value:
        return None
    if isinstance(value, Decimal):
        return float(value.copy_abs().log10()) if value.is_finite() else None
    if isinstance(value, Fraction):
        top, bottom = log_size(value.numerator), log_size(value.denominator)
        return None if top is None or bottom is None else top - bottom
    return log10(abs(value)) if abs(value) != float("inf") else None
