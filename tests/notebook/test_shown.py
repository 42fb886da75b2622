"""A result shows itself: as HTML, Markdown, LaTeX or text, its tables and its work alone."""

import math
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path

import pytest

from rnn_examples.errors import InputError
from rnn_examples.notebook.functions import example
from rnn_examples.notebook.shown import Shown

Printed = Callable[..., str]


@pytest.fixture
def shown() -> Shown:
    return example("unroll")("the dog ran")


def test_it_shows_itself_as_the_command_prints_it(shown: Shown, printed: Printed) -> None:
    line = ("unroll", "--sentence", "the dog ran", "-f")
    assert shown._repr_html_() == printed(*line, "html")
    assert shown._repr_markdown_() == printed(*line, "markdown")
    assert shown._repr_latex_() == printed(*line, "latex")
    assert f"{shown!r}\n" == printed(*line, "table")


def test_rows_computed_as_they_come_are_shown_again(tmp_path: Path) -> None:
    path = tmp_path / "text"
    path.write_text("the dog ran " * 10)
    found = example("unroll")(text=path, outputs=True)
    assert repr(found) == repr(found)
    assert len(found.tables["trace"].table.rows) == 30
    assert found._repr_markdown_() == found._repr_markdown_()
    assert found._repr_markdown_().count("\n|") == 2 * (30 + 2)


def test_a_table_alone(shown: Shown) -> None:
    table = example("lstm_cell")().tables["belt"]
    assert table._repr_html_().count("<table") == 1
    assert "0.86" in repr(table)
    ((*_, blame),) = table.table.rows
    assert blame == Decimal("0.97") ** 5


def test_a_table_s_rows_are_numbers_and_texts_by_name(shown: Shown) -> None:
    """W x_t = (0.27, 0.15) by hand, h_1 its tanh with the bias; as JSON has them."""
    first, *_ = shown.tables["trace"].rows
    assert first == {
        "t": 1,
        "word": "the",
        "input": [0.27, 0.15],
        "recurrent": [0.0, 0.0],
        "h": [math.tanh(0.32), math.tanh(0.1)],
    }
    assert [type(value) for value in first["h"]] == [float, float]


def test_a_row_has_a_text_where_no_float_holds_a_number() -> None:
    (row,) = example("vanish")(factors=0.5, distances=5000).tables["decay"].rows
    assert row["remaining"] == "7.0798112610481729e-1506"


def test_the_work_alone(shown: Shown) -> None:
    """0.6 0.5 - 0.3 0.1 = 0.27, as the chapter has it."""
    assert "= (0.27, 0.15)" in repr(shown.work)
    assert "<math" in shown.work._repr_html_()
    assert "<table" not in shown.work._repr_html_()
    assert len(shown.work.lines) == 3


def test_what_has_no_work_says_so() -> None:
    with pytest.raises(InputError, match="train has no arithmetic to show"):
        _ = example("train")(steps=1).work


def test_a_picture_shows_itself(shown: Shown, tmp_path: Path) -> None:
    drawing = shown.plot()
    assert ET.fromstring(drawing._repr_svg_()).tag.endswith("svg")
    assert drawing._repr_html_() is None
    assert "█ 0.69" in repr(drawing)
    path = tmp_path / "a.png"
    drawing.save(str(path))
    assert path.read_bytes().startswith(b"\x89PNG")


def test_without_matplotlib_a_picture_is_in_characters(
    shown: Shown, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The cell does not fail, and tells what an SVG takes."""
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    drawing = shown.plot()
    assert drawing._repr_svg_() is None
    page = ET.fromstring(f"<div>{drawing._repr_html_()}</div>")
    assert page.findtext("pre") == repr(drawing)
    assert page.findtext("p") == (
        "an SVG needs the 'plot' extra. Install it: pip install 'rnn-examples[plot]'"
    )


def test_what_has_no_picture_says_so() -> None:
    with pytest.raises(InputError, match="plot\\(\\): there is no picture of task"):
        example("task")().plot()


def test_raw_values_are_at_hand(shown: Shown) -> None:
    assert shown.result.sentence.words == ("the", "dog", "ran")
    assert shown.document.tables[0].name == "trace"
