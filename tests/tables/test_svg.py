"""The picture: standalone, the same bytes every time, its columns straight."""

import re
from collections.abc import Callable
from xml.etree import ElementTree

import pytest

from rnn_examples.tables.table import Column, Document, table
from rnn_examples.visible import visible

COLUMN = 12.2  # a letter of 20 pixels, 0.61 as wide as high
SVG = "{http://www.w3.org/2000/svg}"


def test_it_fetches_nothing(document: Document, rendered: Callable[..., str]) -> None:
    text = rendered(document, "svg")
    assert re.findall(r"https?://[^\"]*", text) == ["http://www.w3.org/2000/svg"]
    for fetching in ("url(", "@font-face", "@import", "href", "<script", "<image"):
        assert fetching not in text


def test_it_is_well_formed_and_named(document: Document, rendered: Callable[..., str]) -> None:
    root = ElementTree.fromstring(rendered(document, "svg"))
    assert root.tag == f"{SVG}svg"
    title = root.find(f"{SVG}title")
    assert title is not None
    assert title.text == visible(document.title)


def test_two_runs_give_the_same_bytes(document: Document, rendered: Callable[..., str]) -> None:
    assert rendered(document, "svg") == rendered(document, "svg")
    assert rendered(document, "svg") != rendered(document.only("second"), "svg")


def test_every_word_stands_at_its_column(
    document: Document, rendered: Callable[..., str], columns_of: Callable[[str], int]
) -> None:
    """Each line's pieces, by the columns they start at, give the line of the terminal's format."""
    tables = document.but(notes=())
    root = ElementTree.fromstring(rendered(tables, "svg"))
    lines: dict[float, str] = {}
    for text in root.iter(f"{SVG}text"):
        line = lines.get(float(text.attrib["y"]), "")
        start = round(float(text.attrib["x"]) / COLUMN)
        line += " " * (start - columns_of(line)) + (text.text or "").replace("\xa0", " ")
        lines[float(text.attrib["y"])] = line
        assert float(text.attrib["textLength"]) == pytest.approx(COLUMN * len(text.text or ""))
        assert columns_of(text.text or "") in (len(text.text or ""), 2)
    expected = [line.rstrip() for line in rendered(tables, "table").splitlines() if line.strip()]
    assert [line.rstrip() for line in lines.values()] == expected


def test_a_long_note_is_wrapped_to_the_tables(rendered: Callable[..., str]) -> None:
    """72 columns at least; one more and Rich's 18 pixels of margin make the picture's width."""
    one = table("o", "O", (Column("a", "a"),), [(1,)])
    text = rendered(Document("o", "O", {}, (one,), ("word " * 100,)), "svg")
    width = float(ElementTree.fromstring(text).attrib["viewBox"].split()[2])
    assert width == pytest.approx(73 * COLUMN + 18, abs=1)
    assert text.count("word") == 100
    assert "<svg" in rendered(Document("o", "O", {}, ()), "svg")
