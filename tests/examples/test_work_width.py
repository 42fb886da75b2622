"""`--work` of a network that is too wide for a board; what a one-hot word picks is no product."""

import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from rnn_examples.errors import InputError

Printed = Callable[..., str]


@pytest.fixture
def model(tmp_path: Path) -> Callable[..., tuple[str, ...]]:
    """model(H, D, V): its options; D entries a vector, or D = 0 and V one-hot words; V outputs."""

    def save(H: int, D: int, V: int) -> tuple[str, ...]:
        np.savez(
            tmp_path / "m.npz",
            weight_ih_l0=np.full((H, D or V), 0.1),
            weight_hh_l0=np.zeros((H, H)),
            **{"fc.weight": np.zeros((V, H))},
        )
        (tmp_path / "x.csv").write_text(",".join(["1"] * D) + "\n")
        (tmp_path / "words").write_text("\n".join("abcdefghi"[:V]))
        vectors = ("--inputs", str(tmp_path / "x.csv"))
        words = ("--words", str(tmp_path / "words"), "--sentence", "a")
        return ("--model", str(tmp_path / "m.npz"), "--work", *(vectors if D else words))

    return save


@pytest.mark.parametrize(
    ("line", "sizes", "wide"),
    [
        ("unroll", (9, 1, 2), "9 units"),
        ("unroll", (2, 9, 2), "9 inputs"),
        ("unroll --outputs", (2, 1, 9), "9 outputs"),
        ("bidirectional", (9, 1, 2), "9 units"),
        ("bidirectional", (2, 9, 2), "9 inputs"),
    ],
)
def test_a_network_too_wide_for_a_board_is_refused(
    printed: Printed, model: Callable[..., tuple[str, ...]], line: str, sizes: tuple[int, ...],
    wide: str,
) -> None:  # fmt: skip
    options = model(*sizes)
    told = f"--work: model {options[1]} has {wide}, too many for a board. Expected at most 8"
    with pytest.raises(InputError, match=f"^{re.escape(told)}$"):
        printed(*line.split(), *options)


@pytest.mark.parametrize(
    ("line", "sizes"),
    [
        ("unroll", (8, 8, 9)),  # outputs that are not asked for take no room
        ("unroll --outputs", (8, 1, 8)),
        ("unroll", (2, 0, 9)),  # nine one-hot words: a column of the matrix each
        ("bidirectional", (8, 8, 9)),
        ("bidirectional", (2, 0, 9)),
    ],
)
def test_one_that_fits_is_written(
    printed: Printed, model: Callable[..., tuple[str, ...]], line: str, sizes: tuple[int, ...]
) -> None:
    assert " x_1 = " in printed(*line.split(), *model(*sizes))


def test_a_product_of_more_than_nine_factors_has_a_line_for_each_entry(
    printed: Printed, model: Callable[..., tuple[str, ...]]
) -> None:
    nine = printed("unroll", *model(3, 3, 1), "-f", "plain")
    assert "  W_xh x_1 = (0.1·1 + 0.1·1 + 0.1·1, 0.1·1 + " in nine
    assert "entry 1 of" not in nine
    ten = printed("unroll", *model(2, 5, 1), "-f", "plain")
    for entry in (1, 2):
        assert f"  entry {entry} of W_xh x_1 = 0.1·1 + 0.1·1 + 0.1·1 + 0.1·1 + 0.1·1\n" in ten
    assert "  W_xh x_1 = (0.5, 0.5)\n" in ten


def test_the_logits_of_many_units_are_told_without_their_products(
    printed: Printed, model: Callable[..., tuple[str, ...]]
) -> None:
    """Outputs of zeros: two words are equally likely."""
    told = printed("loss", *model(9, 1, 2), "--targets", "1")
    assert "  z_1 = (0.0000, 0.0000)\n" in told
    assert "W_hy h_1" not in told
    assert "  E_1 = -ln(0.5000) = 0.6931\n" in told
    assert "  z_1 = W_hy h_1\n      = (0·" in printed("loss", *model(8, 1, 2), "--targets", "1")


@pytest.mark.parametrize("ways", [("l0", "l1"), ("l0", "l0_reverse")])
def test_several_layers_or_directions_have_no_board(
    printed: Printed, tmp_path: Path, ways: tuple[str, ...]
) -> None:
    path = str(tmp_path / "two.npz")
    sizes = {"weight_ih": (1, 1), "weight_hh": (1, 1)}
    np.savez(path, **{f"{name}_{way}": np.ones(sizes[name]) for name in sizes for way in ways})
    (tmp_path / "x.csv").write_text("1\n")
    told = f"--work: model {path} has 2 layers and directions. Expected one"
    with pytest.raises(InputError, match=f"^{re.escape(told)}$"):
        printed("unroll", "--model", path, "--inputs", str(tmp_path / "x.csv"), "--work")


@pytest.mark.parametrize(("rows", "ways"), [(1, ("l0", "l1")), (3, ("l0",)), (4, ("l0",))])
def test_both_readings_are_written_of_one_plain_layer_alone(
    printed: Printed, tmp_path: Path, rows: int, ways: tuple[str, ...]
) -> None:
    """Not of two layers, nor of a GRU or an LSTM."""
    path = str(tmp_path / "m.npz")
    sides = [f"{layer}{way}" for layer in ways for way in ("", "_reverse")]
    arrays = {f"weight_ih_{side}": np.ones((rows, 2 if "l1" in side else 1)) for side in sides}
    np.savez(path, **arrays, **{f"weight_hh_{side}": np.ones((rows, 1)) for side in sides})
    (tmp_path / "x.csv").write_text("1\n")
    told = (
        f"--work: model {path} is no plain RNN of one layer. Expected one; 'unroll --work' shows "
        "a gated cell's arithmetic"
    )
    with pytest.raises(InputError, match=f"^{re.escape(told)}$"):
        printed("bidirectional", "--model", path, "--inputs", str(tmp_path / "x.csv"), "--work")
