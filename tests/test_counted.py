"""Words agree with the number before them."""

import re
from pathlib import Path

import pytest

from rnn_examples.cli.run import run
from rnn_examples.counted import counted

# One of something that is not "is", "has" and their like.
ONE_OF_MANY = re.compile(r"(?<![\w.,·^/-])1 (?!is|has|was|as|loss|plus|times)[a-z]+s\b")


@pytest.mark.parametrize(
    ("count", "words", "told"),
    [
        (0, ("number",), "0 numbers"),
        (1, ("number",), "1 number"),
        (2, ("number",), "2 numbers"),
        (1234, ("entry", "entries"), "1,234 entries"),
        (1, ("entry", "entries"), "1 entry"),
    ],
)
def test_a_thing_counted(count: int, words: tuple[str, ...], told: str) -> None:
    assert counted(count, *words) == told


@pytest.mark.parametrize(
    "line",
    [
        "unroll --h0 1",
        "unroll --sentence dog --cell 1:h[3]",
        "loss --text word.txt",
        "loss --sentence dog --targets ran,the",
        "loss --logits 1,2 --targets 1,2",
        "bptt --targets ran",
        "truncate --sentence dog --repeat 1 --targets the,dog",
        "bidirectional --reverse-input 1,0;0,1 --reverse-recurrent 1,0;0,1 --reverse-bias 1",
        "bidirectional --sentence dog",
        "influence --input 1",
        "influence --steps 1",
        "influence --gains 1 --steps 1",
        "lstm-cell --cues 1,2 --words dog",
        "lstm-cell --cues 1 --words dog",
        "spectrum --matrix 1,2",
        "spectrum --matrix 1 --input 1,2",
        "spectrum --steps 1",
        "spectrum --model chapter --sentence dog --steps 3",
        "task --distance 1 --count 1",
        "blame --sentence dog,ran --sentences 1",
        "blame --model chapter --sentence dog",
        "vanish --passage passage.txt --evidence key",
        "vanish --passage passage.txt --evidence nokey",
        "gates --model lstm.toml --sentence a",
        "gates --model lstm.toml --text word.txt",
        "activations --points 1 --sentence dog",
        "clip --gradient 1 --work",
        "remember --steps 1 --distances 2 --networks rnn --quiet",
        "remember --steps 1 --seeds 2 --distances 2 --networks rnn --quiet",
        "train --steps 1 --quiet",
        "unroll --model rows.toml",
        "unroll --model chapter.toml --words word.txt",
        "unroll --model chapter.toml --inputs one.csv",
    ],
)
def test_one_is_never_told_as_many(
    line: str, tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In tables, notes, work and errors, where there is one of what is mostly several."""
    monkeypatch.chdir(tmp_path)
    gate = "W_xh = [[1, 0]]\nW_hh = [[0]]\nb_h = [1]\n"
    gates = "".join(
        f"[gates.{name}]\n{gate}" for name in ("input", "forget", "output", "candidate")
    )
    Path("lstm.toml").write_text(f"vocabulary = ['a', 'b']\n{gates}")
    Path("rows.toml").write_text("[weights]\nW_xh = [[1, 2], [1]]\nW_hh = [[1]]\nb_h = [1]")
    Path("word.txt").write_text("a b" if "lstm.toml" in line else "dog")
    Path("one.csv").write_text("1,2\n1\n")
    Path("passage.txt").write_text("key ____")
    assert run(["model", "show", "chapter", "-o", "chapter.toml"]) == 0
    assert run(line.split()) in (0, 2)
    printed, told = capfd.readouterr()
    assert printed or told
    assert not ONE_OF_MANY.search(f"{printed}\n{told}")
