"""`model show`: the book's networks as files that read back to the same numbers."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from rnn_examples.errors import InputError

Printed = Callable[..., str]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [("chapter", "the dog ran"), ("notebook", "The patient has a critical condition")],
)
def test_reads_back_to_the_same_numbers(
    printed: Printed, tmp_path: Path, name: str, sentence: str
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(printed("model", "show", name), encoding="utf-8")
    assert printed("model", "show", str(path)) == path.read_text(encoding="utf-8")
    own, book = (
        json.loads(printed("unroll", "--model", model, "--sentence", sentence, "-f", "json"))
        for model in (str(path), name)
    )
    assert own["tables"][0]["rows"] == book["tables"][0]["rows"]


def test_an_unknown_model_is_refused_as_it_was_typed(printed: Printed) -> None:
    told = (
        "^'chapters' is neither a file nor a known network. Expected chapter, notebook, lstm, gru, "
        "or a .toml, .npz or .safetensors file$"
    )
    with pytest.raises(InputError, match=told):
        printed("model", "show", "chapters")


@pytest.mark.parametrize("name", ["chapter", "gru"])
def test_an_option_of_files_is_refused_beside_a_name(printed: Printed, name: str) -> None:
    with pytest.raises(InputError, match=f"^--prefix tells how to read a file; '{name}' is none$"):
        printed("model", "show", name, "--prefix", "rnn")


@pytest.mark.parametrize("name", ["lstm", "gru"])
def test_a_network_to_start_from_is_told_to_be_made_a_file(printed: Printed, name: str) -> None:
    with pytest.raises(InputError) as caught:
        printed("unroll", "--model", name)
    assert str(caught.value) == (
        f"--model: '{name}' is no model of the book, but one to start a file from. Expected "
        "chapter or notebook, or a .toml, .npz or .safetensors file. Make one to edit: "
        f"rnn-examples model show {name} > {name}.toml"
    )


@pytest.mark.parametrize(
    ("kind", "gates"),
    [
        ("lstm", ("forget", "input", "output", "candidate")),
        ("gru", ("reset", "update", "candidate")),
    ],
)
def test_a_small_one_to_start_from(
    printed: Printed, tmp_path: Path, kind: str, gates: tuple[str, ...]
) -> None:
    path = tmp_path / "mine.toml"
    text = printed("model", "show", kind)
    path.write_text(text, encoding="utf-8")
    assert [line for line in text.splitlines() if line.startswith("[gates.")] == [
        f"[gates.{gate}]" for gate in gates
    ]
    assert printed("model", "show", str(path)) == text
    assert "most likely next" in printed(
        "unroll", "--model", str(path), "--sentence", "the dog", "--outputs"
    )
