"""The formats by name and by ending; a table's summary; streams in batches."""

from collections.abc import Callable, Iterator

import pytest

from rnn_examples.errors import InputError
from rnn_examples.tables.formats import ENDINGS, MODULES, Look, by_ending, by_name, render
from rnn_examples.tables.table import Column, Document, Row, Table, table


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("a.md", "markdown"),
        ("a.b/c.TEX", "latex"),
        ("x.html", "html"),
        ("x.htm", "html"),
        ("x.tar.csv", "csv"),
        ("x.json", "json"),
        ("x.svg", "svg"),
        ("x.txt", "plain"),
    ],
)
def test_endings(path: str, name: str) -> None:
    assert by_ending(path) == name


@pytest.mark.parametrize("path", ["x", "x.", ".md", "x.docx", "a.md/x", "csv"])
def test_an_ending_that_names_none_is_refused(path: str) -> None:
    with pytest.raises(InputError, match="names no format") as caught:
        by_ending(path)
    assert str(caught.value).endswith(f"or an ending out of {', '.join(ENDINGS)}")


def test_a_name_of_no_format_is_told_which_there_are() -> None:
    assert (by_name("md", "--format"), by_name("latex", "--format")) == ("markdown", "latex")
    with pytest.raises(InputError) as caught:
        by_name("docx", "--format")
    assert str(caught.value) == (
        "--format: 'docx' is none of table, plain, markdown, latex, html, csv, json, svg"
    )


@pytest.mark.parametrize("name", MODULES)
def test_a_stream_is_shown_whole(stream: Callable[[], Document], name: str) -> None:
    text = "".join(render(stream(), name, Look()))
    assert all(f"word{t}" in text for t in range(1, 7))


@pytest.mark.parametrize("name", [name for name in MODULES if name != "svg"])
def test_a_batch_is_shown_before_the_next_is_computed(name: str) -> None:
    computed: list[int] = []

    def batches() -> Iterator[list[Row]]:
        for t in (1, 2, 3):
            computed.append(t)
            yield [(t, f"word{t}")]

    columns = (Column("t", "t", key=True), Column("word", "word", text=True))
    flow = Document("flow", "F", {}, (Table("flow", "F", columns, batches()),))
    seen = ""
    for piece in render(flow, name, Look()):
        seen += piece
        if "word1" in seen:
            break
    assert computed == [1]


def test_people_see_the_summary_and_machines_the_rows() -> None:
    columns = (Column("t", "t", key=True),)
    short = table("trace", "Short", columns, [(9999,)])
    long = table("trace", "Long", columns, [(1,), (2,)]).but(summary=short)
    document = Document("s", "S", {}, (long,))
    assert "9,999" in "".join(render(document, "plain", Look()))
    assert "".join(render(document, "csv", Look())) == "t\n1\n2\n"


@pytest.mark.parametrize("absent", [None, {"third": "--all"}])
def test_a_table_that_is_not_there_is_told_from_those_that_are(
    absent: dict[str, str] | None,
) -> None:
    columns = (Column("t", "t"),)
    tables = tuple(table(name, name, columns, [(1,)]) for name in ("first", "second"))
    document = Document("x", "X", {}, tables, absent=absent)
    assert [found.name for found in document.only("second").tables] == ["second"]
    with pytest.raises(InputError) as caught:
        document.only("fourth")
    assert str(caught.value) == "--table: 'x' has no table 'fourth'. Its tables: first, second"
    if absent:
        with pytest.raises(InputError) as caught:
            document.only("third")
        assert str(caught.value) == "--table: 'third' is a table of --all. Give that too"
