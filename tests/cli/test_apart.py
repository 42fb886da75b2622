"""Two options that name one file: refused before anything is computed or written."""

from pathlib import Path

import pytest

from rnn_examples.cli.run import run

LINES = {
    "remember --steps 2 --networks rnn --resume a.csv -o a.csv": "--resume --output",
    "remember --steps 2 --networks rnn --resume a.svg --plot a.svg": "--resume --plot",
    "train --steps 2 --every 1 --save a.npz -f csv -o a.npz": "--save --output",
    "vanish --plot a.svg -f csv -o ./a.svg": "--plot --output",
    "unroll --model a.toml -f csv -o a.toml": "--output --model",
    "unroll --text a.txt -o a.txt": "--output --text",
    "model show a.toml -o a.toml": "--output NAME|FILE",
    "model show chapter.npz --words a.txt -o a.txt": "--output --words",
    "verify --ledger a.toml -f csv -o a.toml": "--output --ledger",
    "vanish --passage a.txt --evidence a -o a.txt": "--output --passage",
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
    told = f"rnn-examples: {first} and {second} both name '"
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


def test_a_book_model_a_name_and_a_sentence_are_no_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What stands under --model chapter, --words of lstm-cell and --table is not on the disk."""
    monkeypatch.chdir(tmp_path)
    for line, name in (
        ("unroll -f csv -o chapter", "chapter"),
        ("unroll --model notebook -f csv -o notebook", "notebook"),
        ("lstm-cell --cues 1 --words a.md -o a.md", "a.md"),
        ("vanish --table decay -f csv -o decay", "decay"),
    ):
        assert run(line.split()) == 0, line
        assert Path(name).read_text()
    Path("own.toml").write_text("")
    assert run(["unroll", "--model", "own.toml", "-f", "csv", "-o", "./own.toml"]) == 2
    assert "--output and --model both name 'own.toml'" in capsys.readouterr().err


def test_a_folder_that_is_gone_is_no_matter_where_one_file_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Where two are named the folder is asked for, and its loss told as what it is."""
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert run(["unroll", "--cell", "1:input[1]", "-f", "csv"]) == 0
    assert capfd.readouterr() == ("0.27\n", "")
    assert run(["unroll", "-f", "csv", "-o", "x.csv", "--plot", "x.svg"]) == 2
    told = "the system refuses: No such file or directory. Start it in a folder that is still there"
    assert capfd.readouterr() == ("", f"rnn-examples: {told}\n")
