import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rnn_examples.training.statistics import median, wilson


@given(st.integers(1, 500).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_wilson_ends_solve_the_score_equation(case: tuple[int, int]) -> None:
    # The ends are where |p_hat - p| = z sqrt(p (1 - p) / n): roots of one quadratic in p.
    successes, n = case
    with mpmath.workdps(40):
        z = mpmath.sqrt(2) * mpmath.erfinv(mpmath.mpf(95) / 100)
        share = mpmath.mpf(successes) / n
        a, b, c = 1 + z**2 / n, -(2 * share + z**2 / n), share**2
        root = mpmath.sqrt(b**2 - 4 * a * c)
        low, high = (-b - root) / (2 * a), (-b + root) / (2 * a)
    found = wilson(successes, n)
    assert found.low == pytest.approx(float(low), abs=1e-14)
    assert found.high == pytest.approx(float(high), abs=1e-14)
    assert 0 <= found.low <= successes / n <= found.high <= 1


@pytest.mark.parametrize(
    ("successes", "n", "low", "high"),
    [(20, 20, 0.8388748, 1.0), (0, 20, 0.0, 0.1611252), (1, 1, 0.2065493, 1.0)],
)
def test_wilson_at_none_and_all(successes: int, n: int, low: float, high: float) -> None:
    # n / (n + z^2) and z^2 / (n + z^2), z^2 = 3.8414588.
    assert wilson(successes, n) == pytest.approx((low, high), abs=1e-7)


@pytest.mark.parametrize(
    ("values", "middle"), [([], None), ([3.0], 3.0), ([5, 1, 3], 3), ([4, 1, 3, 2], 2.5)]
)
def test_median(values: list[float], middle: float | None) -> None:
    assert median(values) == middle
