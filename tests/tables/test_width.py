"""Every line of a table is equally wide on the screen, whatever its words are made of."""

import re
from collections.abc import Callable

import pytest

from rnn_examples.equations.expression import Words, equals
from rnn_examples.tables.prose import prose
from rnn_examples.tables.table import Column, Document, Work, table


@pytest.mark.parametrize("format_name", ["table", "plain", "markdown"])
def test_every_line_of_a_table_is_equally_wide(
    document: Document,
    rendered: Callable[..., str],
    columns_of: Callable[[str], int],
    words: tuple[str, ...],
    format_name: str,
) -> None:
    first = rendered(document, format_name).split("\n\n")
    lines = first[1 if format_name == "markdown" else 0].splitlines()
    if format_name != "markdown":
        lines = lines[1:]
    # The heading, its rule, a row a word and, in the terminal's format, a rule above the total.
    assert len(lines) == len(words) + (3 if format_name == "table" else 2)
    assert len({columns_of(line) for line in lines}) == 1


@pytest.mark.parametrize("format_name", ["table", "plain"])
def test_columns_stand_under_each_other(
    document: Document,
    rendered: Callable[..., str],
    columns_of: Callable[[str], int],
    words: tuple[str, ...],
    format_name: str,
) -> None:
    """Each vector closes at the same column of the screen."""
    lines = rendered(document.only("trace"), format_name).splitlines()
    ends = {columns_of(line[: line.index(", -0.25)")]) for line in lines if ", -0.25)" in line}
    assert len(ends) == 1


@pytest.mark.parametrize("format_name", ["table", "plain", "markdown", "latex", "html", "svg"])
def test_nothing_invisible_reaches_a_reader(
    document: Document, rendered: Callable[..., str], format_name: str
) -> None:
    """ESC, a line end or a bidirectional control in a word is spelled out, wherever it stands."""
    text = rendered(document, format_name)
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", text)
    spelled = text.replace("\\textbackslash{}", "\\").replace("\\\\", "\\")
    for escape in ("two\\nlines", "\\x1b", "\\u202e", "\\u2066"):
        assert spelled.count(escape) >= 4, f"{escape} in a cell twice, in the title and the note"


def test_a_caption_is_made_visible_too(document: Document, rendered: Callable[..., str]) -> None:
    for format_name in ("table", "plain", "markdown", "latex", "html", "svg"):
        text = rendered(document, format_name, caption="of\x1b[31m\nmine")
        assert "\x1b" not in text
        assert "\nmine" not in text


def test_an_empty_caption_is_none(rendered: Callable[..., str]) -> None:
    one = Document("o", "O", {}, (table("o", "Title", (Column("a", "a"),), [(1,)]),))
    assert rendered(one, "table", caption="") == "a\n─\n1\n"
    assert rendered(one, "plain", caption="") == "a\n-\n1\n"
    assert rendered(one, "markdown", caption="").startswith("|   a |\n")
    html = rendered(one, "html", caption="")
    assert html.splitlines()[0].startswith('<table class="rnn-example" ')
    assert html.splitlines()[1] == "<thead>"


def test_a_column_without_a_heading_or_an_entry_has_no_width(rendered: Callable[..., str]) -> None:
    columns = (Column("a", "a"), Column("b", "", text=True))
    blank = Document("o", "O", {}, (table("o", "", columns, [(1, None)]),))
    assert rendered(blank, "plain") == "a  \n-  \n1  \n"


@pytest.mark.parametrize("format_name", ["table", "plain", "markdown", "latex", "html", "json"])
def test_words_in_equations_are_visible(rendered: Callable[..., str], format_name: str) -> None:
    """What turns the direction of a line, or starts a terminal's command, is no word's right."""
    word = Words("a\x1b[31m\u202eb\u2066\n")
    work = (Work("Work \x1b", (equals(word, 1),)),)
    document = Document("w", "W", {}, (), (prose("Note ", word),), work)
    text = rendered(document, format_name)
    assert not re.search("[\x00-\x09\x0b-\x1f\u202a-\u202e\u2066-\u2069]", text)


@pytest.mark.parametrize("format_name", ["table", "plain", "markdown", "latex", "html", "svg"])
def test_a_table_without_rows_still_has_its_headings(
    rendered: Callable[..., str], format_name: str
) -> None:
    empty = Document(
        "e", "E", {}, (table("e", "E", (Column("a", "first"), Column("b", "second")), []),)
    )
    text = rendered(empty, format_name)
    assert "first" in text
    assert "second" in text
