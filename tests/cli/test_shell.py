"""The command line as a shell sees it: codes, one-line errors, environment, --cell, help."""

import csv
import errno
import io
import json
import os
import pty
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from rnn_examples import __version__
from rnn_examples.cli.catalogue import COMMANDS
from rnn_examples.cli.run import run
from rnn_examples.errors import InputError
from rnn_examples.output import Surroundings
from rnn_examples.tables.formats import MODULES

NAMES = [entry.name for entry in COMMANDS]
Ended = tuple[int, str, str]
Run = Callable[..., Ended]


@pytest.fixture
def ran(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """ran("vanish", "-f", "csv", NO_COLOR="1"): its code, what it printed, what it told."""

    def run_here(*arguments: str, **environment: str) -> Ended:
        with monkeypatch.context() as patch:
            for name, value in environment.items():
                patch.setenv(name, value)
            capfd.readouterr()
            code = run(arguments)
        printed, told = capfd.readouterr()
        return code, printed, told

    return run_here


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("vanis", "no command 'vanis'. Did you mean vanish? See rnn-examples --help"),
        ("CLIP", "no command 'CLIP'. Did you mean clip? See rnn-examples --help"),
        ("xyzzy", f"no command 'xyzzy'. The commands: {', '.join(NAMES)}. See"),
        ("[bold]x[/]", "no command '[bold]x[/]'."),
        ("--nope", "No such option: --nope. See rnn-examples --help"),
        ("-- -x", "No such option: -x. See rnn-examples --help"),
        ("vanish --digitz 3", "vanish: No such option: --digitz (Possible options: --digit"),
        ("vanish --digits", "vanish: Option '--digits' requires an argument. See"),
        ("vanish extra", "vanish: 'extra' belongs to no option. See rnn-examples vanish --help"),
        ("list --works", "list: No such option: --works. See rnn-examples list --help"),
        ("book --label x", "book has no --label; most other commands have it. See rnn-examples b"),
        ("loss --targest x", "loss: No such option: --targest (Possible options: --table, --targ"),
        ("model show chapter --force", "model show has no --force; docs update has it. See rnn-e"),
        ("--passage x", "rnn-examples has no --passage; vanish has it. See rnn-examples --help"),
        ("vanish -f xml", "--format: 'xml' is none of table, plain"),
        ("vanish --digits 16", "--digits: 16 is out of range"),
        ("vanish --digits -1", "--digits: -1 is out of range"),
        ("vanish --table nope", "--table: 'vanish' has no table 'nope'. Its tables: decay, forty"),
        ("vanish --cell 47", "--cell: '47' has no colon. Expected ROW:COLUMN"),
        ("vanish --cell 9,9:log10", "there is no row '9,9'. ROW is distance,factor or factor. The"),
        ("vanish --distance 1.5", "whole number. Expected whole numbers with commas, such as 1,5,"),
        ("unroll --table outputs", "--table: 'outputs' is a table of --outputs. Give that too"),
        ("vanish --label 1}", "--label: '1}' is no label"),
        ("vanish -o x.docx", "--output: the ending of 'x.docx' names no format"),
        ("vanish -o .", "--output: the ending of '.' names no format"),
        ("vanish -f csv -o .", "'.' is a folder. Give the name of a file"),
        ("vanish -f csv --work", "--work has no CSV form"),
        ("vanish --factor nan", "--factors: 'nan' is not a number"),
        ("vanish --factor 1_000", "--factors: '1_000' is not a number"),
        ("vanish --evidence x", "--evidence and --blank need a passage"),
        ("vanish --passage /nowhere/x --evidence x", "No such file or directory"),
    ],
)
def test_a_wrong_use_is_one_line_and_code_2(ran: Run, line: str, message: str) -> None:
    code, printed, told = ran(*line.split())
    assert (code, printed) == (2, "")
    assert message in told
    assert told.startswith("rnn-examples: ")
    assert told.count("\n") == 1
    assert told.endswith("\n")


