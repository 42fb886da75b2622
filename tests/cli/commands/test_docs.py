"""`docs update` and `docs check`: documents say what the code computes."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from rnn_examples.cli.app import invoke
from rnn_examples.cli.outcome import Outcome
from rnn_examples.cli.run import run
from rnn_examples.output import Surroundings

BLOCK = (
    "# Fading\n\n"
    "<!-- rnn-examples: vanish --factors 0.9 --distances 50 --table decay -->\n"
    "<!-- /rnn-examples -->\n\n"
    "After 47 words <!-- rnn-examples: vanish --factors 0.5 --cell 47:remaining -->?"
    "<!-- /rnn-examples --> is left.\n"
)


@pytest.fixture
def document(tmp_path: Path) -> Path:
    path = tmp_path / "chapter.md"
    path.write_text(BLOCK, encoding="utf-8")
    return path


def outcome(*arguments: object) -> Outcome:
    return invoke(("docs", *map(str, arguments)), Surroundings())


def test_update_writes_what_the_commands_print(document: Path) -> None:
    assert run(["docs", "update", str(document)]) == 0
    text = document.read_text(encoding="utf-8")
    assert "|               50 |    0.0052 |" in text
    assert "-->7.1e-15<!--" in text
    assert run(["docs", "check", str(document)]) == 0
    assert outcome("update", document).files == ()


def test_check_shows_what_is_stale_and_changes_nothing(document: Path) -> None:
    before = document.read_bytes()
    found = outcome("check", document)
    assert found.exit_code == 1
    assert "+After 47 words" in "".join(found.pieces)
    assert run(["docs", "check", str(document)]) == 1
    assert document.read_bytes() == before


def test_a_block_edited_by_hand_is_refused_and_shown(
    document: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    run(["docs", "update", str(document)])
    edited = document.read_text(encoding="utf-8").replace("0.0052", "0.0053")
    document.write_text(edited, encoding="utf-8")
    capfd.readouterr()
    assert run(["docs", "update", str(document)]) == 2
    shown = capfd.readouterr()
    assert "-|               50 |    0.0053 |" in shown.out
    assert shown.err.startswith(f"rnn-examples: {document}:3: ")
    assert document.read_text(encoding="utf-8") == edited
    assert run(["docs", "update", "--force", str(document)]) == 0
    assert "0.0052" in document.read_text(encoding="utf-8")


def test_a_check_tells_of_an_edited_block_what_an_update_does(
    document: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    run(["docs", "update", str(document)])
    text = document.read_text(encoding="utf-8")
    document.write_text(text.replace("0.0052", "0.0053"), encoding="utf-8")
    capfd.readouterr()
    assert run(["docs", "check", str(document)]) == 1
    checked = capfd.readouterr()
    assert run(["docs", "update", str(document)]) == 2
    assert capfd.readouterr() == checked
    assert checked.err == (
        f"rnn-examples: {document}:3: the block was edited by hand, and an update would lose that. "
        "Undo the edit, or give docs update --force\n"
    )


@pytest.mark.parametrize("command", ["check", "update"])
def test_a_file_without_blocks_is_told_and_is_no_fault(
    document: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str], command: str
) -> None:
    run(["docs", "update", str(document)])
    plain = tmp_path / "plain.md"
    plain.write_text("no marker\n", encoding="utf-8")
    capfd.readouterr()
    assert run(["docs", command, str(document), str(plain)]) == 0
    assert capfd.readouterr() == (f"{plain}: no blocks\n", "")


def test_a_misspelled_marker_is_a_fault_and_not_no_blocks(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.md"
    path.write_text("<!-- rnn-exmaples: vanish -->\n<!-- /rnn-exmaples -->\n", encoding="utf-8")
    assert run(["docs", "check", str(path)]) == 2
    printed, told = capfd.readouterr()
    assert printed == ""
    assert told.startswith(f"rnn-examples: {path}:1: misspelled marker 'rnn-exmaples: vanish'")


def test_every_fault_has_its_file_and_no_file_is_changed(
    document: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    broken = tmp_path / "broken.md"
    broken.write_text("<!-- rnn-examples: vanish -->\n\n<!-- /rnn-example -->\n", encoding="utf-8")
    gone = tmp_path / "gone.md"
    before = document.read_bytes()
    assert run(["docs", "update", str(document), str(broken), str(gone)]) == 2
    lines = capfd.readouterr().err.splitlines()
    assert all(line.startswith("rnn-examples: ") for line in lines)
    assert {line.split(":")[1].strip() for line in lines} == {str(broken), str(gone)}
    assert document.read_bytes() == before


@pytest.mark.parametrize(
    "command",
    [
        "docs check x",
        "vanish -o out.md",
        "train --save out.npz",
        "remember --cluster tcp://127.0.0.1:1",
        "vanish; ls",
        "verify",
        "book",
        "vanish --nope",
    ],
)
def test_only_the_examples_run_from_a_block(tmp_path: Path, command: str) -> None:
    path = tmp_path / "a.md"
    path.write_text(f"<!-- rnn-examples: {command} -->\n<!-- /rnn-examples -->\n", encoding="utf-8")
    assert run(["docs", "update", str(path)]) == 2
    assert sorted(os.listdir(tmp_path)) == ["a.md"]


def test_an_option_that_a_block_s_command_lacks_is_told_as_on_the_command_line(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.md"
    path.write_text("<!-- rnn-examples: task --model x -->\n<!-- /rnn-examples -->\n")
    assert run(["task", "--model", "x"]) == 2
    told = capfd.readouterr().err.removeprefix("rnn-examples: ")
    assert told.startswith("task has no --model; unroll, ")
    assert run(["docs", "check", str(path)]) == 2
    assert capfd.readouterr().err == f"rnn-examples: {path}:1: {told}"


def test_the_output_gate_is_no_file(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    line = "lstm-cell --output-gate 0.5 --table answers"
    path.write_text(f"<!-- rnn-examples: {line} -->\n<!-- /rnn-examples -->\n", encoding="utf-8")
    assert run(["docs", "update", str(path)]) == 0


def test_no_variable_of_the_environment_reaches_a_block(
    document: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RNN_EXAMPLES_DIGITS", "9")
    monkeypatch.setenv("RNN_EXAMPLES_FORMAT", "json")
    run(["docs", "update", str(document)])
    assert "-->7.1e-15<!--" in document.read_text(encoding="utf-8")


def test_a_kill_leaves_the_old_file_or_the_new_one(document: Path) -> None:
    """Killed at moments spread over its run, from its start to after its end."""
    old = document.read_bytes()
    run(["docs", "update", str(document)])
    new = document.read_bytes()
    command = [sys.executable, "-m", "rnn_examples", "docs", "update", str(document)]
    for moment in range(12):
        document.write_bytes(old)
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(0.04 * moment)
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert document.read_bytes() in (old, new)
