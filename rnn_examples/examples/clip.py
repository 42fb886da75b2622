"""Gradients scaled down to a threshold (`clip`).

g gradient (N,), ||g|| its 2-norm, scale the factor it is multiplied by
"""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import chain, count
from typing import Literal

from rnn_examples.equations.expression import (
    Expression,
    Item,
    parse,
    power,
    product,
    quotient,
    relate,
    symbol,
    total,
)
from rnn_examples.equations.expression import norm as norm_of
from rnn_examples.errors import InputError
from rnn_examples.network.decimals import Exact, Number, as_typed, dot, exact, norm, working
from rnn_examples.tables.numbers import grouped, shortest
from rnn_examples.tables.prose import Prose, prose
from rnn_examples.tables.table import Cell, Column, Document, table

Rule = Literal["textbook", "pytorch"]
Gradient = tuple[Exact, ...]

# Ours: the chapter's copy at hand has no figures for the threshold and the gradients.
THRESHOLD = "5"
GRADIENTS = (("3", "4"), ("6", "8"), ("0.3", "-0.4"), ("30", "-40"), ("-120", "50"), ("1e-8", "0"))
# torch.nn.utils.clip_grad_norm_ divides by the norm and this.
PYTORCH_EPSILON = Decimal("1e-6")
PRECISION = 60
G, NORM = symbol("g"), norm_of("g")
# Powers of ten whose products decimal still holds, on 32-bit machines too.
LARGEST_SIZE = 100_000_000


@dataclass(frozen=True, slots=True)
class Clipping:
    """A gradient before and after, and what (12.7) made of it; `cosine` is None for no length."""

    gradient: Gradient
    norm: Decimal
    scale: Decimal
    clipped: Gradient
    clipped_norm: Decimal
    cosine: Decimal | None


@dataclass(frozen=True, slots=True)
class Result:
    threshold: Exact
    together: bool
    rule: Rule
    rows: tuple[Clipping, ...]


def compute(
    gradients: Sequence[Sequence[Number]] = GRADIENTS,
    threshold: Number = THRESHOLD,
    together: bool = False,
    rule: Rule = "textbook",
) -> Result:
    """Each gradient clipped alone, or all `together` as the tensors of one network.

    Together, only `gradient` and `clipped` are a row's own: the norm, the scale, the clipped norm
    and the cosine are those of all entries as one vector, the same in every row, because it is the
    step of the whole network that keeps its direction. Raises InputError for a threshold that is
    not above 0, for infinities and NaN, and for a gradient without entries. Source: (12.7).
    """
    limit = _number(threshold)
    if limit <= 0:
        raise InputError(f"the threshold {threshold} is not above 0: give a positive one, like 5")
    if not gradients:
        raise InputError("nothing to clip: give at least one gradient, like 3,4")
    read = [_read(gradient, place) for place, gradient in enumerate(gradients, start=1)]
    groups = [read] if together else [[gradient] for gradient in read]
    rows = tuple(chain.from_iterable(_clip(group, limit, rule) for group in groups))
    return Result(limit, together, rule, rows)


def _read(gradient: Sequence[Number], place: int) -> Gradient:
    if not gradient:
        raise InputError(f"gradient {place} has no entries: give numbers, like 3,4")
    try:
        return tuple(map(_number, gradient))
    except InputError as fault:
        raise InputError(f"gradient {place}: {fault}") from None


def _number(x: Number) -> Exact:
    value = as_typed(x)
    if isinstance(value, Decimal) and value and abs(value.adjusted()) > LARGEST_SIZE:
        raise InputError(f"{x} is out of range: give 0 or a size from 1e-100000000 to 1e100000000")
    return value


