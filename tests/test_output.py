"""The only writer: whole or not at all, and every stream that a command can meet."""

import io
import os
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from rnn_examples.errors import OutputError
from rnn_examples.output import Surroundings, surroundings, write_error, write_file, write_text

COMMAND = [sys.executable, "-m", "rnn_examples"]
FULL = Path("/dev/full")
Shell = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def shell() -> Shell:
    """shell("$CLI vanish | head -1"): one line of bash, the command in $CLI."""

    def run(line: str, **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["bash", "-c", f"set -o pipefail; CLI='{' '.join(COMMAND)}'; {line}"],
            env={**os.environ, **environment},
            capture_output=True,
            encoding="utf-8",
            timeout=60,
            check=False,
        )

    return run


def test_a_file_is_written_as_utf8_with_plain_line_ends(tmp_path: Path) -> None:
    target = tmp_path / "out.txt"
    write_text(["a\n", "日本 \udcff\n"], str(target))
    assert target.read_bytes() == "a\n日本 \\udcff\n".encode()
    assert os.listdir(tmp_path) == ["out.txt"]


def test_a_fault_on_the_way_leaves_the_old_file(tmp_path: Path) -> None:
    target = tmp_path / "out.txt"
    target.write_text("old")

    def broken() -> Iterator[str]:
        yield "new"
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_text(broken(), str(target))
    assert target.read_text() == "old"
    assert os.listdir(tmp_path) == ["out.txt"]
    with pytest.raises(KeyboardInterrupt):
        write_text(broken(), str(tmp_path / "other.txt"))
    assert os.listdir(tmp_path) == ["out.txt"]


def test_the_mode_of_a_file_stays_and_a_new_one_heeds_the_umask(tmp_path: Path) -> None:
    target = tmp_path / "out.txt"
    target.write_text("old")
    target.chmod(0o640)
    write_file(target, [b"new"])
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
    before = os.umask(0o027)
    try:
        write_file(tmp_path / "fresh.txt", [b"new"])
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "fresh.txt").stat().st_mode) == 0o640


def test_a_symbolic_link_stays_a_link(tmp_path: Path) -> None:
    real = tmp_path / "folder" / "real.txt"
    real.parent.mkdir()
    link = tmp_path / "link.txt"
    link.symlink_to("folder/real.txt")
    for content in (b"first", b"second"):
        write_file(link, [content])
        assert link.is_symlink()
        assert real.read_bytes() == content


def test_a_long_name_is_still_a_name(tmp_path: Path) -> None:
    target = tmp_path / ("日" * 80 + ".md")
    write_file(target, [b"x"])
    assert target.read_bytes() == b"x"


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", "is a folder. Give the name of a file"),
        ("file/x.md", "cannot be written: Not a directory"),
        ("missing/x.md", "cannot be written: No such file or directory"),
        ("loop", "cannot be written: Too many levels of symbolic links"),
        ("n" * 300, "cannot be written: File name too long"),
    ],
)
def test_a_place_that_cannot_be_written_is_told(tmp_path: Path, name: str, reason: str) -> None:
    (tmp_path / "file").write_text("x")
    (tmp_path / "loop").symlink_to("loop")
    with pytest.raises(OutputError) as caught:
        write_file(tmp_path / name, [b"x"])
    assert reason in str(caught.value)
    assert str(tmp_path / name) in str(caught.value)


def test_a_folder_without_leave_to_write(tmp_path: Path) -> None:
    folder = tmp_path / "closed"
    folder.mkdir()
    folder.chmod(0o555)
    if os.access(folder, os.W_OK):  # root writes everywhere: a path below a file stands in
        folder = tmp_path / "file"
        folder.write_text("x")
    with pytest.raises(OutputError, match="cannot be written"):
        write_file(folder / "x.md", [b"x"])


def test_a_device_is_written_directly_and_stays_a_device(tmp_path: Path) -> None:
    write_file("/dev/null", [b"x"])
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_file(pipe, [b"through"])
        assert os.read(reader, 100) == b"through"
    finally:
        os.close(reader)
    assert stat.S_ISFIFO(pipe.stat().st_mode)


@pytest.mark.skipif(not FULL.exists(), reason="no /dev/full on this system")
def test_a_full_device_is_told() -> None:
    with pytest.raises(OutputError, match="'/dev/full' cannot be written: No space left on device"):
        write_file(FULL, [b"x"])


def test_what_an_encoding_lacks_is_spelled_as_json_reads_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding="cp1252")
    monkeypatch.setattr(sys, "stdout", stream)
    write_text(["café 日 👍 \udcff\n"])
    stream.flush()
    assert stream.buffer.getvalue() == b"caf\xe9 \\u65e5 \\ud83d\\udc4d \\udcff\n"


@pytest.mark.parametrize("stream", [None, io.TextIOWrapper(io.BytesIO())])
def test_a_closed_standard_output_is_told(
    monkeypatch: pytest.MonkeyPatch, stream: io.TextIOWrapper | None
) -> None:
    if stream is not None:
        stream.close()
    monkeypatch.setattr(sys, "stdout", stream)
    assert surroundings({}).width is None
    with pytest.raises(OutputError, match="standard output is closed"):
        write_text(["x"])


