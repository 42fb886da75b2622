"""What is shown of much, and what of nothing: the board's bounds, empty tables, blank cells."""

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rnn_examples.errors import InputError

Run = Callable[..., str]
Rows = Callable[..., list[dict[str, Any]]]


@pytest.fixture
def model(tmp_path: Path) -> Callable[..., str]:
    """model(H=9, V=7): a plain RNN of ones that reads V words, its outputs all alike."""

    def save(H: int, V: int, **arrays: Any) -> str:
        own = {
            "weight_ih_l0": np.ones((H, 1)),
            "weight_hh_l0": np.zeros((H, H)),
            "embedding.weight": np.arange(V)[:, None] / V,
            "fc.weight": np.ones((V, H)),
        }
        path = tmp_path / f"{H}-{V}.npz"
        np.savez(path, **own, **arrays)
        return str(path)

    return save


def test_the_loss_of_many_outputs(run: Run, rows: Rows, model: Callable[..., str]) -> None:
    """Each of V words is as likely as another: ln V. Up to 100 outputs the prediction is shown,
    up to eight their arithmetic."""
    for V, predicted, board in ((8, True, True), (100, True, False), (101, False, False)):
        line = ("loss", "--model", model(2, V), "--sentence", "0 1")
        found = rows("steps", *line)
        assert [row["loss"] for row in found] == pytest.approx([math.log(V)] * 2, rel=1e-14)
        assert ("prediction" in found[0]) is predicted
        text = run(*line, "--work")
        assert ("Logits, prediction and loss, step by step" in text) is board
        assert f"E = {math.log(V):.4f} + {math.log(V):.4f} = {2 * math.log(V):.4f}" in text


def test_the_board_of_many_units_and_of_many_words(run: Run, model: Callable[..., str]) -> None:
    """Of nine units the logits stand without their sums, and nine losses are not added up."""
    narrow, wide = (
        run("loss", "--model", model(H, 2), "--sentence", " ".join("01" * 5)[:17], "--work")
        for H in (8, 9)
    )
    assert "  z_1 = W_hy h_1\n" in narrow
    z = f"{9 * math.tanh(0.5):.4f}"
    assert f"  z_2 = ({z}, {z})\n" in wide
    assert "W_hy" not in wide.partition("step by step")[2]
    for text in (narrow, wide):
        assert ", the first 4 of 9 steps\n" in text
        assert "\n  E = " not in text
        assert f"exp({9 * math.log(2):.4f}/9)" in text


def test_the_signals_of_many_outputs_are_left_out(run: Run, model: Callable[..., str]) -> None:
    for V, shown in ((6, True), (7, False)):
        text = run("bptt", "--model", model(2, V), "--sentence", "0 1", "--work")
        assert ("Signals, from the last step back" in text) is shown


def test_a_board_holds_eight_units(run: Run, model: Callable[..., str], tmp_path: Path) -> None:
    line = ("--sentence", "0 1", "--work")
    assert "From the first word on" in run("bidirectional", "--model", model(8, 2), *line)
    for example in ("bidirectional", "unroll"):
        with pytest.raises(InputError, match=r"has 9 units, too many for a board. Expected at m"):
            run(example, "--model", model(9, 2), *line)
    (tmp_path / "lstm.toml").write_text(run("model", "show", "lstm"))
    with pytest.raises(InputError, match="only a plain RNN takes its reverse direction from the"):
        run(
            *("bidirectional", "--model", str(tmp_path / "lstm.toml"), "--sentence", "the dog"),
            *("--reverse-input", "1,0;0,1", "--reverse-recurrent", "1,0;0,1"),
        )


def test_a_board_holds_eight_inputs_but_for_one_hot_words(run: Run, tmp_path: Path) -> None:
    """Forty numbers a step are refused by both readings alike, as vectors or as an embedding; of
    forty words that are one-hot a column alone stands on the board."""
    row = [0.5] * 40
    cell = f"[weights]\nW_xh = [{row}]\nW_hh = [[0.1]]\nb_h = [0.0]\n"
    files = {
        "vectors": cell,
        "embedding": f"embedding = [{row}]\n{cell}",
        "words": f"vocabulary = {[f'w{place}' for place in range(40)]}\n{cell}",
    }
    for name, text in files.items():
        (tmp_path / f"{name}.toml").write_text(text)
    (tmp_path / "x.csv").write_text(",".join(map(str, row)))
    read = ("--inputs", str(tmp_path / "x.csv"))
    for example in ("unroll", "bidirectional"):
        for name, options in (
            ("vectors", read),
            ("words", read),
            ("embedding", ("--sentence", "0")),
        ):
            with pytest.raises(InputError, match=r"has 40 inputs, too many for a board"):
                run(example, "--model", str(tmp_path / f"{name}.toml"), *options, "--work")
        text = run(
            *(example, "--model", str(tmp_path / "words.toml"), "--sentence", "w3", "--work")
        )
        assert "x_1 = (0.5)\n" in text


def test_units_of_many_steps_are_not_written_out(run: Run) -> None:
    for words, shown in ((8, True), (9, False)):
        text = run("activations", "--sentence", "the " * words, "--points", "1", "--work")
        assert ("Inputs of the units, step by step" in text) is shown


