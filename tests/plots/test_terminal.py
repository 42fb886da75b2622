"""Pictures in characters: 80 columns, without colour, and as ASCII."""

from collections.abc import Callable

import pytest
from rich.cells import cell_len

from rnn_examples.cli.app import invoke
from rnn_examples.errors import InputError
from rnn_examples.output import Surroundings

Drawn = Callable[..., str]
BLOCKS = set("█▉▊▋▌▍▎▏▓▒░·")


def test_every_picture_fits_80_columns_without_colour(line: str, drawn: Drawn) -> None:
    text = drawn(line)
    assert max(map(cell_len, text.splitlines())) <= 80
    assert "\x1b" not in text
    assert text.endswith("\n")
    assert set(text) & BLOCKS


def test_every_picture_in_ascii(line: str, drawn: Drawn) -> None:
    text = drawn(line, Surroundings(ascii=True))
    assert "".join(text.split("λ")).isascii(), sorted({c for c in text if not c.isascii()})


@pytest.mark.parametrize("width", [40, 57, 80, 100])
@pytest.mark.parametrize("line", ["unroll --model notebook", "clip", "influence", "blame"])
def test_it_fits_the_terminal(line: str, width: int, drawn: Drawn) -> None:
    text = drawn(line, Surroundings(width=width))
    assert max(map(cell_len, text.splitlines())) <= width


def test_colour_on_a_terminal_adds_nothing_but_colour(drawn: Drawn) -> None:
    from rich.text import Text

    colour = drawn("gates", Surroundings(width=80, colour=True))
    assert "\x1b[" in colour
    assert Text.from_ansi(colour).plain.rstrip() == drawn("gates").rstrip()


UNROLLED = """\
Each word changes the state: its units, word by word
unit
1  ▓ 0.31  █ 0.69  ▒ -0.10
2  ▒ 0.10  ▒ -0.06 ▒ 0.11
   the     dog     ran
   word
  h:
  '·' from -1  '░' from -0.6  '▒' from -0.2  '▓' from 0.2  '█' from 0.6
"""


def test_a_heat_map(drawn: Drawn) -> None:
    """The book's states: h_1 = tanh(0.32, 0.1), and so on."""
    assert drawn("unroll") == UNROLLED


def test_a_heat_map_in_ascii(drawn: Drawn) -> None:
    text = drawn("unroll", Surroundings(ascii=True))
    assert "1  o 0.31  # 0.69  = -0.10" in text


def test_bars_end_at_their_values(drawn: Drawn) -> None:
    """Norms 10 and 130 before, 5 after, on a logarithmic scale: 130 is the longest."""
    lines = drawn("clip").splitlines()
    before = [line.count("█") for line in lines if " before " in line]
    after = [line.count("▒") for line in lines if " after " in line]
    assert before[4] == max(before)
    assert before[0] == after[0] == after[1] == after[3] == after[4]
    assert before[1] > after[1]
    assert any(line.endswith(" 130.00") for line in lines)


def test_a_line_on_a_logarithmic_scale(drawn: Drawn) -> None:
    """0.5^10 is 1e-3: half-way down from 1 to 1e-6, half-way to 20."""
    lines = drawn("vanish --factors 0.5 --distances 10,20").splitlines()
    rows = [line for line in lines if "│" in line]
    ends = [(n, row.index("●")) for n, row in enumerate(rows) if "●" in row and " 0.5 " not in row]
    first, middle, last = ends[0], ends[1], ends[2]
    assert abs((first[0] + last[0]) / 2 - middle[0]) <= 0.5
    names = {row.split("│")[0].strip() for row in rows}
    assert {"1", "10⁻⁶"} <= names


def test_crossings_are_marked(drawn: Drawn) -> None:
    text = drawn("params")
    assert "X equal at 5 words" in text
    assert "X equal at 6 words" in text
    assert text.count("X") == 4


def test_words_are_shown_as_they_were_typed(drawn: Drawn) -> None:
    text = drawn("lstm-cell --words '[bold]a[/] :cat: $x$ 日本 👍 f g'")
    assert "[bold]a[/]" in text
    assert ":cat:" in text
    assert "日本" in text


@pytest.mark.parametrize(
    "more",
    [
        ["-f", "json"],
        ["-f", "plain"],
        ["-o", "out.txt"],
        ["--cell", "47,0.5:remaining"],
    ],
)
def test_only_below_a_table_in_the_terminal(more: list[str]) -> None:
    with pytest.raises(InputError, match="--plot - draws below the table"):
        invoke(["vanish", "--plot", "-", *more], Surroundings())
