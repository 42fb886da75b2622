"""Pictures of what is missing, beyond the frame, of many kinds at once, or too much."""

import re
from collections.abc import Callable
from math import log10
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len

from rnn_examples.cli.app import invoke
from rnn_examples.errors import InputError
from rnn_examples.notebook.functions import example
from rnn_examples.output import Surroundings
from rnn_examples.plots.picture import Bars, Chart, Picture
from rnn_examples.plots.registry import picture_of

Drawn = Callable[..., str]
LSTM = """
[vocabulary]
a = [1.0]
b = [-0.5]
"""
for _gate in ("input", "forget", "output", "candidate"):
    LSTM += f"[gates.{_gate}]\nW_xh = [[0.5]]\nW_hh = [[0.3]]\nb_h = [0.1]\n"


def pictured(name: str, **values: Any) -> Picture:
    shown = example(name)(**values)
    return picture_of(shown.module.__name__, shown.result)


def svg(line: str) -> str:
    ((_, data),) = invoke([*line.split(), "--plot", "x.svg"], Surroundings()).files
    return data.decode()


def test_a_gradient_of_zeros_has_no_bar_and_its_value_is_told(drawn: Drawn) -> None:
    line = "clip --gradient 0,0 --gradient 3,4 --threshold 1/3"
    lines = drawn(line).splitlines()
    zero = next(n for n, text in enumerate(lines) if text.startswith("(0, 0)  before"))
    assert [text.split() for text in lines[zero : zero + 2]] == [
        ["(0,", "0)", "before", "0"],
        ["after", "0"],
    ]
    assert lines[-1] == "  threshold 1/3"
    written = re.findall(r"<text[^>]*>([^<]*)<", svg(line))
    assert [text for text in written if text in ("0", "5.00", "0.33")] == ["0", "5.00", "0", "0.33"]


def test_a_threshold_without_an_end_is_drawn_at_its_logarithm() -> None:
    bars = pictured("clip", gradient=[(3, 4)], threshold="1/3").panels[1]
    assert isinstance(bars, Bars)
    assert bars.guides[0].at == pytest.approx(log10(1 / 3))


def test_what_is_nothing_has_no_point(drawn: Drawn) -> None:
    """Of a gain of 0 nothing is left from the first step on."""
    chart = pictured("influence", gains=[0, 0.5], steps=[0, 1, 2]).panels[0]
    assert isinstance(chart, Chart)
    assert chart.series[0].y == (0.0, None, None)
    text = drawn("influence --gains 0,0.5 --steps 0,1,2").partition("By every gain")[0]
    in_frame = "".join(line.partition("│")[2] for line in text.splitlines())
    assert (in_frame.count("●"), in_frame.count("■")) == (0, 3)  # the first is drawn over


def test_a_factor_of_0_is_no_line(drawn: Drawn) -> None:
    assert drawn("vanish --factors 0,0.5 --distances 10").splitlines()[-1] == "  ● f = 0.5"


def test_a_passage_is_marked_at_its_own_distance(tmp_path: Path) -> None:
    """'b' is word 2 of seven, 'f' word 7."""
    (tmp_path / "passage").write_text("a b a c d e f\n")
    given = {"passage": str(tmp_path / "passage"), "evidence": "b", "blank": "f"}
    picture = pictured("vanish", factors=[0.5], **given)
    (chart,) = picture.panels
    assert isinstance(chart, Chart)
    assert [(guide.at, guide.label) for guide in chart.guides] == [(5.0, "5 words")]
    assert chart.series[0].y == (0.0, pytest.approx(5 * log10(0.5)))
    assert "After 5 steps 0.5 leaves 0.031." in picture.description


def test_where_no_nudge_is_held_the_title_says_so() -> None:
    """An input of 3 saturates both units at once, whatever the gain."""
    assert pictured("influence", input=[3, 3]).title.startswith("At no gain is a first nudge held")


def test_a_memory_is_a_line_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "lstm.toml").write_text(LSTM)
    given = {"sentence": "a b", "model": str(tmp_path / "lstm.toml")}
    picture = pictured("blame", **given, sentences=2, seed=1)
    above, below = picture.panels
    assert isinstance(above, Chart)
    assert isinstance(below, Chart)
    assert [one.name for one in above.series] == ["still felt", "still felt, by c"]
    assert [one.name for one in below.series] == ["layer 1"]
    by_name = {one.name: one.y for one in above.series}
    rows = example("blame")(**given).document.tables[0].rows
    assert by_name["still felt, by c"] == pytest.approx([log10(row[5]) for row in rows])


def test_the_bounds_of_many_gains_are_left_out() -> None:
    for gains, lines in (([0.5, 1], 4), ([0.5, 1, 2, 3, 4], 5)):
        chart = pictured("blame", sentence="a b", gain=gains, sentences=0).panels[0]
        assert isinstance(chart, Chart)
        assert len(chart.series) == lines


def test_the_state_of_a_small_network_is_told_and_no_larger_one_s(tmp_path: Path) -> None:
    """States tanh(2) and tanh(1) after the second vector."""
    (tmp_path / "x.csv").write_text("1\n2\n")
    for units, told in ((2, " After '2' it is (0.96, 0.76)."), (5, "")):
        column = [[1.0 / (unit + 1)] for unit in range(units)]
        weights = f"W_xh = {column}\nW_hh = {[[0.0] * units] * units}\nb_h = {[0.0] * units}"
        (tmp_path / "m.toml").write_text(f"[weights]\n{weights}\n")
        given = {"model": str(tmp_path / "m.toml"), "inputs": str(tmp_path / "x.csv")}
        assert pictured("unroll", **given).description.endswith(f"and 0.96.{told}")


@pytest.mark.parametrize("width", [40, 80])
def test_words_that_would_touch_are_left_out(drawn: Drawn, width: int) -> None:
    words = " ".join(f"quite_a_long_word_{n}" for n in range(1, 8))
    line = f"lstm-cell --forget 1 --words '{words}' --cues 1,1,1,1,1,1,1"
    lines = drawn(line, Surroundings(width=width)).splitlines()
    names = next(text for text in lines if "quite_a_long_word_1" in text).split()
    assert names == [word for word in words.split() if word in names]
    assert 1 <= len(names) < 7
    assert max(map(cell_len, lines)) <= width


def test_one_kind_of_bars_needs_no_legend(tmp_path: Path, drawn: Drawn) -> None:
    (tmp_path / "lstm.toml").write_text(LSTM)
    line = f"gates --model {tmp_path / 'lstm.toml'}"
    picture = drawn(line).splitlines()
    assert picture[-2].split() == ["mean", "forget", "gate,", "0", "to", "1"]
    # sigma(0.1) = 0.525 of the width.
    assert picture[-1].startswith("unit 1   ████")
    assert picture[-1].endswith(" 0.525")
    assert "legend" not in svg(line)


def test_more_cells_than_an_eye_can_part_are_refused() -> None:
    line = ["unroll", "--sentence", " ".join(["the"] * 5001), "--plot", "-"]
    with pytest.raises(InputError, match=r"^--plot: there is too much for one picture"):
        "".join(invoke(line, Surroundings()).pieces)
