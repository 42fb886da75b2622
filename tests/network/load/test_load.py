"""One entry for every file: its ending, its words, what is refused before it is read."""

from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import save_file

from rnn_examples.errors import InputError
from rnn_examples.network.book_models import chapter, notebook_sentence
from rnn_examples.network.forward import forward
from rnn_examples.network.load.load import load
from rnn_examples.network.load.toml_text import write_toml

RNN = {"rnn.weight_ih_l0": np.ones((3, 2)), "rnn.weight_hh_l0": np.ones((3, 3))}
EMBEDDED = RNN | {"embedding.weight": np.ones((2, 2))}


@pytest.mark.parametrize("ending", [".npz", ".safetensors", ".NPZ"])
def test_named_arrays_from_either_format(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"m{ending}"
    if ending == ".safetensors":
        save_file(EMBEDDED, path)
    else:
        with path.open("wb") as file:
            np.savez(file, **EMBEDDED)
    network = load(path)
    assert network.source == str(path)
    assert forward(network, [1, 0]).h[0] == pytest.approx(np.tanh([2, 2, 2]))


def test_words_name_the_embeddings_rows(tmp_path: Path) -> None:
    np.savez(tmp_path / "m.npz", **EMBEDDED)
    (tmp_path / "words.txt").write_bytes("\ufeffwie?\r\n日本 \r\n".encode())
    network = load(tmp_path / "m.npz", words=tmp_path / "words.txt")
    assert network.vocabulary == ("wie?", "日本 ")


def test_words_without_an_embedding_are_one_hot(tmp_path: Path) -> None:
    np.savez(tmp_path / "m.npz", **RNN)
    (tmp_path / "words.txt").write_text("a\nb")
    network = load(tmp_path / "m.npz", words=tmp_path / "words.txt", activation="relu")
    assert forward(network, network.ids(["b"])).h.tolist() == [[1, 1, 1]]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a\n", r"found 1 word; expected 2: .*m\.npz has as many rows of its embedding"),
        ("a\nb\na\n", "line 3: found 'a', which line 1 has already; expected each word once"),
        ("", "the file is empty; expected a text file, one word a line"),
        (b"a\n\xff", "byte 3 is not UTF-8; expected text in UTF-8"),
    ],
)
def test_wrong_words_are_told(tmp_path: Path, text: str | bytes, message: str) -> None:
    np.savez(tmp_path / "m.npz", **EMBEDDED)
    (tmp_path / "words.txt").write_bytes(text.encode() if isinstance(text, str) else text)
    with pytest.raises(InputError, match=rf"words\.txt: {message}$"):
        load(tmp_path / "m.npz", words=tmp_path / "words.txt")


def test_one_hot_words_are_as_many_as_the_inputs(tmp_path: Path) -> None:
    np.savez(tmp_path / "m.npz", **RNN)
    (tmp_path / "words.txt").write_text("a\nb\nc")
    with pytest.raises(InputError) as caught:
        load(tmp_path / "m.npz", words=tmp_path / "words.txt")
    assert str(caught.value) == (
        f"{tmp_path / 'words.txt'}: found 3 words; expected 2: {tmp_path / 'm.npz'} has as many "
        "inputs, for its words are one-hot"
    )


