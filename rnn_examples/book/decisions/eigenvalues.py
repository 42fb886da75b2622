"""The conditions on the recurrent matrix, the chapter's and the lesson's, each put to the test."""

from dataclasses import dataclass

from rnn_examples.book.decisions.family import Family, Request
from rnn_examples.book.judging import Finding, found
from rnn_examples.examples import spectrum
from rnn_examples.network.arrays import Array

SHORT, LONG, LONGEST = 20, 100, 400
# A product that grows without bound has left this far behind after the longest run.
BOUNDED = 100.0
VANISHED = 1e-6


@dataclass(frozen=True, slots=True)
class Test:
    """A matrix and the 2-norm and Frobenius norm of its Jacobian product after so many steps."""

    W: Array
    values: spectrum.Values
    steps: dict[int, spectrum.Measured]

    @property
    def least_last(self) -> float:
        return float(self.steps[LONGEST].product.frobenius.value)

    def finding(self, word: str) -> Finding:
        rows = ", ".join(f"[{', '.join(f'{w:g}' for w in row)}]" for row in self.W.tolist())
        return found(
            word,
            matrix=f"[{rows}]",
            eigenvalue=float(self.values.eigenvalue.value),
            singular=float(self.values.singular.value),
            short=float(self.steps[SHORT].product.frobenius.value),
            long=float(self.steps[LONG].product.frobenius.value),
            longest=self.least_last,
            alone=float(self.steps[LONG].power[1].value) if self.steps[LONG].power else 0.0,
            short_steps=SHORT,
            long_steps=LONG,
            longest_steps=LONGEST,
        )


def _tests(_request: Request) -> tuple[Test, ...]:
    cases = spectrum.matrices()
    result = spectrum.compute(cases, (SHORT, LONG, LONGEST))
    return tuple(
        Test(
            case.W,
            values,
            {one.n: one for one in result.measured if one.name == case.name},
        )
        for case, values in zip(cases, result.values, strict=True)
    )


def _below(tests: tuple[Test, ...]) -> Test:
    """Of the matrices whose eigenvalues are all below 1, the one whose product is largest."""
    below = [test for test in tests if test.values.by_eigenvalue == "vanishes"]
    return max(below, key=lambda test: test.least_last)


def _above(tests: tuple[Test, ...]) -> Test:
    """Of those with an eigenvalue above 1, the one whose product is smallest."""
    above = [test for test in tests if test.values.by_eigenvalue == "may explode"]
    return min(above, key=lambda test: test.least_last)


def _vanishes(tests: tuple[Test, ...]) -> Finding:
    test = _below(tests)
    return test.finding("vanishes" if test.least_last < VANISHED else "may grow")


def _explodes(tests: tuple[Test, ...]) -> Finding:
    test = _above(tests)
    return test.finding("explodes" if test.least_last > BOUNDED else "may stay bounded")


def _sufficient(tests: tuple[Test, ...]) -> Finding:
    test = _below(tests)
    return test.finding("sufficient" if test.least_last < VANISHED else "not sufficient")


def _necessary(tests: tuple[Test, ...]) -> Finding:
    """Refuted by a product that explodes although no eigenvalue is above 1."""
    test = _below(tests)
    return test.finding("necessary" if test.least_last <= BOUNDED else "not necessary")


def _not_guaranteed(tests: tuple[Test, ...]) -> Finding:
    test = _above(tests)
    return test.finding("guaranteed" if test.least_last > BOUNDED else "not guaranteed")


CONDITIONS = Family(
    _tests,
    {
        "chapter-eigenvalues-vanish": _vanishes,
        "chapter-eigenvalues-explode": _explodes,
        "lesson-eigenvalue-sufficient": _sufficient,
        "lesson-eigenvalue-necessary": _necessary,
        "lesson-explosion-not-guaranteed": _not_guaranteed,
    },
)
