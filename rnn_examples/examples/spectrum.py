"""Eigenvalue and singular value: what each promises of a product of Jacobians (`spectrum`).

Letters: n steps, H hidden, W recurrent matrix, lambda largest |eigenvalue|, sigma largest singular
value, gamma steepest slope of the activation.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from rnn_examples.counted import counted
from rnn_examples.errors import InputError
from rnn_examples.examples import spectrum_notes, spectrum_tables
from rnn_examples.examples.remarks import of_model, typed_matrix
from rnn_examples.examples.sentence import Sentence
from rnn_examples.examples.spectrum_run import products, runs, walked
from rnn_examples.examples.spectrum_values import Case, Measured, Values
from rnn_examples.network.activations import activation
from rnn_examples.network.arrays import Array
from rnn_examples.network.cells.rnn import RNNWeights
from rnn_examples.network.network import Network
from rnn_examples.network.scaled import power_of, scaled, spectral_radius, two_norm
from rnn_examples.network.spectrum import (
    Norms,
    Run,
    power_norms,
    product_norms,
    states,
)
from rnn_examples.tables.table import Cell, Document

STEPS = (1, 10, 20, 100)
INPUT = (0.5, -0.3)  # the lesson's
# What a step costs that is no arithmetic, in products; a matrix's values; all together, about 4 s.
STEP = 650_000
VALUES = 30
MOST_PRODUCTS = 6 * 10**10


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """cases: the matrices given; network: the reader's own, where there is one."""

    cases: tuple[Case, ...]
    network: Network | None
    given: Mapping[str, Cell]
    values: tuple[Values, ...]
    measured: tuple[Measured, ...]
    T: int | None = None


def matrices() -> tuple[Case, ...]:
    """The four of the comparison, none of them the sources'."""
    return (
        Case("contraction", np.array([[0.5, 0.3], [-0.2, 0.6]]), Run(INPUT)),
        Case("Jordan block", np.array([[0.9, 5.0], [0.0, 0.9]]), Run(INPUT)),
        Case("exploding", np.array([[2.0, -4.0], [1.0, -1.6]]), Run((0.0, 5.0), held=True)),
        Case("tamed", np.array([[1.5, -1.0], [1.0, 1.5]]), Run(INPUT)),
    )


def compute(
    cases: Sequence[Case],
    steps: Sequence[int] = STEPS,
    *,
    given: Mapping[str, Cell] | None = None,
) -> Result:
    """Each matrix's values, and the norms of (gamma W)^n and of P_n on its own run, for each n.

    One pass as long as the largest n. Raises InputError for no matrix that is square, a run of
    another size, too much work, and a state beyond the range of floats. Source: lesson, "Blame
    through time"; the conditions are those of Pascanu, Mikolov and Bengio (2013).
    """
    for case in cases:
        _check_shape(case)
    cost = sum(VALUES * len(case.W) ** 3 for case in cases)
    _check_cost(cost, [2 * (STEP + len(case.W) ** 3) for case in cases], steps)
    values = tuple(_values(case.name, case.W, case.activation) for case in cases)
    measured = (
        each
        for case, of_case in zip(cases, values, strict=True)
        for each in _of_case(case, of_case, steps)
    )
    return Result(tuple(cases), None, dict(given or {}), values, tuple(measured))