def test_words_of_an_error_are_shown_as_typed(ran: Run) -> None:
    for word in ("[bold]x[/]", ":cat:", "a\x1b[1mb", "two\nlines", "日本"):
        code, _, told = ran("vanish", "--factor", word)
        assert code == 2
        assert told.count("\n") == 1
        assert "\x1b" not in told
        assert (word in told) is word.isprintable()


@pytest.mark.parametrize("name", NAMES)
def test_help_of_each_command_ends_with_0_through_a_pipe(ran: Run, name: str) -> None:
    code, printed, told = ran(name, "--help")
    assert (code, told) == (0, "")
    assert f"Usage: rnn-examples {name}" in printed
    assert "--help" in printed
    assert "\x1b" not in printed
    assert ran(name, "-h")[:2] == (code, printed)


def test_help_and_version(ran: Run) -> None:
    code, printed, told = ran("--help")
    assert (code, told) == (0, "")
    assert all(re.search(rf"\b{name}\b", printed) for name in NAMES)
    assert ran() == (0, printed, "")
    assert ran("--version") == (0, f"rnn-examples {__version__}\n", "")


def test_help_shows_brackets_literally(ran: Run) -> None:
    assert "h[1]" in ran("vanish", "--help")[1]


def test_format_comes_from_the_option_then_the_ending_then_the_environment(
    ran: Run, tmp_path: Path
) -> None:
    starts = {"csv": "distance,", "json": '{"schema": 1', "markdown": "**", "latex": "% needs"}

    def shown(*arguments: str, **environment: str) -> str:
        code, printed, told = ran("vanish", *arguments, **environment)
        assert (code, told) == (0, "")
        return printed

    assert shown().startswith("What is left")
    assert shown(RNN_EXAMPLES_FORMAT="json").startswith(starts["json"])
    assert shown("-f", "csv", RNN_EXAMPLES_FORMAT="json").startswith(starts["csv"])
    target = tmp_path / "x.tex"
    for arguments, environment, name in (
        ((), "json", "latex"),
        (("-f", "csv"), "json", "csv"),
        (("-f", "markdown"), "", "markdown"),
    ):
        assert shown("-o", str(target), *arguments, RNN_EXAMPLES_FORMAT=environment) == ""
        assert target.read_text().startswith(starts[name])
    other = tmp_path / "x.docx"
    assert shown("-o", str(other), RNN_EXAMPLES_FORMAT="markdown") == ""
    assert other.read_text().startswith(starts["markdown"])
    assert shown("-o", "-", RNN_EXAMPLES_FORMAT="csv").startswith(starts["csv"])


def test_digits_come_from_the_option_then_the_environment(ran: Run) -> None:
    cell = ("vanish", "--cell", "47,0.5:remaining")
    assert ran(*cell)[1] == "7.1e-15\n"
    assert ran(*cell, RNN_EXAMPLES_DIGITS="4")[1] == "7.105e-15\n"
    assert ran(*cell, "--digits", "6", RNN_EXAMPLES_DIGITS="4")[1] == "7.10543e-15\n"
    assert "RNN_EXAMPLES_DIGITS: 'x' is not" in ran(*cell, RNN_EXAMPLES_DIGITS="x")[2]
    assert "RNN_EXAMPLES_FORMAT: 'x' is none" in ran(*cell, RNN_EXAMPLES_FORMAT="x")[2]