def _clip(read: Sequence[Gradient], limit: Exact, rule: Rule) -> list[Clipping]:
    """If ||g|| > threshold, g <- threshold / ||g|| g, with g all entries of the group (12.7)."""
    with working(PRECISION + 20):
        threshold = exact(limit)
        group = [tuple(map(exact, gradient)) for gradient in read]
        whole = tuple(chain.from_iterable(group))
        length = norm(whole)
        divisor = length + PYTORCH_EPSILON if rule == "pytorch" else length
        # Below or at the threshold a gradient stays as it is, to the last digit. The comparison of
        # the squares is exact, where the norm is rounded.
        kept = (
            divisor <= threshold
            if rule == "pytorch"
            else dot((*whole, threshold), (*whole, -threshold)) <= 0
        )
        scale = Decimal(1) if kept else threshold / divisor
        clipped = [
            gradient
            if kept
            else tuple(g_i * threshold / divisor if g_i else g_i for g_i in gradient)
            for gradient in group
        ]
        after = tuple(chain.from_iterable(clipped))
        clipped_length = norm(after)
        cosine = dot(whole, after) / (length * clipped_length) if length else None
    with working(PRECISION):
        # Twenty digits fewer than computed: what is exact in decimals, 0.6 or a cosine of 1, is so.
        return [
            Clipping(
                gradient=before,
                norm=+length,
                scale=+scale,
                clipped=before if kept else tuple(+g_i for g_i in scaled),
                clipped_norm=+clipped_length,
                cosine=None if cosine is None else +cosine,
            )
            for before, scaled in zip(read, clipped, strict=True)
        ]


def document(result: Result) -> Document:
    """The table `clipping`, a row a gradient."""
    rows = [
        (row.gradient, row.norm, row.scale, row.clipped, row.clipped_norm, row.cosine)
        for row in result.rows
    ]
    whose = "One network's gradients" if result.together else "Gradients"
    title = f"{whose} clipped at {grouped(shortest(result.threshold))}"
    inputs: dict[str, Cell] = {
        "gradients": tuple(",".join(map(shortest, row.gradient)) for row in result.rows),
        "threshold": result.threshold,
        "together": result.together,
        "rule": result.rule,
    }
    equation = relate("g", "←", _scaled(result.rule))
    clipping = table("clipping", title, columns_of(result.rule), rows, equation=equation)
    return Document("clip", "Gradient clipping", inputs, (clipping,), tuple(_notes(result)))


def columns_of(rule: Rule) -> tuple[Column, ...]:
    """Four decimals; eight where PyTorch's millionth is to be seen."""
    digits = 8 if rule == "pytorch" else 4
    return (
        Column("gradient", G, key=True),
        *(
            Column(name, label, decimals=digits, significant=digits // 2)
            for name, label in (
                ("norm", NORM),
                ("scale", "scale"),
                ("clipped", "clipped"),
                ("clipped_norm", "its norm"),
                ("cosine", "cosine"),
            )
        ),
    )


def divisor_of(rule: Rule, length: Item = NORM) -> Expression:
    """||g||, or what PyTorch divides by."""
    return total(length, power(10, -6)) if rule == "pytorch" else parse(length)


def _scaled(rule: Rule) -> Expression:
    return product(quotient("θ", divisor_of(rule)), "g")


def _notes(result: Result) -> list[str | Prose]:
    above = relate(divisor_of(result.rule), ">", "θ")
    found: list[str | Prose] = [
        prose(
            "Where ",
            above,
            ", the threshold, ",
            relate("g", "←", _scaled(result.rule)),
            "; elsewhere ",
            G,
            " stays as it is.",
        )
    ]
    if result.rule == "pytorch":
        found.append(
            "A clipped gradient ends a little short of the threshold, and one at the threshold "
            "shrinks: PyTorch's clip_grad_norm_ adds a millionth to the norm, the textbook nothing."
        )
    if result.together:
        found.append(
            "The rows are the tensors of one network: the norm, the scale and the cosine are those "
            "of all entries as one vector, so that the step keeps its direction."
        )
    if any(row.cosine is None for row in result.rows):
        found.append("A gradient of zeros has no direction: its cosine is blank.")
    if tuple(row.gradient for row in result.rows) == tuple(map(_read, GRADIENTS, count(1))):
        found.append("The gradients are ours; the rule is the chapter's.")
    return found
