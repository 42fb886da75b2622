"""Whatever bytes a file holds: a plan whose update is clean, or faults with lines."""

import contextlib
import json
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from rnn_examples.book.blocks import DocumentError, Fault, plan

SUFFIXES = ["md", "html", "tex", "rst", "ipynb"]
PIECES = [
    "<!-- rnn-examples: vanish -->", "<!-- rnn-examples: vanish --cell a -->",
    "<!-- /rnn-examples -->", "<!-- /rnn-examples sha256:0123456789abcdef -->",
    "% rnn-examples: vanish", "% /rnn-examples", ".. rnn-examples: vanish", ".. /rnn-examples",
    "<!-- rnn-example: vanish -->", "<!--", "-->", "<script>", "</script>", "<a b='", "```", "`",
    "\\begin{verbatim}", "\\end{verbatim}", "::", "> ", "- ", "    ", "| a | b |", "| - | - |",
    "a", "é", "\n", "\n\n", "\r\n", "\r", "\u2028", "\x0b", "\0", "\ufeff", "\\", "[", "](", '"',
]  # fmt: skip
SOUP = st.lists(st.sampled_from(PIECES), max_size=25).map("".join)
PRINTED = st.sampled_from(
    ["0.5\n", "| a |\n| - |\n", "<!-- /rnn-examples -->", "```\n", "a\n\n\n  b", "\x1b[1m", "% x"]
)
FIT = settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


def outside(data: bytes, suffix: str) -> list[str]:
    """What stands outside the blocks of a document that has been planned, line by line."""
    lines = data.decode().replace("\r\n", "\n").replace("\r", "\n").split("\n")
    kept, inside = [], False
    for line in lines:
        if "/rnn-examples" in line and line.startswith(("%", "..", "<!--")):
            inside = False
        elif not inside:
            kept.append(line)
            inside = "rnn-examples: vanish" in line and line.startswith(("%", "..", "<!--"))
    return kept


def check(path: Path, data: bytes, printed: str) -> bytes | None:
    """The new bytes, or None where faults were told."""
    path.write_bytes(data)
    faults: tuple[Fault, ...] = ()
    try:
        (made,) = plan([path], lambda _: printed, ["vanish"])
    except DocumentError as error:
        faults = error.faults
    if faults:
        last = data.count(b"\n") + data.count(b"\r") + 1
        assert all(0 <= fault.line <= last for fault in faults)
        return None
    assert (made.old, made.stale) == (data, made.diff != "")
    path.write_bytes(made.new)
    (again,) = plan([path], lambda _: printed, ["vanish"])
    assert (again.new, again.diff, again.edited) == (made.new, "", ())
    return made.new


@FIT
@given(st.binary(max_size=200), st.sampled_from(SUFFIXES))
@example(b'{"cells": [' + b"9" * 5000 + b"]}", "ipynb")
def test_any_bytes(tmp_path: Path, data: bytes, suffix: str) -> None:
    check(tmp_path / f"a.{suffix}", data, "0.5\n")


@FIT
@given(SOUP, st.sampled_from(SUFFIXES), PRINTED)
def test_any_mixture_of_markers(tmp_path: Path, text: str, suffix: str, printed: str) -> None:
    if suffix == "ipynb":
        cell = {"cell_type": "markdown", "source": text.splitlines(keepends=True)}
        new = check(tmp_path / "a.ipynb", json.dumps({"cells": [cell]}).encode(), printed)
        assert new is None or json.loads(new)["cells"][0]["cell_type"] == "markdown"
    else:
        check(tmp_path / f"a.{suffix}", text.encode(), printed)


MARKS = {
    "md": ("<!-- rnn-examples: vanish -->", "<!-- /rnn-examples -->"),
    "html": ("<!-- rnn-examples: vanish -->", "<!-- /rnn-examples -->"),
    "tex": ("% rnn-examples: vanish", "% /rnn-examples"),
    "rst": (".. rnn-examples: vanish", ".. /rnn-examples"),
}


@FIT
@given(
    st.lists(st.text("ab<>*| é\u2028\t", max_size=8), min_size=1, max_size=6),
    st.sampled_from(sorted(MARKS)),
    st.sampled_from(["\n", "\r\n"]),
    PRINTED,
)
def test_bytes_outside_the_blocks_stay(
    tmp_path: Path, texts: list[str], suffix: str, newline: str, printed: str
) -> None:
    start, end = MARKS[suffix]
    text = f"\n\n{start}\nold\n{end}\n\n".join(f"x{text}" for text in texts)
    data = text.replace("\n", newline).encode()
    new = check(tmp_path / f"a.{suffix}", data, printed)
    if new is not None:
        assert outside(new, suffix) == outside(data, suffix)


HOSTILE = {
    "comments": "<!--", "markers": "<!-- rnn-examples: vanish", "tags": "<a ", "quotes": "<a b='",
    "spaces": "<!--" + " " * 50, "ends": "<!-- x -- ", "scripts": "<script>", "bogus": "<!x",
    "verbatim": "\\begin{verbatim}\n", "colons": "a::\n", "percents": "%", "dots": ".. ",
    "newlines": "\n", "blocks": "",
}  # fmt: skip


@pytest.mark.parametrize("suffix", sorted(MARKS))
@pytest.mark.parametrize("kind", sorted(HOSTILE))
def test_time_grows_with_the_text_and_not_with_its_square(
    tmp_path: Path, kind: str, suffix: str
) -> None:
    """Eight times the text may take up to thirty times the time; its square is sixty-four."""
    start, end = MARKS[suffix]
    piece = f"{start}\n{end}\n\n" if kind == "blocks" else HOSTILE[kind]
    short, long = (
        seconds(tmp_path / f"a.{suffix}", f"{piece * size}\n\n{start}\n{end}\n")
        for size in (500, 4000)
    )
    assert long < 30 * short + 0.2


def seconds(path: Path, text: str) -> float:
    """Of this process alone: the machine is shared."""
    path.write_text(text)
    begun = time.process_time()
    with contextlib.suppress(DocumentError):
        plan([path], lambda _: "0.5\n", ["vanish"])
    return time.process_time() - begun
