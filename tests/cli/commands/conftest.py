"""What a printed number is held to."""

import csv
import json
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import mpmath
import pytest

from rnn_examples.cli.app import invoke
from rnn_examples.output import Surroundings

Run = Callable[..., str]


@pytest.fixture(scope="session")
def run() -> Run:
    """What a command line prints; for tests of many command lines."""

    def printed(*arguments: str) -> str:
        return "".join(invoke(arguments, Surroundings()).pieces)

    return printed


@pytest.fixture(scope="session")
def rows(run: Run) -> Callable[..., list[dict[str, Any]]]:
    """The rows of one table of a command line, in full: JSON's."""

    def of(table: str, *arguments: str) -> list[dict[str, Any]]:
        document = json.loads(run(*arguments, "--table", table, "-f", "json"))
        (found,) = document["tables"]
        return list(found["rows"])

    return of


@pytest.fixture(scope="session")
def first_record(run: Run) -> Callable[..., dict[str, str]]:
    """The first row of a command line's CSV."""

    def of(*arguments: str) -> dict[str, str]:
        return next(csv.DictReader(run(*arguments, "-f", "csv").splitlines()))

    return of


@pytest.fixture(scope="session")
def is_right() -> Callable[[object, object], bool]:
    """Whether the digits printed are those of the exact value, of at least 80 digits, rounded."""

    def compare(printed: object, exact: object) -> bool:
        if printed is None or exact is None:
            return printed is exact
        right = Decimal(mpmath.nstr(exact, 80, strip_zeros=False))
        if isinstance(printed, float):
            return printed == float(right)
        shown = Decimal(str(printed).replace(",", ""))
        if str(printed) == "0":
            return right == 0
        exponent = shown.as_tuple().exponent
        assert isinstance(exponent, int)
        return abs(shown - right) <= Decimal(1).scaleb(exponent) / 2

    return compare
