"""`spectrum`: the eigenvalues in the unit circle beside the measured products."""

import numpy as np

from rnn_examples.counted import counted
from rnn_examples.examples.spectrum import Result
from rnn_examples.examples.spectrum_tables import name_of
from rnn_examples.examples.spectrum_values import Values
from rnn_examples.plots.picture import MOST_SERIES, Axis, Chart, Guide, Picture, Plane, Series
from rnn_examples.plots.powers import log_size
from rnn_examples.tables.numbers import significant


def draw(result: Result) -> Picture:
    """The plane of eigenvalues; ||P_n||_F by n; the first matrices where there are many."""
    values = result.values[:MOST_SERIES]
    points = tuple(_eigenvalues(result, value) for value in values)
    farthest = max(abs(x) for one in points for x in (*one.x, *(y or 0.0 for y in one.y)))
    plane = Plane(
        "Eigenvalues, and the circle of size 1",
        Axis("real part"),
        Axis("imaginary part"),
        1.0,
        "|λ| = 1",
        max(1.3, 1.1 * farthest),
        points=points,
    )
    names = tuple(dict.fromkeys(each.name for each in result.measured))[:MOST_SERIES]
    series = []
    for name in names:
        found = sorted(
            (each for each in result.measured if each.name == name), key=lambda each: each.n
        )
        sizes = tuple(each.product.frobenius.log10 for each in found)
        series.append(Series(name_of(result, name), tuple(float(each.n) for each in found), sizes))
    chart = Chart(
        "The product of Jacobians, measured",
        Axis("n", "steps"),
        Axis("size of P, Frobenius", log=True),
        tuple(series),
        (Guide("y", 0.0, ""),),
    )
    last = {each.name: each.product.frobenius.log10 for each in result.measured}
    inside = [value for value in values if (log_size(value.eigenvalue.value) or -1.0) < 0]
    told = "; ".join(
        f"{name_of(result, value.name)} has the largest eigenvalue "
        f"{significant(value.eigenvalue.value, 3)} and singular value "
        f"{significant(value.singular.value, 3)}"
        for value in values
    )
    return Picture(
        "spectrum",
        "Eigenvalues in the unit circle, and yet a product that grows"
        if any((last.get(value.name) or 0.0) > 0 for value in inside)
        else "Eigenvalues, and what the products of Jacobians do",
        f"Points of eigenvalues in the complex plane, those of {len(inside)} of "
        f"{counted(len(values), 'matrix', 'matrices')} "
        f"within the unit circle: {told}. Below, the Frobenius norm of the "
        "product of Jacobians by steps, on a logarithmic scale.",
        (plane, chart),
    )


def _eigenvalues(result: Result, value: Values) -> Series:
    found = np.linalg.eigvals(value.W)
    x, y = tuple(found.real.tolist()), tuple(found.imag.tolist())
    return Series(name_of(result, value.name), x, y)
