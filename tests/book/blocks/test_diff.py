"""The diff, applied as `patch` does, gives the new text."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rnn_examples.book.blocks.diff import unified_diff
from rnn_examples.book.blocks.pairs import Edit, apply

HUNK = re.compile(r"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")


def patched(text: str, diff: str) -> str:
    """The text with a unified diff applied; its line numbers and old lines must be right."""
    old = text.splitlines(keepends=True)
    new: list[str] = []
    position = 0
    lines = re.sub(r"\n\\ No newline at end of file\n", "\0\n", diff).splitlines()[2:]
    for line in lines:
        if (hunk := HUNK.fullmatch(line)) is not None:
            first = int(hunk[1]) - (hunk[2] != "0")
            new += old[position:first]
            position = first
            assert len(new) == int(hunk[3]) - (hunk[4] != "0")
            continue
        content = line[1:-1] if line.endswith("\0") else f"{line[1:]}\n"
        if line[0] in " -":
            assert old[position] == content
            position += 1
        if line[0] in " +":
            new.append(content)
    return "".join(new + old[position:])


@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.sampled_from(["a\n", "b\n", "\n", "c"]), max_size=40).map("".join),
    st.lists(st.tuples(st.integers(0, 80), st.sampled_from(["", "d\n", "e", "\n\n"])), max_size=6),
)
def test_the_diff_gives_the_new_text(text: str, marks: list[tuple[int, str]]) -> None:
    places = sorted(min(place, len(text)) for place, _ in marks)
    pairs = zip(places[::2], places[1::2], strict=False)
    edits = [Edit(a, b, new) for (a, b), (_, new) in zip(pairs, marks, strict=False)]
    new = apply(text, edits)
    diff = unified_diff("a.md", text, edits)
    assert (diff == "") == (new == text)
    assert patched(text, diff) == new


@pytest.mark.parametrize(
    ("text", "edit", "diff"),
    [
        ("a\nb\nc\n", Edit(2, 3, "d"), "@@ -1,3 +1,3 @@\n a\n-b\n+d\n c\n"),
        ("a", Edit(0, 1, "b"), "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n"
                               "\\ No newline at end of file\n"),
        ("", Edit(0, 0, "b\n"), "@@ -0,0 +1 @@\n+b\n"),
        ("a\r\nb\r\n", Edit(3, 4, "c"), "@@ -1,2 +1,2 @@\n a\n-b\n+c\n"),
        ("1\n2\n3\n4\n5\n6\n", Edit(10, 11, "x"), "@@ -3,4 +3,4 @@\n 3\n 4\n 5\n-6\n+x\n"),
    ],
)  # fmt: skip
def test_the_text_of_a_diff(text: str, edit: Edit, diff: str) -> None:
    assert unified_diff("a.md", text, [edit]) == f"--- a.md\n+++ a.md\n{diff}"


def test_a_very_long_change_is_all_old_then_all_new() -> None:
    """Which of three thousand lines stay is not looked for: that takes the square of the time."""
    old, new = ("".join(f"{word} {n % 7}\n" for n in range(1500)) for word in ("old", "new"))
    text = f"a\n{old}b\n"
    diff = unified_diff("a.md", text, [Edit(2, 1 + len(old), new[:-1])])
    signs = [line[0] for line in diff.splitlines()[3:]]
    assert signs == [" ", *"-" * 1500, *"+" * 1500, " "]
    assert patched(text, diff) == f"a\n{new}b\n"


@pytest.mark.parametrize(
    ("between", "hunks"),
    [(6, ["@@ -1,11 +1,12 @@"]), (7, ["@@ -1,4 +1,5 @@", "@@ -6,7 +7,7 @@"])],
)
def test_changes_share_a_hunk_where_their_context_meets(between: int, hunks: list[str]) -> None:
    text = "a\n" + "=\n" * between + "b\n" + "=\n" * 3
    last = text.index("b")
    diff = unified_diff("a.md", text, [Edit(0, 1, "c\nd"), Edit(last, last + 1, "e")])
    assert [line for line in diff.splitlines() if line.startswith("@")] == hunks
