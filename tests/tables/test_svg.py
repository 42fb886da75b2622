"""The picture: standalone, the same bytes every time, its columns straight."""

import re
from collections.abc import Callable
from xml.etree import ElementTree

import pytest

from rnn_examples.equations.expression import equals, quotient
from rnn_examples.tables.table import Column, Document, Work, table
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


def test_digits_caption_and_equations_are_those_asked_for(rendered: Callable[..., str]) -> None:
    column = Column("a", "a", decimals=4)
    one = table("o", "Title", (column,), [(1 / 3,)], equation=equals("a", quotient(1, 3)))
    shown = Document("o", "O", {}, (one,))
    text = rendered(shown, "svg", digits=2, caption="Mine", equations=True).replace("&#160;", " ")
    for wanted in (">Mine<", "a = 1/3<", "0.33<"):
        assert wanted in text
    assert "0.333" not in text
    assert "Title" not in text
    assert "a = 1/3" not in rendered(shown, "svg").replace("&#160;", " ")


def test_work_stands_below_the_tables_once(rendered: Callable[..., str]) -> None:
    one = table("o", "O", (Column("a", "a"),), [(1,)])
    work = (Work("Arithmetic", (equals("a", 1),)),)
    text = rendered(Document("o", "O", {}, (one,), ("Note",), work), "svg")
    assert text.count("Arithmetic") == 1
    assert text.count(">Note<") == 1
    assert text.index(">Note<") < text.index("Arithmetic")


@pytest.mark.parametrize("forced", ["", "1"])
def test_no_surroundings_reach_it(
    rendered: Callable[..., str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    forced: str,
) -> None:
    """Coloured words are coloured, lines as long as they are, whatever the shell says; nothing
    is printed on the way."""
    column = Column("word", "word", text=True, styles={"bad": "red"})
    shown = Document("o", "O", {}, (table("o", "O", (column,), [("bad",), ("x" * 100,)]),))
    text = rendered(shown, "svg")
    assert "#b00020" in text  # the theme's red, (176, 0, 32)
    surroundings = {
        "NO_COLOR": "1",
        "FORCE_COLOR": forced,
        "TERM": "dumb",
        "COLUMNS": "20",
        "LINES": "3",
        "JUPYTER_COLUMNS": "20",
        "TTY_COMPATIBLE": forced or "0",
    }
    for name, value in surroundings.items():
        monkeypatch.setenv(name, value)
    assert rendered(shown, "svg") == text
    assert capsys.readouterr() == ("", "")
