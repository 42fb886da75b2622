"""Each way in which a document can be wrong: named with file and line, nothing planned."""

from pathlib import Path

import pytest

from rnn_examples.book.blocks import DocumentError

START = "<!-- rnn-examples: vanish -->"
END = "<!-- /rnn-examples -->"
DOUBLED = f"{START}\n{START}\n{END}\n"


def faults(desk, name: str, text: str | bytes) -> list[tuple[int, str]]:
    """Line and message of each fault; no command may have run."""
    path = desk.write(name, text)
    with pytest.raises(DocumentError) as caught:
        desk.plan(path)
    assert desk.runs == []
    assert all(fault.path == str(path) for fault in caught.value.faults)
    lines = str(caught.value).split("\n")
    assert len(lines) == len(caught.value.faults)
    assert all(line.startswith(f"{path}:") for line in lines)
    return [(fault.line, fault.message) for fault in caught.value.faults]


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        (f"a\n\n{START}\n", 3, "no end marker"),
        (f"a\n\n{END}\n", 3, "without a start marker"),
        (f"{START}\n{END}\n\n{END}\n", 4, "without a start marker"),
        (DOUBLED, 2, "inside the block of line 1"),
        (f"{START}\n\n{START}\n{END}\n{END}\n", 3, "inside the block of line 1"),
        ("a <!-- rnn-examples: vanish -->\nb\n" + END, 1, "alone on a line"),
        (f"{START}\nb {END}\n", 1, "alone on a line"),
        (f"{START} b\n{END}\n", 1, "alone on a line"),
        (f"> {START}\n\n{END}\n", 1, "indented as its start marker"),
        (f"<!-- rnn-examples: -->\n{END}\n", 1, "names no command"),
    ],
)
def test_markers_that_do_not_pair(desk, text: str, line: int, words: str) -> None:
    ((found, message),) = faults(desk, "a.md", text)
    assert found == line
    assert words in message


def test_reversed_markers_are_two_faults(desk) -> None:
    assert [line for line, _ in faults(desk, "a.md", f"a\n{END}\n\n{START}\n")] == [2, 4]


@pytest.mark.parametrize("suffix", ["md", "html"])
@pytest.mark.parametrize(
    "wrong",
    [
        "<!-- rnn-example: vanish -->",
        "<!-- rnn_examples: vanish -->",
        "<!-- RNN-Examples: vanish -->",
        "<!-- rnn examples: vanish -->",
        "<!-- rnn-exmaples: vanish -->",
        "<!-- rnn-examples vanish -->",
        "<!-- rnn-examples:: vanish -->",
        "<!-- rnn-examples/ -->",
        "<!-- /rnn-example -->",
        "<!-- / rnn-examples -->",
        "<!-- \\rnn-examples -->",
        "<!-- /rnn-examples: -->",
        "<!-- /rnn-examples sha256:12 -->",
        "<!- rnn-examples: vanish -->",
        "<!--- rnn-examples: vanish -->",
        "<!-- rnn-examples: vanish",
        "<!-- rnn-examples: vanish ->\n\n-->",
        "<!--\nrnn-examples: vanish\n-->",
    ],
)
def test_misspelled_markers(desk, suffix: str, wrong: str) -> None:
    """Told alone: the markers that lack because of it are not."""
    ((line, message),) = faults(desk, f"a.{suffix}", f"{START}\n{END}\n\n{wrong}\n")
    assert line == 4
    assert "misspelled" in message or "does not end" in message
    assert "Expected '<!-- rnn-examples: COMMAND -->'" in message


def test_each_misspelled_marker_is_told(desk) -> None:
    text = f"{START[:-4]}\n\n-->\n\na <!-- rnn_examples\n\n<!-- rnn-example: b -->\n{END}\n"
    assert [line for line, _ in faults(desk, "a.md", text)] == [1, 5, 7]


@pytest.mark.parametrize(
    ("name", "text", "line", "words"),
    [
        ("a.tex", "a\n% rnn-example: vanish\n% /rnn-examples\n", 2, "misspelled"),
        ("a.tex", "% rnn-examples: vanish\n", 1, "no end marker"),
        ("a.tex", "% rnn-examples: vanish\n  % /rnn-examples\n", 1, "indented"),
        ("a.rst", "a\n\n.. rnn-examples:: vanish\n\n.. /rnn-examples\n", 3, "misspelled"),
        ("a.rst", "a\n\n..rnn-examples: vanish\n\n.. /rnn-examples\n", 3, "misspelled"),
        ("a.rst", "a\n.. rnn-examples: vanish\n\n.. /rnn-examples\n", 2, "empty line above"),
        ("a.ipynb", '{"cells": [', 0, "is not JSON"),
        ("a.ipynb", "[" * 100_000, 0, "nested too deeply"),
        ("a.ipynb", '{"worksheets": []}', 0, "is not a notebook"),
        ("a.ipynb", '{"cells": [{"cell_type": "markdown", "source": 3}]}', 0, "cell 1: "),
        ("a.txt", "", 0, "no kind of document"),
        ("a.md", b"a\n\nb \xff", 0, "byte 0xff in line 3"),
    ],
)
def test_other_kinds(desk, name: str, text: str | bytes, line: int, words: str) -> None:
    ((found, message),) = faults(desk, name, text)
    assert found == line
    assert words in message


def test_a_file_too_large_for_a_document_is_not_read(desk) -> None:
    path = desk.write("a.md", "")
    with path.open("r+b") as file:
        file.truncate((64 << 20) + 1)
    with pytest.raises(DocumentError, match=r"a\.md: holds more than 64 MiB"):
        desk.plan(path)


