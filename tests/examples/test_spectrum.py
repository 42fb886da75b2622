"""The four matrices, what the conditions promise, and who breaks them."""

import json
import math
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rnn_examples.errors import InputError
from rnn_examples.examples import spectrum
from rnn_examples.examples.spectrum_values import Case, Measured, Values
from rnn_examples.network.spectrum import Run

Printed = Callable[..., str]


def case(*rows: tuple[float, ...], x: tuple[float, ...] | None = None, f: str = "tanh") -> Case:
    return Case("W", np.array(rows), Run(x or (0.5,) * len(rows)), f)


def measured(name: str, n: int) -> Measured:
    return {(m.name, m.n): m for m in spectrum.compute(spectrum.matrices()).measured}[name, n]


def values(name: str) -> Values:
    return {v.name: v for v in spectrum.compute(spectrum.matrices()).values}[name]


def test_a_contraction_vanishes_by_both() -> None:
    """trace 1.1, determinant 0.36: |lambda| = 0.6."""
    found = values("contraction")
    assert found.eigenvalue.value == pytest.approx(0.6)
    assert float(found.singular.value) < 1
    assert (found.by_eigenvalue, found.by_singular) == ("vanishes", "vanishes")


@pytest.mark.parametrize(("n", "size"), [(1, 5.157), (10, 19.377), (100, 0.0148)])
def test_the_jordan_block_grows_first(n: int, size: float) -> None:
    power = measured("Jordan block", n).power
    assert power is not None
    assert float(power.two.value) == pytest.approx(size, rel=3e-3 if n == 100 else 1e-4)
    assert (values("Jordan block").by_eigenvalue, values("Jordan block").by_singular) == (
        "vanishes",
        "nothing",
    )


def test_the_quoted_condition_is_broken() -> None:
    found = values("exploding")
    assert found.eigenvalue.value == pytest.approx(0.894, abs=5e-4)
    assert found.singular.value == pytest.approx(4.85, abs=5e-3)
    assert found.by_eigenvalue == "vanishes"
    product = measured("exploding", 20).product
    assert float(product.frobenius.value) == pytest.approx(2.3e6, rel=0.03)


def test_tanh_tames_an_eigenvalue_above_one() -> None:
    found = values("tamed")
    assert found.eigenvalue.value == pytest.approx(math.sqrt(3.25))
    assert found.by_eigenvalue == "may explode"
    rows = [measured("tamed", n) for n in (1, 10, 20, 100)]
    assert all(0.1 < float(row.product.two.value) < 10 for row in rows)
    assert rows[-1].power is not None
    assert float(rows[-1].power.two.value) == pytest.approx(3.25**50)


def test_the_lesson_s_influence_is_met() -> None:
    """W_h = 2 R(0.8), the input (0.5, -0.3): ||P||_F / sqrt 2 as the lesson prints it."""
    c, s = 2 * math.cos(0.8), 2 * math.sin(0.8)
    result = spectrum.compute([case((c, -s), (s, c), x=(0.5, -0.3))], (1, 5, 10, 20))
    sizes = [float(m.product.frobenius.value) / math.sqrt(2) for m in result.measured]
    assert [round(size, 4) for size in sizes] == [1.7064, 2.2703, 2.4696, 1.3574]


@settings(max_examples=30, deadline=None)
@given(
    st.lists(st.floats(-1, 1), min_size=9, max_size=9),
    st.floats(0.05, 0.99),
    st.lists(st.floats(-3, 3), min_size=3, max_size=3),
    st.sampled_from((("tanh", 1.0), ("sigmoid", 4.0))),
)
def test_a_small_singular_value_keeps_its_promise(
    entries: list[float], size: float, x: list[float], f: tuple[str, float]
) -> None:
    W = np.array(entries).reshape(3, 3)
    largest = np.linalg.norm(W, 2)
    if largest < 1e-3:
        return
    with np.errstate(under="ignore"):
        W *= size * f[1] / largest
    result = spectrum.compute([Case("W", W, Run(tuple(x)), f[0])], (0, 1, 7))
    assert result.values[0].by_singular == "vanishes"
    for row in result.measured:
        assert row.bound is not None
        assert float(row.bound) == pytest.approx(size**row.n)
        assert float(row.product.two.value) <= float(row.bound) * (1 + 1e-12)


@pytest.mark.parametrize(
    ("size", "true"), [(3.9, "vanishes"), (4.0, "undecided"), (4.1, "nothing")]
)
def test_the_sigmoid_s_limit_is_four(size: float, true: str) -> None:
    result = spectrum.compute([case((size,), f="sigmoid")])
    assert result.values[0].by_singular == true


def test_sizes_beyond_floats() -> None:
    result = spectrum.compute([case((1e10, 0.0), (0.0, 1e-200))], (40,))
    assert result.measured[0].power is not None
    assert f"{result.measured[0].power.two.value:.3e}" == "1.000e+400"
    nothing = spectrum.compute([case((0.0, 1.0), (0.0, 0.0))], (1, 2))
    assert [m.product.two.value for m in nothing.measured][1] == 0


