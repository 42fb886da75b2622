"""The conditions on the recurrent matrix, the chapter's and the lesson's, each put to the test."""

from dataclasses import dataclass

from rnn_examples.book.decisions.family import Family, Request
from rnn_examples.book.judging import Finding, found
from rnn_examples.examples import spectrum
from rnn_examples.examples.spectrum_values import Measured, Values
from rnn_examples.network.arrays import Array

SHORT, LONG, LONGEST = 20, 100, 400
# A product that grows without bound has left this far behind after the longest run.
BOUNDED = 100.0
VANISHED = 1e-6


@dataclass(frozen=True, slots=True)
class Trial:
    """A matrix and the 2-norm and Frobenius norm of its Jacobian product after so many steps."""

    W: Array
    values: Values
    steps: dict[int, Measured]

    @property
    def eigenvalue(self) -> float:
        """The largest |eigenvalue| in units of 1/gamma."""
        return float(self.values.eigenvalue.value) * (self.values.gamma or 1)

    @property
    def last(self) -> float:
        return float(self.steps[LONGEST].product.frobenius.value)

    def finding(self, word: str) -> Finding:
        alone = self.steps[LONG].power
        rows = ", ".join(f"[{', '.join(f'{w:g}' for w in row)}]" for row in self.W.tolist())
        return found(
            word,
            matrix=f"[{rows}]",
            eigenvalue=self.eigenvalue,
            singular=float(self.values.singular.value),
            short=float(self.steps[SHORT].product.frobenius.value),
            long=float(self.steps[LONG].product.frobenius.value),
            longest=self.last,
            alone=0.0 if alone is None else float(alone.frobenius.value),
            short_steps=SHORT,
            long_steps=LONG,
            longest_steps=LONGEST,
        )


def _trials(_request: Request) -> tuple[Trial, ...]:
    cases = spectrum.matrices()
    result = spectrum.compute(cases, (SHORT, LONG, LONGEST))
    return tuple(
        Trial(
            case.W,
            values,
            {one.n: one for one in result.measured if one.name == case.name},
        )
        for case, values in zip(cases, result.values, strict=True)
    )


def _below(trials: tuple[Trial, ...]) -> Trial:
    """Of the matrices whose eigenvalues are all below 1, the one whose product is largest."""
    below = [trial for trial in trials if trial.eigenvalue < 1]
    return max(below, key=lambda trial: trial.last)


def _above(trials: tuple[Trial, ...]) -> Trial:
    """Of those with an eigenvalue above 1, the one whose product is smallest."""
    above = [trial for trial in trials if trial.eigenvalue > 1]
    return min(above, key=lambda trial: trial.last)


def _vanishes(trials: tuple[Trial, ...]) -> Finding:
    trial = _below(trials)
    return trial.finding("vanishes" if trial.last < VANISHED else "may grow")


def _explodes(trials: tuple[Trial, ...]) -> Finding:
    trial = _above(trials)
    return trial.finding("explodes" if trial.last > BOUNDED else "may stay bounded")


def _sufficient(trials: tuple[Trial, ...]) -> Finding:
    trial = _below(trials)
    return trial.finding("sufficient" if trial.last < VANISHED else "not sufficient")


def _necessary(trials: tuple[Trial, ...]) -> Finding:
    """Refuted by a product that explodes although no eigenvalue is above 1."""
    trial = _below(trials)
    return trial.finding("necessary" if trial.last <= BOUNDED else "not necessary")


def _not_guaranteed(trials: tuple[Trial, ...]) -> Finding:
    trial = _above(trials)
    return trial.finding("guaranteed" if trial.last > BOUNDED else "not guaranteed")


CONDITIONS = Family(
    _trials,
    {
        "chapter-eigenvalues-vanish": _vanishes,
        "chapter-eigenvalues-explode": _explodes,
        "lesson-eigenvalue-sufficient": _sufficient,
        "lesson-eigenvalue-necessary": _necessary,
        "lesson-explosion-not-guaranteed": _not_guaranteed,
    },
)
