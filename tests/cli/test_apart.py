"""Two options that name one file: refused before anything is computed or written."""

from pathlib import Path

import pytest

from rnn_examples.cli.run import run

LINES = {
    "remember --steps 2 --distances 2 --networks rnn --resume a.csv -o a.csv": "resume output",
    "remember --steps 2 --distances 2 --networks rnn --resume a.svg --plot a.svg": "resume plot",
    "train --steps 2 --every 1 --save a.npz -f csv -o a.npz": "save output",
    "vanish --plot a.svg -f csv -o ./a.svg": "plot output",
    "unroll --model a.toml -f csv -o a.toml": "output model",
    "unroll --text a.txt -o a.txt": "output text",
    "verify --ledger a.toml -f csv -o a.toml": "output ledger",
    "vanish --passage a.txt --evidence a -o a.txt": "output passage",
}


@pytest.mark.parametrize("line", LINES)
def test_one_file_for_two_options_is_refused_and_left_as_it_was(
    line: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    name = line.split()[-1]
    Path(name).write_text("what stood there")
    assert run(line.split()) == 2
    first, second = LINES[line].split()
    told = f"rnn-examples: --{first} and --{second} both name '"
    assert capsys.readouterr().err.startswith(told)
    assert Path(name).read_text() == "what stood there"
    assert [path.name for path in tmp_path.iterdir()] == [Path(name).name]


def test_files_apart_and_standard_input_are_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    line = "train --steps 2 --every 1 --save w.npz -o w.csv -q"
    assert run(line.split()) == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["w.csv", "w.npz"]