def test_an_error_is_one_visible_line(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    monkeypatch.setattr(sys, "stderr", stream)
    write_error("a\n  b\tc \x1b[1m\u202e")
    assert stream.buffer.getvalue() == b"rnn-examples: a b c \\x1b[1m\\u202e\n"
    monkeypatch.setattr(sys, "stderr", None)
    write_error("nobody reads this")


class Terminal(io.StringIO):
    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("environment", "terminal", "colour"),
    [
        ({}, True, True),
        ({}, False, False),
        ({"NO_COLOR": "1"}, True, False),
        ({"NO_COLOR": ""}, True, True),
        ({"FORCE_COLOR": "1"}, False, True),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, False, False),
        ({"FORCE_COLOR": "1", "TERM": "dumb"}, False, False),
        ({"TERM": "dumb"}, True, False),
        ({"GITHUB_ACTIONS": "true"}, False, False),
    ],
)
def test_colour(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], terminal: bool, colour: bool
) -> None:
    monkeypatch.setattr(sys, "stdout", Terminal() if terminal else io.StringIO())
    found = surroundings(environment)
    assert found.colour is colour
    assert (found.width is not None) is terminal


def test_a_terminal_has_its_width_and_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", Terminal())
    monkeypatch.setenv("COLUMNS", "33")
    assert surroundings(os.environ) == Surroundings(width=33, colour=True)
    for encoding, letters in (("ascii", True), ("cp1252", True), ("UTF-8", False)):
        monkeypatch.setattr(Terminal, "encoding", encoding)
        assert surroundings({}).ascii is letters


def test_a_broken_pipe_twenty_times(shell: Shell) -> None:
    """Quiet each time, with the one code of a reader that has gone; a failure stays a failure."""
    twenty = "for i in $(seq 20); do $CLI vanish -f csv | head -1; echo $?; done"
    done = shell(twenty)
    assert done.stderr == ""
    assert done.stdout.split() == ["distance,factor,remaining,log10", "0"] * 20
    gone = shell("$CLI vanish | sleep 0; $CLI vanish --help | sleep 0; $CLI vanish --digits x | :")
    assert gone.returncode == 2
    assert gone.stderr.count("\n") == 1


def test_standard_output_closed_or_full(shell: Shell, tmp_path: Path) -> None:
    """Standard error has its line and nothing of Python's own exit."""
    target = tmp_path / "v.csv"
    lines = {
        "$CLI list >&-": "standard output is closed",
        "$CLI --version >&-": "standard output is closed",
        f"$CLI list -o {target} >&-": "",
    }
    if FULL.exists():
        for arguments in ("list", "list --help", "--version"):
            lines[f"$CLI {arguments} >/dev/full"] = "No space left on device"
    done = shell("; ".join(f"{line}; echo $? >&2" for line in lines))
    told = done.stderr.splitlines()
    for message in lines.values():
        if message:
            assert message in told.pop(0)
        assert told.pop(0) == ("2" if message else "0")
    assert not told
    assert target.exists()


def test_a_device_as_output_file(shell: Shell) -> None:
    done = shell("$CLI list -f csv -o /dev/stdout | head -1; $CLI list -o - -f csv | head -1")
    assert done.stderr == ""
    assert done.stdout == "example,shows,source,place\n" * 2


@pytest.mark.parametrize("environment", [{"PYTHONIOENCODING": "cp1252"}, {"LC_ALL": "C"}])
def test_other_encodings(shell: Shell, environment: dict[str, str]) -> None:
    done = shell("$CLI vanish; $CLI vanish -f json --factor 日", **environment)
    assert done.returncode == 2
    assert done.stdout.startswith("What is left of a gradient")
    assert "0.0071" in done.stdout
    if "PYTHONIOENCODING" in environment:
        assert done.stdout.isascii()
        assert "'\\u65e5' is not a number" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_kill_at_any_moment_leaves_the_old_file_or_the_new(tmp_path: Path) -> None:
    target = tmp_path / "out.csv"
    new = "".join(f"{n},{n * n}\n" for n in range(8))
    ready = (
        "import sys, time; from rnn_examples.output import write_text\n"
        "def pieces():\n"
        "    for line in open(sys.argv[1]).read().splitlines(True):\n"
        "        yield line; print('.', flush=True); time.sleep(0.01)\n"
        "source, target = sys.argv[1:]\n"
        "while True: write_text(pieces(), target)\n"
    )
    source = tmp_path / "source"
    source.write_text(new)
    target.write_text("old")
    seen = set()
    for moment in range(6):
        process = subprocess.Popen(
            [sys.executable, "-c", ready, str(source), str(target)], stdout=subprocess.PIPE
        )
        assert process.stdout is not None
        for _ in range(1 + 3 * moment):
            process.stdout.readline()
        time.sleep(0.002 * moment)
        process.send_signal(signal.SIGKILL)
        process.wait()
        process.stdout.close()
        seen.add(target.read_text())
        assert seen <= {"old", new}
    assert seen == {"old", new}


def test_a_ctrl_c_ends_with_130_and_no_file(tmp_path: Path) -> None:
    """The interrupt comes while the command waits for its text."""
    target = tmp_path / "out.json"
    text = tmp_path / "text"
    os.mkfifo(text)
    command = [*COMMAND, "vanish", "--passage", str(text), "--evidence", "x", "-o", str(target)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    with text.open("w"):  # opened once the command reads
        process.send_signal(signal.SIGINT)
        process.wait(timeout=30)
    _, told = process.communicate(timeout=30)
    assert process.returncode == 130
    assert told == b""
    assert os.listdir(tmp_path) == ["text"]
