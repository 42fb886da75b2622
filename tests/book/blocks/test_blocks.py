"""What a block becomes in each kind of document, and what stays as it was."""

import json
import re
from hashlib import sha256

import pytest

START = "<!-- rnn-examples: vanish -->"
END = "<!-- /rnn-examples -->"


def sealed(content: str) -> str:
    return f"sha256:{sha256(content.encode()).hexdigest()[:16]}"


TABLE = "| t | h |\n| - | -: |\n| 1 | 0.5 |\n"
QUOTED = ">\n> | t | h |\n> | - | -: |\n> | 1 | 0.5 |\n>\n"
FENCED = "\n````text\n```\n````\n\n"
RST = "\n::\n\n   a <b>\n\n     c\n\n"


@pytest.mark.parametrize(
    ("name", "command", "printed", "content"),
    [
        ("a.md", "vanish", TABLE, f"\n{TABLE}\n"),
        ("a.md", "vanish -f html", "<table>\n</table>\n", "\n<table>\n</table>\n\n"),
        ("a.md", "vanish -f plain", "```\n", FENCED),
        ("a.md", "vanish -f md", TABLE, f"\n{TABLE}\n"),
        ("a.tex", "vanish -f tex", "\\begin{center}\n", "\\begin{center}\n"),
        ("a.md", "vanish --format=json", "{}\n", "\n```json\n{}\n```\n\n"),
        ("a.html", "vanish", "<table></table>\n", "<table></table>\n"),
        ("a.html", "vanish -f plain", "<!-- /rnn-examples -->\n",
         "<pre>\n&lt;!-- /rnn-examples --&gt;\n</pre>\n"),
        ("a.tex", "vanish", "\\begin{center}\n", "\\begin{center}\n"),
        ("a.tex", "vanish -fplain", "50% \\x\n",
         "\\begin{verbatim}\n50% \\x\n\\end{verbatim}\n"),
        ("a.tex", "vanish --cell 47:remaining", "7.1e-15\n", "$7.1 \\times 10^{-15}$\n"),
        ("a.tex", "vanish --cell word", "50%_\n", "50\\%\\_\n"),
        ("a.rst", "vanish", "a <b>\n\n  c\n", RST),
        ("a.rst", "vanish -f html", "<b>\n", "\n.. raw:: html\n\n   <b>\n\n"),
        ("a.rst", "vanish --cell x", "-5\n", "\n\\-5\n\n"),
        ("a.rst", "vanish --cell x", "a_b*\n", "\na\\_b\\*\n\n"),
        ("a.md", "vanish --cell x", "a\n", "\na\n\n"),
    ],
)  # fmt: skip
def test_a_block_in_its_document(desk, updated, name, command, printed, content) -> None:
    desk.printed["vanish"] = printed
    comment = {"tex": "% {}", "rst": ".. {}"}.get(name[2:], "<!-- {} -->")
    start, end = comment.format(f"rnn-examples: {command}"), comment.format("/rnn-examples")
    last = comment.format(f"/rnn-examples {sealed(content)}")
    assert updated(name, f"a\n\n{start}\n{end}\n\nb") == f"a\n\n{start}\n{content}{last}\n\nb"


@pytest.mark.parametrize(
    ("name", "printed", "shown"),
    [
        ("a.md", "7.1e-15\n", "7.1e-15"),
        ("a.md", "[0.5, -0.2]\n", "[0.5, -0.2]"),
        ("a.md", "<b>|*_\n", "&#60;b&#62;&#124;&#42;&#95;"),
        ("a.md", "<!-- /rnn-examples -->\n", "&#60;!-- /rnn-examples --&#62;"),
        ("a.html", "<b>&\n", "&lt;b&gt;&amp;"),
        ("a.html", "-0.5\n", "-0.5"),
    ],
)
def test_a_number_in_a_sentence(desk, updated, name: str, printed: str, shown: str) -> None:
    desk.printed["vanish"] = printed
    start = "<!-- rnn-examples: vanish --cell 47:remaining -->"
    text = updated(name, f"a {start}old{END} b {start}{END}\n")
    block = f"{start}{shown}<!-- /rnn-examples {sealed(shown)} -->"
    assert text == f"a {block} b {block}\n"
    assert desk.runs[0] == ["vanish", "--cell", "47:remaining"]


