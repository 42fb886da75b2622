"""Markdown, parsed back by markdown-it-py to the cells that went in."""

from collections.abc import Callable

from markdown_it import MarkdownIt
from markdown_it.token import Token

from rnn_examples.equations.expression import equals, power
from rnn_examples.tables.table import Column, Document, Work, table
from rnn_examples.visible import visible


def parsed(text: str) -> list[Token]:
    return MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(text)


def tables_of(text: str) -> list[list[list[str]]]:
    """The tables' rows of cells as text. Inline marks other than text fail."""
    tables: list[list[list[str]]] = []
    tokens = parsed(text)
    for place, token in enumerate(tokens):
        if token.type == "table_open":
            tables.append([])
        if token.type == "tr_open":
            tables[-1].append([])
        if token.type in ("th_open", "td_open"):
            children = tokens[place + 1].children or []
            assert {child.type for child in children} <= {"text"}
            tables[-1][-1].append("".join(child.content for child in children))
    return tables


def test_the_cells_come_back(
    document: Document, rendered: Callable[..., str], words: tuple[str, ...]
) -> None:
    first, second = tables_of(rendered(document, "markdown"))
    assert first[0] == ["t", "50%_done & $5 (a|b)", "$h_{t}$", "[bold]value[/]", "<b>"]
    assert len(first) == len(words) + 1
    for row, word in zip(first[1:], words, strict=True):
        assert len(row) == 5
        assert row[1] == row[4] == visible(word)
    assert first[2][3] == ""
    assert first[4][2] == "(1.50, -0.25)"
    assert first[4][3] == "-0.3750"
    assert second[1:] == [["1", "a|b"]]


def test_title_and_note_are_text(document: Document, rendered: Callable[..., str]) -> None:
    tokens = [token for token in parsed(rendered(document, "markdown")) if token.type == "inline"]
    title, note = tokens[0].children or [], tokens[-1].children or []
    assert {child.type for child in title} == {"text", "strong_open", "strong_close"}
    assert {child.type for child in note} == {"text"}
    assert "".join(child.content for child in note) == visible(str(document.notes[0]))
    assert "".join(child.content for child in title) == visible(document.tables[0].title)


def test_sides_total_and_batches(
    stream: Callable[[], Document], rendered: Callable[..., str]
) -> None:
    text = rendered(stream(), "markdown")
    assert text.splitlines()[3].split("|")[1:4] == [" --: ", " ----- ", " ----: "]
    ((head, *rows),) = tables_of(text)
    assert head == ["t", "word", "third"]
    assert [row[0] for row in rows] == ["1", "2", "3", "4", "5", "6"]


def test_work_is_mathematics_on_lines_of_its_own(rendered: Callable[..., str]) -> None:
    work = (Work("Powers of *x*", (equals(power(2, 3), 8),)),)
    text = rendered(Document("w", "W", {}, (), (), work), "markdown")
    assert text == "**Powers of \\*x\\***\n\n$$\n2^{3} = 8\n$$\n"


def test_the_entries_of_vectors_are_not_padded(rendered: Callable[..., str]) -> None:
    """Blanks that stand under each other in a source are stray ones on a page."""
    columns = (Column("h", "h", decimals=1),)
    rows = [((0.5, -10.0),), ((-10.0, 0.5),)]
    padded = Document("p", "P", {}, (table("p", "P", columns, rows),))
    for format_name in ("markdown", "html"):
        text = rendered(padded, format_name)
        assert "(0.5, -10.0)" in text
        assert "(-10.0, 0.5)" in text
    assert "(  0.5, -10.0)\n(-10.0,   0.5)\n" in rendered(padded, "plain")


def test_a_label_of_one_letter_is_three_wide(rendered: Callable[..., str]) -> None:
    one = Document("o", "O", {}, (table("o", "O", (Column("a", "a"),), [(1,)]),))
    assert rendered(one, "markdown") == "**O**\n\n|   a |\n| --: |\n|   1 |\n"