def test_a_power_beyond_a_million_decades(run: Run) -> None:
    """10^10 log10 0.5 = -3010299956.6398: the exponent has as many decimals as one sees, and the
    factor's logarithm as many as give it."""
    line = ("vanish", "--table", "decay", "--work", "--factors")
    text = run(*line, "0.5", "--distances", "10000000000")
    assert "  0.5^10,000,000,000 = 10^(10,000,000,000·(-0.30102999566398))\n" in text
    assert "                     = 10^(-3,010,299,956.6398)\n" in text
    assert "                     = 2.3e-3010299957\n" in text
    small = run(*line, "0.5", "--distances", "1000000")
    assert "10^(-301,029.9957)" in small


def test_a_distance_longer_than_the_text_has_no_share(run: Run) -> None:
    text = run("truncate", "--length", "5", "--segment", "2", "--distances", "1,5,7", "--work")
    board = text.partition("The dependencies inside one segment")[2]
    assert "  inside_1 = 2·(2 - 1) = 2\n" in board
    assert "  share_1 = 2/(5 - 1) = 2/4 = 0.5000\n" in board
    assert "  inside_5 = 0\n  inside_7 = 0\n" in board
    assert "share_5" not in board


def test_the_slopes_of_another_activation(run: Run) -> None:
    """ReLU's are 1 and 0 at the inputs 0.5 and -0.3; of tanh they come from the states."""
    line = ("spectrum", "--matrix", "0.5,1;0,0.5", "--steps", "1", "--work")
    text = run(*line, "--activation", "relu")
    assert "  h_1 = relu(0.5, -0.3) = (0.5000, 0)\n  s_1 = (1.0000, 0)\n" in text
    assert "= [[0.5000, 1.0000], [0, 0]]\n" in text
    h = math.tanh(0.5), math.tanh(-0.3)
    assert f"s_1 = (1 - {h[0]:.4f}^2, 1 - ({h[1]:.4f})^2)" in run(*line)


def test_a_power_that_has_only_grown_so_far_is_not_said_to_vanish(run: Run) -> None:
    """0.5,1;0,0.5 to the power 1 has norm 1.2, to the power 20 it is gone."""
    line = ("spectrum", "--matrix", "0.5,1;0,0.5", "--steps")
    assert "does vanish" not in run(*line, "1")
    assert "and its power does vanish, but grows first: ‖W^n‖_2 = 1.207 after 1 step" in run(
        *line, "1,20"
    )


def test_a_dead_unit_s_blame_has_no_ratio(run: Run, rows: Rows, tmp_path: Path) -> None:
    """ReLU of -0.25 without a state before it is 0: a sentence of b alone keeps nothing."""
    weights = "W_xh = [[0.5]]\nW_hh = [[0.9]]\nb_h = [0]\nactivation = 'relu'\n"
    path = tmp_path / "relu.toml"
    path.write_text(f"[vocabulary]\na = [1.0]\nb = [-0.5]\n[weights]\n{weights}")
    line = ("blame", "--model", str(path), "--sentence", "a b", "--sentences", "20")
    found = rows("sentences", *line)
    assert [row["least"] for row in found] == [1, 0, 0]
    assert [row["log10_ratio"] for row in found] == [0, None, None]
    assert "times less" not in run(*line)


def test_of_many_gains_two_are_told_apart_in_words(run: Run) -> None:
    text = run("blame", "--gains", "0.5,1,2", "--sentences", "5", "--sentence", "a b c")
    told = [line for line in text.splitlines() if "one random sentence keeps" in line]
    assert [line.partition(",")[0] for line in told] == ["At g = 0.5", "At g = 2"]


@pytest.mark.parametrize("format_name", ["table", "plain", "markdown", "html", "latex", "csv"])
def test_an_errata_sheet_without_errata_is_a_sentence_or_a_head(
    run: Run, tmp_path: Path, format_name: str
) -> None:
    claim = '[[claim]]\nid = "a"\nprinted = "0.125"\nrun = "vanish --factors 0.5 --distances 3"\n'
    (tmp_path / "mine.toml").write_text(f'{claim}cell = "3:remaining"\n')
    text = run(
        "verify", "--ledger", str(tmp_path / "mine.toml"), "--errata", "-f", format_name, "--quiet"
    )
    if format_name == "csv":
        assert text == "claim,source,place,what,printed,should_read,verdict,why\n"
    else:
        assert "should read" not in text
        assert "What to correct" not in text
        assert "Every claim agrees: there is nothing to correct." in text


def test_keras_gives_its_gru_alone_a_second_bias(run: Run, rows: Rows) -> None:
    """2 x 1500 beside a kernel of 100 x 1500; the RNN's and the LSTM's is one vector."""
    told = "Keras gives its GRU two bias vectors (reset_after), the other cells one."
    for cell, bias in (("rnn", 500), ("gru", 3000), ("lstm", 2000)):
        line = ("params", "--cell", cell, "--convention", "keras")
        counts = {row["array"]: row["count"] for row in rows("shapes", *line)}
        assert counts["bias"] == bias
        assert (told in run(*line)) is (cell == "gru")


def test_a_projection_without_a_bias(rows: Rows) -> None:
    """4 (5 x 4 + 5 x 3) + 3 x 5: every gate reads the three numbers that the state becomes."""
    line = ("params", "--cell", "lstm", "--hidden", "5", "--embedding", "4", "--vocabulary", "10")
    found = rows("shapes", *line, "--projection", "3", "--no-bias")
    counts = {row["array"]: row["count"] for row in found}
    assert counts == {"embeddings": 40, "W": 80, "U": 60, "projection": 15, "V": 30, "total": 225}
