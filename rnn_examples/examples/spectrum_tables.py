"""The tables of `spectrum`: each matrix's values, and the sizes that were measured."""

from typing import TYPE_CHECKING

from rnn_examples.equations.expression import (
    Expression,
    Words,
    call,
    difference,
    equals,
    norm,
    power,
    product,
    product_over,
    symbol,
)
from rnn_examples.examples.notation import LETTERS
from rnn_examples.network.arrays import Array
from rnn_examples.network.cells.rnn import RNNWeights
from rnn_examples.tables.numbers import shortest
from rnn_examples.tables.table import Column, Row, Table, table

if TYPE_CHECKING:
    from rnn_examples.examples.spectrum import Result

# Entries of a matrix that are written out.
MOST_WRITTEN = 9
DIGITS = 3
SIZE_DECIMALS = 3
DECIMALS = 4

LAMBDA = symbol("λ_1")
SIGMA = symbol("σ_1")
P = symbol("P_n")


def letter(result: "Result") -> str:
    """The recurrent matrix in the source's letters."""
    return "W" if result.network is None else LETTERS[result.network.notation].W_hh


def name_of(result: "Result", name: str) -> str:
    """As the source calls the matrix: U of the chapter."""
    return letter(result) if name == "W_hh" else name


def steepest(result: "Result") -> float | None:
    """gamma; None where all cells are gated."""
    return next((value.gamma for value in result.values if value.gamma is not None), None)


def tables(result: "Result") -> tuple[Table, Table]:
    """`spectrum` and `sizes`."""
    return _spectrum(result), _sizes(result)


def jacobian_product(result: "Result") -> Expression:
    """P_n of a plain cell."""
    directions = () if result.network is None else result.network.directions
    used = {case.activation for case in result.cases}
    used |= {w.activation for w in directions if isinstance(w, RNNWeights)}
    slopes = difference(1, power("h_t", 2)) if used == {"tanh"} else symbol("σ′_t")
    factor = product(call("diag", slopes), letter(result))
    return equals(P, product_over("t=1", "n", factor))


def matrix_power(result: "Result") -> Expression:
    """W^n, or (gamma W)^n where the steepest slope is not 1."""
    W = letter(result)
    return power(W if steepest(result) in (1, None) else product("γ", W), "n")


def _spectrum(result: "Result") -> Table:
    columns = [
        Column("matrix", "matrix", key=True, text=True),
        Column("entries", "entries", text=True),
        Column("eigenvalue", LAMBDA, decimals=DECIMALS, significant=DIGITS),
        Column("singular", SIGMA, decimals=DECIMALS, significant=DIGITS),
    ]
    conditions = steepest(result) is not None
    if conditions:
        columns += [
            Column("by_eigenvalue", product(Words("quoted,"), LAMBDA), text=True),
            Column("by_singular", product(Words("true,"), SIGMA), text=True),
        ]
    rows: list[Row] = [
        (
            name_of(result, value.name),
            _entries(value.W),
            value.eigenvalue.value,
            value.singular.value,
            *((value.by_eigenvalue, value.by_singular) if conditions else ()),
        )
        for value in result.values
    ]
    return table("spectrum", "Largest eigenvalue and singular value", columns, rows)


def _sizes(result: "Result") -> Table:
    plain = any(each.power is not None for each in result.measured)
    columns = [
        Column("matrix", "matrix" if plain else "cell", key=True, text=True),
        Column("n", symbol("n"), key=True),
    ]
    W_n = matrix_power(result)
    if plain:
        columns += [_size("power_2", norm(W_n, "2")), _size("power_frobenius", norm(W_n, "F"))]
    columns += [_size("product_2", norm(P, "2")), _size("product_frobenius", norm(P, "F"))]
    if plain:
        gamma = steepest(result)
        base = SIGMA if gamma == 1 else product("γ", SIGMA)
        columns.append(_size("bound", power(base, "n")))
    rows: list[Row] = []
    for each in result.measured:
        row: Row = (name_of(result, each.name), each.n)
        if plain and each.power is not None:
            row += (each.power.two.value, each.power.frobenius.value)
        row += (each.product.two.value, each.product.frobenius.value)
        if plain:
            row += (each.bound,)
        rows.append(row)
    title = "After n steps: the power, and the product of Jacobians on a run"
    if not plain:
        title = "After n steps: the product of Jacobians on a run"
    equation = jacobian_product(result) if plain else None
    return table("sizes", title, columns, rows, equation=equation)


def _size(name: str, label: Expression) -> Column:
    return Column(name, label, decimals=SIZE_DECIMALS, significant=DIGITS)


def _entries(W: Array) -> str:
    """As --matrix reads them; of a large matrix its shape."""
    if W.size > MOST_WRITTEN:
        return f"{len(W)} × {len(W)}"
    return ";".join(",".join(map(_entry, row)) for row in W.tolist())


def _entry(value: float) -> str:
    text = shortest(value)
    return text if len(text) <= 7 else f"{value:.4g}"
