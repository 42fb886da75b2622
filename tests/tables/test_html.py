"""HTML that parses back to the same cells, every element closed where it was opened."""

from collections.abc import Callable
from html.parser import HTMLParser

from rnn_examples.equations.expression import power
from rnn_examples.tables.prose import prose
from rnn_examples.tables.table import Document
from rnn_examples.visible import visible


class Reader(HTMLParser):
    """The cells of each table; a tag closed out of turn fails."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tables: list[list[list[str]]] = []
        self.kinds: list[list[str]] = []
        self.attributes: list[dict[str, str | None]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open.append(tag)
        self.attributes.append(dict(attrs))
        if tag == "table":
            self.tables.append([])
        if tag == "tr":
            self.tables[-1].append([])
            self.kinds.append([])
        if tag in ("td", "th"):
            self.tables[-1][-1].append("")
            self.kinds[-1].append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "td" in self.open or "th" in self.open:
            self.tables[-1][-1][-1] += data


def read(text: str) -> Reader:
    reader = Reader()
    reader.feed(text)
    reader.close()
    assert reader.open == []
    return reader


def test_the_cells_come_back(
    document: Document, rendered: Callable[..., str], words: tuple[str, ...]
) -> None:
    first, second = read(rendered(document, "html")).tables
    assert first[0] == ["t", "50%_done & $5 (a|b)", "ht", "[bold]value[/]", "<b>"]
    assert len(first) == len(words) + 1
    for row, word in zip(first[1:], words, strict=True):
        assert row[1] == row[4] == visible(word)
    assert first[2][3] == ""
    assert first[4][2:4] == ["(1.50, -0.25)", "-0.3750"]
    assert second[1:] == [["1", "a|b"]]


def test_words_are_escaped(document: Document, rendered: Callable[..., str]) -> None:
    text = rendered(document, "html")
    assert "&lt;LOQ &lt;/td&gt; &amp;amp;" in text
    assert "<b>" not in text


def test_headings_sides_and_the_total_row(document: Document, rendered: Callable[..., str]) -> None:
    """Left is said once, on the table; MathML in HTML needs no namespace."""
    text = rendered(document.only("trace"), "html")
    reader = read(text)
    assert reader.kinds[0] == ["th"] * 5
    assert all(kinds == ["th", "td", "td", "td", "td"] for kinds in reader.kinds[1:])
    assert text.count("text-align:left") == 1
    assert text.count("text-align:right") == 3 * len(reader.kinds)
    assert "xmlns" not in text
    assert "<math>" in text
    assert text.count("<tbody>") == 2
    *_, total = text.split("<tbody>")
    assert total.count("<tr>") == 1


def test_label_and_caption_go_to_the_first_table(
    document: Document, rendered: Callable[..., str]
) -> None:
    text = rendered(document, "html", label="tab:one", caption="A & <b>")
    assert text.count(' id="tab:one"') == 1
    assert "<caption>A &amp; &lt;b&gt;</caption>" in text
    assert "<caption>Second</caption>" in text
    ids = [given["id"] for given in read(text).attributes if "id" in given]
    assert ids == ["tab:one"]


def test_no_formula_of_a_row_has_a_namespace(rendered: Callable[..., str]) -> None:
    """Two formulas in one paragraph are two elements, each without what XML alone needs."""
    note = prose("Since ", power("f", "k"), " fades, ", power("f", 2), " does.")
    text = rendered(Document("w", "W", {}, (), (note,)), "html")
    assert text.count("<math>") == 2
    assert "xmlns" not in text
