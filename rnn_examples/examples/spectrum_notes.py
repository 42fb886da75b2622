"""What stands under the tables of `spectrum`: what each condition promises, and who breaks it."""

from typing import TYPE_CHECKING

from rnn_examples.counted import counted
from rnn_examples.equations.expression import (
    Expression,
    absolute,
    difference,
    equals,
    norm,
    power,
    product,
    quotient,
    relate,
    row,
)
from rnn_examples.examples.spectrum_tables import (
    DIGITS,
    LAMBDA,
    SIGMA,
    SIZE_DECIMALS,
    P,
    matrix_power,
    name_of,
    steepest,
)
from rnn_examples.network.scaled import Size
from rnn_examples.tables.numbers import shortest
from rnn_examples.tables.prose import Figure, Part, Prose, about, joined, prose
from rnn_examples.tables.table import Column

if TYPE_CHECKING:
    from rnn_examples.examples.spectrum import Result
    from rnn_examples.examples.spectrum_values import Measured, Values

SHOWN = Column("size", "size", decimals=SIZE_DECIMALS, significant=DIGITS)
MOST_TOLD = 4
OURS = ("The four matrices are ours: none of them is in the sources.",)
# A power so many times its product has been tamed by the slopes.
TAMED = 1000.0


def notes(result: "Result") -> tuple[str | Prose, ...]:
    """The notes: the conditions, then what the rows show of them, then what was read."""
    network = result.network
    return (
        *_conditions(result),
        *(about("sizes", note) for note in (*_shown(result), *_run(result))),
        *(OURS if network is None and "matrix" not in result.given else ()),
        *(() if network is None else network.notes),
    )


def _conditions(result: "Result") -> list[str | Prose]:
    gamma = steepest(result)
    sizes = prose(
        LAMBDA, " is the largest ", absolute("λ"), " of the matrix's eigenvalues, ", SIGMA,
        " its largest singular value, the 2-norm.",
    )  # fmt: skip
    if gamma is None:
        what = "h and c" if result.network is not None and result.network.kind == "lstm" else "h"
        return [
            sizes,
            "The conditions are those of a plain cell: of gates no single matrix decides. "
            f"The product is that of the whole state, {what}.",
        ]
    limit = quotient(1, "γ")
    base = SIGMA if gamma == 1 else product("γ", SIGMA)
    return [
        prose(
            *sizes.parts, " ", equals("γ", shortest(gamma)),
            " is the activation's steepest slope.",
        ),
        prose(
            "True: where ", relate(SIGMA, "<", limit), " every product vanishes, whatever is read, "
            "for ", relate(norm(P, "2"), "≤", power(base, "n")), ". To explode, ",
            relate(SIGMA, ">", limit), " is necessary; it does not suffice.",
        ),
        prose(
            "Quoted (Pascanu, Mikolov and Bengio 2013): ", relate(LAMBDA, "<", limit),
            " suffices to vanish, ", relate(LAMBDA, ">", limit),
            " is necessary to explode. That holds for the power ", matrix_power(result),
            " and where all slopes are the same; with slopes that differ from unit to unit it "
            "need not.",
        ),
    ]  # fmt: skip


def _shown(result: "Result") -> list[str | Prose]:
    """What is to be seen of the difference, a sentence a matrix at most."""
    found: list[str | Prose] = []
    for value in result.values:
        rows = [each for each in result.measured if each.name == value.name and each.n]
        if value.gamma is not None and rows:
            found += _of_matrix(result, value, sorted(rows, key=lambda each: each.n))
    return found[:MOST_TOLD]


def _of_matrix(result: "Result", value: "Values", rows: "list[Measured]") -> list[Prose]:
    name, last = name_of(result, value.name), rows[-1]
    quoted = value.by_eigenvalue
    powers = [(each.n, each.power.two) for each in rows if each.power is not None]
    if not powers:
        return []
    of_product, (_, of_power) = last.product.two, powers[-1]
    start: list[Part] = [f"{name}: ", _figure(LAMBDA, value.eigenvalue), ", "]
    W_n = norm(matrix_power(result), "2")
    if quoted == "vanishes" and of_product.order > 0:
        return [
            prose(
                *start, "so by the quoted condition it vanishes; yet ",
                _figure(norm(P, "F"), last.product.frobenius),
                f" after {counted(last.n, 'step')}.",
            )
        ]  # fmt: skip
    n, peak = max(powers, key=lambda found: found[1].order)
    if quoted == "vanishes" and peak.order > 0:
        if n == last.n:
            return []
        return [
            prose(
                *start, "and its power does vanish, but grows first: ",
                _figure(W_n, peak), f" after {counted(n, 'step')}, ",
                _figure(W_n, of_power), f" after {last.n}.",
            )
        ]  # fmt: skip
    if quoted == "may explode" and of_product.times(TAMED).order < of_power.order:
        return [
            prose(
                *start, "and its power explodes, ", _figure(W_n, of_power),
                f" after {counted(last.n, 'step')}; with the slopes of the run ",
                _figure(norm(P, "2"), of_product), " instead.",
            )
        ]  # fmt: skip
    return []


def _figure(of: Expression, size: Size) -> Figure:
    return Figure(size.value, SHOWN, of)


def _run(result: "Result") -> list[str | Prose]:
    if result.network is not None:
        n = max(each.n for each in result.measured)
        if result.T is not None and n > result.T:
            given = "step given is" if result.T == 1 else f"{result.T:,} steps given are"
            return [f"The {given} read again and again."]
        return []
    found: list[str | Prose] = []
    runs = dict.fromkeys(case.run for case in result.cases)
    for run in runs:
        names = [case.name for case in result.cases if case.run == run]
        x = row(*map(shortest, run.x))
        verb = "reads" if len(names) == 1 else "read"
        reads: list[Part] = [*joined([[name] for name in names]), f" {verb} "]
        if run.held:
            held = difference(x, product("W", "h_{t-1}"))
            reads += [equals("x_t", held), ", so that its pre-activation stays ", x, "."]
        else:
            reads += [x, " at every step."]
        found.append(prose(*reads))
    return found
