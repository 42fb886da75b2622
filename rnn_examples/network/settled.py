"""Values computed with ever more digits, until those that are shown are right."""

from collections.abc import Callable, Sequence
from decimal import Decimal, getcontext
from itertools import chain, islice

from rnn_examples.errors import InputError
from rnn_examples.network.decimals import working

LARGEST_DOUBLINGS = 8


def settled(
    compute: Callable[[], Sequence[Decimal]], digits: int = 25, precision: int = 60
) -> tuple[Decimal, ...]:
    """What `compute` returns, run at a precision and at twice it until both agree to `digits`.

    Errors that grow from step to step, as in a chaotic recurrence, are thus outrun. The finer run
    is returned, rounded to the first precision. A value that has kept pace with the rounding
    error through three doublings is a sum that cancels, and 0. Raises InputError after 8 doublings
    in vain.
    """
    shown = precision
    with working(precision):
        coarse = tuple(compute())
    for doubling in range(LARGEST_DOUBLINGS):
        with working(2 * precision):
            fine = tuple(compute())
        with working(precision):
            pairs = zip(coarse, fine, strict=True)
            agreed = [_agreed(a, b, digits, cancelled=doubling >= 3) for a, b in pairs]
        if None not in agreed:
            with working(shown):
                return tuple(+value if value else Decimal(0) for value in agreed)
        coarse, precision = fine, 2 * precision
    raise InputError(
        f"the result is still unsettled at {precision} digits: its rounding errors grow too fast; "
        "use fewer steps or smaller weights"
    )


def settled_rows(
    compute: Callable[[], Sequence[Sequence[Decimal]]], digits: int = 25, precision: int = 60
) -> tuple[tuple[Decimal, ...], ...]:
    """The same of rows of values, whose number and lengths are those of each run."""
    lengths: list[int] = []

    def in_one_row() -> list[Decimal]:
        rows = compute()
        lengths[:] = map(len, rows)
        return list(chain.from_iterable(rows))

    values = iter(settled(in_one_row, digits, precision))
    return tuple(tuple(islice(values, length)) for length in lengths)


def _agreed(a: Decimal, b: Decimal, digits: int, cancelled: bool) -> Decimal | None:
    """What the coarse a and the fine b agree on, or None."""
    if abs(a - b) <= abs(b).scaleb(-digits):
        return b
    noise = Decimal(1).scaleb(-3 * getcontext().prec // 4)
    return Decimal(0) if cancelled and abs(a) < noise and abs(b) < noise * noise else None