def test_a_line_of_a_notebook_is_the_line_of_its_file(desk) -> None:
    lines = f'["a\\n",\n"<!-- rnn-examples: x -->\\n",\n"{END}"]'
    text = f'{{"cells": [\n{{"cell_type": "markdown", "source": {lines}}}]}}'
    ((line, message),) = faults(desk, "a.ipynb", text)
    assert line == 3
    assert message.startswith("cell 1: 'x' is no command")


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("ls", "'ls' is no command"),
        ("rnn-examples vanish", "'rnn-examples' is no command"),
        ("verify; ls", "'verify;' is no command"),
        ("'van", "cannot be split"),
        ("vanish -o a.txt", "leave out '-o'"),
        ("vanish -oa.txt", "leave out '-oa.txt'"),
        ("vanish --output=a.txt", "leave out '--output=a.txt'"),
        ("unroll --text -", "has no standard input: give a file instead of '-'"),
        ("vanish --passage=- --evidence a", "has no standard input: give a file"),
        ("vanish --plot a.png", "leave out '--plot'"),
        ("vanish --save-weights a.npz", "leave out '--save-weights'"),
        ("vanish --resume a.npz", "leave out '--resume'"),
        ("vanish -qoa.txt", "each short option on its own"),
        ("vanish -f svg", "'svg' cannot stand in Markdown"),
        ("vanish -f", "'' cannot stand in Markdown"),
        ("vanish " + "x" * 5000, "longer than 4096"),
    ],
)
def test_commands_that_a_block_may_not_run(desk, command: str, words: str) -> None:
    ((line, message),) = faults(desk, "a.md", f"a\n\n<!-- rnn-examples: {command} -->\n\n{END}\n")
    assert line == 3
    assert words in message


def test_every_fault_of_every_file_is_told_and_good_files_stay(desk) -> None:
    good = desk.write("good.md", f"{START}\n{END}\n")
    bad = desk.write("bad.md", f"{END}\n\n<!-- rnn-examples: ls -->\n{END}\n")
    with pytest.raises(DocumentError) as caught:
        desk.plan(good, bad, desk.folder / "none.md", desk.folder)
    assert [(Path(fault.path).name, fault.line) for fault in caught.value.faults] == [
        ("bad.md", 1),
        ("bad.md", 3),
        ("none.md", 0),
        (desk.folder.name, 0),
    ]
    assert str(caught.value.faults[-1].message) == "is a folder. Give the documents in it"
    assert desk.runs == []


def test_a_command_that_fails_is_named_with_its_line(desk) -> None:
    good = desk.write("good.md", f"{START}\n{END}\n")
    fails = "<!-- rnn-examples: fails --distances x -->"
    bad = desk.write("bad.md", f"a\n\n{fails}\n{END}\n\n{fails}\n{END}\n")
    with pytest.raises(DocumentError) as caught:
        desk.plan(good, bad)
    message = "--distances: found 'x', expected an integer"
    assert str(caught.value) == f"{bad}:3: {message}\n{bad}:6: {message}"


@pytest.mark.parametrize(
    ("name", "start", "end", "printed"),
    [
        ("a.md", START, END, "a\n<!-- /rnn-examples -->\nb\n"),
        ("a.md", START, END, "<!-- rnn-examples: vanish -->\n"),
        ("a.md", START, END, "```\n"),
        ("a.md", START, END, "<!-- a\n"),
        ("a.html", START, END, "<!-- /rnn-examples -->\n"),
        ("a.html", START, END, "<script>\n"),
        ("a.tex", "% rnn-examples: vanish", "% /rnn-examples", "% /rnn-examples\n"),
        ("a.tex", "% rnn-examples: vanish -f csv", "% /rnn-examples", "\\end{verbatim}\n"),
        ("a.md", START, END, " \n\n"),
        ("a.md", START, END, "\ud800\n"),
        ("a.md", "a " + START, END, "two\nlines\n"),
    ],
)
def test_output_that_would_break_the_document(desk, name, start, end, printed) -> None:
    desk.printed["vanish"] = printed
    joint = "" if start.startswith("a ") else "\n"
    path = desk.write(name, f"\n{start}{joint}{end}\n")
    with pytest.raises(DocumentError) as caught:
        desk.plan(path)
    assert [fault.line for fault in caught.value.faults] == [2]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.md", "a\n"),
        ("a.md", ""),
        ("a.md", b"\xef\xbb\xbfa\r\n"),
        ("a.md", "`" + START + "`\n"),
        ("a.tex", "\\begin{verbatim}\n% rnn-examples: vanish\n\\end{verbatim}\n"),
        ("a.rst", "a::\n\n  .. rnn-examples: vanish\n\n  .. /rnn-examples\n"),
        ("a.rst", ".. code-block:: rst\n\n   .. rnn-examples: vanish\n"),
        ("a.rst", "..\n   .. rnn-examples: vanish\n"),
        ("a.html", "<script>\n// <!-- rnn-examples: vanish -->\n</script>"),
        ("a.html", "<a title='<!-- rnn-examples: vanish -->'>b</a>"),
        ("a.html", "<a b=\"'>\" c = '> <!-- rnn-examples: vanish -->'>d</a>"),
        ("a.ipynb", '{"cells": [\n]}'),
    ],
)
def test_a_document_without_blocks_is_none_to_change(desk, name: str, text: str | bytes) -> None:
    """What looks like a marker in code is none."""
    (made,) = desk.plan(desk.write(name, text))
    assert (made.blocks, made.stale, made.diff, made.edited) == (0, False, "", ())


def test_what_has_no_line_is_told_without_one(desk) -> None:
    with pytest.raises(DocumentError) as caught:
        desk.plan(desk.folder / "none.md")
    assert str(caught.value) == f"{desk.folder / 'none.md'}: not found"
