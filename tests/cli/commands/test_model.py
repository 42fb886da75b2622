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


def test_an_unknown_model_is_refused(printed: Printed) -> None:
    with pytest.raises(InputError, match="'chapters' is neither a file nor a model of the book"):
        printed("model", "show", "chapters")


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
    with pytest.raises(InputError, match="--prefix tells how to read a file"):
        printed("model", "show", kind, "--prefix", "rnn")
