"""--plot: which commands have it, what they write, what they refuse before they compute."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from rnn_examples.cli.app import invoke
from rnn_examples.cli.run import run
from rnn_examples.errors import InputError
from rnn_examples.output import Surroundings

DRAWS = [
    "unroll",
    "params",
    "vanish",
    "clip",
    "influence",
    "lstm-cell",
    "bptt",
    "blame",
    "spectrum",
    "gates",
    "train",
    "fade",
    "remember",
]


@pytest.mark.parametrize("name", DRAWS)
def test_the_option_is_there(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([name, "--help"]) == 0
    assert "--plot" in capsys.readouterr().out


def test_the_table_is_printed_as_ever_and_the_file_written(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes], printed: Callable[..., str]
) -> None:
    path = tmp_path / "a picture.svg"
    assert run(["vanish", "--plot", str(path)]) == 0
    assert capfdbinary.readouterr().out.decode() == printed("vanish")
    assert path.read_text(encoding="utf-8").endswith("</svg>\n")


@pytest.mark.parametrize("more", [["-f", "json"], ["--cell", "3:answer"], ["--table", "belt"]])
def test_a_file_goes_with_every_format(more: list[str], printed: Callable[..., str]) -> None:
    more = ["--cell", "#1:answer"] if "--cell" in more else more
    outcome = invoke(["lstm-cell", "--plot", "a.png", *more], Surroundings())
    assert "".join(outcome.pieces) == printed("lstm-cell", *more)
    assert outcome.files[0][1].startswith(b"\x89PNG")


def test_a_file_of_its_own_goes_beside_the_picture() -> None:
    outcome = invoke(
        ["train", "--steps", "2", "--quiet", "--save", "a.toml", "--plot", "a.pdf"], Surroundings()
    )
    assert [path for path, _ in outcome.files] == ["a.pdf", "a.toml"]


def test_a_sentence_read_in_pieces_is_in_the_table_and_in_the_picture(
    printed: Callable[..., str],
) -> None:
    """Rows that come as they are computed are read by the table alone."""
    sentence = " ".join(["the", "dog", "ran"] * 40)
    table = printed("unroll", "--sentence", sentence)
    assert printed("unroll", "--sentence", sentence, "--plot", "-").startswith(table)


def test_a_wrong_ending_is_refused_before_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    from rnn_examples.examples import vanish

    monkeypatch.delattr(vanish, "compute")
    with pytest.raises(InputError, match=r"'a\.gif' names no kind of picture"):
        invoke(["vanish", "--plot", "a.gif"], Surroundings())


def test_two_texts_in_one_file_are_refused() -> None:
    with pytest.raises(InputError, match=r"both name 'a\.svg'"):
        invoke(["vanish", "--plot", "a.svg", "-o", "a.svg"], Surroundings())


@pytest.mark.parametrize("command", ["vanish", "train --steps 2 --quiet --save {folder}/a.toml"])
def test_a_table_that_is_refused_leaves_no_file(
    tmp_path: Path, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """CSV has no place for the arithmetic, which is found out while the text is made."""
    arguments = command.format(folder=tmp_path).split()
    path = tmp_path / "a.svg"
    refused = ["--work", "-f", "csv"] if command == "vanish" else ["--table", "none"]
    assert run([*arguments, *refused, "--plot", str(path)]) == 2
    assert list(tmp_path.iterdir()) == []
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_a_folder_that_is_not_there_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["vanish", "--plot", str(tmp_path / "no" / "a.svg")]) == 2
    assert "cannot be written" in capsys.readouterr().err


@pytest.mark.parametrize(("more", "expected"), [((), set()), (("--plot", "-"), {"rich"})])
def test_nothing_is_imported_for_a_picture_unless_it_is_asked_for(
    more: tuple[str, ...], expected: set[str]
) -> None:
    code = (
        "import sys; from rnn_examples.__main__ import main; "
        f"sys.argv[1:] = ['vanish', *{more!r}]; main(); "
        "print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    modules = set(done.stderr.decode().split())
    assert not any(name.split(".")[0] == "matplotlib" for name in modules)
    assert any(name.startswith("rnn_examples.plots") for name in modules) == bool(more)
    assert expected <= modules