def test_a_model_with_words_takes_no_others(tmp_path: Path) -> None:
    (tmp_path / "m.toml").write_text(write_toml(chapter()))
    (tmp_path / "words.txt").write_text("a\nb\nc")
    with pytest.raises(
        InputError,
        match=(
            r"words\.txt: found words for .*m\.toml, which has its own; expected no "
            r"--words$"
        ),
    ):
        load(tmp_path / "m.toml", words=tmp_path / "words.txt")


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("m.toml", None, r"no such file; expected a \.toml, \.npz or \.safetensors file"),
        ("m.toml", b"", r"the file is empty; expected a \.toml, \.npz or \.safetensors file"),
        ("m.npz", b"", r"the file is empty; expected a \.toml, \.npz or \.safetensors file"),
        (
            "m.npz",
            b"PK\x03\x04 rest",
            (
                r"found 9 bytes, no whole zip archive; expected an \.npz file, neither "
                "cut nor altered"
            ),
        ),
        (
            "m.safetensors",
            b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n",
            (
                r"found a Git LFS pointer, not the weights; expected the file itself\. "
                "Get it: git lfs pull"
            ),
        ),
        ("m.h5", b"x", r"found the ending '\.h5'; expected \.toml, \.npz, \.safetensors"),
        ("m", b"x", r"found the ending ''; expected \.toml, \.npz, \.safetensors"),
    ],
)
def test_each_file_that_is_no_model_is_told(
    tmp_path: Path, name: str, data: bytes | None, message: str
) -> None:
    path = tmp_path / name
    if data is not None:
        path.write_bytes(data)
    with pytest.raises(InputError, match=f": {message}$") as caught:
        load(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("name", "source", "target"),
    [
        ("m.pt", "m.pt", "m.npz"),
        ("it's.pth", r"it\'s.pth", r"it\'s.npz"),
        ("a.bin", "a.bin", "a.npz"),
    ],
)
def test_a_pickle_stays_closed_and_is_told_with_the_line_that_converts_it(
    tmp_path: Path, name: str, source: str, target: str
) -> None:
    (tmp_path / name).write_bytes(b"x")
    with pytest.raises(InputError) as caught:
        load(tmp_path / name)
    assert str(caught.value) == (
        f"{tmp_path / name}: found a pickle, which can run code and is never opened; "
        "expected a .toml, .npz or .safetensors file. Convert it once, with PyTorch: "
        f"""python -c "import numpy, torch; numpy.savez('{target}', """
        "**{k: v.float().numpy() for k, v in "
        f"""torch.load('{source}', map_location='cpu', weights_only=True).items()}})\""""
    )


def test_a_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / "m.toml").mkdir()
    with pytest.raises(InputError, match=r"m\.toml: found a folder; expected a file$"):
        load(tmp_path / "m.toml")


def test_a_name_that_no_file_can_have_is_told() -> None:
    with pytest.raises(InputError, match=r"^'a\\x00b\.toml': not a name that a file can have$"):
        load(Path("a\0b.toml"))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {"gate_order": "ifgo"},
            (
                r"gate order 'ifgo': .*m\.toml says it itself; expected no such option "
                "for TOML"
            ),
        ),
        (
            {"layout": "keras"},
            (
                r"layout 'keras': .*m\.toml says it itself; expected no such option for "
                "TOML"
            ),
        ),
        (
            {"prefix": "rnn"},
            r"prefix 'rnn': .*m\.toml says it itself; expected no such option for TOML",
        ),
        (
            {"activation": "relu"},
            (
                r"activation 'relu': .*m\.toml says it itself; expected no such option "
                "for TOML"
            ),
        ),
        (
            {"forget_bias": 1.0},
            (
                r"forget bias 1\.0: .*m\.toml says it itself; expected no such option for "
                "TOML"
            ),
        ),
        (
            {"activation": "tan"},
            "activation 'tan' is not known; expected one of tanh, sigmoid, relu, leaky_relu",
        ),
        ({"forget_bias": float("nan")}, "forget bias nan: expected a finite number"),
    ],
)
def test_options_that_do_not_fit_are_told(
    tmp_path: Path, options: dict[str, str], message: str
) -> None:
    (tmp_path / "m.toml").write_text(write_toml(notebook_sentence()))
    with pytest.raises(InputError, match=f"^{message}$"):
        load(tmp_path / "m.toml", **options)


def test_an_absent_file_of_words_is_told(tmp_path: Path) -> None:
    np.savez(tmp_path / "m.npz", **EMBEDDED)
    message = r"no\.txt: no such file; expected a text file, one word a line$"
    with pytest.raises(InputError, match=message):
        load(tmp_path / "m.npz", words=tmp_path / "no.txt")


def test_an_absent_output_layer_is_named_as_its_file_would(tmp_path: Path) -> None:
    np.savez(tmp_path / "m.npz", **RNN)
    named = load(tmp_path / "m.npz", activation="relu")
    width = named.layers[-1].width
    with pytest.raises(
        InputError,
        match=(
            r"^model .*m\.npz: it has no output layer; expected fc\.weight or linear\.weight "
            rf"\(outputs, {width}\), and its bias, in its file$"
        ),
    ):
        named.output_weights()
    (tmp_path / "m.toml").write_text(write_toml(named))
    with pytest.raises(
        InputError,
        match=(
            r"^model .*m\.toml: it has no output layer; expected W_hy \(and b_y\) in "
            r"\[weights\] in its file$"
        ),
    ):
        load(tmp_path / "m.toml").output_weights()