def test_a_captured_run_heeds_no_environment(
    printed: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RNN_EXAMPLES_FORMAT", "json")
    monkeypatch.setenv("RNN_EXAMPLES_DIGITS", "1")
    captured = printed("vanish", surroundings=Surroundings(captured=True))
    monkeypatch.undo()
    assert captured == printed("vanish")


@pytest.mark.parametrize(
    ("arguments", "value"),
    [
        (("47,0.5:remaining",), "7.1e-15"),
        (("47,1/2:remaining",), "7.1e-15"),
        (("#1:remaining",), "0.010"),
        (("47,0.9:log10",), "-2.1506"),
        (("0.5:log10", "--table", "forty_seven"), "-14.1484"),
        (("47,0.5:remaining", "-f", "json"), "7.105427357601002e-15"),
        (("47,0.5:remaining", "-f", "csv"), "7.105427357601002e-15"),
    ],
)
def test_a_cell_alone(ran: Run, arguments: tuple[str, ...], value: str) -> None:
    assert ran("vanish", "--cell", *arguments) == (0, f"{value}\n", "")


def test_a_cell_goes_to_a_file_too(ran: Run, tmp_path: Path) -> None:
    target = tmp_path / "cell.txt"
    assert ran("vanish", "--cell", "47,0.5:remaining", "-o", str(target)) == (0, "", "")
    assert target.read_text() == "7.1e-15\n"


def test_a_table_alone_keeps_its_own_notes_and_work(ran: Run) -> None:
    """Others' notes and arithmetic go with their tables; what is about all of them stays."""
    whole = ran("vanish", "--work")[1]
    book = ran("vanish", "--work", "--table", "forty_seven")[1]
    assert "factors and distances are ours" in whole
    assert "factors and distances are ours" not in book
    assert "0.99^100" in whole
    assert "0.99^100" not in book
    assert "1.2^47" in book
    for line, kept, dropped in (
        ("activations --table values", "", "dead"),
        ("activations --table derivatives", "At 0 ReLU", ""),
        ("params --table cells", "", "Both models"),
        ("params --table crossings", "Both models", ""),
        ("params --convention pytorch --table cells", "two bias vectors", "Both models"),
        ("truncate --table segments", "are full", "A dependency is"),
        ("truncate --table training", "Both trainings", "are full"),
        ("bptt --table gradients", "immediate terms", "Step 1 has no share"),
        ("unroll --outputs --table outputs", "are ours too", "The bias"),
        ("blame --table blame", "Size is", "one random sentence keeps"),
        ("lstm-cell --table answers", "says plural", "blame"),
        ("lstm-cell --table belt", "The blame is", "written"),
        ("gates --table kept", "keeps f^k", "PyTorch draws"),
        ("spectrum --table spectrum", "Quoted", "Jordan block: λ_1"),
        ("fade --from untrained --distance 2 --table gradients", "Token 2", "The decay"),
        ("train --steps 1 --table clipping", "", "costs ln 2"),
        ("verify --only chapter-crossover --table verdicts", "Depends", "chapter-crossover"),
        ("verify --only chapter-crossover --table ledger", "chapter-crossover: Counting", ""),
    ):
        shown = ran(*line.split())[1]
        assert kept in shown, line
        assert not dropped or dropped not in shown, line


@pytest.mark.parametrize(
    ("ending", "name"), [("md", "markdown"), ("tex", "latex"), ("txt", "plain")]
)
def test_a_format_has_its_ending_for_a_name_too(ran: Run, ending: str, name: str) -> None:
    assert ran("vanish", "-f", ending) == ran("vanish", "-f", name)
    assert ran("vanish", RNN_EXAMPLES_FORMAT=ending) == ran("vanish", "-f", name)


def test_one_table_its_caption_and_label(ran: Run) -> None:
    one = json.loads(ran("vanish", "-f", "json", "--table", "forty_seven")[1])
    assert [table["name"] for table in one["tables"]] == ["forty_seven"]
    arguments = ("vanish", "--caption", "50% of [bold]it[/]", "--label", "tab:v")
    latex = ran(*arguments, "-f", "latex")[1]
    assert "\\caption{50\\% of [bold]it[/]}\\label{tab:v}" in latex
    html = ran(*arguments, "-f", "html")[1]
    assert 'id="tab:v"' in html
    assert "<caption>50% of [bold]it[/]</caption>" in html
    assert ran(*arguments)[1].startswith("50% of [bold]it[/]\n")


def test_an_interrupt_while_writing_ends_with_130(
    ran: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("rnn_examples.cli.run.write_text", interrupted)
    assert ran("list") == (130, "", "")


def test_a_fault_of_the_tool_is_one_line_and_its_traceback_on_request(
    ran: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def faulty(*_: object) -> None:
        raise RuntimeError("of\nsome [bold]kind")

    monkeypatch.setattr("rnn_examples.cli.run.invoke", faulty)
    code, printed, told = ran("list")
    assert (code, printed, told.count("\n")) == (2, "", 1)
    assert "unexpected RuntimeError: of some [bold]kind. This is a fault of the tool" in told
    with pytest.raises(RuntimeError):
        ran("list", RNN_EXAMPLES_DEBUG="1")


def test_too_little_memory_is_one_line(ran: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def greedy(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr("rnn_examples.cli.run.invoke", greedy)
    told = "rnn-examples: there is not enough memory for it. Ask for less at a time\n"
    assert ran("list") == (2, "", told)


@pytest.mark.parametrize(
    ("number", "told"),
    [
        (errno.EMFILE, "Too many open files. Ask for fewer jobs, or let it open more files (uli"),
        (errno.EACCES, "Permission denied ('/a'). RNN_EXAMPLES_DEBUG=1 shows where"),
    ],
)
def test_what_the_system_refuses_is_told_as_that_and_shown_on_request(
    ran: Run, monkeypatch: pytest.MonkeyPatch, number: int, told: str
) -> None:
    """Standard output, which takes what is written, is not blamed for it."""
    name = ("/a",) if number == errno.EACCES else ()

    def refused(*_: object) -> None:
        raise OSError(number, os.strerror(number), *name)

    monkeypatch.setattr("rnn_examples.cli.run.invoke", refused)
    code, printed, line = ran("list")
    assert (code, printed, line.count("\n")) == (2, "", 1)
    assert line.startswith(f"rnn-examples: the system refuses: {told}")
    with pytest.raises(OSError, match=os.strerror(number)):
        ran("list", RNN_EXAMPLES_DEBUG="1")


@pytest.mark.parametrize(
    ("taken", "told"),
    [
        ((0,), "standard output cannot be written: {}\n"),
        ((), "the system refuses: {}. Ask for fewer jobs, or let it start more processes"),
    ],
)
def test_a_stream_that_takes_no_more_for_now_is_no_process_that_cannot_start(
    ran: Run, monkeypatch: pytest.MonkeyPatch, taken: tuple[int, ...], told: str
) -> None:
    """Both are EAGAIN. What is left in the buffer is dropped, so that the end is silent."""
    reason, dropped = os.strerror(errno.EAGAIN), []

    def refused(*_: object) -> None:
        raise BlockingIOError(errno.EAGAIN, reason, *taken)

    monkeypatch.setattr("rnn_examples.cli.run.invoke", refused)
    monkeypatch.setattr("rnn_examples.cli.run.forget_standard_output", lambda: dropped.append(1))
    code, printed, line = ran("list")
    assert (code, printed, len(dropped)) == (2, "", len(taken))
    assert line.startswith(f"rnn-examples: {told.format(reason)}")


def test_debug_shows_the_traceback_of_an_input_error(ran: Run) -> None:
    with pytest.raises(InputError):
        ran("vanish", "--factor", "x", RNN_EXAMPLES_DEBUG="1")


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("vanish -f ma", ["markdown"]),
        ("van", ["vanish"]),
        ("vanish --tab", ["--table"]),
        ("vanish --table fo", ["forty_seven"]),
    ],
)
def test_the_shell_completes(ran: Run, typed: str, offered: list[str]) -> None:
    place = str(len(typed.split()))
    words = {"COMP_WORDS": f"rnn-examples {typed}", "COMP_CWORD": place}
    code, printed, told = ran(_RNN_EXAMPLES_COMPLETE="complete_bash", **words)
    assert (code, printed.split(), told) == (0, offered, "")


SWITCHES = (
    {"NO_COLOR": "1"},
    {"FORCE_COLOR": "1", "NO_COLOR": "1"},
    {"FORCE_COLOR": "1", "TERM": "dumb"},
    {"COLUMNS": "20"},
    {"GITHUB_ACTIONS": "true"},
    {"COLUMNS": "20", "LINES": "2", "TERM": "unknown", "CI": "1", "PY_COLORS": "1"},
)


@pytest.mark.parametrize("format_name", MODULES)
def test_a_pipe_gets_the_same_text_whatever_the_terminal_says(ran: Run, format_name: str) -> None:
    plain = ran("vanish", "-f", format_name)[1]
    assert "\x1b" not in plain
    assert "…" not in plain
    for switches in SWITCHES:
        assert ran("vanish", "-f", format_name, **switches) == (0, plain, "")
    forced = ran("vanish", "-f", format_name, FORCE_COLOR="1", COLUMNS="20")[1]
    assert ("\x1b" in forced) is (format_name == "table")
    assert re.sub("\x1b\\[[0-9;]*m", "", forced) == plain


def test_every_digit_is_in_a_piped_table(ran: Run) -> None:
    """Each figure of the CSV, rounded as the column says, whatever the width is said to be."""
    factors = ",".join(f"0.{digit}" for digit in range(10, 60))
    piped = ran("vanish", "--factors", factors, "--digits", "9", COLUMNS="20")[1]
    text = ran("vanish", "--factors", factors, "-f", "csv", "--table", "decay")[1]
    rows = list(csv.DictReader(io.StringIO(text)))
    assert len(rows) == 50 * 7
    assert len(piped.splitlines()[3].split()) == 51
    for row in rows:
        value = float(row["remaining"])
        digits = f"{value:.9f}" if value >= 0.1 else f"{value:.8e}"
        assert digits in piped or f"{value:.9g}" in piped or f"{value:.8e}"[:9] in piped


def test_a_long_csv_record_and_a_json_word_are_never_folded(ran: Run) -> None:
    factor = "0." + "123456789" * 20
    code, printed, _ = ran("vanish", "--factor", factor, "--distance", "1", "-f", "csv")
    assert code == 0
    assert printed.splitlines()[1].startswith("1,0.12345678912345678,")
    page = json.loads(ran("list", "-f", "json", COLUMNS="10")[1])
    assert [row["example"] for row in page["tables"][0]["rows"]][:1] == [NAMES[0]]


def test_negative_numbers_are_values_not_options(ran: Run) -> None:
    cubed = ("vanish", "--distance", "3", "--cell", "3,-0.5:remaining", "-f", "json")
    for factor in (("--factor", "-0.5"), ("--factor=-0.5",), ("--factors", "-0.5,-1")):
        assert ran(*cubed, *factor) == (0, "-0.125\n", "")


def test_a_terminal_gets_colour_and_its_width() -> None:
    """On a real terminal of 40 columns no line is wider, and no figure is lost."""
    leader, follower = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "40"}
    command = [sys.executable, "-m", "rnn_examples", "vanish"]
    with subprocess.Popen(command, stdout=follower, stderr=follower, env=environment) as process:
        os.close(follower)
        data = b""
        while True:
            try:
                piece = os.read(leader, 65536)
            except OSError:
                break
            if not piece:
                break
            data += piece
    os.close(leader)
    assert process.returncode == 0
    text = data.decode()
    assert "\x1b[1m" in text
    lines = re.sub("\x1b\\[[0-9;]*m", "", text).splitlines()
    assert max(map(len, lines)) <= 40
    assert "13,780.61" in text
    assert "1.0e-200" in text