def test_your_own_matrices(printed: Printed) -> None:
    options = ("--matrix", "0.5", "--matrix", "-1.5", "--steps", "2,1", "--input", "0", "-f")
    document = json.loads(printed("spectrum", *options, "json"))
    spectra, sizes = document["tables"]
    assert [row["matrix"] for row in spectra["rows"]] == ["W1", "W2"]
    assert [row["eigenvalue"] for row in spectra["rows"]] == [0.5, 1.5]
    # Nothing is read, so h stays 0 and its slope 1: the product is the power.
    assert [row["product_2"] for row in sizes["rows"]] == [0.25, 0.5, 2.25, 1.5]
    held = printed("spectrum", "--matrix", "2,-4;1,-1.6", "--hold", "0,5", "--cell", "W,20:power_2")
    assert held.strip() == "0.585"
    assert "stays (0, 5)" in printed("spectrum", "--matrix", "2,-4;1,-1.6", "--hold", "0,5")


def test_the_chapter_s_matrix_is_u(printed: Printed) -> None:
    """[[0.4, 0.1], [-0.2, 0.7]]: trace 1.1, determinant 0.3, eigenvalues 0.5 and 0.6."""
    csv = printed("spectrum", "--model", "chapter", "-f", "csv").splitlines()
    assert csv[1].startswith('U,"0.4,0.1;-0.2,0.7",')
    eigenvalue = printed("spectrum", "--model", "chapter", "--cell", "U:eigenvalue")
    assert eigenvalue.strip() == "0.6000"
    text = printed("spectrum", "--model", "chapter", "--sentence", "dog ran", "--steps", "5")
    assert "The 2 steps given are read again and again." in text
    assert "‖U^n‖_2" in text


def test_a_sentence_is_read_again(printed: Printed) -> None:
    """Six words once are two words three times."""
    once = ("--sentence", "the dog the dog the dog", "--steps", "6", "--table", "sizes")
    again = ("--sentence", "the dog", "--steps", "6", "--table", "sizes")
    of_model = ("spectrum", "--model", "chapter", "-f", "csv")
    assert printed(*of_model, *once) == printed(*of_model, *again)


@pytest.mark.parametrize("kind", ["lstm", "gru", "rnn"])
def test_a_file_of_two_directions(printed: Printed, tmp_path: Path, kind: str) -> None:
    rng, G = np.random.Generator(np.random.PCG64(1)), {"lstm": 4, "gru": 3, "rnn": 1}[kind]
    ends = (("weight_ih", (2,)), ("weight_hh", (3,)), ("bias_ih", ()), ("bias_hh", ()))
    arrays: dict[str, Any] = {
        f"{name}_l0{end}": rng.normal(size=(3 * G, *width))
        for end in ("", "_reverse")
        for name, width in ends
    }
    np.savez(tmp_path / "net.npz", **arrays)
    (tmp_path / "x.csv").write_text("1,0\n0,1\n1,1\n", encoding="utf-8")
    options = ("--model", str(tmp_path / "net.npz"), "--inputs", str(tmp_path / "x.csv"))
    document = json.loads(printed("spectrum", *options, "--steps", "3", "-f", "json"))
    spectra, sizes = document["tables"]
    assert len(spectra["rows"]) == 2 * G
    assert len(sizes["rows"]) == 2
    first = slice(3, 6) if kind == "lstm" else slice(3)  # PyTorch's order is i f g o, ours f first
    W = arrays["weight_hh_l0_reverse"][first]
    reverse = next(row for row in spectra["rows"] if row["matrix"].startswith("reverse"))
    assert reverse["singular"] == pytest.approx(np.linalg.norm(W, 2))
    names = {column["name"] for column in spectra["columns"] + sizes["columns"]}
    plain = {"by_eigenvalue", "by_singular", "power_2", "bound"}
    assert names & plain == (plain if kind == "rnn" else set())


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            ("--matrix", "1,2"),
            "--matrix: 1 row of 2 entries. Expected a square matrix, such as 0.9,5;0,0.9",
        ),
        (
            ("--matrix", "1;2"),
            "--matrix: 2 rows of 1 entry. Expected a square matrix, such as 0.9,5;0,0.9",
        ),
        (
            ("--matrix", "1,2;3"),
            "--matrix: the rows of '1,2;3' have 2, 1 entries. Expected as many in each",
        ),
        (("--matrix", "1", "--input", "1,2"), "--input: found 2 numbers for 1 unit. Expected 1"),
        (("--matrix", "1", "--hold", "1,2"), "--hold: found 2 numbers for 1 unit. Expected 1"),
        (
            ("--matrix", "1", "--hold", "1", "--input", "1"),
            "--hold and --input are both given. Give one",
        ),
        (("--input", "1"), "--input goes with --matrix"),
        (("--hold", "1"), "--hold goes with --matrix"),
        (("--activation", "relu"), "--activation goes with --matrix or --model"),
        (("--sentence", "a"), "--sentence goes with a network. Give it with --model"),
        (("--matrix", "1", "--model", "chapter"), "--matrix and --model are both given. Give one"),
        (
            ("--steps", "-1"),
            "--steps: -1 is out of range. Expected a whole number from 0 to 1000000",
        ),
        (
            ("--steps", "900000"),
            "--steps: 900,000 steps are too many for matrices of this size. Expected at "
            "most 11,538",
        ),
        (
            ("--matrix", "1e20", "--activation", "relu"),
            "a unit's pre-activation leaves the range of floats; expected smaller weights, "
            "smaller inputs or fewer steps",
        ),
        (
            ("--matrix", "1", "--hold", "1e13"),
            "a unit's pre-activation is beyond 1e+12, where its slope is below every "
            "number shown; expected smaller weights or inputs",
        ),
    ],
)
def test_faults(printed: Printed, options: tuple[str, ...], message: str) -> None:
    with pytest.raises(InputError, match=f"^{re.escape(message)}$"):
        printed("spectrum", *options)
