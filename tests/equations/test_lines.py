"""A chain over several lines: where a long sum breaks, and how wide the whole is taken to be."""

from xml.etree import ElementTree

import pytest

from rnn_examples.equations.expression import matrix, power, product, relate, symbol, total
from rnn_examples.equations.latex import Latex, to_latex
from rnn_examples.equations.lines import LONGEST, in_lines, width_of
from rnn_examples.equations.mathml import to_mathml
from rnn_examples.equations.nodes import Expression


def products(count: int) -> Expression:
    """As many terms of 13 columns: 0.1234·0.1234, every second one negative."""
    factors = ("-0.1234", "0.5678")
    return total(*(product(factors[i % 2], "0.1234", sign="·") for i in range(count)))


@pytest.mark.parametrize(("count", "lines"), [(1, [1]), (3, [3]), (4, [2, 2]), (9, [3, 3, 3])])
def test_a_long_sum_breaks_into_lines_of_about_one_length(count: int, lines: list[int]) -> None:
    written = in_lines(Latex(), products(count))
    assert [line.count("\\cdot") for line in written] == lines
    assert " ".join(written).replace(" ", "") == to_latex(products(count)).replace(" ", "")


def test_what_is_no_sum_stays_whole() -> None:
    long = product(*["0.1234"] * 20, sign="·")
    assert in_lines(Latex(), long) == [to_latex(long)]


def test_a_broken_sum_goes_on_below_its_sign() -> None:
    chain = relate("a", "=", products(4), "=", "b")
    assert to_latex(chain, aligned=True).splitlines() == [
        "\\begin{aligned}",
        "a &= -0.1234 \\cdot 0.1234 + 0.5678 \\cdot 0.1234 \\\\",
        "&\\quad {}+(-0.1234) \\cdot 0.1234 + 0.5678 \\cdot 0.1234 \\\\",
        "&= b",
        "\\end{aligned}",
    ]
    rows = ElementTree.fromstring(to_mathml(chain, aligned=True)).findall("{*}mtable/{*}mtr")
    left = ["".join(row[0].itertext()) for row in rows]
    right = ["".join(row[1].itertext()) for row in rows]
    assert left == ["a", "", ""]
    assert right == ["=−0.1234·0.1234+0.5678·0.1234", "+(−0.1234)·0.1234+0.5678·0.1234", "=b"]


def test_a_width_is_that_of_the_widest_line() -> None:
    assert width_of(symbol("h")) == 1
    assert width_of(relate("a", "=", "bcd", "=", "e")) == len("a = bcd")
    assert width_of(relate("a", "=", products(8))) <= len("a = ") + LONGEST
    # Two columns, the widest entries of each, and what parts them: 0.5, -1.25.
    assert width_of(matrix(["0.5", "-1.25"], [10, 2])) == 3 + 5 + 2 * 3
    assert width_of(product(matrix([1]), matrix([2]))) == 2 * (1 + 3) + 3
    assert width_of(power("x", 2)) == len("x^2")
