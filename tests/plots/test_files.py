"""A picture as a file: its bytes, what a reader who does not see it is told, what is refused."""

import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

import pytest

from rnn_examples.cli.app import invoke
from rnn_examples.errors import InputError, MissingExtraError
from rnn_examples.output import Surroundings
from rnn_examples.plots import style
from rnn_examples.plots.files import check_path, picture_bytes
from rnn_examples.plots.picture import Axis, Chart, Guide, Picture, Series

SVG = "{http://www.w3.org/2000/svg}"
NAMES = ("one", "$two$", "<b>&amp;", "日本")
CHART = Chart(
    "A chart",
    Axis("word", names=NAMES),
    Axis("size", "nats"),
    (Series("first", (1.0, 2.0, 3.0, 4.0), (0.0, None, 2.0, 1.0)),),
    (Guide("x", 2.0, "here"), Guide("y", 1.0, "even")),
)
PICTURE = Picture("chart", "See <this> & that", 'Four "words" & a line.', (CHART,))


def drawing(line: str, path: str) -> bytes:
    ((name, data),) = invoke([*line.split(), "--plot", path], Surroundings()).files
    assert name == path
    return data


@pytest.mark.parametrize("ending", [".svg", ".png", ".pdf"])
def test_the_same_bytes_every_time(ending: str) -> None:
    assert picture_bytes(PICTURE, ending) == picture_bytes(PICTURE, ending)


@pytest.mark.parametrize("ending", ["svg", "png", "pdf"])
def test_the_same_bytes_in_another_process(ending: str, tmp_path: Path) -> None:
    (tmp_path / "matplotlibrc").write_text("lines.linewidth: 9\nfont.size: 30\n")
    path = f"gates.{ending}"
    arguments = [sys.executable, "-m", "rnn_examples", "gates", "--plot", path]
    root = Path(__file__).parent.parent.parent
    subprocess.run(
        arguments,
        cwd=tmp_path,
        env={"PYTHONPATH": str(root), "PYTHONHASHSEED": "7", "HOME": str(tmp_path)},
        check=True,
        capture_output=True,
    )
    assert (tmp_path / path).read_bytes() == drawing("gates", path)


def test_every_picture_is_described_and_labelled(line: str) -> None:
    root = ET.fromstring(drawing(line, "a.svg"))
    title, description = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None
    assert description is not None
    assert root.get("role") == "img"
    assert root.get("aria-label") == title.text
    assert len(title.text or "") > 20
    assert len(description.text or "") > len(title.text or "")
    assert (description.text or "").endswith(".")
    assert any((text.text or "").strip() for text in root.iter(f"{SVG}text"))


def test_what_a_user_typed_is_shown_as_it_is() -> None:
    root = ET.fromstring(picture_bytes(PICTURE, ".svg"))
    texts = {text.text for text in root.iter(f"{SVG}text")}
    assert {*NAMES, "size (nats)", "word", "here", "even"} <= texts
    assert root.findtext(f"{SVG}title") == "See <this> & that"
    assert root.findtext(f"{SVG}desc") == 'Four "words" & a line.'


def test_png_and_pdf_hold_the_description_too() -> None:
    assert b'Four "words" & a line.' in picture_bytes(PICTURE, ".png")
    assert b'Four "words" & a line.' in picture_bytes(PICTURE, ".pdf")


def test_no_date_and_no_program() -> None:
    for ending in (".svg", ".png", ".pdf"):
        data = picture_bytes(PICTURE, ending)
        assert b"atplotlib" not in data
        assert b"CreationDate" not in data


def test_it_is_a_column_wide() -> None:
    root = ET.fromstring(picture_bytes(PICTURE, ".svg"))
    assert root.get("width") == f"{4.5 * 72:g}pt"


def test_a_dark_page_turns_ink_and_paper() -> None:
    text = picture_bytes(PICTURE, ".svg").decode()
    assert "@media (prefers-color-scheme:dark)" in text
    assert f'[style*="fill: {style.INK}"]' in text
    assert f'style="fill: {style.INK}' in text
    assert f'style="fill: {style.PAPER}' in text


def luminance(colour: str) -> float:
    """Relative luminance (WCAG 2)."""
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(a: str, b: str) -> float:
    light, dark = sorted((luminance(a), luminance(b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_neighbours_differ_in_grey() -> None:
    for one, other in zip(style.COLOURS, style.COLOURS[1:5], strict=False):
        assert contrast(one, other) > 1.3, (one, other)
    assert contrast(style.COLOURS[0], style.COLOURS[1]) > 2


def test_words_are_legible_on_both_pages() -> None:
    assert contrast(style.INK, style.PAPER) > 7
    assert contrast(style.DARK[style.INK], style.DARK[style.PAPER]) > 7


def test_ids_do_not_clash_in_one_page() -> None:
    text = drawing("gates", "a.svg").decode()
    ids = {element.get("id") for element in ET.fromstring(text).iter()} - {None}
    assert ids
    assert all(f"#{name}" in text for name in ids)
    assert not any((name or "").startswith(("figure", "axes", "text")) for name in ids)


@pytest.mark.parametrize("path", ["a.jpg", "a", "svg", "a.svg.gz"])
def test_an_unknown_ending_is_refused(path: str) -> None:
    with pytest.raises(InputError, match=r"Expected \.svg, \.png or \.pdf, or - for the terminal"):
        check_path(path)


def test_without_matplotlib_one_line_says_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch, printed: Callable[..., str]
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'rnn-examples\[plot\]'"):
        printed("vanish", "--plot", "a.svg")
    assert "█" in printed("clip", "--plot", "-")