@pytest.mark.parametrize(
    ("name", "default"), [("a.md", "markdown"), ("a.html", "html"), ("a.ipynb", "markdown")]
)
def test_a_command_without_a_format_gets_the_documents_own(desk, name, default) -> None:
    text = f"<!-- rnn-examples: vanish -- -1 -->\n\n{END}\n"
    if name == "a.ipynb":
        text = json.dumps({"cells": [{"cell_type": "markdown", "source": text}]})
    desk.update(desk.write(name, text))
    assert desk.runs[0] == ["vanish", "--format", default, "--", "-1"]


def test_a_command_is_split_as_a_shell_would_and_run_once(desk, updated) -> None:
    start = "<!-- rnn-examples: vanish -f markdown --sentence 'a $(b) \"c' --x -0.5 --y -inf -->"
    updated("a.md", f"{start}\n{END}\n\n{start}\n{END}\n")
    words = ["vanish", "-f", "markdown", "--sentence", 'a $(b) "c', "--x", "-0.5", "--y", "-inf"]
    assert desk.runs == [words] * 2  # one for the update, one for the check after it


@pytest.mark.parametrize(
    "text",
    [
        f"```\n{START}\n```\n",
        f"~~~md\n{START}\n~~~\n",
        f"    {START}\n",
        f"> ```\n> {START}\n> ```\n",
        f"a `{START}` b\n",
        f"a ``{START} ` `` b\n",
        f"a \\{START} b\n",
        f"a \\{START[:-4]}\n",
        f"<!-- as in\n{START}\n",
        "<!-- RNN examples follow -->\n",
        "<!-- examples: a -->\n",
        "<!-- cnn-examples: vanish -->\n",
        f"| a | b |\n| - | - |\n| `{START}` | c |\n",
    ],
)
def test_markers_in_code_are_text(desk, text: str) -> None:
    path = desk.write("a.md", f"{START}\n{END}\n\n{text}")
    made = desk.update(path)
    assert made.new.decode().endswith(text)
    assert len(desk.runs) == 2


@pytest.mark.parametrize(
    "prefix", ["  ", "> ", "> > ", ">   ", "- a\n\n  ", "1. a\n   - b\n\n     "]
)
def test_a_block_keeps_its_place_in_quotes_and_lists(updated, prefix: str) -> None:
    own = prefix.rpartition("\n")[2]
    text = updated("a.md", f"{prefix}{START}\n{own}{END}\n")
    lines = text.removeprefix(prefix.removesuffix(own)).splitlines()
    assert lines[1:6] == [f"{own}{line}".rstrip() for line in ("", *TABLE.splitlines(), "")]
    assert lines[6].startswith(f"{own}<!-- /rnn-examples sha256:")


def test_a_backtick_in_another_cell_makes_no_code(updated) -> None:
    row = "| ` | <!-- rnn-examples: unroll --cell a -->x" + END + " | ` |"
    assert "-->7.1e-15<!--" in updated("a.md", f"| a | b | c |\n| - | - | - |\n{row}\n")


@pytest.mark.parametrize("empty", ["<!-->", "<!--->", "<!---->"])
def test_an_empty_comment_in_html_holds_nothing(updated, empty: str) -> None:
    assert "0.5" in updated("a.html", f"{empty}\n{START}\n{END}\n")


def test_a_verbatim_that_ends_on_its_line_hides_no_marker(updated) -> None:
    start = "\\begin{verbatim} 1 \\end{verbatim}\n"
    assert "0.5" in updated("a.tex", f"{start}% rnn-examples: vanish\n% /rnn-examples\n")


def test_an_empty_comment_in_rst_holds_nothing(updated) -> None:
    text = updated("a.rst", "..\n\n   .. rnn-examples: vanish\n\n   .. /rnn-examples\n")
    assert "   ::\n\n      | t | h |\n" in text