def compute_network(
    network: Network,
    sentence: Sentence,
    steps: Sequence[int] | None = None,
    *,
    given: Mapping[str, Cell] | None = None,
) -> Result:
    """The same of every recurrent matrix of a network, on its sentence, read again and again.

    steps: those of STEPS that are not too much work, where None. A gated cell has the values of
    each gate's matrix and P_n of its whole state (of an LSTM h and c). Raises InputError as
    `compute`.
    """
    matrix_sizes = [
        len(array)
        for weights in network.directions
        for name, array in weights.arrays().items()
        if name.endswith("W_hh")
    ]
    cost = sum(VALUES * H**3 for H in matrix_sizes)
    each = [
        2 * (STEP + (8 if weights.kind == "lstm" else 2) * weights.hidden**3)
        for weights in network.directions
    ]
    T = len(sentence.inputs)
    if steps is None:
        prefixes = (STEPS[:count] for count in range(len(STEPS), 1, -1))
        affordable = (
            some
            for some in prefixes
            if cost + walked(runs(network, T, some)) * sum(each) <= MOST_PRODUCTS
        )
        steps = next(affordable, STEPS[:1])
    readings = runs(network, T, steps)
    _check_cost(cost, each, steps, walked(readings))
    measured: list[Measured] = []
    found = [
        [
            _values(f"{prefix}{key}", array, w.activation if isinstance(w, RNNWeights) else None)
            for key, array in w.arrays().items()
            if key.endswith("W_hh")
        ]
        for prefix, w in zip(network.prefixes(), network.directions, strict=True)
    ]
    found_norms: list[dict[int, Norms]] = [{} for _ in network.directions]
    for length, of_run in readings.items():
        inputs = np.resize(np.arange(T), length)
        for place, sizes in enumerate(products(network, sentence.inputs[inputs], of_run)):
            found_norms[place] |= dict(zip(of_run, sizes, strict=True))
    for prefix, w, of_cell, norms in zip(
        network.prefixes(), network.directions, found, found_norms, strict=True
    ):
        of_product = [norms[n] for n in steps]
        if isinstance(w, RNNWeights):
            powers = power_norms(w.W_hh, of_cell[0].gamma or 0.0, steps)
            measured += _measured(of_cell[0], steps, powers, of_product)
        else:
            label = f"{prefix}{w.kind}"
            pairs = zip(steps, of_product, strict=True)
            measured += [Measured(label, n, None, None, product) for n, product in pairs]
    values = tuple(each for of_cell in found for each in of_cell)
    return Result((), network, dict(given or {}), values, tuple(measured), T)


def _check_shape(case: Case) -> None:
    rows, columns = case.W.shape
    if rows != columns:
        raise InputError(
            f"--matrix: {counted(rows, 'row')} of {counted(columns, 'entry', 'entries')}. "
            "Expected a square matrix, "
            "such as 0.9,5;0,0.9"
        )
    if len(case.run.x) != rows:
        option = "--hold" if case.run.held else "--input"
        raise InputError(
            f"{option}: found {counted(len(case.run.x), 'number')} for "
            f"{counted(rows, 'unit')}. Expected {rows}"
        )


def _check_cost(
    cost: int, each: Sequence[int], steps: Sequence[int], walked: int | None = None
) -> None:
    """walked: the steps of all readings together, the largest n where there is one."""
    walked = max(steps) if walked is None else walked
    if min(steps) < 0:
        raise InputError(f"--steps: {min(steps)} is negative. Expected 0 or more")
    if cost > MOST_PRODUCTS:
        most = int((MOST_PRODUCTS / VALUES) ** (1 / 3))
        raise InputError(f"the matrices are too large. Expected at most {most:,} units in all")
    if cost + walked * sum(each) > MOST_PRODUCTS:
        most = (MOST_PRODUCTS - cost) // sum(each)
        raise InputError(
            f"--steps: {walked:,} steps are too many for matrices of this size. "
            f"Expected at most {most:,}"
        )


def _values(name: str, W: Array, activation_name: str | None) -> Values:
    gamma = None if activation_name is None else activation(activation_name).largest_derivative
    return Values(name, W, spectral_radius(W), two_norm(scaled(W)), gamma)


def _of_case(case: Case, values: Values, steps: Sequence[int]) -> Iterator[Measured]:
    a, _ = states(case.W, case.activation, case.run, max(steps))
    products = product_norms(case.W, case.activation, a, steps)
    powers = power_norms(case.W, values.gamma or 0.0, steps)
    return _measured(values, steps, powers, products)


def _measured(
    values: Values, steps: Sequence[int], powers: Sequence[Norms], products: Sequence[Norms]
) -> Iterator[Measured]:
    stretch = Fraction(values.singular.value) * Fraction(values.gamma or 0)
    for n, of_power, of_product in zip(steps, powers, products, strict=True):
        yield Measured(values.name, n, of_power, power_of(stretch, n), of_product)


def _ours(result: Result) -> dict[str, Cell]:
    """The matrices and what each reads, where no option gives them."""
    if "matrix" in result.given:
        return {}
    return {
        "matrix": tuple(typed_matrix(case.W.tolist()) for case in result.cases),
        "activation": result.cases[0].activation,
        "run": tuple(
            f"{'hold' if case.run.held else 'input'} {typed_matrix([case.run.x])}"
            for case in result.cases
        ),
    }


def document(result: Result) -> Document:
    """The tables `spectrum` and `sizes`."""
    network = result.network
    model = _ours(result) if network is None else of_model(network)
    steps = tuple(dict.fromkeys(each.n for each in result.measured))
    return Document(
        "spectrum",
        "Eigenvalue and singular value",
        {**model, **result.given, "steps": steps},
        spectrum_tables.tables(result),
        spectrum_notes.notes(result),
    )
