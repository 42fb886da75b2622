"""The options that choose a network: what they complete, refuse and load."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from rnn_examples.cli import models
from rnn_examples.cli.files import LONGEST_WORD, words_as_they_come
from rnn_examples.cli.model_options import GATE_ORDERS, with_model
from rnn_examples.cli.models import BOOK, Model
from rnn_examples.cli.options import one_of
from rnn_examples.errors import InputError
from rnn_examples.network.book_models import BOOK_MODELS, book_model
from rnn_examples.network.load import layout


def test_the_names_are_those_that_the_mathematics_knows() -> None:
    assert tuple(BOOK_MODELS) == BOOK
    assert tuple(order for orders in layout.GATE_ORDERS.values() for order in orders) == GATE_ORDERS


def test_a_model_of_the_book_by_its_name() -> None:
    assert Model("notebook").network().hidden == 4
    assert Model("chapter").network().vocabulary == ("the", "dog", "ran")


def test_no_model_is_a_question() -> None:
    assert not Model(None).is_given
    with pytest.raises(InputError, match="--model: which one"):
        Model(None).network()


def test_the_default_may_be_another_or_none() -> None:
    def command(model: Model) -> Model:
        return model

    for default in ("notebook", None):
        wrapped = with_model(default=default)(command)
        parameters = vars(wrapped)["__signature__"].parameters
        assert parameters["model"].default == default
    values = dict.fromkeys(parameters, None)
    assert wrapped(**{**values, "model": "chapter", "words": "w"}) == Model("chapter", "w")


def test_completion_offers_the_book_s_models_and_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("mine.toml", "map.csv", ".hidden.npz", "net.npz"):
        (tmp_path / name).touch()
    monkeypatch.chdir(tmp_path)
    assert models.models_completed("") == ["chapter", "notebook", "mine.toml", "net.npz"]
    assert models.models_completed("n") == ["notebook", "net.npz"]
    assert models.models_completed(f"{tmp_path}/m") == [f"{tmp_path}/mine.toml"]
    assert models.models_completed("absent/") == []
    assert one_of(GATE_ORDERS)("i") == ["ifgo", "igfo", "iofg", "ifog"]


def test_a_sentence_comes_from_one_place(tmp_path: Path) -> None:
    chapter = book_model("chapter")
    np.save(tmp_path / "x.npy", np.ones((3, 2)))
    model = Model("chapter", inputs=str(tmp_path / "x.npy"))
    read = model.sentence(chapter, None, "--sentence")
    assert read.words is None
    assert read.inputs.tolist() == [[1.0, 1.0]] * 3
    with pytest.raises(InputError, match="--sentence and --inputs are both given"):
        model.sentence(chapter, "the", "--sentence")
    assert Model("chapter").sentence(chapter, None, "--sentence").words == ("the", "dog", "ran")


def test_a_file_has_no_sentence_of_its_own(tmp_path: Path) -> None:
    arrays = {"weight_ih_l0": np.ones((2, 3)), "weight_hh_l0": np.ones((2, 2))}
    np.savez(tmp_path / "v.npz", **arrays)
    np.savez(tmp_path / "w.npz", **arrays, **{"embedding.weight": np.ones((2, 3))})
    (tmp_path / "words").write_text("a\nb\n")
    for file, words, message in (
        ("v.npz", None, "reads vectors. Give them with --inputs FILE"),
        ("w.npz", None, "such as --sentence '0 1 0', or vectors with --inputs FILE"),
        ("w.npz", str(tmp_path / "words"), "such as --sentence 'a b'"),
    ):
        model = Model(str(tmp_path / file), words)
        with pytest.raises(InputError, match=message):
            model.sentence(model.network(), None, "--sentence")


def test_what_a_file_does_not_say_reaches_its_reader(tmp_path: Path) -> None:
    def saved(name: str, gates: int, prefixes: tuple[str, ...] = ("",)) -> str:
        packed = np.arange(1.0, 2 * gates + 1).reshape(2 * gates, 1) @ np.ones((1, 2))
        arrays = {f"weight_{side}_l0": packed for side in ("ih", "hh")}
        np.savez(
            tmp_path / name,
            **{pre + key: value for pre in prefixes for key, value in arrays.items()},
        )
        return str(tmp_path / name)

    lstm, rnn, two = saved("l.npz", 4), saved("r.npz", 1), saved("t.npz", 1, ("a.", "b."))
    forget = {
        order: Model(lstm, gate_order=order).network().arrays()["forget.W_hh"][0, 0]
        for order in ("ifgo", "igfo")
    }
    assert forget == {"ifgo": 3.0, "igfo": 5.0}
    plain = Model(rnn, layout="pytorch").network().arrays()["W_hh"].tolist()
    transposed = Model(rnn, layout="keras").network().arrays()["W_hh"].tolist()
    assert plain == [[1.0, 1.0], [2.0, 2.0]]
    assert transposed == [[1.0, 2.0], [1.0, 2.0]]
    weights = Model(rnn, layout="pytorch", activation="relu").network().layers[0].forward
    assert getattr(weights, "activation", None) == "relu"
    assert Model(two, layout="pytorch", prefix="b.").network().hidden == 2
    with pytest.raises(InputError, match=r"t\.npz"):
        Model(two, layout="pytorch").network()


def test_no_numpy_before_it_is_needed() -> None:
    code = (
        "import sys, rnn_examples.cli.commands.unroll; from rnn_examples.cli.app import invoke; "
        "from rnn_examples.output import Surroundings; "
        "invoke(['unroll', '--help'], Surroundings()); sys.exit('numpy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True).returncode == 0


def test_a_text_without_white_space_is_refused(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("x" * (2 * LONGEST_WORD))
    with pytest.raises(InputError, match="a word of more than 1,048,576 letters"):
        list(words_as_they_come(str(tmp_path / "text"), "--text"))


def test_a_forget_bias_is_what_the_files_own_would_be_with_it_inside(tmp_path: Path) -> None:
    """One unit and one input, all else 0: f_t is sigmoid(bias), whichever way the bias comes."""
    arrays = {"weight_ih_l0": np.zeros((4, 1)), "weight_hh_l0": np.zeros((4, 1))}
    beside, inside = tmp_path / "beside.npz", tmp_path / "inside.npz"
    np.savez(beside, **arrays, bias_ih_l0=np.zeros(4), bias_hh_l0=np.zeros(4))
    np.savez(inside, **arrays, bias_ih_l0=np.array([0, 1 / 3, 0, 0]), bias_hh_l0=np.zeros(4))
    typed = Model(str(beside), forget_bias="1/3").network().arrays()
    for name, array in Model(str(inside)).network().arrays().items():
        assert typed[name].tolist() == array.tolist()
    with pytest.raises(InputError, match="--forget-bias: 'x'"):
        Model(str(beside), forget_bias="x").network()
    with pytest.raises(InputError, match="--forget-bias tells how to read a file"):
        Model("chapter", forget_bias="1").network()