def test_deep_nesting_hides_no_marker(updated) -> None:
    prefix = "> " * 40
    assert "0.5" in updated("a.md", f"{prefix}{START}\n{prefix}{END}\n")


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("last", ["", "{n}", "{n}b", "{n}b{n}{n}"])
def test_newlines_the_byte_order_mark_and_the_last_line_stay(updated, newline, mark, last) -> None:
    last = last.format(n=newline)
    content = f"\n{TABLE}\n"
    text = updated("a.md", f"{mark}{START}{newline}{END}{last}")
    assert text == mark + newline.join(
        [START, *content.split("\n")[:-1], f"<!-- /rnn-examples {sealed(content)} -->{last}"]
    )


def test_a_file_with_crlf_is_fresh_until_a_digit_is_altered(desk) -> None:
    path = desk.write("a.md", f"a\r\n\r\n{START}\r\n{END}\r\n")
    desk.update(path)
    fresh = path.read_bytes()
    path.write_bytes(fresh.replace(b"0.5", b"0.6"))
    (made,) = desk.plan(path)
    assert made.stale
    assert made.new == fresh
    assert "-| 1 | 0.6 |\n+| 1 | 0.5 |\n" in made.diff
    assert [fault.line for fault in made.edited] == [3]


def test_a_checkout_that_turns_newlines_is_fresh(desk) -> None:
    path = desk.write("a.md", f"{START}\n{END}\n")
    desk.update(path)
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    (made,) = desk.plan(path)
    assert not made.stale


def test_newlines_of_both_kinds_in_a_block_are_fresh(desk) -> None:
    path = desk.write("a.md", f"{START}\n{END}\n")
    desk.update(path)
    path.write_bytes(path.read_bytes().replace(b"|\n", b"|\r\n"))
    (made,) = desk.plan(path)
    assert not made.stale


def test_an_edit_by_hand_is_told_and_stale_numbers_are_none(desk) -> None:
    path = desk.write("a.md", f"{START}\nwritten before the first update\n{END}\n")
    desk.update(path)
    desk.printed["vanish"] = TABLE.replace("0.5", "0.25")
    (made,) = desk.plan(path)
    assert (made.stale, made.edited) == (True, ())
    path.write_bytes(path.read_bytes().replace(b"0.5", b"0.75"))
    (made,) = desk.plan(path)
    (edit,) = made.edited
    assert re.search(r"a\.md:1: the block was edited by hand.*--force", str(edit))
    path.write_bytes(path.read_bytes().replace(b"0.75", b"0.25"))
    (made,) = desk.plan(path)
    assert (made.stale, made.edited) == (True, ())  # the edit says what the update would


def test_a_true_number_without_its_checksum_is_not_up_to_date(desk) -> None:
    made = desk.update(desk.write("a.md", f"{START}\n\n{TABLE}\n{END}\n"))
    removed = [line for line in made.diff.split("\n")[2:] if line.startswith("-")]
    assert removed == [f"-{END}"]
    assert made.edited == ()


def test_white_space_that_ends_a_line_is_left_out(desk, updated) -> None:
    desk.printed["vanish"] = "\r\na  \r\nb\t\n\n"
    assert f"{START}\n\na\nb\n\n<!--" in updated("a.md", f"{START}\n{END}\n")


def test_one_file_under_two_names_is_planned_once(desk) -> None:
    path = desk.write("a.md", f"{START}\n{END}\n")
    link = desk.folder / "b.md"
    link.symlink_to(path)
    assert [made.path for made in desk.plan(link, path)] == [link]


def test_planning_writes_nothing(desk) -> None:
    path = desk.write("a.md", f"{START}\n{END}\n")
    before = (path.read_bytes(), path.stat().st_mtime_ns)
    desk.plan(path)
    assert (path.read_bytes(), path.stat().st_mtime_ns) == before
    assert list(desk.folder.iterdir()) == [path]
